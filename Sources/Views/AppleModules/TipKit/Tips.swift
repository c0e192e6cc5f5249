// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation
@_exported import SwiftDataUI

/// A hint about something that the app can do. See Apple's documentation of `Tip`.
public protocol Tip: Identifiable, Sendable {
  var title: Text { get }
  var message: Text? { get }
  var image: Image? { get }
  var options: [any TipOption] { get }
}

extension Tip {
  public var id: String { String(describing: Self.self) }
  public var message: Text? { nil }
  public var image: Image? { nil }
  public var options: [any TipOption] { [] }

  /// Tips are not remembered: each page shows them again. Has no effect in the browser.
  public func invalidate(reason: Tips.InvalidationReason) {}
}

/// How often and when a tip is shown. See Apple's documentation of `TipOption`.
public protocol TipOption: Sendable {}

/// The configuration of all tips. See Apple's documentation of `Tips`.
public enum Tips {
  public enum InvalidationReason: Sendable {
    case actionPerformed, displayCountExceeded, displayDurationExceeded, tipClosed
  }

  public struct ConfigurationOption: Sendable {
    public struct Frequency: Sendable {
      public static let immediate = Self()
      public static let hourly = Self()
      public static let daily = Self()
      public static let weekly = Self()
      public static let monthly = Self()
    }
    public struct DatastoreLocation: Sendable {
      public static let applicationDefault = Self()
      public static func url(_ url: URL) -> Self { Self() }
    }
    public static func displayFrequency(_ frequency: Frequency) -> Self { Self() }
    public static func datastoreLocation(_ location: DatastoreLocation) -> Self { Self() }
  }

  public struct MaxDisplayCount: TipOption {
    public init(_ count: Int) {}
  }

  public struct IgnoresDisplayFrequency: TipOption {
    public init(_ ignores: Bool) {}
  }

  /// Tips need no preparation. Has no effect in the browser.
  public static func configure(_ options: [ConfigurationOption] = []) throws {}
  /// Nothing is kept about tips. Has no effect in the browser.
  public static func resetDatastore() throws {}
  public static func showAllTipsForTesting() {}
  public static func hideAllTipsForTesting() {}
}

/// A tip among other views, which the user can close. See Apple's documentation of `TipView`.
public struct TipView<Content: Tip>: View {
  let tip: Content?
  @State private var isClosed = false

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
  public func popoverTip<T: Tip>(_ tip: T?, arrowEdge: Edge? = nil) -> some View { self }
  /// Has no effect in the browser.
  public func tipBackground<S: ShapeStyle>(_ style: S) -> some View { self }
}
