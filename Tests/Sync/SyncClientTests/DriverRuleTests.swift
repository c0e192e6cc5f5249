// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// Each rule of a device's driver is there for something: without it, a trial that passes with it fails.
@Suite struct DriverRuleTests {
  @Test(arguments: DriverRule.allCases) func aMissingRuleIsNoticed(_ rule: DriverRule) async {
    await Device.$disabled.withValue([rule]) {
      await withKnownIssue { try await Self.trial(rule) }
    }
  }

  /// The trials pass if no rule is off. Most of them are tests of their own.
  @Test(arguments: [DriverRule.freshEdits, .hiddenEnds, .setAside]) func theTrialsPass(_ rule: DriverRule) async throws
  {
    try await Self.trial(rule)
  }

  private static func trial(_ rule: DriverRule) async throws {
    switch rule {
    case .journal, .arming: try await CrashTests().nothingIsLostOrDoubled(step: .savedStore)
    case .takeOver: try await FirstTests().uniqueValuesThatCollideBecomeOneObject()
    case .signature: try await BetweenTests().aDeviceThatIsUpdated()
    case .expiredHistory: try await BetweenTests().historyThatIsGone()
    case .replacedStore: try await BetweenTests().aStoreThatWasReplacedByAnOlderCopy()
    case .stateMissing: try await CrashTests().damageIsToldFromAPowerFailure()
    case .freshEdits: try await anEditWhileSyncWrites()
    case .hiddenEnds: try await anEndThatThisDeviceCannotShow()
    case .setAside: try await whatTheStoreDoesNotTake()
    case .unshownValues: try await UnshownTests().anEditBetweenWhatCameAndItsShowing()
    }
  }

  /// The user saves before the objects are read that sync is about to change: no conflict tells of it.
  private static func anEditWhileSyncWrites() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    try a.edit { $0.insert(App.Note(uid: "1", title: "old")) }
    try await settle([a, b], server)
    try a.edit { context in try a.note("1", context)?.score = 7 }
    try await a.sync.syncNow()
    let container = b.container
    b.crash.visit.withLock { visit in
      visit = { step in
        guard step == .willRead else { return }
        let context = ModelContext(container)
        let note = try context.fetch(FetchDescriptor<App.Note>()).first
        guard note?.title == "old" else { return }
        note?.title = "mine"
        try context.save()
      }
    }
    try await b.sync.syncNow()
    b.crash.visit.withLock { $0 = nil }
    try await settle([a, b], server)
    let note = try #require(try a.note("1", ModelContext(a.container)))
    #expect(note.title == "mine" && note.score == 7)
  }

  enum New {
    enum Kind: String, Codable { case plain, later }

    @Model final class Shelf {
      var name: String
      var box: Box?
      init(name: String) { self.name = name }
    }

    @Model final class Box {
      var kind: Kind
      @Relationship(inverse: \Shelf.box) var shelves: [Shelf] = []
      init(kind: Kind) { self.kind = kind }
    }

    static let models: [any PersistentModel.Type] = [Shelf.self, Box.self]
  }

  /// An older version of the app, which does not know all kinds.
  enum Old {
    enum Kind: String, Codable { case plain }

    @Model final class Shelf {
      var name: String
      var box: Box?
      init(name: String) { self.name = name }
    }

    @Model final class Box {
      var kind: Kind
      @Relationship(inverse: \Shelf.box) var shelves: [Shelf] = []
      init(kind: Kind) { self.kind = kind }
    }

    static let models: [any PersistentModel.Type] = [Shelf.self, Box.self]
  }

  /// An edit of an object that refers to something which only later versions of the app can show.
  private static func anEndThatThisDeviceCannotShow() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let new = try Device(1, server, clock: clock, synced: New.models, all: New.models)
    let old = try Device(2, server, clock: clock, synced: Old.models, all: Old.models)
    try new.edit { context in
      let box = New.Box(kind: .later)
      context.insert(box)
      let shelf = New.Shelf(name: "s")
      context.insert(shelf)
      shelf.box = box
    }
    try await new.sync.syncNow()
    try await old.sync.syncNow()
    #expect(old.sync.status.setAside.map(\.cause) == [.refusedHere])
    try old.edit { context in try context.fetch(FetchDescriptor<Old.Shelf>()).first?.name = "renamed" }
    try await old.sync.syncNow()
    try await new.sync.syncNow()
    let shelf = try #require(try ModelContext(new.container).fetch(FetchDescriptor<New.Shelf>()).first)
    #expect(shelf.name == "renamed")
    #expect(shelf.box?.kind == .later)
  }

  @Model final class Pair {
    #Unique<Pair>([\.left, \.right])
    var left: String
    var right: String
    @Relationship(deleteRule: .deny, inverse: \Use.pair) var uses: [Use] = []

    init(left: String, right: String) {
      self.left = left
      self.right = right
    }
  }

  @Model final class Use {
    var name: String
    var pair: Pair?
    init(name: String) { self.name = name }
  }

  /// A deletion that the store's rules deny on this device, beside an object that it takes.
  private static func whatTheStoreDoesNotTake() async throws {
    let models: [any PersistentModel.Type] = [Pair.self]
    let all: [any PersistentModel.Type] = [Pair.self, Use.self]
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let a = try Device(1, server, clock: clock, synced: models, all: all)
    let b = try Device(2, server, clock: clock, synced: models, all: all)
    try a.edit { $0.insert(Pair(left: "l", right: "r")) }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    // Stays on this device, and needs the pair.
    try b.edit { context in
      let use = Use(name: "u")
      context.insert(use)
      use.pair = try context.fetch(FetchDescriptor<Pair>()).first
    }
    try a.edit { context in
      try context.fetch(FetchDescriptor<Pair>()).forEach { context.delete($0) }
      context.insert(Pair(left: "x", right: "y"))
    }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    let pairs = try ModelContext(b.container).fetch(FetchDescriptor<Pair>(sortBy: [SortDescriptor(\.left)]))
    #expect(pairs.map(\.left) == ["l", "x"])
    #expect(b.sync.status.setAside.map(\.cause) == [.refusedHere])
  }
}
