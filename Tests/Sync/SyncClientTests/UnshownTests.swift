// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Synchronization
import Testing

/// What has come for an attribute with a rule is not overwritten by an edit that did not know of it, even if the user
/// saves it while sync is about to show what has come.
@Suite struct UnshownTests {
  private let clock = TestClock()
  private let server: MemoryServer
  private let a: Device
  private let b: Device

  init() throws {
    server = MemoryServer(clock: clock)
    var options = SyncOptions()
    options.rules["Note.title"] = .server
    a = try Device(1, server, clock: clock, options: options)
    b = try Device(2, server, clock: clock, options: options)
  }

  private func title(_ device: Device) throws -> String? {
    try device.note("1", ModelContext(device.container))?.title
  }

  /// Both have a note, and the server has another title of it.
  private func prepare() async throws {
    try a.edit { $0.insert(App.Note(uid: "1", title: "old")) }
    try await settle([a, b], server)
    try a.edit { context in try a.note("1", context)?.title = "first" }
    try await a.sync.syncNow()
  }

  /// The user of the other device saves at the step, once.
  private func edit(at step: SyncStep, _ body: @escaping @Sendable (App.Note) -> Void) {
    let (container, clock) = (b.container, clock)
    b.crash.visit.withLock { visit in
      visit = { now in
        guard now == step else { return }
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let note = try context.fetch(FetchDescriptor<App.Note>()).first
        guard let note, note.title == "old", note.score == 0 else { return }
        clock.advance()
        body(note)
        try context.save()
      }
    }
  }

  func anEditBetweenWhatCameAndItsShowing() async throws {
    try await prepare()
    edit(at: .wroteJournal) { $0.title = "mine" }
    try await b.sync.syncNow()
    b.crash.visit.withLock { $0 = nil }
    #expect(try title(b) == "first")
    try await settle([a, b], server)
    #expect(try title(a) == "first")
  }

  @Test func theServersValueStays() async throws { try await anEditBetweenWhatCameAndItsShowing() }

  /// An edit of something else, and one that knows of what came.
  @Test func otherEditsStay() async throws {
    try await prepare()
    edit(at: .wroteJournal) { $0.score = 3 }
    try await b.sync.syncNow()
    b.crash.visit.withLock { $0 = nil }
    #expect(try title(b) == "first")
    try b.edit { context in try b.note("1", context)?.title = "second" }
    try await settle([a, b], server)
    let note = try #require(try a.note("1", ModelContext(a.container)))
    #expect(note.title == "second" && note.score == 3)
  }

  /// The process ends before what came is shown, and the user edits before the next round.
  @Test(arguments: [SyncStep.wroteJournal, .savedStore]) func afterACrash(step: SyncStep) async throws {
    try await prepare()
    b.crash.arm(step)
    await #expect(throws: (any Error).self) { try await b.sync.syncNow() }
    try b.restart()
    let isShown = step == .savedStore
    #expect(try title(b) == (isShown ? "first" : "old"))
    try b.edit { context in try b.note("1", context)?.title = "mine" }
    try await settle([a, b], server)
    // Who has seen it may replace it.
    #expect(try title(a) == (isShown ? "mine" : "first"))
    #expect(try title(b) == title(a))
  }

  /// The user saves after sync's last look. What came in one transaction is never shown without a part of it.
  @Test func anEditWhileTheStoreIsWritten() async throws {
    try a.edit { context in
      context.insert(App.Note(uid: "1", title: "old"))
      context.insert(App.Note(uid: "2", title: "old"))
    }
    try await settle([a, b], server)
    try a.edit { context in
      for note in try context.fetch(FetchDescriptor<App.Note>()) { note.title = "first" }
    }
    try await a.sync.syncNow()
    let container = b.container
    let seen = Mutex<Set<[String]>>([])
    b.crash.visit.withLock { visit in
      visit = { step in
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let notes = try context.fetch(FetchDescriptor<App.Note>(sortBy: [SortDescriptor(\.uid)]))
        seen.withLock { _ = $0.insert(notes.map(\.title)) }
        guard step == .willSave, let note = notes.first, note.title == "old" else { return }
        note.title = "mine"
        try context.save()
      }
    }
    try await b.sync.syncNow()
    b.crash.visit.withLock { $0 = nil }
    #expect(seen.withLock { $0 } == [["old", "old"], ["mine", "old"], ["first", "first"]])
    try await settle([a, b], server)
    #expect(try a.dump() == b.dump())
  }

  /// An observer of `willSave` that saves the same property does so in each save of sync. The round goes on, with what the
  /// rule says; what else was saved stays.
  @Test func anObserverThatSavesWithEachSave() async throws {
    try a.edit { context in
      context.insert(App.Note(uid: "1", title: "old"))
      context.insert(App.Note(uid: "2", title: "old"))
    }
    try await settle([a, b], server)
    try a.edit { context in
      for note in try context.fetch(FetchDescriptor<App.Note>()) { note.title = "first" }
    }
    try await a.sync.syncNow()
    let container = b.container
    let count = Mutex(0)
    b.crash.visit.withLock { visit in
      visit = { step in
        guard step == .willSave else { return }
        let number = count.withLock { count in
          count += 1
          return count
        }
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let notes = try context.fetch(FetchDescriptor<App.Note>(sortBy: [SortDescriptor(\.uid)]))
        guard let note = notes.first, notes.contains(where: { $0.title != "first" }) else { return }
        (note.title, note.score) = ("mine \(number)", number)
        try context.save()
      }
    }
    try await b.sync.syncNow()
    b.crash.visit.withLock { $0 = nil }
    #expect(b.sync.status.lastError == nil && b.sync.status.setAside.isEmpty)
    #expect(try ModelContext(container).fetch(FetchDescriptor<App.Note>()).map(\.title) == ["first", "first"])
    try await settle([a, b], server)
    let note = try #require(try a.note("1", ModelContext(a.container)))
    #expect(note.title == "first" && note.score > 1)
  }
}
