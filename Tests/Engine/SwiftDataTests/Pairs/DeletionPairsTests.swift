// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Deletions by predicate, which reach the store at once, and observers of other contexts.
@Suite struct DeletionPairsTests {
  @Model final class Item {
    var name: String
    var group: String
    var shelf: Shelf?
    init(_ name: String, _ group: String) {
      self.name = name
      self.group = group
    }
  }

  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Item.shelf) var items: [Item] = []
    init(_ name: String) { self.name = name }
  }

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Shelf.self, Item.self)
    context = ModelContext(container)
    let shelf = Shelf("s")
    context.insert(shelf)
    shelf.items = [Item("1", "a"), Item("2", "b"), Item("3", "b")]
    context.insert(Item("4", "a"))
    try context.save()
  }

  private func observers(of context: ModelContext) throws -> (
    all: ResultsObserver<Item, Never>, sectioned: ResultsObserver<Item, String>
  ) {
    (
      try ResultsObserver<Item, Never>(sortBy: [SortDescriptor(\.name)], modelContext: context),
      try ResultsObserver(sortBy: [SortDescriptor(\Item.name)], sectionBy: \Item.group, modelContext: context)
    )
  }

  private final class Flag: @unchecked Sendable { var isSet = false }

  /// The observer hears of it although nobody has saved.
  @Test(arguments: [false, true]) func anObserverOfAnotherContextHearsOfIt(inTransaction: Bool) throws {
    let other = ModelContext(container)
    let (all, sectioned) = try observers(of: other)
    #expect(all.results.map(\.name) == ["1", "2", "3", "4"])
    let item = try #require(all.results.last)
    let flag = Flag()
    withObservationTracking {
      _ = all.results
    } onChange: {
      flag.isSet = true
    }
    if inTransaction {
      try context.transaction { try context.delete(model: Item.self, where: #Predicate { $0.group == "b" }) }
    } else {
      try context.delete(model: Item.self, where: #Predicate { $0.group == "b" })
    }
    #expect(flag.isSet)
    #expect(all.results.map(\.name) == ["1", "4"])
    #expect(sectioned.sections?.sectionTitles == ["a"])
    #expect(all.results.last === item)
    #expect(try other.fetch(FetchDescriptor<Shelf>()).first?.items.map(\.name) == ["1"])
  }

  /// Rows that a rule takes along are gone for observers of their class, too.
  @Test func cascadesCount() throws {
    let other = ModelContext(container)
    let (all, sectioned) = try observers(of: other)
    #expect(all.results.count == 4)
    try context.delete(model: Shelf.self)
    #expect(all.results.map(\.name) == ["4"])
    #expect(sectioned.sections?.map { $0.map(\.name) } == [["4"]])
  }

  /// Unsaved changes of the observer's own context to a row that is gone do not bring it back.
  @Test func unsavedChangesOfTheObserversContext() throws {
    let other = ModelContext(container)
    let (all, _) = try observers(of: other)
    let items = Array(all.results)
    items[1].name = "changed"
    items[3].name = "0"
    other.insert(Item("new", "b"))
    try context.delete(model: Item.self, where: #Predicate { $0.group == "b" })
    #expect(all.results.map(\.name) == ["0", "1", "new"])
    #expect(items[1].isDeleted && items[2].isDeleted)
    other.rollback()
    #expect(all.results.map(\.name) == ["1", "4"])
  }

  /// One that falls with its transaction was never heard of.
  @Test func aTransactionThatThrows() throws {
    struct Refused: Error {}
    let other = ModelContext(container)
    let (all, _) = try observers(of: other)
    #expect(all.results.count == 4)
    #expect(throws: Refused.self) {
      try context.transaction {
        try context.delete(model: Item.self)
        throw Refused()
      }
    }
    #expect(all.results.map(\.name) == ["1", "2", "3", "4"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Item>()) == 4)
  }

  /// Another container for the same file finds out when it looks.
  @Test func anotherContainer() throws {
    let other = ModelContext(try folder.container(Shelf.self, Item.self))
    let (all, sectioned) = try observers(of: other)
    #expect(all.results.count == 4)
    try context.delete(model: Item.self, where: #Predicate { $0.group == "b" })
    other.processPendingChanges()
    #expect(all.results.map(\.name) == ["1", "4"])
    #expect(sectioned.sections?.sectionTitles == ["a"])
  }
}
