// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// The list of tables in a file is text that anyone may have written: behind a definition there may be more.
@Suite struct HostileDefinitionTests {
  /// A database of somebody else.
  private func victim(_ store: HandmadeStore) throws -> URL {
    let url = store.beside("victim.db")
    try App(url).execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    return url
  }

  private func append(_ sql: String, to name: String, _ store: HandmadeStore) throws {
    let text = sql.replacing("'", with: "''")
    try App(store.url).execute(
      "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = sql || '\(text)' WHERE name = '\(name)'")
  }

  @Test(arguments: ["; COMMIT; ATTACH '?' AS v; DROP TABLE v.t; BEGIN", "; ATTACH '?' AS v; DROP TABLE v.t"])
  func salvageRunsNothingElse(_ tail: String) throws {
    let store = try CheckedStore.make()
    let victim = try victim(store)
    try append(tail.replacing("?", with: victim.path), to: "ZPLACE", store)
    let target = store.beside("Rescued.store")
    let salvage = try StoreSalvage.salvage(store.url, into: target)
    #expect(try App(victim).texts("SELECT a FROM t") == ["1"])
    #expect(salvage.losses.contains { $0.contains("ZPLACE was left out") }, "\(salvage.losses)")
    #expect(try Store(reading: target).count(of: "Owner") == 3)
    #expect(try App(target).texts("SELECT count(*) FROM sqlite_master WHERE name = 'ZPLACE'") == ["0"])
  }

  /// A sound store has the definition as well.
  @Test func aSoundDefinitionIsTaken() throws {
    let store = try CheckedStore.make()
    let sound = try CheckedStore.make()
    try append("; SELECT 1", to: "ZPLACE", store)
    let target = store.beside("Rescued.store")
    let salvage = try StoreSalvage.salvage(store.url, into: target, like: sound.url)
    #expect(salvage.isComplete, "\(salvage.losses)")
    #expect(try Store(reading: target).count(of: "Place") == 1)
  }

  @Test func aRepairRunsNothingElse() throws {
    let store = try CheckedStore.make()
    let victim = try victim(store)
    let name = "ZANIMAL_ZOWNER_INDEX"
    try append("; ATTACH '\(victim.path)' AS v; DROP TABLE v.t", to: name, store)
    try store.settle()
    // An index that cannot be emptied is made anew.
    try store.damage([store.root(of: name)], with: 0)
    let copy = store.beside("Copy.store")
    let error = #expect(throws: StoreError.self) { try StoreRepair.repair(try store.open(), into: copy) }
    #expect(error?.code == .damaged && error?.what.contains("not one statement") == true)
    #expect(try App(victim).texts("SELECT a FROM t") == ["1"])
    #expect(!FileManager.default.fileExists(atPath: copy.path))
  }

  /// What a file may well have besides Core Data's tables.
  @Test func ordinaryDefinitionsAreTaken() throws {
    let store = try CheckedStore.make([
      "CREATE INDEX own_part ON ZPLACE (ZNAME COLLATE NOCASE, lower(ZNAME)) WHERE ZNAME IS NOT NULL",
      "CREATE TRIGGER own_trigger AFTER UPDATE ON ZPLACE WHEN new.ZNAME IN (SELECT ZNAME FROM ZOWNER) BEGIN DELETE FROM ZANIMAL WHERE Z_PK IN (SELECT 99); END",
      "CREATE TABLE own_table (id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT DEFAULT (upper('a')), key TEXT UNIQUE, CHECK (length(note) > 0))",
      "INSERT INTO own_table (key) VALUES ('k')",
    ])
    let target = store.beside("Rescued.store")
    let salvage = try StoreSalvage.salvage(store.url, into: target)
    #expect(salvage.isComplete, "\(salvage.losses)")
    let definitions = "SELECT type || ' ' || name || ' ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    #expect(try App(target).texts(definitions) == App(store.url).texts(definitions))
    #expect(try App(target).texts("SELECT id || note || key FROM own_table") == ["1Ak"])
    try expectSound(target)
  }
}
