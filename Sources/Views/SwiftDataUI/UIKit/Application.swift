// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The running application.
@MainActor @preconcurrency public final class UIApplication {
  public static let shared = UIApplication()

  /// No windows of UIKit's exist here.
  public let connectedScenes: Set<UIScene> = []
  public let windows: [UIWindow] = []
  public var applicationState: State { .active }
  /// Has no effect in the browser.
  public var isIdleTimerDisabled = false
  /// Has no effect in the browser.
  public var applicationIconBadgeNumber = 0

  public enum State: Int, Sendable { case active, inactive, background }
  public struct LaunchOptionsKey: Hashable, Sendable { let name: String }
  public struct OpenExternalURLOptionsKey: Hashable, Sendable { let name: String }

  public static let openSettingsURLString = "app-settings:"
  public static let openNotificationSettingsURLString = "app-settings:notifications"
  public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
  public static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
  public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
  public static let willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForegroundNotification")
  public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")

  public func canOpenURL(_ url: URL) -> Bool { false }

  /// Opens nothing: logged. Use the environment's `openURL`, which opens pages.
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:], completionHandler: ((Bool) -> Void)? = nil
  ) {
    Diagnostics.note("Not supported: UIApplication.open(_:)")
    completionHandler?(false)
  }

  /// Ends editing: what 'sendAction(#selector(UIResponder.resignFirstResponder), …)' is for. Has no effect in the browser.
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: Any?) -> Bool { false }

  public func registerForRemoteNotifications() { Diagnostics.note("Not supported: remote notifications") }
  public func beginBackgroundTask(
    withName name: String? = nil, expirationHandler handler: (@MainActor () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { .invalid }
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
  public static let invalid = UIBackgroundTaskIdentifier()
}

/// The name of a method: without Objective-C it finds no method.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral {
  let name: String
  public init(_ name: String) { self.name = name }
  public init(stringLiteral value: String) { name = value }
}

/// Windows and their scenes do not exist here; what looks for one finds none.
@MainActor @preconcurrency open class UIResponder: NSObject {
  nonisolated public override init() { super.init() }
  public static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
  public static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
  public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  @discardableResult open func resignFirstResponder() -> Bool { true }
}
@MainActor @preconcurrency open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable { case unattached = -1, foregroundActive, foregroundInactive, background }
  open var activationState: ActivationState { .foregroundActive }
}
@MainActor @preconcurrency open class UIWindowScene: UIScene {
  open var windows: [UIWindow] { [] }
  open var keyWindow: UIWindow? { nil }
  open var screen: UIScreen { .main }
}
@MainActor @preconcurrency open class UIWindow: UIView {
  open var rootViewController: UIViewController?
  open var isKeyWindow: Bool { false }
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
}
