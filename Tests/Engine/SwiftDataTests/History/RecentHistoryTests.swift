// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import GRDB
import ProcessSupport
import SwiftData
import Testing

/// The history of a program that saves all the time waits in a table of the library's own before it moves to Core
/// Data's. Nobody who reads the history can tell.
@Suite struct RecentHistoryTests {
  @Model final class Entry {
    var batch = 1
    var number: Int
    @Attribute(.preserveValueOnDeletion) var text = "text"

    init(_ number: Int) { self.number = number }
  }

  @Model final class Plain {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private static let table = "OSD_RECENT_HISTORY"
  /// After so many saves of a container the others wait.
  private static let patience = 64

  private func rows(_ sql: String, _ folder: TestFolder) throws -> [Row] {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.read { try Row.fetchAll($0, sql: sql) }
  }

  private func number(_ sql: String, _ folder: TestFolder) throws -> Int64? { try rows(sql, folder).first?[0] }

  private func hasTable(_ folder: TestFolder) throws -> Bool {
    try number("SELECT 1 FROM sqlite_schema WHERE name = '\(Self.table)'", folder) != nil
  }

  private func save(_ numbers: Range<Int>, _ context: ModelContext) throws {
    for number in numbers {
      context.insert(Plain(number))
      try context.save()
    }
  }

  private func history(_ container: ModelContainer) throws -> [DefaultHistoryTransaction] {
    try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  }

  /// What each transaction says, oldest first.
  private func lines(_ container: ModelContainer) throws -> [String] {
    try history(container).map { transaction in
      let changes = transaction.changes.map { change in
        switch change {
        case .insert(let insert): "+\(insert.changedPersistentIdentifier.entityName)"
        case .update(let update):
          "~\(update.changedPersistentIdentifier.entityName)"
            + ((update as? DefaultHistoryUpdate<Plain>).map { " \($0.updatedAttributes.count)" } ?? "")
        case .delete(let delete): "-\(delete.changedPersistentIdentifier.entityName)"
        @unknown default: "?"
        }
      }
      return "\(transaction.author ?? "nobody") " + changes.joined(separator: " ")
    }
  }

  private func expectSettled(_ folder: TestFolder, transactions: Int) throws {
    #expect(try !hasTable(folder))
    #expect(try number("SELECT count(*) FROM ATRANSACTION", folder) == Int64(transactions))
    for (number, table) in [(16001, "ACHANGE"), (16002, "ATRANSACTION")] {
      #expect(
        try self.number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)", folder)
          == self.number("SELECT max(Z_PK) FROM \(table)", folder))
    }
    let findings = try StoreChecker.check(folder.file())
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func nobodyCanTell() throws {
    let folder = try TestFolder()
    var before: [String] = []
    do {
      let container = try folder.container(Plain.self)
      let context = ModelContext(container)
      context.author = "first"
      try save(0..<Self.patience, context)
      #expect(try !hasTable(folder))
      context.author = "second"
      try save(Self.patience..<90, context)
      let some = try context.fetch(FetchDescriptor<Plain>(predicate: #Predicate { $0.number < 2 }))
      some[0].number = -1
      context.delete(some[1])
      try context.save()
      #expect(try number("SELECT count(*) FROM ATRANSACTION", folder) == Int64(Self.patience))
      #expect(try number("SELECT count(*) FROM \(Self.table)", folder) == 26 + 2)

      before = try lines(container)
      #expect(before.count == 91)
      #expect(before[Self.patience - 1] == "first +Plain" && before[Self.patience] == "second +Plain")
      #expect(Set(before[90].split(separator: " ")) == ["second", "~Plain", "1", "-Plain"])
      let findings = try StoreChecker.check(folder.file())
      #expect(findings.isEmpty, "\(findings)")

      // Pages of transactions, across the tables.
      var numbers: [Int64] = []
      var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
      descriptor.fetchLimit = 7
      while let last = try context.fetchHistory(descriptor).last {
        numbers += try context.fetchHistory(descriptor).map(\.transactionIdentifier)
        let token = last.token
        descriptor.predicate = #Predicate { $0.token > token }
      }
      #expect(numbers == Array(1...91))
    }
    try expectSettled(folder, transactions: 91)
    #expect(try lines(folder.container(Plain.self)) == before)
  }

  /// More keys than are reserved at a time, with larger saves among them.
  @Test func keysAreGivenOutInOrder() throws {
    let folder = try TestFolder()
    var count = 0
    do {
      let container = try folder.container(Plain.self)
      let context = ModelContext(container)
      try save(0..<700, context)
      for number in 0..<40 { context.insert(Plain(number)) }
      try context.save()
      #expect(try number("SELECT count(*) FROM \(Self.table)", folder) == 0)
      try save(0..<1_100, context)
      count = 700 + 1 + 1_100
      let numbers = try history(container).map(\.transactionIdentifier)
      #expect(numbers == (1...Int64(count)).map { $0 })
      #expect(try number("SELECT count(*) FROM \(Self.table)", folder) ?? 0 < 1_100)
    }
    try expectSettled(folder, transactions: count)
  }

  /// Another program that knows nothing of the table takes keys beyond those that are reserved.
  @Test func anotherProgramWritesMeanwhile() throws {
    let folder = try TestFolder()
    var before: [String] = []
    do {
      let container = try folder.container(Plain.self)
      let context = ModelContext(container)
      try save(0..<80, context)
      let queue = try DatabaseQueue(path: folder.file().path)
      try queue.write { database in
        for (number, table) in [(16002, "ATRANSACTION"), (16001, "ACHANGE")] {
          try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = \(number)")
          let columns =
            table == "ACHANGE"
            ? "ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) SELECT Z_MAX, 16001, 0, 1, 80, "
              + "(SELECT max(Z_PK) FROM ATRANSACTION)" : "ZTIMESTAMP) SELECT Z_MAX, 16002, 800000000.0"
          try database.execute(
            sql: "INSERT INTO \(table) (Z_PK, Z_ENT, \(columns) FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
        }
      }
      try queue.close()
      try save(80..<100, context)
      before = try lines(container)
      #expect(before.count == 101)
      let numbers = try history(container).map(\.transactionIdentifier)
      #expect(numbers == numbers.sorted() && Set(numbers).count == 101)
      // The keys that were reserved are not given out after theirs.
      #expect(numbers[80] == 64 + 1024 + 1 && numbers[81] == 64 + 1024 + 2)
    }
    try expectSettled(folder, transactions: 101)
    #expect(try lines(folder.container(Plain.self)) == before)
  }

  @Test func deletedAndErased() throws {
    let folder = try TestFolder()
    let container = try folder.container(Plain.self)
    let context = ModelContext(container)
    try save(0..<100, context)
    let token = try history(container)[79].token
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < token }))
    #expect(try history(container).map(\.transactionIdentifier) == Array(80...100))
    try save(100..<110, context)
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try history(container).isEmpty)
    try save(110..<120, context)
    // No number is given out twice.
    #expect(try history(container).map(\.transactionIdentifier) == Array(111...120))
    try container.erase()
    #expect(try history(container).isEmpty)
    try save(0..<1, ModelContext(container))
    // The erasure has one of its own.
    #expect(try history(container).map(\.transactionIdentifier) == [122])
  }

  /// The values of deleted rows are kept in columns of Core Data's table.
  @Test func valuesOfDeletedRows() throws {
    let folder = try TestFolder()
    let container = try folder.container(Entry.self)
    let context = ModelContext(container)
    for number in 0..<80 {
      context.insert(Entry(number))
      try context.save()
    }
    #expect(try hasTable(folder))
    context.delete(try #require(try context.fetch(FetchDescriptor<Entry>()).first))
    try context.save()
    let changes = try #require(try history(container).last).changes
    guard case .delete(let delete as DefaultHistoryDelete<Entry>)? = changes.first else {
      Issue.record("\(changes)")
      return
    }
    #expect(delete.tombstone[\.text] as? String == "text")
  }

  /// Of a page of a table of rows, one or two: the row's, and the history's.
  @Test func aSaveWritesFewPages() throws {
    let folder = try TestFolder()
    let container = try folder.container(Plain.self)
    let context = ModelContext(container)
    try save(0..<80, context)
    let model = try #require(try context.fetch(FetchDescriptor<Plain>()).first)
    func log() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: folder.file().path + "-wal")[.size] as? Int ?? 0
    }
    let before = try log()
    for number in 0..<20 {
      model.number = 1_000 + number
      try context.save()
    }
    let frames = (try log() - before) / (4096 + 24)
    #expect(frames > 0 && frames <= 20 * 3, "\(frames) pages for 20 saves")
  }

  // MARK: Ends of programs

  #if !os(Windows)
    /// By a signal that the program waits for.
    @Test func theProgramIsTerminated() throws {
      let folder = try TestFolder()
      let process = try SecondProcess("StoreProcess", "many", folder.file().path, "150", "waiting")
      #expect(process.line() == "saved")
      process.signal(SIGTERM)
      #expect(process.end() == -SIGTERM)
      try expectSettled(folder, transactions: 150)
    }
  #endif

  @Test(arguments: [true, false]) func theProgramEnds(isKilled: Bool) throws {
    let folder = try TestFolder()
    let process = try SecondProcess("StoreProcess", "many", folder.file().path, "150")
    #expect(process.line() == "saved")
    if isKilled {
      process.kill()
    } else {
      process.say("go")
      #expect(process.end() == 0)
    }
    if !isKilled {
      try expectSettled(folder, transactions: 150)
      return
    }
    #expect(try hasTable(folder))
    // Without its classes, and without a change of the file.
    let cursor = try Store(reading: folder.file()).history()
    var lines: [String] = []
    while let next = try cursor.next() {
      lines.append("\(next.number) \(next.author ?? "") \(next.changes.map(\.kind.rawValue))")
    }
    #expect(lines == (1...150).map { "\($0) many [\"insert\"]" })
    #expect(try hasTable(folder))
  }

  /// Whoever writes next completes the history.
  @Test func theEditorSettles() throws {
    let folder = try TestFolder()
    let process = try SecondProcess("StoreProcess", "many", folder.file().path, "100")
    #expect(process.line() == "saved")
    process.kill()
    _ = try StoreEditor(folder.file()).save([.delete(ObjectReference(entity: "Entry", key: 1))])
    try expectSettled(folder, transactions: 101)
  }

  @Test func aBackupIsComplete() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Plain.self)
    try save(0..<100, ModelContext(container))
    let target = folder.url.appendingPathComponent("backup", isDirectory: true)
    let backup = try await container.backup(to: target)
    let copy = try #require(backup.stores.first)
    let queue = try DatabaseQueue(path: target.appendingPathComponent(copy.file).path)
    defer { try? queue.close() }
    let (tables, count) = try await queue.read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema WHERE name = '\(Self.table)'"),
        try Int.fetchOne(database, sql: "SELECT count(*) FROM ATRANSACTION")
      )
    }
    #expect(tables == 0 && count == 100)
    #expect(try hasTable(folder))
  }

  /// Two containers are two connections, as two programs would have.
  @Test func twoWritersCountTogether() throws {
    let folder = try TestFolder()
    do {
      var containers = try (0..<2).map { _ in try folder.container(Plain.self) }
      var contexts = containers.map { ModelContext($0) }
      let seed = UInt64.random(in: 1...UInt64.max)
      print("seed \(seed)")
      var generator = SeededGenerator(seed: seed)
      for number in 0..<400 {
        if number == 250 {
          // Closing removes the table, which the other has to make again.
          contexts[0] = contexts[1]
          containers.removeFirst()
          #expect(try !hasTable(folder))
        }
        let context = contexts[Int.random(in: 0...1, using: &generator)]
        for _ in 0..<(number % 50 == 0 ? 20 : 1) { context.insert(Plain(number)) }
        try context.save()
      }
      for container in containers {
        #expect(try history(container).map(\.transactionIdentifier) == Array(1...400))
      }
    }
    try expectSettled(folder, transactions: 400)
  }
}
