// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What reading costs, counted in statements and rows, never in time.
@Suite struct StatementCountTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag

  private func filled(_ folder: TestFolder, authors: Int = 100, books: Int = 10) throws
    -> ModelContainer
  {
    let container = try folder.container(Author.self, Book.self, Tag.self, Library.Profile.self)
    let context = ModelContext(container)
    let tags = (0..<7).map { Tag(uid: $0, label: "tag \($0)") }
    for number in 0..<authors {
      let author = Author(uid: number, name: "author \(number)")
      context.insert(author)
      for volume in 0..<books {
        let book = Book(uid: number * 1000 + volume, title: "book \(volume)", author: author)
        context.insert(book)
        book.tags = [tags[volume % 7], tags[(volume + number + 1) % 7]]
      }
    }
    try context.save()
    return container
  }

  private func cost<R>(_ container: ModelContainer, _ body: () throws -> R) rethrows
    -> (StoreStatistics, R)
  {
    let before = container.statistics
    let result = try body()
    return (container.statistics - before, result)
  }

  @Test func loopOverOwnersAndMembersTakesThreeStatements() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let context = ModelContext(container)
    let (cost, authors) = try cost(container) {
      let authors = try context.fetch(FetchDescriptor<Author>())
      for author in authors { for book in author.books { _ = book.title } }
      return authors
    }
    let titles = authors.map { $0.books.map(\.title) }
    #expect(titles.count == 100 && titles.allSatisfy { $0.count == 10 })
    #expect(cost.statements <= 3)
    #expect(cost.rowsLoaded == 1_100)
    // Everything is here now.
    let again = try self.cost(container) {
      try context.fetch(FetchDescriptor<Author>()).reduce(0) {
        $0 + $1.books.reduce(0) { $0 + $1.title.count }
      }
    }
    #expect(again.0.statements == 1)
    #expect(again.1 > 0 && authors.count == 100)
  }

  /// The order in which relationships are read does not matter: from the last to the first, or any other.
  @Test(arguments: [UInt64(1), 2, 3]) func loopsInAnyOrderTakeAsManyStatements(seed: UInt64) throws {
    let folder = try TestFolder()
    let container = try filled(folder, authors: 150, books: 8)
    var random = SeededGenerator(seed: seed)
    let orders: [([Book]) -> [Book]] = [{ $0.reversed() }, { $0.shuffled(using: &random) }]
    for order in orders {
      let context = ModelContext(container)
      let (toOne, names) = try cost(container) {
        order(try context.fetch(FetchDescriptor<Book>())).map { $0.author?.name }
      }
      // 1,200 books: two stretches.
      #expect(names.count == 1_200 && !names.contains(nil) && toOne.statements <= 3, "\(toOne.statements)")
      let (toMany, count) = try cost(container) {
        order(try context.fetch(FetchDescriptor<Book>())).reduce(0) { $0 + $1.tags.count }
      }
      #expect(count > 1_200 && toMany.statements <= 3, "\(toMany.statements)")
    }
  }

  /// A context that has been asked for members' values once brings the next
  /// ones with their keys.
  @Test func contextLearnsThatMembersAreRead() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let context = ModelContext(container)
    func loop(from low: Int, to high: Int) throws -> Int {
      try context.fetch(
        FetchDescriptor<Author>(predicate: #Predicate { $0.uid >= low && $0.uid < high })
      ).reduce(0) { $0 + $1.books.reduce(0) { $0 + $1.title.count } }
    }
    #expect(try cost(container) { try loop(from: 0, to: 50) }.0.statements == 3)
    #expect(try cost(container) { try loop(from: 50, to: 100) }.0.statements == 2)
  }

  @Test func loopsOverThreeLevelsDoNotMultiply() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let context = ModelContext(container)
    let (cost, labels) = try cost(container) {
      var labels: Set<String> = []
      for author in try context.fetch(FetchDescriptor<Author>()) {
        for book in author.books {
          for tag in book.tags { labels.insert("\(author.name) \(book.title) \(tag.label)") }
        }
      }
      return labels
    }
    #expect(labels.count >= 1_000)
    #expect(cost.statements <= 5)
  }

  @Test func toOneInALoopTakesTwoStatements() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let context = ModelContext(container)
    let (cost, names) = try cost(container) {
      try context.fetch(FetchDescriptor<Book>()).map { $0.author?.name }
    }
    #expect(names.count == 1_000 && !names.contains(nil))
    #expect(cost.statements <= 2)
  }

  @Test func propertiesLeftOutAreReadTogether() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Author>()
    descriptor.propertiesToFetch = [\.uid]
    let (cost, names) = try cost(container) {
      try context.fetch(descriptor).map(\.name)
    }
    #expect(Set(names).count == 100)
    #expect(cost.statements == 2)
  }

  @Test func enumerationReadsRelationshipsTogether() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let context = ModelContext(container)
    let (cost, count) = try cost(container) {
      var count = 0
      try context.enumerate(FetchDescriptor<Author>(), batchSize: 50) { count += $0.books.count }
      return count
    }
    #expect(count == 1_000)
    // Keys, and for each batch its rows and the keys of its members.
    #expect(cost.statements == 5)
  }

  @Test func countAndEmptinessLoadNoRow() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let context = ModelContext(container)
    let authors = try context.fetch(FetchDescriptor<Author>())
    let (cost, sizes) = cost(container) { authors.map { $0.books.isEmpty ? 0 : $0.books.count } }
    #expect(sizes == [Int](repeating: 10, count: 100))
    #expect(cost.statements == 1)
    #expect(cost.rowsLoaded == 0)
  }

  @Test func firstMemberLoadsItsRowOnceAsked() throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let author = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Author>()).first)
    let (identity, first) = cost(container) { author.books.first?.persistentModelID }
    #expect(first != nil && identity.rowsLoaded == 0)
    let (rows, title) = cost(container) { author.books.first?.title }
    #expect(title == "book 0" && rows.statements == 1)
  }

  @Test func membersThatAreFaultsObeyUnsavedChanges() throws {
    let folder = try TestFolder()
    let container = try filled(folder, authors: 3, books: 4)
    let context = ModelContext(container)
    let authors = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid)]))
    let moved = try #require(authors[0].books.first)
    moved.author = authors[1]
    #expect(authors[0].books.count == 3 && authors[1].books.count == 5)
    let gone = try #require(authors[2].books.last)
    context.delete(gone)
    #expect(authors[2].books.filter { !$0.isDeleted }.count == 3)
    #expect(Set(authors[1].books.map(\.title)) == ["book 0", "book 1", "book 2", "book 3"])
    try context.save()
    let again = try ModelContext(container).fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid)]))
    #expect(again.map(\.books.count) == [3, 5, 3])
  }

  @Test func memberWhoseRowVanishesReportsItsDeletion() throws {
    let folder = try TestFolder()
    let container = try filled(folder, authors: 2, books: 2)
    let context = ModelContext(container)
    let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid)]))
    let book = try #require(authors[0].books.first)
    let other = ModelContext(container)
    try other.delete(model: Book.self)
    try other.save()
    #expect(book.title == "")
    #expect(book.isDeleted)
    context.processPendingChanges()
    #expect(authors[0].books.isEmpty)
  }

  /// Rows that a batch deletion removes leave the relationships that hold
  /// them, in the context that deletes and in others, faults or not.
  @Test(arguments: [false, true])
  func deletedRowsLeaveLoadedRelationships(areRead: Bool) throws {
    let folder = try TestFolder()
    let container = try filled(folder, authors: 3, books: 4)
    let contexts = [ModelContext(container), ModelContext(container)]
    var held: [([Author], [Tag])] = []
    for context in contexts {
      let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid)]))
      let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.uid)]))
      #expect(authors.map(\.books.count) == [4, 4, 4])
      #expect(tags.reduce(0) { $0 + $1.books.count } > 12)
      if areRead {
        for book in authors.flatMap(\.books) { #expect(!book.title.isEmpty && !book.tags.isEmpty) }
      }
      held.append((authors, tags))
    }
    try contexts[0].delete(model: Book.self, where: #Predicate { $0.title != "book 1" })
    try contexts[0].save()
    contexts[1].processPendingChanges()
    for (authors, tags) in held {
      #expect(authors.map { $0.books.map(\.title) } == [["book 1"], ["book 1"], ["book 1"]])
      #expect(tags.flatMap(\.books).allSatisfy { $0.title == "book 1" })
    }
    for context in contexts {
      #expect(!context.hasChanges)
      try context.save()
    }
  }

  /// Keys in steps of a power of two share few places of a table that hashes
  /// a key by itself.
  @Test func identityHoldsForKeysInEveryPattern() throws {
    let folder = try TestFolder()
    let container = try filled(folder, authors: 4_000, books: 0)
    for step in [1, 2, 64, 255, 256, 1024] {
      let context = ModelContext(container)
      let identifiers = try context.fetchIdentifiers(
        FetchDescriptor<Author>(
          predicate: #Predicate { $0.uid % step == 0 }, sortBy: [SortDescriptor(\.uid)]))
      var kept = identifiers.map { context.model(for: $0) }
      for round in 0..<3 {
        for (identifier, object) in zip(identifiers, kept) {
          #expect(context.registeredModel(for: identifier) as Author? === object)
        }
        if round == 1 {
          // Every other one goes and comes back.
          for index in stride(from: 0, to: kept.count, by: 2) {
            kept[index] = kept[0]
          }
          for index in kept.indices { kept[index] = context.model(for: identifiers[index]) }
        }
      }
      #expect(identifiers.count == (3_999 / step) + 1)
    }
  }
}
