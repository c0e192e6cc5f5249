// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import GRDBSQLite
import Testing

/// Pages that cannot be read: what else is in the file is still looked at, and
/// no command takes the file for a whole one.
@Suite struct DamagedStoreTests {
  /// A store without log, one of whose tables or indexes begins with nothing
  /// but zeros.
  private func store(damaging name: String, _ changes: String...) throws -> HandmadeStore {
    let store = try CheckedStore.make(changes)
    let page = try #require(
      try App(store.url).texts("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'")
        .first.flatMap { Int($0) })
    try App(store.url).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try zero(page, of: store)
    return store
  }

  private func zero(_ page: Int, of store: HandmadeStore) throws {
    var bytes = try Data(contentsOf: store.url)
    let start = (page - 1) * 4096
    bytes.replaceSubrange(start..<(start + 4096), with: Data(count: 4096))
    try bytes.write(to: store.url)
  }

  @Test func aCheckGoesOnBehindADamagedPage() throws {
    let store = try store(
      damaging: "ZPLACE", "UPDATE ZANIMAL SET ZOWNER = 77 WHERE Z_PK = 1",
      "INSERT INTO ATRANSACTION (Z_PK, ZAUTHORTS) VALUES (1, 5)")
    let findings = try CheckedStore.findings(store)
    let unreadable = findings.filter { $0.kind == .unreadable }
    #expect(unreadable.contains { $0.table == "ZPLACE" && $0.severity == .error })
    #expect(unreadable.filter { $0.table == "ZPLACE" }.count == 1)
    for kind in [Finding.Kind.integrity, .danglingReference, .history] {
      #expect(findings.contains { $0.kind == kind }, "\(kind) in \(findings.map(\.what))")
    }
    let result = try Tool.run("check", store.url.path)
    #expect(result.code == 1 && result.output.contains("ZPLACE: The table"))
  }

  /// Whichever table it is.
  @Test(
    arguments: [
      "ZANIMAL", "ZOWNER", "ZPLACE", "Z_3HOUSES", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE",
      "ZANIMAL_ZOWNER_INDEX",
    ])
  func everyDamagedPageIsFound(_ name: String) throws {
    let store = try store(damaging: name)
    let before = try store.folder.state()
    let result = try Tool.run("check", store.url.path, "--json")
    #expect(result.code == 1, "\(result.errors)")
    let answer = try JSONValue(parsing: Data(result.output.utf8))
    #expect(answer["ok"] == .bool(false))
    guard case .array(let findings)? = answer["findings"] else {
      Issue.record("There are no findings.")
      return
    }
    #expect(findings.contains { $0["severity"] == .string("error") })
    // The other commands answer, or say why not.
    for command in [["inspect"], ["schema"], ["history"], ["export", "--to", "json"]] {
      let result = try Tool.run([command[0], store.url.path] + command.dropFirst())
      #expect(result.code == 0 || result.code == 2 && !result.errors.isEmpty, "\(command)")
    }
    #expect(try store.folder.state() == before)
  }

  @Test func inspectingGoesOn() throws {
    let store = try store(damaging: "ZPLACE")
    let entities = try Inspection(of: store.open()).entities
    #expect(entities.first { $0.name == "Place" }?.rows == nil)
    #expect(entities.first { $0.name == "Owner" }?.rows == 3)
    let result = try Tool.run("inspect", store.url.path)
    #expect(result.code == 0 && result.output.contains("damaged"))
  }

  @Test func aBackupSaysThatItIsDamaged() throws {
    let store = try store(damaging: "ZPLACE")
    let copy = store.folder.url.appendingPathComponent("Copy.store")
    let result = try Tool.run("backup", store.url.path, copy.path)
    #expect(result.code == 1)
    #expect(result.errors.contains("The database is damaged, and so is the copy"))
    // The copy is there all the same: it may be all that is left.
    #expect(try Store(reading: copy).count(of: "Owner") == 3)
    #expect(
      try Backup.copy(CheckedStore.make().open(), to: copy.appendingPathExtension("2")).damage
        == nil)
  }

  @Test func whatCannotBeRepairedIsNotSaidToBe() throws {
    let store = try store(damaging: "ZPLACE")
    let before = try store.folder.state()
    let copy = store.folder.url.appendingPathComponent("Copy.store")
    let error = #expect(throws: StoreError.self) {
      try StoreRepair.repair(try store.open(), into: copy)
    }
    #expect(error?.code == .damaged && error?.what.contains("beyond repair") == true)
    let result = try Tool.run("check", store.url.path, "--repair", copy.path)
    #expect(result.code == 2 && result.output.isEmpty && result.errors.contains("beyond repair"))
    #expect(try store.folder.state() == before)
    #expect(throws: StoreError.self) { try Compaction.compact(store.url) }
    #expect(try store.folder.state() == before)
  }

  @Test func aDamagedIndexIsRepaired() throws {
    let store = try store(damaging: "ZANIMAL_ZOWNER_INDEX")
    let copy = store.folder.url.appendingPathComponent("Copy.store")
    let result = try Tool.run("check", store.url.path, "--repair", copy.path)
    #expect(result.code == 0, "\(result.output) \(result.errors)")
    #expect(result.output.contains("Rebuilt the indexes."))
    #expect(try App(copy).texts("PRAGMA integrity_check") == ["ok"])
  }

  /// Salvage leaves out a row for damage only, so what the disk, the memory or another program does is none.
  @Test(
    arguments: [
      // Written, made certain, cut off, deleted; the index of the log.
      (10 | 3 << 8, StoreError.Code.notWritable), (10 | 4 << 8, .notWritable), (10 | 6 << 8, .notWritable),
      (10 | 10 << 8, .notWritable), (10 | 19 << 8, .notWritable), (13, .notWritable), (8, .notWritable),
      (7, .outOfMemory), (10 | 12 << 8, .outOfMemory),
      (5, .busy), (5 | 1 << 8, .busy), (6, .busy), (9, .busy), (15, .busy), (17, .busy),
      (10 | 1 << 8, .unreadable), (14, .unreadable), (3, .unreadable), (11, .damaged), (19, .damaged),
    ] as [(Int32, StoreError.Code)])
  func whatSQLiteReportsIsToldApart(_ code: Int32, _ expected: StoreError.Code) throws {
    let store = try CheckedStore.make().open()
    #expect(store.connection.failure(code).code == expected)
  }

  /// A statement that is stopped says nothing about its table.
  @Test func aStoppedStatementIsNoDamage() throws {
    let connection = try CheckedStore.make().open().connection
    sqlite3_progress_handler(connection.handle, 1, { _ in 1 }, nil)
    defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
    let error = #expect(throws: StoreError.self) { try connection.rows("SELECT * FROM ZOWNER ORDER BY ZNAME") }
    #expect(error?.code == .busy)
  }
}
