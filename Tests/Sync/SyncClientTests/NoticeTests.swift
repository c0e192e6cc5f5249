// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Synchronization
import Testing

#if !canImport(CoreData)
  /// What apps that were written for CloudKit listen to.
  @Suite struct NoticeTests {
    /// What was posted for a container, as lines.
    private final class Listener: Sendable {
      let lines: Mutex<[String]> = Mutex([])
      private let identifiers: Mutex<[UUID: String]> = Mutex([:])
      // Handed back to its center only.
      nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

      init(_ container: ModelContainer) {
        let center = NotificationCenter.default
        let complete = center.addObserver(
          forName: NSNotification.Name("CloudKitSyncDidComplete"), object: container, queue: nil
        ) { [weak self] _ in self?.note("complete") }
        let event = center.addObserver(
          forName: NSPersistentCloudKitContainer.eventChangedNotification, object: container, queue: nil
        ) { [weak self] notification in
          let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
          guard let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event else { return }
          self?.note(event)
        }
        tokens = [complete, event]
      }

      deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

      private func note(_ line: String) { lines.withLock { $0.append(line) } }

      private func note(_ event: NSPersistentCloudKitContainer.Event) {
        let name = "\(event.type)"
        let isKnown = identifiers.withLock { identifiers in
          defer { identifiers[event.identifier] = name }
          return identifiers[event.identifier] == name
        }
        #expect(isKnown == (event.endDate != nil), "an end has a beginning")
        guard event.endDate != nil else { return note("\(name) begins") }
        #expect(event.succeeded == (event.error == nil))
        note("\(name) \(event.error.map { "\($0 as? SyncError == nil ? "?" : "fails")" } ?? "succeeds")")
      }

      func take() -> [String] {
        lines.withLock { lines in
          defer { lines = [] }
          return lines
        }
      }
    }

    @Test func eachRoundIsTold() async throws {
      let clock = TestClock()
      let server = MemoryServer(clock: clock)
      let device = try Device(1, server, clock: clock)
      let listener = Listener(device.container)
      server.loses.withLock { $0 = { .request } }
      try device.edit { $0.insert(App.Note(uid: "1", title: "t")) }
      await #expect(throws: SyncError.self) { try await device.sync.syncNow() }
      let failed = listener.take()
      #expect(failed.contains("setup begins") && failed.contains("setup fails") && failed.contains("import fails"))
      #expect(!failed.contains("complete"))

      server.loses.withLock { $0 = { nil } }
      try await device.sync.syncNow()
      let first = listener.take()
      #expect(first.prefix(2) == ["setup begins", "import begins"])
      #expect(first.contains("export begins"))
      #expect(first.suffix(4) == ["setup succeeds", "import succeeds", "export succeeds", "complete"])

      try await device.sync.syncNow()
      #expect(listener.take() == ["import begins", "import succeeds", "complete"])
    }
  }
#endif
