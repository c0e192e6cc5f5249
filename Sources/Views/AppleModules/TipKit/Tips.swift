// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation
@_exported import SwiftDataUI

/// A hint about something that the app can do. See Apple's documentation of `Tip`.
public protocol Tip: Identifiable, Sendable {
  /// The first line.
  var title: Text { get }
  /// The text below the title, if there is one.
  var message: Text? { get }
  /// The image before the title, if there is one.
  var image: Image? { get }
  /// How often and when it is shown; has no effect here.
  var options: [any TipOption] { get }
}

extension Tip {
  public var id: String { String(describing: Self.self) }
  /// Nothing.
  public var message: Text? { nil }
  /// Nothing.
  public var image: Image? { nil }
  /// None.
  public var options: [any TipOption] { [] }

  /// Tips are not remembered: each page shows them again. Has no effect in the browser.
  public func invalidate(reason: Tips.InvalidationReason) {}
}

/// How often and when a tip is shown. See Apple's documentation of `TipOption`.
public protocol TipOption: Sendable {}

/// The configuration of all tips. See Apple's documentation of `Tips`.
public enum Tips {
  /// Why a tip is no longer needed; has no effect here.
  public enum InvalidationReason: Sendable {
    /// Apple's reasons.
    case actionPerformed, displayCountExceeded, displayDurationExceeded, tipClosed
  }

  /// How often tips are shown, and where that is kept; has no effect here.
  public struct ConfigurationOption: Sendable {
    /// Has no effect in the browser.
    public struct Frequency: Sendable {
      /// Has no effect in the browser.
      public static let immediate = Self()
      /// Has no effect in the browser.
      public static let hourly = Self()
      /// Has no effect in the browser.
      public static let daily = Self()
      /// Has no effect in the browser.
      public static let weekly = Self()
      /// Has no effect in the browser.
      public static let monthly = Self()
    }
    /// Has no effect in the browser.
    public struct DatastoreLocation: Sendable {
      /// Has no effect in the browser.
      public static let applicationDefault = Self()
      /// Has no effect in the browser.
      public static func url(_ url: URL) -> Self { Self() }
    }
    /// Has no effect in the browser.
    public static func displayFrequency(_ frequency: Frequency) -> Self { Self() }
    /// Has no effect in the browser.
    public static func datastoreLocation(_ location: DatastoreLocation) -> Self { Self() }
  }

  /// How often a tip is shown at most; has no effect here.
  public struct MaxDisplayCount: TipOption {
    /// Has no effect in the browser.
    public init(_ count: Int) {}
  }

  /// Whether a tip is shown whatever the frequency is; has no effect here.
  public struct IgnoresDisplayFrequency: TipOption {
    /// Has no effect in the browser.
    public init(_ ignores: Bool) {}
  }

  /// Tips need no preparation. Has no effect in the browser.
  public static func configure(_ options: [ConfigurationOption] = []) throws {}
  /// Nothing is kept about tips. Has no effect in the browser.
  public static func resetDatastore() throws {}
  /// All tips are shown anyhow. Has no effect in the browser.
  public static func showAllTipsForTesting() {}
  /// Tips stay. Has no effect in the browser.
  public static func hideAllTipsForTesting() {}
}

/// A tip among other views, which the user can close. See Apple's documentation of `TipView`.
public struct TipView<Content: Tip>: View {
  let tip: Content?
  @State private var isClosed = false

  /// A tip, or nothing. No arrow is drawn: the edge has no effect here.
  public init(_ tip: Content?, arrowEdge: Edge? = nil) { self.tip = tip }

  public var body: some View {
    if let tip, !isClosed {
      HStack(alignment: .top, spacing: 12) {
        if let image = tip.image { image.foregroundStyle(.tint) }
        VStack(alignment: .leading, spacing: 4) {
          tip.title.font(.headline)
          if let message = tip.message { message.font(.subheadline).foregroundStyle(.secondary) }
        }
        Spacer()
        Button("Close", systemImage: "xmark") { isClosed = true }.labelStyle(.iconOnly)
      }
      .padding()
      .background(.fill, in: RoundedRectangle(cornerRadius: 12))
    }
  }
}

extension View {
  /// Tips that point at a view are not shown. Has no effect in the browser.
  public func popoverTip<T: Tip>(_ tip: T?, arrowEdge: Edge? = nil) -> some View { withoutEffect("popoverTip") }
  /// Has no effect in the browser.
  public func tipBackground<S: ShapeStyle>(_ style: S) -> some View { withoutEffect("tipBackground") }
}
