// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct StrictLoadingTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private func container(_ folder: TestFolder) throws -> ModelContainer {
    let container = try folder.container(
      Author.self, Book.self, Library.Tag.self, Library.Profile.self)
    let context = ModelContext(container)
    for number in 0..<20 {
      let author = Author(uid: number, name: "a\(number)")
      context.insert(author)
      context.insert(Book(uid: number, title: "b", author: author))
    }
    try context.save()
    return container
  }

  @Test func unfetchedRelationshipThrowsAfterwards() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder))
    let authors = try context.fetch(FetchDescriptor<Author>())
    var seen = 0
    do {
      try context.withStrictLoading { seen = authors.reduce(0) { $0 + $1.books.count } }
      Issue.record("no error")
    } catch let error as SwiftDataError {
      #expect(error == .unexpectedFault)
      #expect("\(error)".contains("books"))
    }
    #expect(seen == 20)
    // Loaded by now.
    #expect(try context.withStrictLoading { authors.reduce(0) { $0 + $1.books.count } } == 20)
  }

  @Test func prefetchedRelationshipsDoNotThrow() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Author>()
    descriptor.relationshipKeyPathsForPrefetching = [\.books]
    let before = container.statistics
    let titles = try context.withStrictLoading {
      try context.fetch(descriptor).flatMap { $0.books.map(\.title) }
    }
    #expect(titles.count == 20)
    #expect((container.statistics - before).statements == 2)
  }

  @Test func pagesAndEnumerationsPrefetch() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder))
    var descriptor = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid)])
    descriptor.relationshipKeyPathsForPrefetching = [\.books]
    try context.withStrictLoading {
      let page = try context.fetchPage(descriptor, size: 5)
      #expect(page.models.flatMap { $0.books.map(\.title) }.count == 5)
      var count = 0
      try context.enumerate(descriptor, batchSize: 7) { count += $0.books.map(\.title).count }
      #expect(count == 20)
    }
  }

  @Test func faultsAreReported() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder))
    var events: [FaultEvent] = []
    context.onFault = { events.append($0) }
    let books = try context.fetch(FetchDescriptor<Book>())
    #expect(events.isEmpty)
    _ = books.map { $0.author?.name }
    #expect(events.count == 1 && events.first?.propertyName == "author")
  }
}
