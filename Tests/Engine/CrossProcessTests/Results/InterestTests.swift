// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import Observation
import SwiftData
import SwiftDataCore
import Synchronization
import Testing

/// Observers fetch again only if something has changed that can matter. Statements are counted.
@Suite struct InterestTests {
  let container: ModelContainer
  let context: ModelContext
  let other: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Schema(Live.types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    context = ModelContext(container)
    other = ModelContext(container)
    for number in 0..<10 { context.insert(Book(number, title: "\(number)", pages: number)) }
    context.insert(Shelf(1, name: "a"))
    try context.save()
  }

  /// How many statements reading the results takes after a change.
  private func statements<S>(_ observer: ResultsObserver<Book, S>, _ change: () throws -> Void) throws -> Int {
    _ = observer.results
    try change()
    let before = container.statistics
    _ = observer.results
    return (container.statistics - before).statements
  }

  private func saved(_ change: (Book) -> Void) throws {
    let book = try #require(try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])).first)
    change(book)
    try other.save()
  }

  @Test func anotherEntityWakesNobody() throws {
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.pages < 5 }, sortBy: [SortDescriptor(\.title)], modelContext: context)
    let calls = Mutex(0)
    withObservationTracking {
      _ = observer.results
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    let count = try statements(observer) {
      for number in 0..<100 {
        other.insert(Note("\(number)"))
        try other.save()
      }
      let note = Note("unsaved")
      context.insert(note)
      note.text = "changed"
      context.delete(note)
    }
    #expect(count == 0)
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func aPropertyThatIsNotReadDoesNotCount() throws {
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.pages < 5 }, sortBy: [SortDescriptor(\.title)], modelContext: context)
    #expect(try statements(observer) { try saved { $0.blurb = "new" } } == 0)
    // The object itself has it, as soon as the context merges.
    context.processPendingChanges()
    #expect(observer.results.first?.blurb == "new")
    #expect(try statements(observer) { try saved { $0.title = "00" } } > 0)
    #expect(try statements(observer) { try saved { $0.pages = 7 } } > 0)
    #expect(observer.results.map(\.number) == [1, 2, 3, 4])
  }

  @Test func unsavedChangesOfItsContextCountLikewise() throws {
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.pages < 5 }, sortBy: [SortDescriptor(\.title)], modelContext: context)
    let book = try #require(observer.results.first)
    #expect(try statements(observer) { book.blurb = "new" } == 0)
    #expect(try statements(observer) { book.pages = 50 } > 0)
    #expect(observer.results.map(\.number) == [1, 2, 3, 4])
    // The results have it already.
    #expect(try statements(observer) { try context.save() } == 0)
    #expect(observer.results.map(\.number) == [1, 2, 3, 4])
  }

  @Test func whatARelationshipLeadsToCounts() throws {
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    let book = try #require(try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])).first)
    book.shelf = shelf
    try context.save()
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.shelf?.name == "a" }, modelContext: context)
    #expect(observer.results.map(\.number) == [0])
    let theirs = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
    #expect(
      try statements(observer) {
        theirs.number = 9
        try other.save()
      } == 0)
    theirs.name = "b"
    try other.save()
    #expect(observer.results.isEmpty)
    theirs.name = "a"
    try other.save()
    #expect(observer.results.map(\.number) == [0])
    try saved { $0.shelf = nil }
    #expect(observer.results.isEmpty)
  }

  @Test func aToManyRelationshipCounts() throws {
    let observer = try ResultsObserver<Shelf, Never>(
      filterBy: #Predicate { $0.books.contains { $0.pages > 100 } }, modelContext: context)
    #expect(observer.results.isEmpty)
    let shelf = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
    let book = Book(77, pages: 500)
    other.insert(book)
    shelf.books.append(book)
    try other.save()
    #expect(observer.results.map(\.number) == [1])
    book.pages = 1
    try other.save()
    #expect(observer.results.isEmpty)
    book.pages = 200
    try other.save()
    #expect(observer.results.count == 1)
    book.shelf = nil
    try other.save()
    #expect(observer.results.isEmpty)
    book.shelf = shelf
    try other.save()
    #expect(observer.results.count == 1)
    other.delete(book)
    try other.save()
    #expect(observer.results.isEmpty)
  }

  @Test func sectionsCount() throws {
    let observer = try ResultsObserver(
      sortBy: [SortDescriptor(\Book.number)], sectionBy: \Book.title, modelContext: context)
    #expect(try statements(observer) { try saved { $0.pages = 7 } } == 0)
    try saved { $0.title = "5" }
    #expect(observer.sections?[sectionTitle: "5"]?.map(\.number) == [0, 5])
  }

  /// One that is asked something that is not stored must not miss anything.
  @Test func aPredicateWithinAnotherCountsAsAnything() throws {
    let inner = #Predicate<Book> { $0.blurb == "x" }
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { inner.evaluate($0) }, modelContext: context)
    #expect(observer.results.isEmpty)
    try saved { $0.blurb = "x" }
    #expect(observer.results.map(\.number) == [0])
  }

  @Test func aThousandSavesAreFewFetches() async throws {
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.number >= 1_000 }, sortBy: [SortDescriptor(\.number)], modelContext: context)
    let calls = Mutex(0)
    func follow() {
      withObservationTracking {
        _ = observer.results
      } onChange: {
        calls.withLock { $0 += 1 }
      }
    }
    follow()
    let container = container
    await Task.detached {
      let context = ModelContext(container)
      for number in 0..<1_000 {
        context.insert(Book(1_000 + number))
        do { try context.save() } catch { Issue.record(error) }
      }
    }.value
    let before = container.statistics
    #expect(observer.results.map(\.number) == Array(1_000..<2_000))
    #expect((container.statistics - before).statements < 20)
    #expect(calls.withLock { $0 } == 1)
  }

  /// Whoever reads while it is told of a change that is about to happen has not missed it.
  @Test func resultsThatAreReadTooEarlyAreReadAgain() throws {
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.pages < 5 }, sortBy: [SortDescriptor(\.number)], modelContext: context)
    let book = try #require(observer.results.first)
    nonisolated(unsafe) let unchecked = observer
    withObservationTracking {
      _ = observer.results
    } onChange: {
      _ = unchecked.results.count
    }
    book.pages = 70
    #expect(observer.results.map(\.number) == [1, 2, 3, 4])
  }
}
