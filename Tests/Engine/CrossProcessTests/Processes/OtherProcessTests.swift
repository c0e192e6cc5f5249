// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import Observation
import ProcessSupport
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Synchronization
import Testing

/// What another process saves is noticed, and comes where somebody listens.
@MainActor
@Suite(.serialized) struct OtherProcessTests {
  let folder: LiveFolder
  let container: ModelContainer

  init() throws {
    folder = try LiveFolder()
    container = try folder.container()
  }

  @Test func itsCommitReachesObserversAndTheHistory() async throws {
    let context = container.mainContext
    let results = try ResultsObserver<Book, Never>(sortBy: [SortDescriptor(\.number)], modelContext: context)
    let history = try HistoryObserver(authors: ["other"], modelContainer: container)
    let other = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(other.line() == "ready")
    #expect(other.ask("insert 1 first")?.hasPrefix("done") == true)
    try await eventually("the book is among the results") { results.results.map(\.number) == [1] }
    try await eventually("the history is counted") { history.eventCounter == 1 }
    #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.author) == ["other"])
    other.ask("delete 1")
    try await eventually("the book is gone") { results.results.isEmpty }
    try await eventually("the history is counted") { history.eventCounter == 2 }
    #expect(history.lastError == nil)
    other.finish()
  }

  @Test func registeredObjectsAreRefreshedAndOnlyWhatChangedIsAnnounced() async throws {
    let context = container.mainContext
    for number in 1...3 { context.insert(Book(number, title: "old", blurb: "old")) }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    let told = Mutex<[String]>([])
    withObservationTracking {
      _ = all[0].title
    } onChange: {
      told.withLock { $0.append("title of 1") }
    }
    withObservationTracking {
      _ = all[0].blurb
    } onChange: {
      told.withLock { $0.append("blurb of 1") }
    }
    withObservationTracking {
      _ = all[1].title
    } onChange: {
      told.withLock { $0.append("title of 2") }
    }
    let other = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(other.line() == "ready")
    other.ask("title 1 new")
    // Nobody fetches: the context merges on a turn of its own.
    try await eventually("the object is refreshed") { all[0].title == "new" }
    #expect(told.withLock { $0 } == ["title of 1"])
    #expect(all[0].blurb == "old" && all[1].title == "old")
    other.ask("delete 2")
    try await eventually("the object says that it is gone") { all[1].isDeleted }
    #expect(all[1].title == "old")
    other.finish()
  }

  /// The policy decides property by property, as between contexts.
  @Test func unsavedChangesAreKept() async throws {
    let context = container.mainContext
    context.autosaveEnabled = false
    let book = Book(1, title: "old", blurb: "old")
    context.insert(book)
    try context.save()
    let other = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(other.line() == "ready")
    book.title = "mine"
    other.ask("blurb 1 theirs")
    try await eventually("the other property is refreshed") { book.blurb == "theirs" }
    #expect(book.title == "mine")
    try context.save()
    let fresh = try ModelContext(container).fetch(FetchDescriptor<Book>())
    #expect(fresh.map(\.title) == ["mine"] && fresh.map(\.blurb) == ["theirs"])
    other.finish()
  }

  @Test func aViewsQueryHears() async throws {
    let context = ModelContext(_onMainActor: container)
    let calls = Mutex(0)
    let watch = ResultsWatch(
      context, FetchDescriptor<Book>(predicate: #Predicate { $0.title == "wanted" })
    ) { calls.withLock { $0 += 1 } }
    let other = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(other.line() == "ready")
    other.ask("note unrelated")
    other.ask("insert 1 wanted")
    try await eventually("the watch is told") { calls.withLock { $0 } == 1 }
    #expect(watch.take())
    other.ask("blurb 1 other")
    other.ask("title 1 unwanted")
    try await eventually("the watch is told again") { calls.withLock { $0 } == 2 }
    other.finish()
  }

  /// Its transactions have no rows that say what it has changed.
  @Test func aProgramWithoutHistoryIsNoticed() async throws {
    let context = container.mainContext
    context.insert(Book(1, title: "old"))
    context.insert(Book(2, title: "old"))
    try context.save()
    let all = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    let results = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.title == "old" }, modelContext: context)
    let other = try SecondProcess("CrossProcessWorker", "unrecorded", folder.file().path)
    #expect(other.line() == "ready")
    other.ask("title 1 new")
    try await eventually("the object is refreshed") { all[0].title == "new" }
    try await eventually("the results follow") { results.results.map(\.number) == [2] }
    other.ask("delete 2")
    try await eventually("the object is gone") { all[1].isDeleted }
    other.finish()
    let sql = try SecondProcess(
      "CrossProcessWorker", "sql", folder.file().path,
      "UPDATE ZBOOK SET ZTITLE = 'plain', Z_OPT = Z_OPT + 1 WHERE ZNUMBER = 1"
    )
    #expect(sql.line() == "done")
    try await eventually("the object is refreshed") { all[0].title == "plain" }
  }

  @Test func anotherContainerOfThisProcessIsNoticed() async throws {
    let results = try ResultsObserver<Book, Never>(modelContext: container.mainContext)
    let other = ModelContext(try folder.container())
    other.insert(Book(1))
    try other.save()
    try await eventually("the results follow") { results.results.map(\.number) == [1] }
  }

  @Test func aStoreThatIsOnlyReadIsWatched() async throws {
    let writer = ModelContext(container)
    writer.insert(Book(1))
    try writer.save()
    let readers = try Live.container(folder.file(), allowsSave: false)
    let results = try ResultsObserver<Book, Never>(
      sortBy: [SortDescriptor(\.number)], modelContainer: readers)
    #expect(results.results.map(\.number) == [1])
    let other = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(other.line() == "ready")
    other.ask("insert 2 x")
    try await eventually("the results follow") { results.results.map(\.number) == [1, 2] }
    other.finish()
  }
}
