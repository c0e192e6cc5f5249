// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import Observation
import ProcessSupport
import SwiftData
import SwiftDataCore
import Synchronization
import Testing

@ModelActor
actor StressActor {
  func run(_ index: Int, seed: UInt64, operations: Int, _ progress: Progress) throws -> [String: Deed] {
    modelContext.mergePolicy = .error
    var work = Work(index, seed: seed, modelContainer)
    let name = work.name
    for _ in 0..<operations { try work.step(modelContext) { progress.note(name, $0) } }
    progress.note(name, "has finished, \(work.refusals) times refused")
    return work.deeds
  }
}

/// A plain model of the store, changed by one save after the other.
struct Replay: Equatable {
  var titles: [Int: String] = [:]
  var shelves: [Int: Int] = [:]
  var counters: [Int: Int] = [:]

  mutating func apply(_ deed: Deed) {
    switch deed {
    case .insert(let book, let title): titles[book] = title
    case .retitle(let book, let title): titles[book] = title
    case .delete(let book):
      titles[book] = nil
      shelves[book] = nil
    case .shelve(let book, let shelf): shelves[book] = shelf
    case .count(let counter): counters[counter, default: 0] += 1
    }
  }

  init() { for number in 0..<Work.counters { counters[number] = 0 } }

  /// What a context shows.
  init(_ context: ModelContext) throws {
    for book in try context.fetch(FetchDescriptor<Book>()) {
      titles[book.number] = book.title
      shelves[book.number] = book.shelf?.number
    }
    for counter in try context.fetch(FetchDescriptor<Counter>()) { counters[counter.number] = counter.value }
  }
}

/// Actors and a second process write at full speed while others observe. What is left is what the saves give, done one after
/// the other in the order of the history.
@MainActor
@Suite(.serialized) struct StressTests {
  /// Of each actor.
  private static var operations: Int {
    ProcessInfo.processInfo.environment["SWIFTDATA_STRESS"].flatMap { Int($0) } ?? usual
  }
  #if DEBUG
    private static let usual = 1000
  #else
    private static let usual = 2000
  #endif

  private final class Seen: Sendable {
    private let state = Mutex((titles: [String](), count: 0))
    var titles: [String] { state.withLock { $0.titles } }
    var count: Int { state.withLock { $0.count } }
    func see(_ titles: [String]) { state.withLock { $0 = (titles, $0.count + 1) } }
  }

  /// What was done with the books that are not as the history says.
  private func story(
    _ stored: Replay, _ replay: Replay, _ transactions: [DefaultHistoryTransaction], _ deeds: [String: Deed],
    _ context: ModelContext
  ) -> String {
    let known = [stored.titles.keys, replay.titles.keys].reduce(into: Set<Int>()) { $0.formUnion($1) }
      .union(stored.shelves.keys).union(replay.shelves.keys)
    let books = known.filter {
      stored.titles[$0] != replay.titles[$0] || stored.shelves[$0] != replay.shelves[$0]
    }
    var lines = books.sorted().map { book in
      "book \(book): stored \(stored.titles[book] ?? "-") on \(stored.shelves[book] ?? -1), "
        + "by the history \(replay.titles[book] ?? "-") on \(replay.shelves[book] ?? -1)"
    }
    let rows = (try? context.fetch(FetchDescriptor<Book>()).filter { books.contains($0.number) }) ?? []
    let identifiers = Set(rows.map(\.persistentModelID))
    for transaction in transactions {
      guard let author = transaction.author, let deed = deeds[author] else { continue }
      let changes = transaction.changes.filter { identifiers.contains($0.changedPersistentIdentifier) }
      if !changes.isEmpty || deed.book.map(books.contains) == true {
        lines.append("\(transaction.transactionIdentifier) \(author): \(deed), \(changes)")
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test func theStateIsThatOfTheHistory() async throws {
    let environment = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED"].flatMap { UInt64($0) }
    let seed = environment ?? UInt64.random(in: 1...UInt64(Int.max / 2))
    print("seed \(seed), \(Self.operations) operations")
    let folder = try LiveFolder()
    let container = try folder.container()
    try Work.fill(container)
    let progress = Progress()
    progress.watch()
    defer { progress.finish() }

    // Who looks on: objects, results, windows fetched elsewhere, values, and the history.
    let main = container.mainContext
    let counters = try main.fetch(FetchDescriptor<Counter>(sortBy: [SortDescriptor(\.number)]))
    let order = [SortDescriptor(\Book.number)]
    let results = try ResultsObserver<Book, Never>(sortBy: order, modelContext: main)
    let windows = try ResultsObserver<Book, Never>(
      sortBy: order, batchSize: 20, fetchesInBackground: true, modelContext: main)
    let history = try HistoryObserver(modelContainer: container)
    let seen = Seen()
    let values = Task.detached {
      for try await titles in container.values(of: FetchDescriptor<Book>(sortBy: order), as: \.title) {
        seen.see(titles)
      }
    }
    var fetches = 0
    let updates = Task { @MainActor in
      for await books in results.updates {
        fetches += 1
        progress.note("observer", "has seen \(books.count) books")
      }
    }

    let log = folder.file("deeds")
    let peer = try SecondProcess(
      "CrossProcessWorker", "work", folder.file().path, "\(seed)", "\(Self.operations / 2)", log.path)
    var deeds = try await withThrowingTaskGroup(of: [String: Deed].self) { group in
      for index in 0..<8 {
        group.addTask {
          try await StressActor(modelContainer: container).run(
            index, seed: seed, operations: Self.operations, progress)
        }
      }
      var all: [String: Deed] = [:]
      for try await one in group { all.merge(one) { $1 } }
      return all
    }
    progress.note("second process", "works")
    #expect(peer.line() == "worked")
    peer.finish()
    let theirs = try JSONDecoder().decode([String: Deed].self, from: Data(contentsOf: log))
    #expect(!theirs.isEmpty, "seed \(seed)")
    deeds.merge(theirs) { $1 }

    let fresh = ModelContext(container)
    let stored = try Replay(fresh)
    var replay = Replay()
    let transactions = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    for transaction in transactions where transaction.author != "fill" {
      replay.apply(try #require(deeds[transaction.author ?? ""], "\(transaction.author ?? "nobody"), seed \(seed)"))
    }
    // Nothing is written only where a row was to be deleted that somebody else had deleted already.
    let written = Set(transactions.compactMap(\.author))
    let deleted = written.compactMap { author in
      if case .delete(let book)? = deeds[author] { book } else { nil }
    }
    let unwritten = deeds.filter { !written.contains($0.key) }
    for deed in unwritten.values {
      guard case .delete(let book) = deed, deleted.contains(book) else {
        Issue.record("A save is not in the history: \(deed), seed \(seed)")
        continue
      }
    }
    #expect(transactions.count == deeds.count - unwritten.count + 1, "seed \(seed)")
    // Without the states, which are long.
    let isEqual = stored == replay
    #expect(isEqual, "\(story(stored, replay, transactions, deeds, fresh)), seed \(seed)")

    let numbers = stored.titles.keys.sorted()
    let titles = numbers.map { stored.titles[$0] ?? "" }
    try await eventually("the results are the last") { results.results.map(\.number) == numbers }
    try await eventually("so are those fetched elsewhere") { windows.results.map(\.number) == numbers }
    try await eventually("and values") { seen.titles == titles }
    try await eventually("objects are up to date") {
      counters.allSatisfy { stored.counters[$0.number] == $0.value }
    }
    #expect(results.results.map(\.title) == titles, "seed \(seed)")
    #expect(history.lastError == nil && history.eventCounter > 0)
    print(
      "\(transactions.count) saves, \(theirs.count) of them by the other process; results fetched \(fetches) times, "
        + "values \(seen.count) times")
    #expect(seen.count <= transactions.count && fetches <= transactions.count)
    values.cancel()
    updates.cancel()
    _ = await updates.value
  }
}
