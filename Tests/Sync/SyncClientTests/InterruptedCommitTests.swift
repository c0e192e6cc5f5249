// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// A process that ends between the store's transaction and what follows from it for records: objects that the store has
/// put into one row, or deleted by its rules.
@Suite struct InterruptedCommitTests {
  enum Shop {
    @Model final class Pair {
      #Unique<Pair>([\.left, \.right])
      var left: String
      var right: String
      var text: String
      @Relationship(inverse: \Use.pair) var uses: [Use] = []

      init(text: String) {
        left = "l"
        right = "r"
        self.text = text
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
  }

  /// A version of the app in which pages stay without their book.
  enum Old {
    @Model final class Book {
      var title: String
      @Relationship(deleteRule: .nullify) var pages: [Page] = []
      init(title: String) { self.title = title }
    }

    @Model final class Page {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  /// One in which they go with it.
  enum New {
    @Model final class Book {
      var title: String
      @Relationship(deleteRule: .cascade) var pages: [Page] = []
      init(title: String) { self.title = title }
    }

    @Model final class Page {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  private static let steps: [SyncStep] = [.savedStore, .wroteIdentities]
  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(_ number: UInt64, _ models: [any PersistentModel.Type]) throws -> Device {
    try Device(number, server, clock: clock, synced: models, all: models)
  }

  /// Ends at a step, and goes on over the same files.
  private func interrupt(_ device: Device, at step: SyncStep, _ models: [any PersistentModel.Type]) async throws {
    device.crash.arm(step)
    await #expect(throws: (any Error).self) { try await device.sync.syncNow() }
    #expect(!device.crash.isArmed, "it has not ended at \(step)")
    try device.restart(synced: models, all: models)
  }

  private func settle(_ devices: [Device], _ step: SyncStep) async throws {
    for _ in 0..<4 { for device in devices { try await device.sync.syncNow() } }
    let pushes = server.pushes
    for device in devices { try await device.sync.syncNow() }
    #expect(server.pushes == pushes, "another round sends something after \(step)")
    for device in devices { #expect(device.sync.status.setAside.isEmpty && device.sync.status.pendingUploads == 0) }
  }

  /// The names of all records that live.
  private var alive: [String] {
    server.zone.records.values.filter { !$0.record.isDeleted }.map(\.id.type).sorted()
  }

  @Test(arguments: steps) func twoObjectsThatBecomeOne(step: SyncStep) async throws {
    let models: [any PersistentModel.Type] = [Shop.Pair.self, Shop.Use.self]
    let (a, b) = (try device(1, models), try device(2, models))
    for (device, name) in [(a, "a"), (b, "b")] {
      try device.edit { context in
        let pair = Shop.Pair(text: name)
        context.insert(pair)
        context.insert(Shop.Use(name: name, pair: pair))
      }
    }
    try await a.sync.syncNow()
    clock.advance()
    try await interrupt(b, at: step, models)
    try await settle([b, a], step)
    #expect(alive == ["Pair", "Use", "Use"], "after \(step)")
    var texts: Set<String> = []
    for device in [a, b] {
      let context = ModelContext(device.container)
      let pairs = try context.fetch(FetchDescriptor<Shop.Pair>())
      #expect(pairs.count == 1, "device \(device.number) after \(step)")
      texts.formUnion(pairs.map(\.text))
      let uses = try context.fetch(FetchDescriptor<Shop.Use>(sortBy: [SortDescriptor(\.name)]))
      #expect(uses.map(\.name) == ["a", "b"] && uses.allSatisfy { $0.pair?.left == "l" }, "device \(device.number)")
    }
    #expect(texts.count == 1, "after \(step): \(texts)")
    // The object is the record's on both.
    try b.edit { context in try context.fetch(FetchDescriptor<Shop.Pair>()).first?.text = "new" }
    try await settle([b, a], step)
    #expect(try ModelContext(a.container).fetch(FetchDescriptor<Shop.Pair>()).map(\.text) == ["new"])
  }

  /// The book goes on a device whose models let the pages stay; the other one's store takes them along.
  @Test(arguments: steps) func anObjectThatAnotherOnesDeletionTakesAlong(step: SyncStep) async throws {
    let (old, new): ([any PersistentModel.Type], [any PersistentModel.Type]) = (
      [Old.Book.self, Old.Page.self], [New.Book.self, New.Page.self]
    )
    let (a, b) = (try device(1, old), try device(2, new))
    try a.edit { context in
      let book = Old.Book(title: "t")
      context.insert(book)
      let page = Old.Page(text: "p")
      context.insert(page)
      book.pages = [page]
    }
    try await settle([a, b], step)
    let pages = try ModelContext(b.container).fetch(FetchDescriptor<New.Book>()).first?.pages
    #expect(pages?.map(\.text) == ["p"])
    try a.edit { context in try context.fetch(FetchDescriptor<Old.Book>()).forEach { context.delete($0) } }
    try await a.sync.syncNow()
    #expect(alive == ["Page"])
    try await interrupt(b, at: step, new)
    try await settle([b, a], step)
    #expect(alive.isEmpty, "after \(step)")
    #expect(try ModelContext(b.container).fetchCount(FetchDescriptor<New.Page>()) == 0)
    #expect(try ModelContext(a.container).fetchCount(FetchDescriptor<Old.Page>()) == 0)
  }
}
