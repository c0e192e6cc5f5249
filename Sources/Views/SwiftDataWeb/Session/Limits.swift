// SPDX-License-Identifier: Apache-2.0

/// How much a host gives to those who use it.
public struct WebLimits: Sendable {
  /// How many pages may be open at once. Further requests are told to come back later.
  public var pages = 1_000

  /// How many pages one browser may have open at once. For one more, a page is closed whose browser is not connected;
  /// where there is none, the new one has to wait.
  public var pagesPerBrowser = 50

  /// How many connections the host accepts at once; others wait.
  public var connections = 4_000

  /// The size of the largest message from a page, in bytes. A page that sends a larger one is disconnected.
  public var messageSize = 256 * 1_024

  /// How long a browser may take for what it has begun to send: its first request, or a message. Then it is disconnected.
  public var patience: Duration = .seconds(15)

  /// How many events a page may send in a second on average. What is more, is refused.
  public var eventsPerSecond = 60

  /// How many events a page may send at once.
  public var eventBurst = 240

  /// How long a page is kept whose browser is not connected.
  public var disconnectedTime: Duration = .seconds(120)

  /// How long a page is kept whose browser is not connected, and into which somebody has typed what is still shown.
  public var inputTime: Duration = .seconds(3_600)

  /// How long a page is kept that is out of sight and in which nothing happens, unless somebody has typed into it. It
  /// comes back when it is looked at again.
  public var idleTime: Duration = .seconds(3_600)

  /// How long a connection may be silent until the browser is asked whether it is still there, and then again.
  var silence: Duration = .seconds(25)

  /// How much may wait to be sent to one page, in operations and elements, of which long text counts as one more for each
  /// 128 bytes. If it is more, the page is sent as a whole when its connection is ready.
  public var waiting = 20_000

  public init() {}
}
