// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// What a migration keeps of entities that the schema no longer has: a check does not take it for rubbish.
@Suite struct KeptRowsTests {
  /// Row 2, to which an owner refers, is of a former subentity.
  private let kept = [
    "INSERT INTO Z_PRIMARYKEY VALUES (15001, 'Cat', 1, 0)", "UPDATE ZANIMAL SET Z_ENT = 15001 WHERE Z_PK = 2",
  ]

  @Test func rowsOfAFormerEntityAreNoError() throws {
    let store = try CheckedStore.make(kept)
    #expect(try CheckedStore.findings(store).map(\.what) == [])
    let copy = store.beside("Copy.store")
    #expect(try StoreRepair.repair(try store.open(), into: copy).actions == [])
    #expect(try App(copy).texts("SELECT ZFAVOURITE FROM ZOWNER WHERE Z_PK = 1") == ["2"])
    #expect(try App(copy).texts("SELECT Z_ENT || ' ' || ZOWNER FROM ZANIMAL WHERE Z_PK = 2") == ["15001 1"])
  }

  /// What they refer to may have been deleted: they are seen to when their entity is back.
  @Test func whatTheyReferToIsTheirs() throws {
    let store = try CheckedStore.make(kept + ["UPDATE ZANIMAL SET ZOWNER = 77 WHERE Z_PK = 2"])
    #expect(try CheckedStore.findings(store).map(\.what) == [])
    let copy = store.beside("Copy.store")
    #expect(try StoreRepair.repair(try store.open(), into: copy).actions == [])
  }

  @Test func aNumberThatNobodyKnowsIsAnError() throws {
    let store = try CheckedStore.make(kept + ["UPDATE ZANIMAL SET Z_ENT = 15002 WHERE Z_PK = 1"])
    let findings = try CheckedStore.findings(store)
    #expect(findings.map(\.kind) == [.entityNumber] && findings.first?.key == 1)
  }

  @Test func filesOfKeptValuesAreReferredTo() throws {
    let (name, unused) = ("00112233-4455-6677-8899-AABBCCDDEE01", "00112233-4455-6677-8899-AABBCCDDEE02")
    let store = try CheckedStore.make([
      "INSERT INTO Z_PRIMARYKEY VALUES (15001, 'Draft', 0, 1)",
      "CREATE TABLE OSD_KEPT_ZDRAFT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSCAN BLOB)",
      "INSERT INTO OSD_KEPT_ZDRAFT VALUES (1, 15001, 1, x'02\(HandmadeStore.hex(Data(name.utf8)))00')",
    ])
    let folder = store.beside(".Handmade_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in [name, unused] { try Data([1]).write(to: folder.appendingPathComponent(file)) }
    let findings = try CheckedStore.findings(store)
    #expect(findings.count == 1 && findings.first?.kind == .externalFile)
    #expect(findings.first?.what.contains(unused) == true)
  }
}
