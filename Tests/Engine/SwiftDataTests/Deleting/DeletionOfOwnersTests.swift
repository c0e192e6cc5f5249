// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Deletions by predicate in a transaction, and what the transaction relates to the models that they delete: before, it
/// goes with them; after, it stays without them. So it is with a deletion by name.
@Suite struct DeletionOfOwnersTests {
  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Item.shelf) var items: [Item] = []
    @Relationship(deleteRule: .cascade) var notes: [Note] = []
    @Relationship(deleteRule: .cascade) var plan: Plan?
    @Relationship(deleteRule: .cascade, inverse: \Visitor.shelves) var visitors: [Visitor] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Item {
    var name: String
    var shelf: Shelf
    @Relationship(deleteRule: .cascade, inverse: \Part.item) var parts: [Part] = []
    init(_ name: String, _ shelf: Shelf) { (self.name, self.shelf) = (name, shelf) }
  }
  @Model final class Part {
    var name: String
    var item: Item?
    init(_ name: String) { self.name = name }
  }
  @Model final class Note {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Plan {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Visitor {
    var name: String
    var shelves: [Shelf] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Lock {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Key.lock) var keys: [Key] = []
    @Relationship(deleteRule: .deny, inverse: \Guest.locks) var guests: [Guest] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Key {
    var lock: Lock?
    init() {}
  }
  @Model final class Guest {
    var name: String
    var locks: [Lock] = []
    init(_ name: String) { self.name = name }
  }

  enum Deletion: CaseIterable { case byName, byPredicate }

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Shelf.self, Lock.self)
    context = ModelContext(container)
    let first = ModelContext(container)
    for name in ["s", "t"] {
      let shelf = Shelf(name)
      first.insert(shelf)
      first.insert(Item("in \(name)", shelf))
    }
    first.insert(Note("stored"))
    first.insert(Plan("stored"))
    first.insert(Visitor("stored"))
    first.insert(Part("stored"))
    first.insert(Lock("l"))
    first.insert(Guest("stored"))
    try first.save()
  }

  private func one<T: PersistentModel>(_ predicate: Predicate<T>) throws -> T {
    try #require(try context.fetch(FetchDescriptor<T>(predicate: predicate)).first)
  }

  private func shelf(_ name: String) throws -> Shelf { try one(#Predicate { $0.name == name }) }

  private func delete(_ shelf: Shelf, _ deletion: Deletion) throws {
    let name = shelf.name
    switch deletion {
    case .byName: context.delete(shelf)
    case .byPredicate: try context.delete(model: Shelf.self, where: #Predicate { $0.name == name })
    }
  }

  private func stored() throws -> [String] {
    let fresh = ModelContext(container)
    return try fresh.fetch(FetchDescriptor<Item>()).map(\.name).sorted()
      + fresh.fetch(FetchDescriptor<Part>()).map { "part \($0.name)" }.sorted()
      + fresh.fetch(FetchDescriptor<Note>()).map { "note \($0.name)" }.sorted()
      + fresh.fetch(FetchDescriptor<Plan>()).map { "plan \($0.name)" }.sorted()
      + fresh.fetch(FetchDescriptor<Visitor>()).map { "visitor \($0.name)" }.sorted()
  }

  private static let others = ["note stored", "plan stored", "visitor stored"]

  /// New models, and what is theirs: new as well, or stored.
  @Test(arguments: Deletion.allCases, [false, true])
  func newMembersGo(deletion: Deletion, isUnsavedBefore: Bool) throws {
    let shelf = try shelf("s")
    var new: [any PersistentModel] = []
    func add() throws {
      let item = Item("new", shelf)
      context.insert(item)
      item.parts = [Part("new"), try one(#Predicate<Part> { $0.name == "stored" })]
      shelf.notes.append(Note("new"))
      shelf.plan = Plan("new")
      shelf.visitors.append(Visitor("new"))
      new = [item, item.parts[0]] + shelf.notes + shelf.visitors
    }
    if isUnsavedBefore { try add() }
    try context.transaction {
      if !isUnsavedBefore { try add() }
      try delete(shelf, deletion)
    }
    #expect(try stored() == ["in t"] + Self.others)
    #expect(new.count == 4 && new.allSatisfy { $0.modelContext == nil })
    #expect(!context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
  }

  /// Stored members that join get into no column of their own row.
  @Test(arguments: Deletion.allCases) func newPairsGo(deletion: Deletion) throws {
    let (shelf, visitor) = (try shelf("s"), try one(#Predicate<Visitor> { $0.name == "stored" }))
    try context.transaction {
      visitor.shelves.append(shelf)
      try delete(shelf, deletion)
    }
    #expect(visitor.modelContext == nil)
    #expect(try stored() == ["in t", "part stored", "note stored", "plan stored"])
  }

  @Test(arguments: [false, true]) func whatIsNewDenies(isPair: Bool) throws {
    let lock = try one(#Predicate<Lock> { $0.name == "l" })
    #expect(throws: SwiftDataError.deleteDenied) {
      try context.attempt {
        if isPair {
          lock.guests = [try one(#Predicate<Guest> { $0.name == "stored" })]
        } else {
          lock.keys = [Key()]
        }
        try context.delete(model: Lock.self)
      }
    }
    #expect(!lock.isDeleted && lock.keys.isEmpty && lock.guests.isEmpty && !context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Lock>()) == 1)
  }

  /// What is assigned later leads to a deleted model: it becomes `nil`.
  @Test(arguments: Deletion.allCases) func whatIsRelatedLaterStays(deletion: Deletion) throws {
    let shelf = try shelf("s")
    let (note, plan) = (Note("new"), Plan("new"))
    let (visitor, other) = (Visitor("new"), try one(#Predicate<Visitor> { $0.name == "stored" }))
    try context.transaction {
      context.insert(note)
      context.insert(plan)
      context.insert(visitor)
      try delete(shelf, deletion)
      shelf.notes.append(note)
      shelf.plan = plan
      visitor.shelves = [shelf]
      other.shelves = [shelf]
    }
    #expect(
      try stored() == [
        "in t", "part stored", "note new", "note stored", "plan new", "plan stored", "visitor new", "visitor stored",
      ])
    #expect(visitor.shelves.isEmpty && other.shelves.isEmpty && !context.hasChanges)
    #expect(note.modelContext === context && plan.modelContext === context)
  }

  /// An item of another shelf is not deleted by being moved to a deleted one: it needs one, so the save is refused.
  @Test(arguments: Deletion.allCases) func whatIsMovedLaterIsNotDeleted(deletion: Deletion) throws {
    let (shelf, item) = (try shelf("s"), try one(#Predicate<Item> { $0.name == "in t" }))
    let part = try one(#Predicate<Part> { $0.name == "stored" })
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.attempt {
        try delete(shelf, deletion)
        item.shelf = shelf
      }
    }
    #expect(!item.isDeleted && item.shelf.name == "t")
    try context.transaction {
      let old = try one(#Predicate<Item> { $0.name == "in s" })
      if deletion == .byName {
        context.delete(old)
      } else {
        try context.delete(model: Item.self, where: #Predicate { $0.name == "in s" })
      }
      part.item = old
    }
    #expect(part.item == nil && !part.isDeleted && !context.hasChanges)
    #expect(try stored() == ["in t", "part stored"] + Self.others)
  }

  /// What is moved to an owner that stays, before or after, is not deleted.
  @Test(arguments: [false, true], [false, true]) func whatIsMovedAwayStays(isFirst: Bool, isNew: Bool) throws {
    let (item, other) = (try one(#Predicate<Item> { $0.name == "in s" }), isNew ? Shelf("new") : try shelf("t"))
    try context.transaction {
      if isFirst { item.shelf = other }
      try context.delete(model: Shelf.self, where: #Predicate { $0.name == "s" })
      if !isFirst { item.shelf = other }
    }
    #expect(!item.isDeleted && item.shelf === other)
    #expect(try stored() == ["in s", "in t", "part stored"] + Self.others)
  }
}
