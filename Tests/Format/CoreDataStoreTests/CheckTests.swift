// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// What is wrong is found; what can be mended is mended, in a copy.
@Suite struct CheckTests {
  private func store(
    _ changes: String..., counters: [String: Int] = ["Animal": 9, "Owner": 9, "Place": 9]
  ) throws -> HandmadeStore {
    try CheckedStore.make(changes, counters: counters)
  }

  private func findings(_ store: HandmadeStore) throws -> [Finding] {
    try StoreIntegrityCheck(try store.open()).run()
  }

  @Test func nothingIsFoundWhereNothingIs() throws {
    #expect(try findings(store()).isEmpty)
  }

  @Test(
    arguments: [
      ("UPDATE ZANIMAL SET ZOWNER = 77 WHERE Z_PK = 1", .danglingReference, true),
      ("UPDATE ZOWNER SET ZFAVOURITE = 77 WHERE Z_PK = 1", .danglingReference, true),
      ("UPDATE ZOWNER SET Z1_FAVOURITE = 1 WHERE Z_PK = 1", .wrongEntity, true),
      ("INSERT INTO Z_3HOUSES VALUES (1, 77)", .danglingPair, true),
      ("INSERT INTO Z_3HOUSES VALUES (77, 1)", .danglingPair, true),
      ("UPDATE ZOWNER SET ZPARTNEROF = NULL WHERE Z_PK = 2", .brokenInverse, true),
      (
        "INSERT INTO ZOWNER VALUES (3, 3, 1, NULL, NULL, 2, NULL, NULL, 'q')", .brokenInverse, false
      ),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 1", .counter, true),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 5 WHERE Z_ENT = 2", .counter, true),
      ("UPDATE ZANIMAL SET Z_ENT = 3 WHERE Z_PK = 1", .entityNumber, false),
      ("UPDATE ZPLACE SET ZNAME = NULL", .missingValue, false),
      ("UPDATE ZOWNER SET ZBORN = 'soon' WHERE Z_PK = 1", .unfitValue, false),
      ("INSERT INTO ACHANGE VALUES (1, 16001, NULL, 0, 1, 1, 5, NULL, NULL)", .history, false),
    ] as [(String, Finding.Kind, Bool)])
  func isFound(_ statement: String, _ kind: Finding.Kind, _ isMended: Bool) throws {
    let store = try store(statement)
    let findings = try findings(store)
    #expect(findings.allSatisfy { $0.kind == kind }, "\(findings.map(\.what))")
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.key != nil && $0.table != nil && !$0.advice.isEmpty })

    let before = try store.folder.state()
    let copy = store.folder.url.appendingPathComponent("Mended.store")
    let repair = try StoreRepair.repair(try store.open(), into: copy)
    let left = try StoreIntegrityCheck(try Store(reading: copy)).run()
    #expect(left.isEmpty == isMended, "\(left.map(\.what))")
    #expect(repair.actions.isEmpty != isMended)
    let after = try store.folder.state().filter { !$0.key.hasPrefix("Mended") }
    #expect(after == before)
  }

  /// Apps of Apple's own leave one end empty.
  @Test func anEmptyInverseIsAWarning() throws {
    let empty = try findings(store("UPDATE ZOWNER SET ZPARTNEROF = NULL WHERE Z_PK = 2"))
    #expect(empty.map(\.severity) == [.warning])
    let other = try findings(
      store("INSERT INTO ZOWNER VALUES (3, 3, 1, NULL, NULL, 2, NULL, NULL, 'q')"))
    #expect(other.map(\.severity) == [.error])
  }

  /// This library writes both ends: one that is left is an error, also if the column is empty in all rows.
  @Test(arguments: [true, false]) func aPairWithOneEndIsAnErrorInStoresOfOurs(_ isOnlyOne: Bool) throws {
    let others = isOnlyOne ? ["DELETE FROM ZOWNER WHERE Z_PK = 8"] : []
    let changes = others + ["UPDATE ZOWNER SET ZPARTNEROF = NULL WHERE Z_PK = 2"]
    let own = try CheckedStore.make(changes, isOpenSwiftData: true)
    let found = try findings(own)
    #expect(found.map(\.severity) == [.error])
    #expect(found.map(\.kind) == [.brokenInverse])
    // Core Data leaves the column empty in all rows of some stores.
    let foreign = try findings(CheckedStore.make(changes))
    #expect(foreign.map(\.severity) == (isOnlyOne ? [] : [.warning]))
    let copy = own.folder.url.appendingPathComponent("Mended.store")
    _ = try StoreRepair.repair(try own.open(), into: copy)
    #expect(try StoreIntegrityCheck(try Store(reading: copy)).run().isEmpty)
  }

  @Test func hashesThatAreNotTheModelsAreFound() throws {
    var other = CheckedStore.model
    other.entities[3].attributes[0].type = .date
    let store = try store(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = x'\(HandmadeStore.hex(ModelCache.encode(other)))'")
    let kinds = try findings(store).filter { $0.severity == .error }.map(\.kind)
    #expect(kinds == [.versionHash])
  }

  @Test func mendingIsPartOfTheHistory() throws {
    let store = try store("UPDATE ZANIMAL SET ZOWNER = 77 WHERE Z_PK = 2")
    let copy = store.folder.url.appendingPathComponent("Mended.store")
    _ = try StoreRepair.repair(try store.open(), into: copy)
    let mended = try Store(reading: copy)
    let transaction = try #require(try mended.history().next())
    #expect(transaction.author == "swiftdata repair")
    #expect(transaction.changes.map(\.kind) == [.update])
    #expect(transaction.changes.first?.entity == "Dog")
    #expect(transaction.changes.first?.properties == ["owner"])
    #expect(try mended.object(ObjectReference(entity: "Dog", key: 2))?.version == 2)
  }

  @Test func manyFindingsAreNotAllListed() throws {
    let store = try store(
      "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO ZANIMAL SELECT i, 1, 1, 77, 'a' FROM n",
      counters: ["Animal": 500, "Owner": 9, "Place": 9])
    #expect(try findings(store).count == 51)
  }

  @Test func nothingIsOverwritten() throws {
    let store = try store()
    #expect(throws: StoreError.self) { try StoreRepair.repair(try store.open(), into: store.url) }
    #expect(try findings(store).isEmpty)
  }
}
