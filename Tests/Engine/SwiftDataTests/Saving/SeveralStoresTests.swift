// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProcessSupport
import SwiftData
import Testing

@Model private final class Memo {
  var text: String
  init(_ text: String) { self.text = text }
}

@Model private final class Account {
  @Attribute(.unique) var mail: String
  init(_ mail: String) { self.mail = mail }
}

/// One container, two stores, one save.
struct SeveralStoresTests {
  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try ModelContainer(
      for: Schema([Memo.self, Account.self]),
      configurations: [
        ModelConfiguration("memos", schema: Schema([Memo.self]), url: folder.file("memos.store")),
        ModelConfiguration("accounts", schema: Schema([Account.self]), url: folder.file("accounts.store")),
      ])
  }

  private func memos() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Memo>(sortBy: [SortDescriptor(\.text)]))
      .map(\.text)
  }

  /// What one store has new is heard of, although another one cannot be read.
  @Test func theHistoryOfTheOthersIsObserved() throws {
    container.stopWatching()
    let observer = try HistoryObserver(modelContainer: container)
    try #require(container._stores.last).store.close()
    let context = ModelContext(container)
    for number in 1...2 {
      context.insert(Memo("\(number)"))
      try context.save()
      #expect(observer.eventCounter == number && observer.lastError != nil)
    }
  }

  @Test func whatOneStoreRefusesNoneWrites() throws {
    let context = ModelContext(container)
    let (a, b) = (Account("a"), Account("b"))
    context.insert(a)
    context.insert(b)
    try context.save()
    context.insert(Memo("one"))
    context.insert(Memo("two"))
    b.mail = "a"
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .uniqueConflict && error?.explanation.contains("accounts") == true)
    #expect(try memos().isEmpty)
    #expect(context.insertedModelsArray.count == 2 && context.changedModelsArray.count == 1)
    b.mail = "c"
    try context.save()
    #expect(try memos() == ["one", "two"])
    #expect(try context.fetch(FetchDescriptor<Memo>()).count == 2)
    #expect(!context.hasChanges)
  }

  @Test func rollingBackAfterARefusalLeavesNothing() throws {
    let context = ModelContext(container)
    context.insert(Account("a"))
    let b = Account("b")
    context.insert(b)
    try context.save()
    context.insert(Memo("three"))
    b.mail = "a"
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.rollback()
    #expect(b.mail == "b")
    #expect(try memos().isEmpty)
    #expect(try context.fetch(FetchDescriptor<Memo>()).isEmpty)
  }

  /// What a store writes last, its history, is written before any store commits.
  @Test(arguments: ["memos", "accounts"]) func aHistoryThatCannotBeWrittenStopsAll(name: String) throws {
    let context = ModelContext(container)
    let queue = try DatabaseQueue(path: folder.file("\(name).store").path)
    try queue.write {
      try $0.execute(
        sql: "CREATE TRIGGER refuse BEFORE INSERT ON ACHANGE BEGIN SELECT RAISE(ABORT, 'refused'); END")
    }
    context.insert(Memo("one"))
    context.insert(Account("a"))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.explanation.contains("“\(name)”") == true)
    #expect(error?.explanation.contains("Nothing was saved in any store.") == true)
    #expect(try memos().isEmpty && ModelContext(container).fetchCount(FetchDescriptor<Account>()) == 0)
    #expect(context.insertedModelsArray.count == 2)
    try queue.write { try $0.execute(sql: "DROP TRIGGER refuse") }
    try context.save()
    #expect(try memos() == ["one"] && ModelContext(container).fetchCount(FetchDescriptor<Account>()) == 1)
    #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes).count == 2)
  }

  /// One store has committed when the disk is full for the other.
  @Test(arguments: [false, true]) func aCommitThatFailsLeavesTheRest(rollsBack: Bool) throws {
    let folder = try TestFolder()
    let process =
      rollsBack
      ? try SecondProcess("StoreProcess", "commit-one", folder.url.path, "back")
      : try SecondProcess("StoreProcess", "commit-one", folder.url.path)
    #expect(process.line() == "refused by memos: true, saved already: true")
    #expect(process.line() == #"pending ["Memo"], stored 40 + 1"#)
    #expect(process.line() == "pending [], stored \(rollsBack ? 40 : 41) + 1")
    #expect(process.line() == "changed")
    process.end()
  }

  /// A seed is noted when all of it is there: the next call brings the rest.
  @Test func aSeedIsNotedLast() throws {
    let folder = try TestFolder()
    let process = try SecondProcess("StoreProcess", "seed-one", folder.url.path)
    #expect(process.line() == "saved already: true")
    #expect(process.line() == "40 + 1")
    #expect(process.line() == "sown: true, stored 41 + 1")
    #expect(process.line() == "sown: false, stored 41 + 1")
    process.end()
  }

  /// Each store has the note in the end, for containers that have it alone.
  @Test func seedsAreNotedInAllStores() throws {
    let isSown = try container.seed("all") { context in
      context.insert(Memo("one"))
      context.insert(Account("a"))
    }
    #expect(isSown)
    let url = folder.file("accounts.store")
    let accounts = try ModelContainer(for: Account.self, configurations: ModelConfiguration(url: url))
    #expect(try !accounts.seed("all") { _ in Issue.record("again") })
    #expect(try !container.seed("all") { _ in Issue.record("again") })
  }

  /// A store that is locked by somebody else is noticed before anything is written.
  @Test func aStoreThatCannotBeWrittenStopsAll() throws {
    let reader = try ModelContainer(
      for: Schema([Memo.self, Account.self]),
      configurations: [
        ModelConfiguration("memos", schema: Schema([Memo.self]), url: folder.file("memos.store")),
        ModelConfiguration(
          "accounts", schema: Schema([Account.self]), url: folder.file("accounts.store"),
          allowsSave: false),
      ])
    let context = ModelContext(reader)
    context.insert(Memo("one"))
    let account = Account("a")
    context.insert(account)
    #expect(throws: SwiftDataError.storeIsReadOnly) { try context.save() }
    #expect(try memos().isEmpty)
    context.delete(account)
    try context.save()
    #expect(try memos() == ["one"])
  }
}
