// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import SwiftData
import SwiftDataCore
import Synchronization
import Testing

/// Sequences of results, and results that are fetched elsewhere or piece by piece.
@MainActor
@Suite struct LiveResultsTests {
  let container: ModelContainer
  let folder: LiveFolder

  init() throws {
    folder = try LiveFolder()
    container = try folder.container()
  }

  private func add(_ numbers: some Sequence<Int>) throws {
    let context = ModelContext(container)
    for number in numbers { context.insert(Book(number, title: "\(number)")) }
    try context.save()
  }

  @Test func updatesFollowSaves() async throws {
    let observer = try ResultsObserver<Book, Never>(
      sortBy: [SortDescriptor(\.number)], modelContext: container.mainContext)
    var seen: [[Int]] = []
    for await results in observer.updates {
      seen.append(results.map(\.number))
      if seen.count == 3 { break }
      try add([seen.count])
    }
    #expect(seen == [[], [1], [1, 2]])
  }

  @Test func sequencesEndWithTheirTask() async throws {
    let observer = try ResultsObserver<Book, Never>(modelContext: container.mainContext)
    let task = Task { @MainActor in
      var count = 0
      for await _ in observer.updates { count += 1 }
      return count
    }
    await Task.yield()
    task.cancel()
    #expect(await task.value <= 1)
  }

  @Test func differencesSayWhatHappened() async throws {
    try add(1...3)
    let context = container.mainContext
    context.autosaveEnabled = false
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.pages == 0 }, sortBy: [SortDescriptor(\.number)], modelContext: context)
    var differences = observer.differences.makeAsyncIterator()
    let firstFound = await differences.next(isolation: MainActor.shared)
    let first = try #require(firstFound)
    #expect(first.insertions.map(\.offset) == [0, 1, 2])
    let other = ModelContext(container)
    let theirs = try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    theirs[0].pages = 10
    theirs[1].number = 9
    // No reason to fetch, but one to show it again.
    theirs[2].blurb = "new"
    other.insert(Book(4))
    try other.save()
    let secondFound = await differences.next(isolation: MainActor.shared)
    let second = try #require(secondFound)
    #expect(second.deletions.map(\.offset) == [0])
    #expect(second.insertions.map(\.offset) == [1])
    #expect(second.moves.count == 1)
    #expect(Set(second.updates.map(\.offset)) == [0, 2])
    theirs[2].blurb = "newer"
    let before = container.statistics
    try other.save()
    let saving = (container.statistics - before).statements
    let thirdFound = await differences.next(isolation: MainActor.shared)
    let third = try #require(thirdFound)
    #expect(third.updates.map(\.offset) == [0] && third.insertions.isEmpty && third.moves.isEmpty)
    #expect((container.statistics - before).statements - saving <= 1)
  }

  @Test func valuesComeWhereverTheyAreWanted() async throws {
    try add(1...2)
    let container = container
    let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])
    let seen = try await Task.detached { () async throws -> [[String]] in
      var seen: [[String]] = []
      for try await titles in container.values(of: descriptor, as: \.title) {
        seen.append(titles)
        if seen.count == 3 { break }
        let context = ModelContext(container)
        context.insert(Note("nothing"))
        try context.save()
        context.insert(Book(10 + seen.count, title: "new"))
        try context.save()
      }
      return seen
    }.value
    #expect(seen == [["1", "2"], ["1", "2", "new"], ["1", "2", "new", "new"]])
  }

  struct Refusal: Error {}

  @Test func whatAConversionThrowsEndsTheSequence() async throws {
    try add(1...2)
    let values = container.values(of: FetchDescriptor<Book>()) { book -> Int in
      if book.number == 2 { throw Refusal() }
      return book.number
    }
    await #expect(throws: Refusal.self) { for try await _ in values {} }
  }

  /// 100,000 rows: their keys, and the models of a window.
  @Test func windowsLoadWhatIsLookedAt() async throws {
    let count = 100_000
    try ModelContext(container).insert(model: Note.self, count)
    let context = ModelContext(container)
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.text)], batchSize: 50, modelContext: context)
    var before = container.statistics
    #expect(observer.results.count == count)
    #expect((container.statistics - before).rowsLoaded == 0)
    for position in [0, 49, 70_000, 70_001, count - 1] { _ = observer.results[position].text }
    #expect((container.statistics - before).rowsLoaded == 150)
    let other = ModelContext(container)
    other.insert(Note(""))
    try other.save()
    before = container.statistics
    #expect(observer.results.count == count + 1)
    #expect(observer.results[0].text.isEmpty)
    #expect((container.statistics - before).rowsLoaded == 50)
  }

  @Test func resultsAreFetchedInTheBackground() async throws {
    try add(1...3)
    let context = container.mainContext
    context.autosaveEnabled = false
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.pages == 0 }, sortBy: [SortDescriptor(\.number)], batchSize: 2,
      fetchesInBackground: true, modelContext: context)
    #expect(observer.results.map(\.number) == [1, 2, 3])
    let calls = Mutex(0)
    withObservationTracking {
      _ = observer.results
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    try add([4])
    try await eventually("observers are told") { calls.withLock { $0 } == 1 }
    // Nothing but the rows of the windows is read here.
    let before = container.statistics
    let results = observer.results
    #expect(results.count == 4)
    #expect((container.statistics - before).statements <= 1)
    #expect(results.map(\.number) == [1, 2, 3, 4])
    // A change that leaves the results as they are is no news.
    let other = ModelContext(container)
    let book = try #require(try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])).first)
    withObservationTracking {
      _ = observer.results
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    book.number = 0
    try other.save()
    observer.filterBy = #Predicate { $0.pages == 0 && $0.number > 1 }
    try await eventually("the new predicate counts") { observer.results.map(\.number) == [2, 3, 4] }
    // Own changes count as soon as they are saved.
    let mine = try #require(observer.results.first)
    mine.pages = 7
    #expect(observer.results.count == 3)
    try context.save()
    try await eventually("the saved change counts") { observer.results.map(\.number) == [3, 4] }
  }

  /// Observers may do what they like: nothing waits for itself.
  @Test func anObserverMayReadAndSave() async throws {
    let container = container
    let observer = try ResultsObserver<Book, Never>(modelContext: container.mainContext)
    let answers = Mutex(0)
    @Sendable func answer() {
      guard
        answers.withLock({
          $0 += 1; return $0
        }) <= 3
      else { return }
      let context = ModelContext(container)
      context.insert(Book(answers.withLock { $0 }))
      do {
        try context.save()
        _ = try books(context)
      } catch {
        Issue.record(error)
      }
    }
    for round in 1...3 {
      withObservationTracking {
        _ = observer.results
      } onChange: {
        answer()
      }
      try add([100 * round])
    }
    #expect(observer.results.count == 6)
  }
}

extension ModelContext {
  /// Notes with texts of five digits.
  fileprivate func insert(model: Note.Type, _ count: Int) throws {
    for start in stride(from: 0, to: count, by: 20_000) {
      for number in start..<min(start + 20_000, count) { insert(Note("\(number)")) }
      try save()
    }
  }
}
