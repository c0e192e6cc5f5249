// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import ProcessSupport
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Synchronization
import Testing

/// The watch over a store's files: when it looks, and when it is over.
@Suite(.serialized) struct WatchTests {
  private final class News: Sendable {
    private let state = Mutex((rows: 0, unknown: 0))
    var rows: Int { state.withLock { $0.rows } }
    var unknown: Int { state.withLock { $0.unknown } }
    func hear(_ changes: ForeignChanges) {
      state.withLock { state in
        switch changes {
        case .rows(let rows): state.rows += rows.count
        case .unknown: state.unknown += 1
        }
      }
    }
  }

  private func watch(_ container: ModelContainer, _ news: News) throws -> DatabaseWatch {
    let store = try #require(container.sqliteStore)
    return try #require(store.watch({ news.hear($0) }, {}) as? DatabaseWatch)
  }

  private func save(_ book: Int, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(Book(book))
    try context.save()
  }

  @Test func nothingHappensUntilTheFileChanges() async throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let news = News()
    let watch = try watch(container, news)
    try await eventually("it is idle") { watch.isIdle }
    let looks = watch.lookCount
    // Reading is no reason to look.
    for _ in 0..<100 { _ = try books(ModelContext(container)) }
    #expect(watch.isIdle && watch.lookCount == looks)
    try save(1, try folder.container())
    try await eventually("the row is told") { news.rows == 1 }
    try await eventually("it is idle again") { watch.isIdle }
    watch.cancel()
  }

  @Test func ownCommitsAreNoNews() async throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let news = News()
    let watch = try watch(container, news)
    for number in 0..<200 { try save(number, container) }
    try await eventually("it is idle") { watch.isIdle }
    #expect(news.rows == 0 && news.unknown == 0)
    // Between own ones, those of others are found.
    let other = try folder.container()
    for number in 0..<50 {
      try save(1_000 + number, container)
      try save(2_000 + number, other)
    }
    try await eventually("all of the others' are told") { news.rows == 50 }
    try await eventually("it is idle") { watch.isIdle }
    #expect(news.rows == 50 && news.unknown == 0)
    watch.cancel()
  }

  @Test func moreThanIsWorthTellingIsUnknown() async throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let news = News()
    let watch = try watch(container, news)
    let other = ModelContext(try folder.container())
    for number in 0..<10_050 { other.insert(Note("\(number)")) }
    try other.save()
    try await eventually("it is told") { news.unknown == 1 }
    #expect(news.rows == 0)
    watch.cancel()
  }

  /// The log is emptied and starts again; and other connections come and go.
  @Test func survivesCheckpoints() async throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let news = News()
    let watch = try watch(container, news)
    var rows = 0
    for round in 0..<4 {
      let peer = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
      #expect(peer.line() == "ready")
      peer.ask("insert \(round) x")
      peer.finish()
      rows += 1
      try await eventually("round \(round)") { news.rows == rows }
      let sql = try SecondProcess("CrossProcessWorker", "sql", folder.file().path, "PRAGMA wal_checkpoint(TRUNCATE)")
      #expect(sql.line() == "done")
      sql.finish()
    }
    watch.cancel()
  }

  /// Of a store that is only read, nobody keeps the log.
  @Test func survivesThatTheLogIsRemovedAndMadeAgain() async throws {
    let folder = try LiveFolder()
    do { try save(0, try folder.container()) }
    let log = folder.file().path + "-wal"
    let reader = try Live.container(folder.file(), allowsSave: false)
    let news = News()
    let watch = try watch(reader, news)
    try await eventually("it is idle") { watch.isIdle }
    // As the last user does who writes; a reader's descriptor stays where it is.
    try? FileManager.default.removeItem(atPath: log)
    let peer = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(peer.line() == "ready")
    peer.ask("insert 1 x")
    try await eventually("something is told") { news.rows + news.unknown > 0 }
    peer.finish()
    watch.cancel()
  }

  @Test func looksByItselfWhereTheSystemDoesNotReport() async throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let store = try #require(container.sqliteStore)
    // As where each user has as many queues of events as the system allows.
    store.setFileEvents(FileEvents(open: { -1 }))
    let news = News()
    let watch = try watch(container, news)
    #expect(watch.isPolling)
    // After the looks of the beginning, one after the other.
    try await eventually("it goes on looking") { watch.lookCount > 16 }
    #expect(!watch.isIdle)
    let other = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(other.line() == "ready")
    other.ask("insert 1 x")
    try await eventually("the row is told") { news.rows == 1 }
    // Each change is told once, to whichever watch of the store looks first.
    watch.cancel()
    let results = try ResultsObserver<Book, Never>(modelContainer: container)
    other.ask("insert 2 y")
    try await eventually("the results follow") { results.results.map(\.number).sorted() == [1, 2] }
    other.finish()
  }

  @Test func neitherContainersNorDescriptorsStay() async throws {
    func descriptors() throws -> Set<String> {
      let folder = "/proc/self/fd"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Set(
        names.compactMap { name in
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
          return target.flatMap { $0.contains("swiftdata-live-neither") ? "\(name) \($0)" : nil }
        })
    }
    let folder = try LiveFolder("neither")
    weak let store = try await listen(folder)
    try await eventually("the store is gone") { store == nil }
    #if os(Linux)
      // The last reference may go on another thread, which then closes the files.
      try await eventually("the files are closed") { (try? descriptors().isEmpty) == true }
    #endif
  }

  @MainActor private func listen(_ folder: LiveFolder) async throws -> SQLiteRowStore? {
    let container = try folder.container()
    let results = try ResultsObserver<Book, Never>(modelContext: container.mainContext)
    let history = try HistoryObserver(modelContainer: container)
    let other = ModelContext(try folder.container())
    other.insert(Book(1))
    try other.save()
    try await eventually("the results follow") { results.results.count == 1 }
    try await eventually("the history is counted") { history.eventCounter == 1 }
    return container.sqliteStore
  }

  /// Nobody listens: no file is watched.
  @Test func aPlainContextWatchesNothing() throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    context.insert(Book(1))
    try context.save()
    #expect(!container.isWatched)
    let results = try ResultsObserver<Book, Never>(modelContext: context)
    #expect(container.isWatched)
    _ = consume results
    #expect(!container.isWatched)
  }
}
