// SPDX-License-Identifier: Apache-2.0

import Foundation

// Apple's platforms have it in Core Data, where only that framework can make events.
#if !canImport(CoreData)
  /// The names with which apps follow the sync of a store, as Core Data has them.
  ///
  /// ```swift
  /// let events = NotificationCenter.default.notifications(
  ///   named: NSPersistentCloudKitContainer.eventChangedNotification)
  /// ```
  public enum NSPersistentCloudKitContainer {
    /// Posted when an event begins, and when it has ended. The object is the `ModelContainer`.
    public static let eventChangedNotification = Notification.Name(
      "NSPersistentCloudKitContainerEventChangedNotification")
    /// The key of the ``Event`` in the notification's user info.
    public static let eventNotificationUserInfoKey = "event"

    /// What an event is about.
    public enum EventType: Int, Sendable {
      /// Sync has begun: it ends with the first round that succeeds, and with each that fails before.
      case setup
      /// What others have changed is asked for and shown.
      case `import`
      /// What was changed here is uploaded.
      case export
    }

    /// Something that sync does in a round, while it does it and when it has done it.
    public final class Event: Sendable {
      /// The same at the beginning and at the end.
      public let identifier: UUID
      /// The identifier of the store; empty as long as sync has seen no object of it.
      public let storeIdentifier: String
      /// What it is about.
      public let type: EventType
      /// When it began.
      public let startDate: Date
      /// When it ended; nil: it has not.
      public let endDate: Date?
      /// Whether it ended, and well.
      public let succeeded: Bool
      /// Why it failed: a ``SyncError``.
      public let error: (any Error)?

      init(_ type: EventType, store: String, start: Date) {
        (identifier, storeIdentifier, self.type, startDate) = (UUID(), store, type, start)
        (endDate, succeeded, error) = (nil, false, nil)
      }

      init(_ event: Event, store: String, end: Date, error: (any Error)?) {
        (identifier, storeIdentifier, type, startDate) = (event.identifier, store, event.type, event.startDate)
        (endDate, succeeded, self.error) = (end, error == nil, error)
      }
    }
  }
#endif
