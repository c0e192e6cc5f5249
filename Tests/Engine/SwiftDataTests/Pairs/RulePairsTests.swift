// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Delete rules of deletions by predicate, and other changes of the same transaction.
@Suite struct RulePairsTests {
  @Model final class Lock {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Key.lock) var keys: [Key] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Key {
    var number: Int
    var lock: Lock?
    init(_ number: Int) { self.number = number }
  }

  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Item.shelf) var items: [Item] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Item {
    var name: String
    var shelf: Shelf?
    init(_ name: String) { self.name = name }
  }

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Lock.self, Key.self, Shelf.self, Item.self)
    let setup = ModelContext(container)
    let lock = Lock("l")
    setup.insert(lock)
    lock.keys = [Key(1), Key(2)]
    for name in ["s", "t"] { setup.insert(Shelf(name)) }
    let item = Item("i")
    item.shelf = try setup.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == "s" })).first
    setup.insert(Item("rest"))
    setup.insert(item)
    try setup.save()
    context = ModelContext(container)
  }

  private func shelf(_ name: String) throws -> Shelf {
    try #require(try context.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == name })).first)
  }

  private func lock() throws -> Lock { try #require(try context.fetch(FetchDescriptor<Lock>()).first) }

  private func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<T>())
  }

  @Test(arguments: [false, true]) func whatDeniesMayGoByPredicate(isLoaded: Bool) throws {
    let lock = try lock()
    let keys = isLoaded ? lock.keys : []
    try context.transaction {
      try context.delete(model: Key.self)
      context.delete(lock)
    }
    #expect(try count(Lock.self) == 0)
    #expect(try count(Key.self) == 0)
    #expect(keys.allSatisfy { $0.isDeleted })
  }

  @Test func whatIsLeftOfItDenies() throws {
    let lock = try lock()
    #expect(throws: SwiftDataError.deleteDenied) {
      try context.transaction {
        try context.delete(model: Key.self, where: #Predicate { $0.number == 1 })
        context.delete(lock)
      }
    }
    #expect(try count(Lock.self) == 1)
    #expect(try count(Key.self) == 2)
  }

  @Test func whatDeniesADeletionByPredicateMayBeDeletedToo() throws {
    let keys = try context.fetch(FetchDescriptor<Key>())
    try context.transaction {
      for key in keys { context.delete(key) }
      try context.delete(model: Lock.self)
    }
    #expect(try count(Lock.self) == 0)
    #expect(try count(Key.self) == 0)
  }

  @Test func orBeMovedAway() throws {
    let keys = try context.fetch(FetchDescriptor<Key>())
    let other = Lock("other")
    context.insert(other)
    try context.transaction {
      keys[0].lock = other
      keys[1].lock = nil
      try context.delete(model: Lock.self, where: #Predicate { $0.name == "l" })
    }
    let found = try ModelContext(container).fetch(FetchDescriptor<Key>(sortBy: [SortDescriptor(\.number)]))
    #expect(Set(found.map { $0.lock?.name }) == ["other", nil])
  }

  @Test func whatIsMovedAwayIsNotTakenAlong() throws {
    let item = try #require(try shelf("s").items.first)
    let other = try shelf("t")
    try context.transaction {
      item.shelf = other
      item.name = "moved"
      try context.delete(model: Shelf.self, where: #Predicate { $0.name == "s" })
    }
    #expect(!item.isDeleted && item.shelf === other)
    let found = try ModelContext(container).fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.shelf != nil }))
    #expect(found.map(\.name) == ["moved"] && found.first?.shelf?.name == "t")
  }

  @Test func butWithItsNewOwner() throws {
    let item = try #require(try shelf("s").items.first)
    let other = try shelf("t")
    try context.transaction {
      item.shelf = other
      try context.delete(model: Shelf.self)
    }
    #expect(try ModelContext(container).fetch(FetchDescriptor<Item>()).map(\.name) == ["rest"])
    #expect(try count(Shelf.self) == 0)
  }
}
