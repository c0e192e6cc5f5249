// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// What of a damaged store comes back: each row that can be read, as it was, and nothing else.
@Suite struct SalvageTests {
  /// 4,000 rows on some 100 leaves, each with two names and a reference to the row before.
  private func store(
    _ count: Int = 4000, journal: String = "DELETE", _ changes: [String] = []
  ) throws -> HandmadeStore {
    let model = ManagedObjectModel(entities: [
      .make(
        "Thing",
        [
          .make("name", .string, optional: false), .make("note", .string), .make("data", .binaryData),
          .make("must", .binaryData, optional: false),
        ],
        [.toOne("before", "Thing", inverse: "after"), .toMany("after", "Thing", inverse: "before")]),
      .make("Quiet", [.make("name", .string)]),
    ])
    let store = try HandmadeStore(
      model, counters: ["Thing": count, "Quiet": 3], history: true,
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEFORE INTEGER, ZNAME VARCHAR, ZNOTE VARCHAR, ZDATA BLOB, ZMUST BLOB)",
        "CREATE TABLE ZQUIET (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) INSERT INTO ZTHING SELECT i, 2, 1, nullif(i - 1, 0), 'thing ' || i, 'a note on ' || (i * 7) || ' with some more words', NULL, x'01' FROM n",
        "INSERT INTO ZQUIET VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b'), (3, 1, 1, 'c')",
        "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP) VALUES (1, 16002, 1, 5)",
        "INSERT INTO ACHANGE SELECT Z_PK, 16001, NULL, 0, 2, Z_PK, 1, NULL, NULL FROM ZTHING",
      ]
    ).indexed(changed: changes)
    // The file is what will be damaged, so nothing is left in the log.
    try App(store.url).execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = \(journal)")
    return store
  }

  private func rows(_ url: URL) throws -> [Int: String] {
    var rows: [Int: String] = [:]
    for line in try App(url).texts(
      "SELECT Z_PK || '|' || Z_ENT || '|' || ZNAME || '|' || ifnull(ZNOTE, '') || '|' || hex(ifnull(ZDATA, '')) FROM ZTHING"
    ) {
      guard let key = line.split(separator: "|").first.flatMap({ Int($0) }) else { continue }
      rows[key] = line
    }
    return rows
  }

  /// The pages of one kind, with the number of their rows.
  private func pages(_ kind: String, of name: String, _ url: URL) throws -> [(page: Int, cells: Int)] {
    try App(url).texts(
      "SELECT pageno || ' ' || ncell FROM dbstat WHERE name = '\(name)' AND pagetype = '\(kind)' ORDER BY pageno"
    ).map { line in
      let parts = line.split(separator: " ").compactMap { Int($0) }
      return (try #require(parts.first), try #require(parts.last))
    }
  }

  private func damage(_ url: URL, _ pages: [Int], with byte: UInt8 = 0) throws {
    var bytes = try Data(contentsOf: url)
    for page in pages {
      let start = (page - 1) * 4096
      bytes.replaceSubrange(start..<(start + 4096), with: Data(repeating: byte, count: 4096))
    }
    try bytes.write(to: url)
  }

  private func target(_ store: HandmadeStore) -> URL { store.folder.url.appendingPathComponent("Rescued.store") }

  @Test func aSoundStoreComesWhole() throws {
    let store = try store()
    let before = try store.folder.state()
    let salvage = try StoreSalvage.salvage(store.url, into: target(store))
    #expect(salvage.isComplete && salvage.repairs == [])
    #expect(try rows(target(store)) == rows(store.url))
    #expect(try Store(reading: target(store)).metadata.storeUUID == Store(reading: store.url).metadata.storeUUID)
    #expect(try App(target(store)).texts("SELECT count(*) FROM ACHANGE") == ["4000"])
    try FileManager.default.removeItem(at: target(store))
    #expect(try store.folder.state() == before)
  }

  /// Of each leaf that is gone, exactly its rows are lost.
  @Test(arguments: 1...24) func randomLeavesAreGone(_ seed: UInt64) throws {
    print("SalvageTests: seed \(seed)")
    var random = SplitMix(state: seed)
    let store = try store()
    let original = try rows(store.url)
    let leaves = try pages("leaf", of: "ZTHING", store.url)
    try #require(leaves.count > 50)
    let gone = leaves.shuffled(using: &random).prefix(Int.random(in: 1...12, using: &random))
    try damage(store.url, gone.map(\.page), with: UInt8.random(in: 0...255, using: &random))
    let salvage = try StoreSalvage.salvage(store.url, into: target(store))
    let found = try rows(target(store))
    #expect(found.count == original.count - gone.map(\.cells).reduce(0, +), "seed \(seed)")
    for (key, row) in found { #expect(row == original[key], "seed \(seed)") }
    let table = try #require(salvage.tables.first { $0.name == "ZTHING" })
    #expect(table.rows == found.count)
    let unreadable = table.unreadable.map(\.count).reduce(0, +)
    #expect(unreadable == original.count - found.count, "seed \(seed): \(table.unreadable)")
    #expect(salvage.repairs.contains { $0.hasPrefix("Set Thing.before to nil") })
    // The history is whole, and stays.
    #expect(salvage.remarks == [])
    try expectSound(target(store))
  }

  /// A page near the root: what lies below is out of reach, and nothing else.
  @Test(arguments: ["ZTHING", "ACHANGE"]) func theRootIsGone(_ name: String) throws {
    let store = try store()
    let root = try #require(try App(store.url).texts("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'").first)
    try damage(store.url, [try #require(Int(root))])
    let salvage = try StoreSalvage.salvage(store.url, into: target(store))
    #expect(salvage.tables.first { $0.name == name }?.rows == 0)
    #expect(salvage.tables.first { $0.name == name }?.isComplete == false)
    #expect(salvage.tables.first { $0.name == "ZQUIET" }?.rows == 3)
    #expect(try rows(target(store)).count == (name == "ZTHING" ? 0 : 4000))
    // A history with gaps would tell its readers that nothing happened.
    let isHistory = name == "ACHANGE"
    #expect(salvage.remarks.contains { $0.contains("history was removed") } == isHistory)
    #expect(try App(target(store)).texts("SELECT count(*) FROM ATRANSACTION") != (isHistory ? ["1"] : ["0"]))
    try expectSound(target(store))
  }

  @Test(arguments: ["DELETE", "WAL"]) func theEndOfTheFileIsGone(_ journal: String) throws {
    let store = try store(journal: journal)
    let original = try rows(store.url)
    try Data(try Data(contentsOf: store.url).prefix(200 * 1024)).write(to: store.url)
    _ = #expect(throws: StoreError.self) { try Store(reading: store.url) }
    let salvage = try StoreSalvage.salvage(store.url, into: target(store))
    let found = try rows(target(store))
    #expect(found.count > 500 && found.count < original.count)
    for (key, row) in found { #expect(row == original[key]) }
    #expect(!salvage.isComplete)
    try expectSound(target(store))
  }

  /// A long value is lost, the row is not; unless the value is one that it must have.
  @Test func pagesOfLongValuesAreGone() throws {
    let store = try store(
      100,
      [
        "UPDATE ZTHING SET ZDATA = randomblob(20000) WHERE Z_PK = 7",
        "UPDATE ZTHING SET ZMUST = randomblob(20000) WHERE Z_PK = 9",
      ])
    let original = try rows(store.url)
    let pages = try pages("overflow", of: "ZTHING", store.url).map(\.page)
    try #require(pages.count >= 8)
    try damage(store.url, pages, with: 0xFF)
    let salvage = try StoreSalvage.salvage(store.url, into: target(store))
    let found = try rows(target(store))
    #expect(Set(original.keys).subtracting(found.keys) == [9])
    #expect(found[7] == original[7]?.split(separator: "|").prefix(4).joined(separator: "|").appending("|"))
    let table = try #require(salvage.tables.first { $0.name == "ZTHING" })
    #expect(table.incomplete == [7] && table.unreadable == [9...9] && table.rows == 99)
    try expectSound(target(store))
  }

  @Test(arguments: ["Z_METADATA", "Z_PRIMARYKEY"]) func theBookkeepingComesFromASoundStore(_ name: String) throws {
    let (store, sound) = (try store(200), try store(3))
    let original = try rows(store.url)
    let root = try #require(try App(store.url).texts("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'").first)
    try damage(store.url, [try #require(Int(root))])
    let error = #expect(throws: StoreError.self) { try StoreSalvage.salvage(store.url, into: target(store)) }
    #expect(error?.code == .damaged && error?.advice?.contains("sound store") == true)
    #expect(!FileManager.default.fileExists(atPath: target(store).path))
    let salvage = try StoreSalvage.salvage(store.url, into: target(store), like: sound.url)
    #expect(salvage.remarks.contains("\(name) was completed with the rows of the sound store."))
    #expect(try rows(target(store)) == original)
    try expectSound(target(store))
  }

  /// Another version of the system may have made the table with further columns, or in another order.
  @Test func theBookkeepingIsTakenByTheNamesOfColumns() throws {
    let (store, sound) = (try store(200), try store(3))
    let original = try rows(store.url)
    let root = try #require(
      try App(store.url).texts("SELECT rootpage FROM sqlite_master WHERE name = 'Z_PRIMARYKEY'").first)
    try damage(store.url, [try #require(Int(root))])
    try App(sound.url).execute(
      """
      ALTER TABLE Z_PRIMARYKEY RENAME TO FORMER;
      CREATE TABLE Z_PRIMARYKEY (Z_EXTRA INTEGER, Z_NAME VARCHAR, Z_ENT INTEGER PRIMARY KEY, Z_SUPER INTEGER,
        Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY (Z_NAME, Z_ENT, Z_SUPER, Z_MAX) SELECT Z_NAME, Z_ENT, Z_SUPER, Z_MAX FROM FORMER;
      DROP TABLE FORMER
      """)
    _ = try StoreSalvage.salvage(store.url, into: target(store), like: sound.url)
    #expect(try rows(target(store)) == original)
    try expectSound(target(store))
  }

  @Test func whatIsInTheWayStays() throws {
    let store = try store(3)
    try Data("mine".utf8).write(to: target(store))
    let error = #expect(throws: StoreError.self) { try StoreSalvage.salvage(store.url, into: target(store)) }
    #expect(error?.code == .alreadyExists)
    #expect(try Data(contentsOf: target(store)) == Data("mine".utf8))
    let none = store.folder.url.appendingPathComponent("None.store")
    let missing = #expect(throws: StoreError.self) {
      try StoreSalvage.salvage(none, into: store.folder.url.appendingPathComponent("New.store"))
    }
    #expect(missing?.code == .fileNotFound)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path).filter { $0.hasPrefix(".") } == [])
  }
}
