// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Stores without a model: what a column refers to is guessed, and nothing is changed on the strength of a guess.
@Suite struct ModellessRepairTests {
  /// An entity that is called like a relationship to another one.
  @Test func referencesAreLeft() throws {
    let model = ManagedObjectModel(entities: [
      .make("Language", [.make("name", .string)], [.toOne("parent", "Language")]),
      .make("Parent", [.make("name", .string)]),
    ])
    let store = try HandmadeStore(
      model, counters: ["Language": 2, "Parent": 1], keepsModel: false,
      [
        "CREATE TABLE ZLANGUAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZPARENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE INDEX ZLANGUAGE_ZPARENT_INDEX ON ZLANGUAGE (ZPARENT)",
        "INSERT INTO ZLANGUAGE VALUES (1, 1, 1, NULL, 'a'), (2, 1, 1, 1, 'b'), (3, 1, 1, 2, 'c'), (4, 1, 1, 2, 'd')",
        "INSERT INTO ZPARENT VALUES (1, 2, 1, 'x')",
      ])
    #expect(try CheckedStore.findings(store).map(\.kind) == [.counter])
    let copy = store.beside("Copy.store")
    // A counter is no guess.
    #expect(try StoreRepair.repair(try store.open(), into: copy).actions == ["Raised the counter of Language."])
    let references = "SELECT ifnull(ZPARENT, 0) FROM ZLANGUAGE ORDER BY Z_PK"
    #expect(try App(copy).texts(references) == ["0", "1", "2", "2"])
    // All values lead to languages.
    let relationship = try store.open().model.entity(named: "Language")?.relationships.first
    #expect(relationship?.name == "PARENT" && relationship?.destination == "Language")
  }

  @Test func whatSeemsWrongIsAWarning() throws {
    let store = try CheckedStore.make([
      "DELETE FROM Z_MODELCACHE", "UPDATE ZOWNER SET ZFAVOURITE = 77 WHERE Z_PK = 1",
      "INSERT INTO Z_3HOUSES VALUES (1, 78)",
    ])
    let findings = try CheckedStore.findings(store)
    #expect(findings.contains { $0.kind == .danglingReference && $0.key == 1 })
    #expect(findings.contains { $0.kind == .danglingPair })
    #expect(findings.allSatisfy { $0.severity == .warning && !$0.advice.contains("--repair") })
    let copy = store.beside("Copy.store")
    #expect(try StoreRepair.repair(try store.open(), into: copy).actions == [])
    #expect(try App(copy).texts("SELECT ZFAVOURITE FROM ZOWNER WHERE Z_PK = 1") == ["77"])
    #expect(try App(copy).texts("SELECT count(*) FROM Z_3HOUSES") == ["2"])
  }
}
