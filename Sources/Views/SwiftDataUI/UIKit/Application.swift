// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The running application.
@MainActor @preconcurrency public final class UIApplication {
  /// The one application object, which all pages of the server share.
  public static let shared = UIApplication()

  /// No windows of UIKit's exist here.
  public let connectedScenes: Set<UIScene> = []
  /// Always empty, since views are shown by the browser.
  public let windows: [UIWindow] = []
  /// Always `.active`, also while no page is open.
  public var applicationState: State { .active }
  /// Has no effect in the browser.
  public var isIdleTimerDisabled = false
  /// Has no effect in the browser.
  public var applicationIconBadgeNumber = 0

  /// Whether an app is in front. ``UIApplication/applicationState`` is always `active`.
  public enum State: Int, Sendable { case active, inactive, background }
  /// A key of the options that an app is launched with. There are none: delegates are handed nil.
  public struct LaunchOptionsKey: Hashable, Sendable { let name: String }
  /// A key of the options of ``UIApplication/open(_:options:completionHandler:)``, which are not read.
  public struct OpenExternalURLOptionsKey: Hashable, Sendable { let name: String }

  /// The address of the app's settings on a phone. It leads nowhere in a browser.
  public static let openSettingsURLString = "app-settings:"
  /// The address of the app's notification settings on a phone. It leads nowhere in a browser.
  public static let openNotificationSettingsURLString = "app-settings:notifications"
  /// The name of the notification that an app has become active. Never posted here.
  public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
  /// The name of the notification that an app will become inactive. Never posted here.
  public static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
  /// The name of the notification that an app has left the screen. Never posted here.
  public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
  /// The name of the notification that an app will come back to the screen. Never posted here.
  public static let willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForegroundNotification")
  /// The name of the notification that an app will end. Never posted here, also not when the server stops.
  public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")

  /// Whether the browser opens an address: one that leads to another page, to mail or to a telephone, but none of another
  /// app, and none where no page runs the caller.
  public func canOpenURL(_ url: URL) -> Bool { PageClipboard.current?.canOpen(url) ?? false }

  /// Lets the browser of the page that runs the caller open an address in a new window, as the environment's `openURL`
  /// does. Where no page runs the caller, or the address would run something, nothing is opened: a note is logged.
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:], completionHandler: ((Bool) -> Void)? = nil
  ) { completionHandler?(PageClipboard.open(url)) }

  /// Ends editing: what 'sendAction(#selector(UIResponder.resignFirstResponder), …)' is for. Has no effect in the browser.
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: Any?) -> Bool { false }

  /// Accepted, without effect: the server receives no remote notifications. A note is logged.
  public func registerForRemoteNotifications() { Diagnostics.note("Not supported: remote notifications") }
  /// Returns `.invalid`, since a server is not suspended. The handler is never called.
  public func beginBackgroundTask(
    withName name: String? = nil, expirationHandler handler: (@MainActor () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { .invalid }
  /// Does nothing: there are no background tasks to end.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

/// The identifier of a task that goes on in the background. The only value is ``invalid``.
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
  /// The identifier of no task.
  public static let invalid = UIBackgroundTaskIdentifier()
}

/// The name of a method: without Objective-C it finds no method.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral {
  let name: String
  /// Creates a selector with the name of a method.
  public init(_ name: String) { self.name = name }
  /// Creates a selector from a string literal with the name of a method.
  public init(stringLiteral value: String) { name = value }
}

/// Windows and their scenes do not exist here; what looks for one finds none.
@MainActor @preconcurrency open class UIResponder: NSObject {
  /// Creates a responder, which receives no events.
  nonisolated public override init() { super.init() }
  /// The name of the notification that a keyboard will appear. Never posted here: the browser's keyboard is not known.
  public static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
  /// The name of the notification that a keyboard will disappear. Never posted here.
  public static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
  /// The name of the notification that a keyboard has appeared. Never posted here.
  public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  /// The name of the notification that a keyboard has disappeared. Never posted here.
  public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  /// The key of the keyboard's frame in such a notification.
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// Returns true, and changes nothing in the browser. Use `@FocusState` to take the focus from a field.
  @discardableResult open func resignFirstResponder() -> Bool { true }
}
/// A scene of UIKit's. The application has none, and no app is handed one.
@MainActor @preconcurrency open class UIScene: UIResponder {
  /// Whether a scene is in front. ``UIScene/activationState`` is always `foregroundActive`.
  public enum ActivationState: Int, Sendable { case unattached = -1, foregroundActive, foregroundInactive, background }
  /// Always `.foregroundActive`.
  open var activationState: ActivationState { .foregroundActive }
}
/// A scene with windows, of which it has none here.
@MainActor @preconcurrency open class UIWindowScene: UIScene {
  /// Always empty.
  open var windows: [UIWindow] { [] }
  /// Always nil.
  open var keyWindow: UIWindow? { nil }
  /// The only screen, ``UIScreen/main``, whose size is that of a phone.
  open var screen: UIScreen { .main }
}
/// A window of UIKit's. It can be made, but nothing of it is shown.
@MainActor @preconcurrency open class UIWindow: UIView {
  /// The controller of the window, which is kept but not shown.
  open var rootViewController: UIViewController?
  /// Always false.
  open var isKeyWindow: Bool { false }
  /// The appearance asked for, which is kept but not applied. Use `preferredColorScheme(_:)`.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
}
