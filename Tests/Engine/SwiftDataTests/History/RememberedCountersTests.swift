// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// The writer remembers counters and strings of the history between saves:
/// also where others write, and where saves fail.
@Suite struct RememberedCountersTests {
  @Model final class Entry {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
  }

  private func rows(_ sql: String, _ folder: TestFolder) throws -> [Row] {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.read { try Row.fetchAll($0, sql: sql) }
  }

  /// Two containers are two connections, as two programs would have.
  @Test func twoWritersCountTogether() throws {
    let folder = try TestFolder()
    let contexts = try ["first", "second"].map { author in
      let context = ModelContext(try folder.container(Entry.self))
      context.author = author
      return context
    }
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var saves = 0
    for number in 0..<120 {
      let context = contexts[Int.random(in: 0...1, using: &generator)]
      context.insert(Entry(name: "\(number)"))
      if number % 7 == 0 {
        context.rollback()
        continue
      }
      if number % 11 == 0 {
        // Refused in the middle of the transaction.
        context.insert(Entry(name: "\(number)"))
        #expect(throws: SwiftDataError.self) { try context.save(onConflict: .refuse) }
        context.rollback()
        continue
      }
      if number % 29 == 0 {
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        saves = 0
      }
      try context.save()
      saves += 1
    }
    let count = try ModelContext(folder.container(Entry.self)).fetchCount(FetchDescriptor<Entry>())
    let changes = try rows("SELECT ZENTITYPK, ZTRANSACTIONID FROM ACHANGE", folder)
    #expect(changes.count == saves)
    #expect(Set(changes.map { $0["ZENTITYPK"] as Int64? }).count == saves)
    #expect(try rows("SELECT 1 FROM ATRANSACTION", folder).count == saves)
    #expect(try rows("SELECT 1 FROM ZENTRY", folder).count == count)
    // Each string once, and each author's transactions under its own.
    let strings = try rows("SELECT ZNAME FROM ATRANSACTIONSTRING", folder)
    #expect(Set(strings.map { $0["ZNAME"] as String? }).count == strings.count)
    let dangling = try rows(
      """
      SELECT 1 FROM ATRANSACTION WHERE ZAUTHORTS NOT IN (SELECT Z_PK FROM ATRANSACTIONSTRING \
      WHERE ZNAME IN ('first', 'second'))
      """, folder)
    #expect(dangling.isEmpty)
    // The counters are those of the rows.
    for (number, table) in [(16001, "ACHANGE"), (16002, "ATRANSACTION")] {
      let maximum = try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)", folder)
      let highest = try rows("SELECT max(Z_PK) AS key FROM \(table)", folder)
      #expect(maximum.first?["Z_MAX"] as Int64? == highest.first?["key"] as Int64?)
    }
  }

  /// In a damaged file: a save is refused, and does not end the process.
  @Test(arguments: [16001, 16002]) func countersAtTheirEnd(number: Int) throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Entry.self))
      context.insert(Entry(name: "a"))
      try context.save()
    }
    let queue = try DatabaseQueue(path: folder.file().path)
    try queue.write {
      try $0.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max) WHERE Z_ENT = \(number)")
    }
    try queue.close()
    let context = ModelContext(try folder.container(Entry.self))
    context.insert(Entry(name: "b"))
    #expect(throws: SwiftDataError.storeIsFull) { try context.save() }
    context.rollback()
    #expect(try context.fetch(FetchDescriptor<Entry>()).map(\.name) == ["a"])
  }

  @Test func erasingForgetsThem() throws {
    let folder = try TestFolder()
    let container = try folder.container(Entry.self)
    func save(_ name: String) throws {
      let context = ModelContext(container)
      context.author = "author"
      context.insert(Entry(name: name))
      try context.save()
    }
    try save("before")
    try container.erase()
    try save("after")
    let authors = try rows(
      """
      SELECT s.ZNAME FROM ATRANSACTION AS t JOIN ATRANSACTIONSTRING AS s ON s.Z_PK = t.ZAUTHORTS
      """, folder)
    #expect(authors.map { $0["ZNAME"] as String? } == ["author"])
    #expect(try rows("SELECT Z_PK FROM ZENTRY", folder).first?["Z_PK"] as Int64? == 2)
  }
}
