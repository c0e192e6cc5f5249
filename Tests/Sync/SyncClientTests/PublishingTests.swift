// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// In which order sync tells what it has done.
@Suite struct PublishingTests {
  /// Who hears that a record was set aside finds it in the status.
  @Test func theStatusComesBeforeTheEvent() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock, objection: { $0.fields["title"]?.value == .text("bad") ? "no" : nil })
    let a = try Device(1, server, clock: clock)
    try await a.sync.syncNow()
    let (sync, events) = (a.sync, a.sync.events)
    let isThere = Task {
      for await event in events {
        if case .setAside(let item) = event { return sync.status.setAside.contains { $0.id == item.id } }
      }
      return false
    }
    try a.edit { context in
      context.insert(App.Note(uid: "1", title: "bad"))
      context.insert(App.Note(uid: "2", title: "good"))
    }
    try await a.sync.syncNow()
    #expect(await isThere.value)
  }

  /// A listener begins with the status as it is.
  @Test func theFirstStatusIsTheLatest() async throws {
    let a = try Device(1, MemoryServer())
    try await a.sync.syncNow()
    var updates = a.sync.statusUpdates.makeAsyncIterator()
    #expect(await updates.next() == a.sync.status)
  }

  /// Observers may do anything, such as pausing what has just begun.
  @Test(.timeLimit(.minutes(1))) func anObserverThatPauses() throws {
    let a = try Device(1, MemoryServer())
    let sync = a.sync
    withObservationTracking {
      _ = sync.status
    } onChange: {
      sync.pause()
    }
    sync.resume()
    #expect(sync.status.isPaused)
  }

  /// What the app asks for after a round that has failed does not change that.
  @Test func whyARoundHasFailed() async throws {
    let server = MemoryServer()
    let a = try Device(1, server)
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    server.loses.withLock { $0 = { .request } }
    await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
    try await a.sync.retrySetAside()
    #expect(a.sync.status.lastError == .unreachable(reason: "lost"))
    server.loses.withLock { $0 = { nil } }
    try await a.sync.syncNow()
    #expect(a.sync.status.lastError == nil)
  }
}
