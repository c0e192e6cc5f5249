// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The destinations of rows that are inserted without objects: identifiers have no types, and may be old.
@Suite struct BulkDestinationTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let shelf = Desk.Shelf("s")

  init() throws {
    container = try Desk.container()
    context = ModelContext(container)
    context.insert(shelf)
    context.insert(Desk.Folder("f"))
    context.insert(Desk.Person(1))
    try context.save()
  }

  private func insert(_ names: [String], on shelf: PersistentIdentifier, _ context: ModelContext) throws {
    try context.insertRows(of: Desk.Box.self, from: names) { name, row in
      row.set(\.name, name)
      row.set(\.shelf, modelWith: shelf)
    }
  }

  private var boxes: [String] {
    get throws {
      try ModelContext(container).fetch(FetchDescriptor<Desk.Box>(sortBy: [SortDescriptor(\.name)]))
        .map { "\($0.name) \($0.shelf?.name ?? "nil")" }
    }
  }

  @Test func oneThatIsGone() throws {
    let identifier = shelf.persistentModelID
    try insert(["a"], on: identifier, context)
    let other = ModelContext(container)
    try other.delete(model: Desk.Box.self)
    try other.delete(model: Desk.Shelf.self)
    #expect(throws: SwiftDataError.modelValidationFailure) { try insert(["b"], on: identifier, context) }
    #expect(try boxes.isEmpty)
  }

  @Test func oneOfAnotherClass() throws {
    let folder = try #require(try context.fetch(FetchDescriptor<Desk.Folder>()).first)
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try insert(["a"], on: folder.persistentModelID, context) }
    #expect(try boxes.isEmpty)
  }

  @Test func oneOfAnotherStore() throws {
    let elsewhere = ModelContext(try Desk.container())
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try insert(["a"], on: shelf.persistentModelID, elsewhere) }
    #expect(try elsewhere.fetchCount(FetchDescriptor<Desk.Box>()) == 0)
  }

  /// The identifier was asked for before the save.
  @Test func oneThatHasBeenSavedSince() throws {
    let new = Desk.Shelf("new")
    context.insert(new)
    let identifier = new.persistentModelID
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try insert(["a"], on: identifier, context) }
    try context.save()
    try insert(["a", "b"], on: identifier, context)
    #expect(try boxes == ["a new", "b new"])
    #expect(new.boxes.count == 2)
  }

  /// The other end, a row that is there, would have to follow.
  @Test func oneOfAPair() throws {
    let person = try #require(try context.fetch(FetchDescriptor<Desk.Person>()).first)
    let identifier = person.persistentModelID
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.insertRows(of: Desk.Passport.self, from: ["p"]) { number, row in
        row.set(\.number, number)
        row.set(\.person, modelWith: identifier)
      }
    }
    #expect(try context.fetchCount(FetchDescriptor<Desk.Passport>()) == 0)
  }
}
