// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct HistoryRequestTests {
  typealias Note = Notebook.Note
  typealias Folder = Notebook.Folder

  @Test func aStoreWithoutHistorySaysSo() throws {
    let folder = try TestFolder()
    let schema = Schema([Note.self, Folder.self])
    let container = try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(schema: schema, url: folder.file(), isHistoryEnabled: false)
      ])
    let context = ModelContext(container)
    context.insert(Note(code: "a"))
    try context.save()
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) { try context.transactions() }
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try HistoryObserver(modelContainer: container)
    }
  }

  @Test func transactionsOfAnotherTypeAreRefused() throws {
    let context = ModelContext(try memoryContainer(Note.self, Folder.self))
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<OtherTransaction>())
    }
  }

  @Test func storesHaveHistoriesOfTheirOwn() throws {
    let folder = try TestFolder()
    let notes = ModelConfiguration(
      "notes", schema: Schema([Note.self, Folder.self]), url: folder.file("notes.store"))
    let shapes = ModelConfiguration(
      "shapes", schema: Schema([Notebook.Shape.self]), url: folder.file("shapes.store"))
    let container = try ModelContainer(
      for: Schema([Note.self, Folder.self, Notebook.Shape.self]), configurations: [notes, shapes])
    let context = ModelContext(container)
    context.insert(Note(code: "a"))
    context.insert(Notebook.Shape(name: "s"))
    try context.save()
    context.insert(Notebook.Shape(name: "t"))
    try context.save()
    let all = try context.transactions()
    let first = try #require(container.storeIdentifier(forConfigurationNamed: "notes"))
    let second = try #require(container.storeIdentifier(forConfigurationNamed: "shapes"))
    #expect(all.map(\.storeIdentifier) == [first, second, second])
    #expect(all.map(\.id) == [1, 1, 2])
    #expect(all.map(\.token.storeIdentifier) == [first, second, second])
    // A token is of one store.
    #expect(try context.transactions(after: all[1].token).map(\.storeIdentifier) == [second])
    #expect(try context.transactions(after: all[0].token).isEmpty)
    let some = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.storeIdentifier == second && $0.id == 1 })
    #expect(try context.fetchHistory(some) == [all[1]])
    try context.deleteHistory(some)
    #expect(try context.transactions() == [all[0], all[2]])
  }

  @Test func tokensAreOrderedAndCodable() throws {
    func token(_ entries: [String: Int64]) throws -> DefaultHistoryToken {
      let data = try JSONEncoder().encode(["tokenValue": entries])
      return try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
    }
    let tokens = try [token(["a": 1]), token(["a": 2]), token(["a": 10]), token(["b": 1])]
    for (low, left) in tokens.enumerated() {
      for (high, right) in tokens.enumerated() {
        #expect((left < right) == (low < high))
        #expect((left == right) == (low == high))
        #expect((left.id == right.id) == (low == high))
      }
    }
    let pair = try token(["a": 3, "b": 5])
    #expect(try token(["a": 3]) < pair)
    #expect(try token(["a": 4]) > pair)
    #expect(pair.storeIdentifier == "a")
    #expect(pair.tokenValue == ["a": 3, "b": 5])
    let again = try JSONDecoder().decode(DefaultHistoryToken.self, from: JSONEncoder().encode(pair))
    #expect(again == pair)
    #expect(again.id == pair.id)
  }
}

private struct OtherTransaction: HistoryTransaction {
  var id: Int { 0 }
  var timestamp: Date { .now }
  var changes: [HistoryChange] { [] }
  var token: OtherToken { OtherToken() }
  var transactionIdentifier: Int { 0 }
  var storeIdentifier: String { "" }
  var author: String? { nil }
}

private struct OtherToken: HistoryToken {
  var id: Int { 0 }
  var tokenValue: [Int]? { nil }
  static func < (lhs: Self, rhs: Self) -> Bool { false }
}
