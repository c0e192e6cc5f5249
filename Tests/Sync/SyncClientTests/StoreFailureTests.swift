// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SyncStores
import Testing

/// What a store does that sync has to tell apart: a record that it does not take, and a store that takes nothing.
@Suite struct StoreFailureTests {
  private let clock = TestClock()

  /// Nothing is wrong with what came: all of it is there as soon as the store works again.
  @Test func aStoreThatTakesNothing() async throws {
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    try a.edit { context in for number in 0..<20 { context.insert(App.Note(uid: "\(number)", title: "t")) } }
    try await a.sync.syncNow()
    let store = b.folder.appendingPathComponent("store.sqlite")
    let away = b.folder.appendingPathComponent("away")
    b.crash.visit.withLock { visit in
      visit = { step in
        guard step == .willSave, FileManager.default.fileExists(atPath: store.path) else { return }
        try FileManager.default.moveItem(at: store, to: away)
      }
    }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    b.crash.visit.withLock { $0 = nil }
    #expect(b.sync.status.setAside.isEmpty && b.sync.status.lastError != nil)
    try FileManager.default.moveItem(at: away, to: store)
    try b.restart()
    try await b.sync.syncNow()
    #expect(try a.dump() == b.dump())
    #expect(b.sync.status.setAside.isEmpty && b.sync.status.lastError == nil)
  }

  private func twoNotes() async throws -> (server: MemoryServer, b: Device) {
    let server = MemoryServer(clock: clock)
    let a = try Device(1, server, clock: clock)
    try a.edit { context in for title in ["bad", "good"] { context.insert(App.Note(uid: title, title: title)) } }
    try await a.sync.syncNow()
    return (server, try Device(2, server, clock: clock))
  }

  /// A foreign key of somebody else's looks like a row that was deleted meanwhile, and always will: the rest goes on.
  @Test func aConflictWithNobody() async throws {
    let (_, b) = try await twoNotes()
    let hook = b.container.validate(App.Note.self) { note in
      if note.title == "bad" { throw SwiftDataError.optimisticLockFailure }
    }
    try await b.sync.syncNow()
    #expect(try ModelContext(b.container).fetch(FetchDescriptor<App.Note>()).map(\.title) == ["good"])
    #expect(b.sync.status.setAside.map(\.cause) == [.refusedHere])
    // It is tried again beside what comes next.
    hook.remove()
    try b.edit { $0.insert(App.Note(uid: "3", title: "good")) }
    try b.restart()
    try await b.sync.syncNow()
    #expect(try ModelContext(b.container).fetchCount(FetchDescriptor<App.Note>()) == 3)
    #expect(b.sync.status.setAside.isEmpty)
  }

  /// A file, or a server, that cannot be opened has nothing against a record.
  @Test func aStoreThatCannotBeOpened() async throws {
    let (_, b) = try await twoNotes()
    let hook = b.container.validate(App.Note.self) { _ in throw SwiftDataError.loadIssueModelContainer }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    #expect(b.sync.status.setAside.isEmpty && b.sync.status.lastError != nil)
    hook.remove()
    try await b.sync.syncNow()
    #expect(try ModelContext(b.container).fetchCount(FetchDescriptor<App.Note>()) == 2)
  }

  @Model final class Pair {
    #Unique<Pair>([\.left, \.right])
    var left: String
    var right: String
    var text: String = ""
    @Relationship(inverse: \Use.pair) var uses: [Use] = []

    init(left: String, right: String) {
      self.left = left
      self.right = right
    }
  }

  @Model final class Use {
    var name: String
    var pair: Pair?

    init(name: String, pair: Pair) {
      self.name = name
      self.pair = pair
    }
  }

  /// Two devices insert the same pair, which the store has once: what refers to either refers to that one.
  @Test func referencesToOneOfTwoThatBecomeOne() async throws {
    let models: [any PersistentModel.Type] = [Pair.self, Use.self]
    let server = MemoryServer(clock: clock)
    let devices = try (1...3).map { try Device($0, server, clock: clock, synced: models, all: models) }
    for (device, name) in zip(devices, ["a", "b"]) {
      try device.edit { context in
        let pair = Pair(left: "l", right: "r")
        context.insert(pair)
        context.insert(Use(name: name, pair: pair))
      }
    }
    for _ in 0..<4 { for device in devices { try await device.sync.syncNow() } }
    for device in devices {
      let context = ModelContext(device.container)
      let uses = try context.fetch(FetchDescriptor<Use>(sortBy: [SortDescriptor(\.name)]))
      #expect(uses.map(\.name) == ["a", "b"], "\(device.number)")
      #expect(uses.allSatisfy { $0.pair?.left == "l" }, "\(device.number)")
      #expect(try context.fetchCount(FetchDescriptor<Pair>()) == 1, "\(device.number)")
    }
  }

  /// The older record stays, with the values that were written later.
  @Test func laterValuesOfTwoThatBecomeOne() async throws {
    let models: [any PersistentModel.Type] = [Pair.self, Use.self]
    let server = MemoryServer(clock: clock)
    let devices = try (1...3).map { try Device($0, server, clock: clock, synced: models, all: models) }
    for (device, text) in zip(devices, ["earlier", "later"]) {
      try device.edit { context in
        let pair = Pair(left: "l", right: "r")
        pair.text = text
        context.insert(pair)
      }
      if text == "earlier" { try await device.sync.syncNow() }
    }
    for _ in 0..<4 { for device in devices { try await device.sync.syncNow() } }
    for device in devices {
      let pairs = try ModelContext(device.container).fetch(FetchDescriptor<Pair>())
      #expect(pairs.map(\.text) == ["later"], "\(device.number)")
    }
  }

  @Model final class Page {
    var title: String
    @Attribute(.externalStorage) var picture: Data?
    @Relationship(deleteRule: .deny, inverse: \Mark.page) var marks: [Mark] = []
    init(title: String) { self.title = title }
  }

  @Model final class Mark {
    var page: Page?
    init(page: Page) { self.page = page }
  }

  /// A deletion that a local object denies; then an edit brings the record back, with a picture that has not come here yet.
  @Test func anEditOfWhatHasNotComeAsAWhole() async throws {
    let (synced, all): ([any PersistentModel.Type], [any PersistentModel.Type]) = ([Page.self], [Page.self, Mark.self])
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = FileServer(
      database: try ServerStore.open(folder.appendingPathComponent("server.sqlite")), clock: clock)
    let a = try Device(1, server, clock: clock, synced: synced, all: all)
    let b = try Device(2, server, clock: clock, synced: synced, all: all)
    let picture = Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0) })
    try a.edit { context in
      let page = Page(title: "old")
      page.picture = picture
      context.insert(page)
    }
    try await a.sync.syncNow()
    // No part of the picture arrives at the other device.
    server.traffic.visit.withLock { $0 = { if $0 > 0 { throw CancellationError() } } }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    try b.edit { context in
      let page = try #require(try context.fetch(FetchDescriptor<Page>()).first)
      #expect(page.picture == nil)
      context.insert(Mark(page: page))
    }
    try a.edit { context in try context.fetch(FetchDescriptor<Page>()).forEach(context.delete) }
    try await a.sync.syncNow()
    _ = try? await b.sync.syncNow()
    try b.edit { context in try context.fetch(FetchDescriptor<Page>()).first?.title = "new" }
    _ = try? await b.sync.syncNow()
    server.traffic.visit.withLock { $0 = { _ in } }
    for _ in 0..<3 { for device in [b, a] { try await device.sync.syncNow() } }
    for device in [a, b] {
      let pages = try ModelContext(device.container).fetch(FetchDescriptor<Page>())
      #expect(pages.map(\.title) == ["new"], "\(device.number)")
      #expect(pages.first?.picture == picture, "\(device.number)")
    }
  }
}
