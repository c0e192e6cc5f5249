// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates that are made of others, beside unsaved changes of what they lead to.
@Suite struct ComposedPredicateTests {
  @Model
  final class Shelf {
    var room: String
    @Relationship(inverse: \Book.shelf) var books: [Book] = []

    init(room: String) { self.room = room }
  }

  @Model
  final class Book {
    var number: Int
    var shelf: Shelf?

    init(_ number: Int, shelf: Shelf?) {
      self.number = number
      self.shelf = shelf
    }
  }

  private static let isInHall = #Predicate<Book> { $0.shelf?.room == "hall" }
  private static let isKnown = #Predicate<Book> { $0.number > 0 }

  @Test func unsavedChangesBehindInnerPredicatesAreSeen() throws {
    let context = ModelContext(try memoryContainer(Shelf.self, Book.self))
    let shelf = Shelf(room: "attic")
    context.insert(shelf)
    context.insert(Book(1, shelf: shelf))
    try context.save()
    let inner = Self.isInHall
    let predicates: [Predicate<Book>] = [
      inner, #Predicate { inner.evaluate($0) }, #Predicate { inner.evaluate($0) && $0.number > 0 },
      Predicate<Book>(all: [Self.isKnown, inner]), Predicate<Book>(all: [inner, Self.isKnown, inner]),
    ]

    shelf.room = "hall"
    for predicate in predicates {
      #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number) == [1])
      #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
    }
    try context.save()
    shelf.room = "cellar"
    for predicate in predicates {
      #expect(try context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
      #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 0)
    }
  }
}
