// SPDX-License-Identifier: Apache-2.0

/// The limits of a host.
public struct WebLimits: Sendable {
  /// The number of pages that may be open at once. Further requests are told to come back later.
  public var pages = 1_000

  /// The number of pages that one browser may have open at once. For another one, a page without a connected browser is
  /// closed; if there is none, the new page must wait. One user (`WebAuthorization.user`) may have a quarter of
  /// ``pages`` open in all browsers together, or as many as one browser if that is more.
  public var pagesPerBrowser = 50

  /// A quarter of all, so that nobody has them all; many, since an account may be shared by several devices.
  var pagesPerUser: Int { max(pagesPerBrowser, pages / 4) }

  /// The number of connections that the host accepts at once; further connections wait.
  public var connections = 4_000

  /// The size of the largest message from a page, in bytes. A page that sends a larger one is disconnected.
  public var messageSize = 256 * 1_024

  /// The time that a browser may take for a request or message that it has begun to send. After that, it is
  /// disconnected.
  public var patience: Duration = .seconds(15)

  /// The number of events that a page may send in a second on average. Further events are refused.
  public var eventsPerSecond = 60

  /// How many events a page may send at once.
  public var eventBurst = 240

  /// The time that a page is kept without a connected browser.
  public var disconnectedTime: Duration = .seconds(120)

  /// The time that a page is kept without a connected browser if a user has typed text that is still shown.
  public var inputTime: Duration = .seconds(3_600)

  /// The time that a page is kept out of sight without any activity, unless a user has typed into it. It comes back
  /// when it is visible again.
  public var idleTime: Duration = .seconds(3_600)

  /// How long a connection may be silent until the browser is asked whether it is still there, and then again.
  var silence: Duration = .seconds(25)

  /// How much may wait to be sent to one page, in operations and elements, of which long text counts as one more for each
  /// 128 bytes. If it is more, the page is sent as a whole when its connection is ready.
  public var waiting = 20_000

  /// The usual limits.
  public init() {}
}

/// Lets a number of things through in a second, and some more at once.
struct RateLimit {
  private let perSecond: Double
  private let burst: Double
  private var left: Double
  private var last: ContinuousClock.Instant

  init(perSecond: Int, burst: Int, now: ContinuousClock.Instant = .now) {
    self.perSecond = Double(max(1, perSecond))
    self.burst = Double(max(1, burst))
    left = self.burst
    last = now
  }

  /// Whether one more is let through.
  mutating func take(now: ContinuousClock.Instant = .now) -> Bool {
    let passed = last.duration(to: now)
    last = now
    left = min(
      burst, left + perSecond * (Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18))
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
