// SPDX-License-Identifier: Apache-2.0

import Foundation

// What apps ask UIKit for beside views. There is no device here: sizes are those of a phone, haptics are not felt.

/// A picture in memory.
public typealias UIImage = PlatformImage
public typealias NSImage = PlatformImage

extension PlatformImage {
  /// The picture as it is.
  public func heicData() -> Data? { data }
  public func withRenderingMode(_ mode: RenderingMode) -> PlatformImage { self }
  public enum RenderingMode: Sendable { case automatic, alwaysOriginal, alwaysTemplate }
}

/// The screen: that of a phone, since layout is the browser's affair.
@MainActor @preconcurrency public final class UIScreen {
  public static let main = UIScreen()
  public let bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  public let nativeBounds = CGRect(x: 0, y: 0, width: 1170, height: 2532)
  public let scale: CGFloat = 3
  /// Has no effect in the browser.
  public var brightness: CGFloat = 0.5
}

/// The device: the server's.
@MainActor @preconcurrency public final class UIDevice {
  public static let current = UIDevice()
  public let name = ProcessInfo.processInfo.hostName
  public let systemName = "Linux"
  public let model = "Browser"
  public let localizedModel = "Browser"
  public let systemVersion = ProcessInfo.processInfo.operatingSystemVersionString
  public let userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
  /// An identifier that stays until the server restarts.
  public let identifierForVendor: UUID? = UUID()
  public let orientation = UIDeviceOrientation.portrait
  public static let orientationDidChangeNotification = Notification.Name("UIDeviceOrientationDidChangeNotification")
}

public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac, vision }
public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
  public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}

/// Has no effect in the browser.
@MainActor @preconcurrency public final class UIImpactFeedbackGenerator {
  public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  public init(style: FeedbackStyle = .medium) {}
  public func prepare() {}
  public func impactOccurred() {}
  public func impactOccurred(intensity: CGFloat) {}
}

/// Has no effect in the browser.
@MainActor @preconcurrency public final class UINotificationFeedbackGenerator {
  public enum FeedbackType: Int, Sendable { case success, warning, error }
  public init() {}
  public func prepare() {}
  public func notificationOccurred(_ type: FeedbackType) {}
}

/// Has no effect in the browser.
@MainActor @preconcurrency public final class UISelectionFeedbackGenerator {
  public init() {}
  public func prepare() {}
  public func selectionChanged() {}
}

/// The clipboard of the app, which is not that of the browser.
@MainActor @preconcurrency public final class UIPasteboard {
  public static let general = UIPasteboard()
  public var string: String?
  public var strings: [String]? {
    get { string.map { [$0] } }
    set { string = newValue?.first }
  }
  public var hasStrings: Bool { string != nil }
  public var image: PlatformImage?
  public var url: URL?
}

/// The user's accessibility settings: the browser's style sheet follows them, the server does not know them.
@MainActor @preconcurrency public enum UIAccessibility {
  public static let isVoiceOverRunning = false
  public static let isReduceMotionEnabled = false
  public static let isReduceTransparencyEnabled = false
  public static let isBoldTextEnabled = false
  public static let isDarkerSystemColorsEnabled = false

  public struct Notification: Sendable {
    public static let announcement = Self()
    public static let layoutChanged = Self()
    public static let screenChanged = Self()
  }

  /// Has no effect in the browser.
  public static func post(notification: Notification, argument: Any?) {}
}
