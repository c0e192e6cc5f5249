// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation

/// What a notification says. See Apple's documentation of `UNNotificationContent`.
open class UNNotificationContent: NSObject {
  fileprivate(set) var storage = Storage()

  struct Storage {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var userInfo: [AnyHashable: Any] = [:]
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var attachments: [UNNotificationAttachment] = []
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
  }

  public override init() { super.init() }

  init(copying content: UNNotificationContent) {
    storage = content.storage
    super.init()
  }

  /// The first line.
  public var title: String { storage.title }
  /// The second line.
  public var subtitle: String { storage.subtitle }
  public var body: String { storage.body }
  /// The number beside the app's icon.
  public var badge: NSNumber? { storage.badge }
  /// The sound that comes with it.
  public var sound: UNNotificationSound? { storage.sound }
  /// Values of the app.
  public var userInfo: [AnyHashable: Any] { storage.userInfo }
  /// The category, which has the buttons.
  public var categoryIdentifier: String { storage.categoryIdentifier }
  /// What notifications are grouped by.
  public var threadIdentifier: String { storage.threadIdentifier }
  /// The files that come with it.
  public var attachments: [UNNotificationAttachment] { storage.attachments }
}

/// The content of a notification while it is written. See Apple's documentation of `UNMutableNotificationContent`.
public final class UNMutableNotificationContent: UNNotificationContent {
  public override init() { super.init() }

  public override var title: String {
    get { storage.title }
    set { storage.title = newValue }
  }
  public override var subtitle: String {
    get { storage.subtitle }
    set { storage.subtitle = newValue }
  }
  public override var body: String {
    get { storage.body }
    set { storage.body = newValue }
  }
  public override var badge: NSNumber? {
    get { storage.badge }
    set { storage.badge = newValue }
  }
  public override var sound: UNNotificationSound? {
    get { storage.sound }
    set { storage.sound = newValue }
  }
  public override var userInfo: [AnyHashable: Any] {
    get { storage.userInfo }
    set { storage.userInfo = newValue }
  }
  public override var categoryIdentifier: String {
    get { storage.categoryIdentifier }
    set { storage.categoryIdentifier = newValue }
  }
  public override var threadIdentifier: String {
    get { storage.threadIdentifier }
    set { storage.threadIdentifier = newValue }
  }
  public override var attachments: [UNNotificationAttachment] {
    get { storage.attachments }
    set { storage.attachments = newValue }
  }
  /// How much it may disturb; `.active` unless it is set.
  public var interruptionLevel: UNNotificationInterruptionLevel {
    get { storage.interruptionLevel }
    set { storage.interruptionLevel = newValue }
  }
  /// How it is ordered among others of the app, from 0 to 1.
  public var relevanceScore: Double {
    get { storage.relevanceScore }
    set { storage.relevanceScore = newValue }
  }
}

/// See Apple's documentation of `UNNotificationInterruptionLevel`.
public enum UNNotificationInterruptionLevel: Int, Sendable { case passive, active, timeSensitive, critical }

/// The sound of a notification. See Apple's documentation of `UNNotificationSound`.
public final class UNNotificationSound: Hashable, Sendable {
  let name: String
  /// A sound by the name of its file, which is not looked for here.
  public init(named name: UNNotificationSoundName) { self.name = name.rawValue }
  /// The usual sound.
  public static let `default` = UNNotificationSound(named: UNNotificationSoundName("default"))
  /// The usual sound of critical notifications.
  public static let defaultCritical = UNNotificationSound(named: UNNotificationSoundName("critical"))
  /// The usual ringtone.
  public static let defaultRingtone = UNNotificationSound(named: UNNotificationSoundName("ringtone"))
  public static func == (lhs: UNNotificationSound, rhs: UNNotificationSound) -> Bool { lhs.name == rhs.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// See Apple's documentation of `UNNotificationSoundName`.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// The name of a file, which is not looked for here.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A file that comes with a notification. See Apple's documentation of `UNNotificationAttachment`.
public final class UNNotificationAttachment: Sendable {
  /// What tells it from other attachments.
  public let identifier: String
  /// Where the file is.
  public let url: URL
  /// An attachment. The file is not looked at, and the options have no effect here.
  public init(identifier: String, url: URL, options: [String: String]? = nil) throws {
    self.identifier = identifier
    self.url = url
  }
}
