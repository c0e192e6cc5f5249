// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Damaged files: every command answers or throws.
///
/// A crash ends the process; the last line that was printed tells which seed
/// did it. `Scripts/nightly store-fuzz` runs many more rounds, with others.
@Suite struct StoreFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["SWIFTDATA_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 600
  private static let firstSeed = environment["SWIFTDATA_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  private func small() throws -> HandmadeStore {
    let archived = AttributeDescription.make("archived", .transformable) {
      $0.valueClassName = "Array<String>"
    }
    let place = AttributeDescription.make("place", .composite) {
      $0.elements = [.make("city", .string), .make("tags", .binaryData)]
    }
    return try HandmadeStore(
      ManagedObjectModel(entities: [
        .make(
          "Thing",
          [
            archived, .make("data", .binaryData) { $0.allowsExternalStorage = true },
            .make("name", .string), place, .make("price", .decimal), .make("when", .date),
          ],
          [
            .toMany("friends", "Thing", inverse: "friendOf"),
            .toMany("friendOf", "Thing", inverse: "friends"),
            .toOne("other", "Thing", inverse: "others"),
            .toMany("others", "Thing", inverse: "other", ordered: true),
          ], unique: [["name"]]),
        .make("Sub", super: "Thing", [.make("name", .string)]),
      ]), counters: ["Thing": 40], history: true,
      [
        "PRAGMA journal_mode = DELETE", "PRAGMA page_size = 1024", "VACUUM",
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOTHER INTEGER, Z1_OTHER INTEGER, Z_FOK_OTHER INTEGER, ZWHEN TIMESTAMP, ZPRICE DECIMAL, ZNAME VARCHAR, ZCITY VARCHAR, ZTAGS BLOB, ZDATA BLOB, ZARCHIVED BLOB)",
        "CREATE TABLE Z_1FRIENDS (Z_1FRIENDOF INTEGER, Z_1FRIENDS INTEGER, PRIMARY KEY (Z_1FRIENDOF, Z_1FRIENDS))",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO ZTHING SELECT i, 1 + i % 2, 1, i / 2, 1, i * 1024, i * 1.5, i * 0.25, 'thing ' || i, 'city', '[\"a\"]', x'01' || randomblob(50), x'\(HandmadeStore.hex(ArchivedValue.array([.string("a")]).keyedArchive()))' FROM n",
        "INSERT INTO Z_1FRIENDS SELECT Z_PK, Z_PK + 1 FROM ZTHING WHERE Z_PK < 40",
        "CREATE INDEX ZTHING_ZOTHER_INDEX ON ZTHING (ZOTHER)",
        "INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, 1, 'app')",
        "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZTIMESTAMP) VALUES (1, 16002, 1, 5)",
        "INSERT INTO ACHANGE SELECT Z_PK, 16001, NULL, Z_PK % 3, 1, Z_PK, 1, x'FF', NULL FROM ZTHING",
      ])
  }

  /// All that reads, and now and then all that writes into copies.
  private func use(_ url: URL, _ original: URL, writes: Bool) throws {
    let folder = url.deletingLastPathComponent()
    func target(_ name: String) -> URL { folder.appendingPathComponent(name) }
    if writes {
      try? FileManager.default.copyItem(at: url, to: target("written.store"))
      _ = try? Compaction.compact(target("written.store"))
      let file = target("import.json")
      try Data(#"{"Thing": [{"name": "new", "other": "Thing/p3"}]}"#.utf8).write(to: file)
      _ = try? Importer(policy: .update).import(file, .json, into: target("written.store"))
    }
    // Also of files that do not open: what is made of their rows is a sound file.
    if writes, (try? StoreSalvage.salvage(url, into: target("salvaged.store"))) != nil {
      #expect(try App(target("salvaged.store")).texts("PRAGMA integrity_check") == ["ok"])
      _ = try StoreIntegrityCheck(try Store(reading: target("salvaged.store"))).run()
    }
    let store = try Store(reading: url)
    _ = try? Inspection(of: store)
    _ = try? StoreIntegrityCheck(store).run()
    try? JSONExport(store).write(to: TextCollector())
    try? SQLExport(store).write(to: TextCollector())
    _ = try? ModelSource(store).text()
    _ = ModelOutline(store).text
    if let history = try? store.history() { while let next = try? history.next() { _ = next } }
    guard writes else { return }
    _ = try? CSVExport(store).write(into: target("csv"))
    _ = try? Backup.copy(store, to: target("backup.store"))
    _ = try? StoreRepair.repair(store, into: target("repaired.store"))
    try? StoreComparison(store, Store(reading: original)).rows { _ in }
  }

  @Test(arguments: 0..<4)
  func damagedStoresNeverCrash(_ part: Int) throws {
    let store = try small()
    let whole = try Data(contentsOf: store.url)
    let folder = try TemporaryFolder()
    var opened = 0
    for round in 0..<(Self.rounds / 4) {
      let seed = Self.firstSeed &+ UInt64(part * 1_000_000 + round)
      if round % 50 == 0 { print("StoreFuzzTests: seeds from \(seed)") }
      if Self.environment["SWIFTDATA_FUZZ_TRACE"] != nil { print("seed \(seed)"); fflush(nil) }
      var mutator = StoreMutator(seed: seed, pageSize: 1024)
      let place = folder.url.appendingPathComponent("\(round)", isDirectory: true)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let url = place.appendingPathComponent("fuzzed.store")
      let bytes = mutator.mutate(whole)
      try bytes.write(to: url)
      do {
        try use(url, store.url, writes: round % 10 == 0)
        opened += 1
      } catch is StoreError {
        // What is wrong has been said.
      }
      // Whatever was done, the file is as it was.
      #expect(try Data(contentsOf: url) == bytes, "seed \(seed)")
      try FileManager.default.removeItem(at: place)
    }
    #expect(opened > Self.rounds / 20)
  }
}
