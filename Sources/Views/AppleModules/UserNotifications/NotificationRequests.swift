// SPDX-License-Identifier: Apache-2.0

import Foundation

/// When a notification comes. See Apple's documentation of `UNNotificationTrigger`.
open class UNNotificationTrigger: NSObject {
  /// Whether it comes again and again.
  public let repeats: Bool
  init(repeats: Bool) {
    self.repeats = repeats
    super.init()
  }
}

/// After some time. See Apple's documentation of `UNTimeIntervalNotificationTrigger`.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  /// Seconds until it comes.
  public let timeInterval: TimeInterval
  /// A time from when the request is added. It is not checked, as Apple's framework does for repeated ones.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }
  /// The time interval from now.
  public func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }
}

/// At a date, or at all dates with the same parts. See Apple's documentation of `UNCalendarNotificationTrigger`.
public final class UNCalendarNotificationTrigger: UNNotificationTrigger {
  /// The parts that the date has.
  public let dateComponents: DateComponents
  /// The next date with these parts, or all of them.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }
  /// The next date with the parts in the current calendar.
  public func nextTriggerDate() -> Date? {
    Calendar.current.nextDate(after: Date(), matching: dateComponents, matchingPolicy: .nextTime)
  }
}

/// A notification to come. See Apple's documentation of `UNNotificationRequest`.
// Unchecked: nothing of it changes, since the content is a copy.
/// See Apple's documentation of `UNNotificationRequest`.
public final class UNNotificationRequest: NSObject, @unchecked Sendable {
  /// What tells it from other requests.
  public let identifier: String
  /// A copy of the content that was given.
  public let content: UNNotificationContent
  /// When it comes; `nil` for at once.
  public let trigger: UNNotificationTrigger?
  /// A request with a copy of the content.
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = UNNotificationContent(copying: content)
    self.trigger = trigger
    super.init()
  }
}

/// A received notification: there is none here. See Apple's documentation of `UNNotification`.
public final class UNNotification: NSObject {
  /// The request it came from.
  public let request: UNNotificationRequest
  /// When it arrived.
  public let date: Date
  init(request: UNNotificationRequest, date: Date) {
    self.request = request
    self.date = date
    super.init()
  }
}

/// A user's response to a notification: there is none here. See Apple's documentation of `UNNotificationResponse`.
public final class UNNotificationResponse: NSObject {
  /// The notification that was answered.
  public let notification: UNNotification
  /// The button that was pressed.
  public let actionIdentifier: String
  init(notification: UNNotification, actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
    super.init()
  }
}

/// The action of opening a notification.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action of dismissing a notification.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// A button of a notification. See Apple's documentation of `UNNotificationAction`.
open class UNNotificationAction: NSObject {
  /// What tells it from other buttons.
  public let identifier: String
  /// The text of the button.
  public let title: String
  /// A button. The options have no effect here.
  public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
    self.identifier = identifier
    self.title = title
    super.init()
  }
}

/// See Apple's documentation of `UNNotificationActionOptions`.
public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Has no effect in the browser.
  public static let authenticationRequired = Self(rawValue: 1)
  /// Has no effect in the browser.
  public static let destructive = Self(rawValue: 2)
  /// Has no effect in the browser.
  public static let foreground = Self(rawValue: 4)
}

/// A kind of notification and its buttons. See Apple's documentation of `UNNotificationCategory`.
public final class UNNotificationCategory: NSObject {
  /// The name that content refers to.
  public let identifier: String
  /// The buttons.
  public let actions: [UNNotificationAction]
  /// A category. Intents and options have no effect here.
  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    super.init()
  }
}

/// See Apple's documentation of `UNNotificationCategoryOptions`.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Has no effect in the browser.
  public static let customDismissAction = Self(rawValue: 1)
  /// Has no effect in the browser.
  public static let allowInCarPlay = Self(rawValue: 2)
}
