// SPDX-License-Identifier: Apache-2.0

import Foundation

// What apps ask UIKit for beside views. There is no device here: sizes are those of a phone, haptics are not felt.

/// A picture in memory.
public typealias UIImage = PlatformImage
/// A picture in memory, by the name that AppKit has for it.
public typealias NSImage = PlatformImage

extension PlatformImage {
  /// The picture as it is.
  public func heicData() -> Data? { data }
  /// The picture's data as they are, also if they are no TIFF; nil for a symbol.
  public var tiffRepresentation: Data? { pngData() }
  /// Returns the picture as it is: the mode is not applied.
  public func withRenderingMode(_ mode: RenderingMode) -> PlatformImage { self }
  /// Returns the picture as it is: the colour is not applied. Use `foregroundStyle(_:)` of the ``Image``.
  public func withTintColor(_ color: SystemColor) -> PlatformImage { untinted() }
  /// Returns the picture as it is: neither the colour nor the mode is applied.
  public func withTintColor(_ color: SystemColor, renderingMode: RenderingMode) -> PlatformImage { untinted() }
  private func untinted() -> PlatformImage {
    Diagnostics.noteOnce("'withTintColor' of a picture has no effect in a browser.")
    return self
  }
  /// Whether a picture is drawn in its own colours or in the tint colour. Pictures are always shown in their own.
  public enum RenderingMode: Sendable { case automatic, alwaysOriginal, alwaysTemplate }
}

/// The screen: that of a phone, since layout is the browser's affair.
@MainActor @preconcurrency public final class UIScreen {
  /// The only screen.
  public static let main = UIScreen()
  /// A screen of 390 × 844 points, whatever the browser's window is. Read sizes with `GeometryReader`.
  public let bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  /// A screen of 1170 × 2532 pixels: ``bounds`` at three pixels a point.
  public let nativeBounds = CGRect(x: 0, y: 0, width: 1170, height: 2532)
  /// Three pixels a point, whatever the browser's screen has.
  public let scale: CGFloat = 3
  /// Has no effect in the browser.
  public var brightness: CGFloat = 0.5
}

/// The device: the server's.
@MainActor @preconcurrency public final class UIDevice {
  /// The only device: the computer that the server runs on.
  public static let current = UIDevice()
  /// The server's host name.
  public let name = ProcessInfo.processInfo.hostName
  /// Always `"Linux"`, on every platform.
  public let systemName = "Linux"
  /// Always `"Browser"`.
  public let model = "Browser"
  /// Always `"Browser"`, in every language.
  public let localizedModel = "Browser"
  /// The version of the server's operating system, as Foundation describes it.
  public let systemVersion = ProcessInfo.processInfo.operatingSystemVersionString
  /// Always `.unspecified`: what shows a page is not known.
  public let userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
  /// An identifier that stays until the server restarts.
  public let identifierForVendor: UUID? = UUID()
  /// Always `.portrait`.
  public let orientation = UIDeviceOrientation.portrait
  /// The name of the notification that a device was turned. Never posted here.
  public static let orientationDidChangeNotification = Notification.Name("UIDeviceOrientationDidChangeNotification")
}

/// A kind of device. ``UIDevice/userInterfaceIdiom`` is always `unspecified`.
public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac, vision }
/// How a device is held. ``UIDevice/orientation`` is always `portrait`.
public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
  /// Whether the orientation is one of the two upright or the two sideways ones.
  public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
  /// Whether the device lies on its back or its face.
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
  /// Whether the device is held sideways.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether the device is held upright or upside down.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}

/// Has no effect in the browser.
@MainActor @preconcurrency public final class UIImpactFeedbackGenerator {
  /// How strong an impact would be.
  public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  /// Creates a generator; the style is not kept.
  public init(style: FeedbackStyle = .medium) {}
  /// Does nothing.
  public func prepare() {}
  /// Does nothing: no impact is felt.
  public func impactOccurred() {}
  /// Does nothing: no impact of this strength is felt.
  public func impactOccurred(intensity: CGFloat) {}
}

/// Has no effect in the browser.
@MainActor @preconcurrency public final class UINotificationFeedbackGenerator {
  /// What a vibration would tell.
  public enum FeedbackType: Int, Sendable { case success, warning, error }
  /// Creates a generator.
  public init() {}
  /// Does nothing.
  public func prepare() {}
  /// Does nothing: no vibration is felt.
  public func notificationOccurred(_ type: FeedbackType) {}
}

/// Has no effect in the browser.
@MainActor @preconcurrency public final class UISelectionFeedbackGenerator {
  /// Creates a generator.
  public init() {}
  /// Does nothing.
  public func prepare() {}
  /// Does nothing: no change is felt.
  public func selectionChanged() {}
}

/// The clipboard of a page. Text that is put in goes to the browser's clipboard, too; what others have put there is not
/// read: see ``PasteButton``.
@MainActor @preconcurrency public final class UIPasteboard {
  /// The clipboard of the page that runs the caller: as its views are evaluated, in actions, and in tasks that these
  /// have started. It is kept in the server's memory as long as the page, and no other page sees it.
  ///
  /// Elsewhere, for example in a detached task or in a block of a dispatch queue, the clipboard is empty each time, and
  /// what is put in is lost: nobody can tell whose it is.
  public static var general: UIPasteboard { PageClipboard.current ?? UIPasteboard() }
  nonisolated init() {}
  weak var graph: Graph?
  /// How often something was put in, or all was taken out.
  var changes = 0
  /// The text that was put in last. Setting it puts it into the browser's clipboard as well.
  public var string: String? {
    didSet {
      changes += 1
      if let string { graph?.send(.copy(string)) }
    }
  }
  /// The text as an array of one; of an array that is set, the first string is kept.
  public var strings: [String]? {
    get { string.map { [$0] } }
    set { string = newValue?.first }
  }
  /// Whether there is a text.
  public var hasStrings: Bool { string != nil }
  /// The picture that was put in last, beside the text, which it does not replace.
  public var image: PlatformImage? { didSet { changes += 1 } }
  /// The address that was put in last, beside the text, which it does not replace. Setting it puts it into the browser's
  /// clipboard as well.
  public var url: URL? { didSet { if let url { graph?.send(.copy(url.absoluteString)) } } }
}

/// Whose clipboard ``UIPasteboard/general`` is.
enum PageClipboard {
  /// Bound to the task, unlike ``MainTurn``: what an action goes on with later is the same person's.
  @TaskLocal static var current: UIPasteboard?

  /// Lets the browser of the current page open an address; false, with a note, if there is no page, or if the address
  /// would run something.
  @MainActor static func open(_ url: URL) -> Bool {
    guard let current, current.canOpen(url) else {
      Diagnostics.note("Not opened: an address that a browser does not open, or that no page has asked for.")
      return false
    }
    current.graph?.send(.open(url.absoluteString))
    return true
  }
}

extension UIPasteboard {
  /// Whether there is a page, and its browser opens an address.
  func canOpen(_ url: URL) -> Bool { graph != nil && url.scheme != nil && SafeAddress.isSafe(url.absoluteString) }
}

/// The user's accessibility settings: the browser's style sheet follows them, the server does not know them.
@MainActor @preconcurrency public enum UIAccessibility {
  /// Always false: the server is not told of screen readers.
  public static let isVoiceOverRunning = false
  /// Always false. The style sheet follows the browser's setting.
  public static let isReduceMotionEnabled = false
  /// Always false.
  public static let isReduceTransparencyEnabled = false
  /// Always false.
  public static let isBoldTextEnabled = false
  /// Always false.
  public static let isDarkerSystemColorsEnabled = false

  /// What an assistive technology could be told. It is not told in the browser.
  public struct Notification: Sendable {
    /// A text to be read aloud.
    public static let announcement = Self()
    /// A part of the page that has changed.
    public static let layoutChanged = Self()
    /// A page that has changed altogether.
    public static let screenChanged = Self()
  }

  /// Has no effect in the browser.
  public static func post(notification: Notification, argument: Any?) {}
}
