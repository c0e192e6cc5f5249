// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// Posts what apps that were written for CloudKit listen to.
final class RoundNotices: Sendable {
  /// Posted after each round that has succeeded, on any thread. The object is the `ModelContainer`.
  static let didComplete = Notification.Name("CloudKitSyncDidComplete")

  private let container: @Sendable () -> ModelContainer?

  init(_ container: ModelContainer) {
    self.container = { [weak container] in container.map(AppleGaps.handle(of:)) }
  }

  #if canImport(CoreData)
    func begin(store: String?, at now: Date) {}
    func export(store: String?, at now: Date) {}

    func end(store: String?, at now: Date, _ error: SyncError?) { if error == nil { post(Self.didComplete) } }
  #else
    private typealias Event = NSPersistentCloudKitContainer.Event

    private struct Contents {
      var isSetUp = false
      var open: [Event] = []
    }

    private let contents = Mutex(Contents())

    /// A round has begun. Again in the same round, it does nothing.
    func begin(store: String?, at now: Date) {
      let new = contents.withLock { contents -> [Event] in
        guard contents.open.isEmpty else { return [] }
        contents.open =
          (contents.isSetUp ? [] : [Event(.setup, store: store ?? "", start: now)])
          + [Event(.import, store: store ?? "", start: now)]
        return contents.open
      }
      post(new)
    }

    /// Something is uploaded in this round.
    func export(store: String?, at now: Date) {
      let new = contents.withLock { contents -> [Event] in
        guard !contents.open.contains(where: { $0.type == .export }) else { return [] }
        let event = Event(.export, store: store ?? "", start: now)
        contents.open.append(event)
        return [event]
      }
      post(new)
    }

    /// The round has ended.
    func end(store: String?, at now: Date, _ error: SyncError?) {
      // It may have failed before it came to anything.
      begin(store: store, at: now)
      let ended = contents.withLock { contents -> [Event] in
        let ended = contents.open.map { Event($0, store: store ?? "", end: now, error: error) }
        contents.open = []
        if error == nil { contents.isSetUp = true }
        return ended
      }
      post(ended)
      if error == nil { post(Self.didComplete) }
    }

    private func post(_ events: [Event]) {
      for event in events {
        post(
          NSPersistentCloudKitContainer.eventChangedNotification,
          [NSPersistentCloudKitContainer.eventNotificationUserInfoKey: event])
      }
    }
  #endif

  private func post(_ name: Notification.Name, _ info: [String: any Sendable]? = nil) {
    guard let container = container() else { return }
    NotificationCenter.default.post(name: name, object: container, userInfo: info)
  }
}
