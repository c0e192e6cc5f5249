// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The permissions that an app requests. See Apple's documentation of `UNAuthorizationOptions`.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Numbers beside the icon.
  public static let badge = Self(rawValue: 1)
  /// Sounds.
  public static let sound = Self(rawValue: 2)
  /// Texts.
  public static let alert = Self(rawValue: 4)
  /// In a car.
  public static let carPlay = Self(rawValue: 8)
  /// Sounds even if the device is silent.
  public static let criticalAlert = Self(rawValue: 16)
  /// The app has settings for notifications.
  public static let providesAppNotificationSettings = Self(rawValue: 32)
  /// Without asking first.
  public static let provisional = Self(rawValue: 64)
}

/// How a notification is shown while the app is in front. See Apple's documentation of `UNNotificationPresentationOptions`.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The number beside the icon.
  public static let badge = Self(rawValue: 1)
  /// The sound.
  public static let sound = Self(rawValue: 2)
  /// The text, in the older API.
  public static let alert = Self(rawValue: 4)
  /// In the list of notifications.
  public static let list = Self(rawValue: 8)
  /// As a banner.
  public static let banner = Self(rawValue: 16)
}

/// See Apple's documentation of `UNAuthorizationStatus`.
public enum UNAuthorizationStatus: Int, Sendable { case notDetermined, denied, authorized, provisional, ephemeral }
/// See Apple's documentation of `UNNotificationSetting`.
public enum UNNotificationSetting: Int, Sendable { case notSupported, disabled, enabled }

/// The permissions of the app: none. See Apple's documentation of `UNNotificationSettings`.
public final class UNNotificationSettings: Sendable {
  /// Always `denied`.
  public var authorizationStatus: UNAuthorizationStatus { .denied }
  /// Always `notSupported`.
  public var alertSetting: UNNotificationSetting { .notSupported }
  /// Always `notSupported`.
  public var soundSetting: UNNotificationSetting { .notSupported }
  /// Always `notSupported`.
  public var badgeSetting: UNNotificationSetting { .notSupported }
  /// Always `notSupported`.
  public var lockScreenSetting: UNNotificationSetting { .notSupported }
  /// Always `notSupported`.
  public var notificationCenterSetting: UNNotificationSetting { .notSupported }
}

/// See Apple's documentation of `UNError`.
public struct UNError: LocalizedError, Sendable {
  /// Why a request was refused.
  public enum Code: Int, Sendable { case notificationsNotAllowed = 1 }
  /// Why the request was refused.
  public let code: Code
  /// Says that notifications do not exist in the browser.
  public var errorDescription: String? { "Notifications do not exist in the browser." }
}

/// Is told of notifications; never, here. See Apple's documentation of `UNUserNotificationCenterDelegate`.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  /// Never called: no notification arrives.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
  /// Never called: no notification arrives.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions
  /// Never called: no notification arrives.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
  /// Never called: no notification arrives.
  func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}

extension UNUserNotificationCenterDelegate {
  /// Shows nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([]) }
  /// Shows nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }
  /// Does nothing, and calls the handler.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) { completionHandler() }
  /// Does nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}
}

/// Refuses: notifications do not exist in the browser. Asking for them is answered with `false`, as by somebody who does
/// not want any, and adding one throws ``UNError``. See Apple's documentation of `UNUserNotificationCenter`.
// Unchecked: there is one, and its delegate is set on the main actor.
/// See Apple's documentation of `UNUserNotificationCenter`.
public final class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  private static let shared = UNUserNotificationCenter()
  /// The only center, which refuses every request.
  public static func current() -> UNUserNotificationCenter { shared }

  /// Kept for the app; never called here.
  public weak var delegate: (any UNUserNotificationCenterDelegate)?
  /// Always `false`.
  public var supportsContentExtensions: Bool { false }

  /// Returns `false`, without asking.
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }
  /// Calls the handler with `false`, before it returns.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { completionHandler(false, nil) }

  /// Settings that allow nothing.
  public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }
  /// Calls the handler with settings that allow nothing, before it returns.
  public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    completionHandler(UNNotificationSettings())
  }

  /// Throws ``UNError``.
  public func add(_ request: UNNotificationRequest) async throws { throw UNError(code: .notificationsNotAllowed) }
  /// Calls the handler with ``UNError``, before it returns.
  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) { completionHandler?(UNError(code: .notificationsNotAllowed)) }

  /// Always empty.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] { [] }
  /// Calls the handler with no request, before it returns.
  public func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
    completionHandler([])
  }
  /// Always empty.
  public func deliveredNotifications() async -> [UNNotification] { [] }
  /// Calls the handler with no notification, before it returns.
  public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
    completionHandler([])
  }

  // There is nothing to remove.
  /// There is nothing to remove. Has no effect in the browser.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
  /// There is nothing to remove. Has no effect in the browser.
  public func removeAllPendingNotificationRequests() {}
  /// There is nothing to remove. Has no effect in the browser.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
  /// There is nothing to remove. Has no effect in the browser.
  public func removeAllDeliveredNotifications() {}

  /// Has no effect in the browser.
  public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
  /// Has no effect in the browser.
  public func setBadgeCount(_ count: Int, withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil) {
    completionHandler?(nil)
  }
  /// Has no effect in the browser.
  public func setBadgeCount(_ count: Int) async throws {}
}
