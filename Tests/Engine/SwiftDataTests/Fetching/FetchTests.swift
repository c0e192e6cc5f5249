// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct FetchTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private func filled(_ count: Int = 20) throws -> ModelContext {
    let context = ModelContext(
      try memoryContainer(Author.self, Book.self, Library.Tag.self, Library.Profile.self))
    for index in 0..<count {
      let author = Author(uid: index, name: "Author \(index)", age: index % 3 == 0 ? nil : index)
      author.books = (0..<3).map {
        Book(uid: index * 10 + $0, title: "Title \(index).\($0)", rating: Double($0))
      }
      context.insert(author)
    }
    try context.save()
    return ModelContext(context.container)
  }

  @Test func pagesAndCounts() throws {
    let context = try filled()
    var descriptor = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid, order: .reverse)])
    descriptor.fetchLimit = 3
    descriptor.fetchOffset = 2
    #expect(try context.fetch(descriptor).map(\.uid) == [17, 16, 15])
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 20)
    #expect(try context.fetchCount(descriptor) == 3)
    #expect(try context.fetchIdentifiers(descriptor).count == 3)
    let id = try #require(try context.fetchIdentifiers(descriptor).first)
    #expect((context.model(for: id) as? Author)?.uid == 17)
  }

  @Test func stringsSortAsInTheFinder() throws {
    let context = try filled(12)
    let names = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(names.map(\.uid) == Array(0..<12))
    let lexical = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name, comparator: .lexical)]))
    #expect(lexical.map(\.uid) == [0, 1, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test func sortsThroughAToOneRelationship() throws {
    let context = try filled(4)
    let books = try context.fetch(
      FetchDescriptor<Book>(
        sortBy: [SortDescriptor(\.author?.uid, order: .reverse), SortDescriptor(\.uid)]))
    #expect(books.map(\.uid) == [30, 31, 32, 20, 21, 22, 10, 11, 12, 0, 1, 2])
  }

  @Test func nilsSortFirst() throws {
    let context = try filled(6)
    let ages = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.age), SortDescriptor(\.uid)]))
    #expect(ages.map(\.age) == [nil, nil, 1, 2, 4, 5])
    context.insert(Author(uid: 50, name: "new", age: nil))
    context.insert(Author(uid: 51, name: "new", age: 3))
    let merged = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.age), SortDescriptor(\.uid)]))
    #expect(merged.map(\.age) == [nil, nil, nil, 1, 2, 3, 4, 5])
  }

  @Test func pendingChangesTakePart() throws {
    let context = try filled(5)
    let uid = 2
    let two = try #require(
      try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.uid == uid })).first)
    two.name = "Zoe"
    context.insert(Author(uid: 99, name: "Zoe"))
    let name = "Zoe"
    var descriptor = FetchDescriptor<Author>(predicate: #Predicate { $0.name == name })
    #expect(try context.fetch(descriptor).map(\.uid) == [2, 99])
    #expect(try context.fetchCount(descriptor) == 2)
    descriptor.includePendingChanges = false
    #expect(try context.fetch(descriptor).isEmpty)
    // A change of the author is seen by a predicate on books.
    let books = FetchDescriptor<Book>(
      predicate: #Predicate { $0.author?.name == name }, sortBy: [SortDescriptor(\.uid)])
    #expect(try context.fetch(books).map(\.uid) == [20, 21, 22])
    context.delete(two)
    #expect(try context.fetch(books).isEmpty)
  }

  @Test func partialFetchesFaultTheRest() throws {
    let context = try filled(3)
    var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.uid)])
    descriptor.propertiesToFetch = [\.title]
    let books = try context.fetch(descriptor)
    #expect(books[1].title == "Title 0.1")
    #expect(books[1].rating == 1)
    #expect(books[1].author?.uid == 0)
    books[2].title = "changed"
    try context.save()
    let again = try ModelContext(context.container).fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.uid)]))
    #expect(again[2].title == "changed" && again[2].rating == 2)
  }

  @Test func batchesLoadByWindow() throws {
    let context = try filled(20)
    let books = try context.fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.uid)]), batchSize: 7)
    #expect(books.count == 60)
    #expect(books[59].uid == 192 && books[0].uid == 0)
    #expect(books.map(\.uid) == books.map(\.uid).sorted())
    context.insert(Author(uid: 77, name: "x"))
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      _ = try context.fetch(FetchDescriptor<Book>(), batchSize: 7)
    }
  }

  @Test func enumerationVisitsEverythingAndKeepsChanges() throws {
    let context = try filled(20)
    var seen = 0
    try context.enumerate(FetchDescriptor<Book>(), batchSize: 16) { book in
      seen += 1
      book.rating += 10
    }
    #expect(seen == 60)
    try context.save()
    let ratings = try ModelContext(context.container).fetch(FetchDescriptor<Book>()).map(\.rating)
    #expect(ratings.allSatisfy { $0 >= 10 })
  }

  @Test func prefetchingBringsTheSameObjects() throws {
    let context = try filled(10)
    var descriptor = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid)])
    descriptor.relationshipKeyPathsForPrefetching = [\.books]
    let authors = try context.fetch(descriptor)
    #expect(authors.flatMap { $0.books.map(\.uid) }.count == 30)
    #expect(authors.allSatisfy { author in author.books.allSatisfy { $0.author === author } })
  }

  @Test func toManyOrderIsStable() throws {
    let context = try filled(3)
    for _ in 0..<3 {
      let author = try #require(
        try ModelContext(context.container).fetch(
          FetchDescriptor<Author>(predicate: #Predicate { $0.uid == 1 })
        ).first)
      #expect(author.books.map(\.uid) == [10, 11, 12])
    }
  }

  @Test func unstoredKeyPathsThrow() throws {
    let context = try filled(1)
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      _ = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.computed)]))
    }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      _ = try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.computed == 3 }))
    }
    #expect(throws: SwiftDataError.unknownSchema) {
      _ = try context.fetch(FetchDescriptor<Chain>())
    }
  }
}

extension Library.Author {
  var computed: Int { uid + 1 }
}
