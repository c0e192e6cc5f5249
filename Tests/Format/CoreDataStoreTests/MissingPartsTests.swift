// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// What the model asks for, and the file does not have.
@Suite struct MissingPartsTests {
  @Test(
    arguments: [
      ("DROP TABLE ZPLACE", .layout), ("ALTER TABLE ZPLACE DROP COLUMN ZNAME", .layout),
      ("ALTER TABLE ZOWNER DROP COLUMN Z1_FAVOURITE", .layout),
      ("DROP INDEX ZANIMAL_ZOWNER_INDEX; ALTER TABLE ZANIMAL DROP COLUMN ZOWNER", .layout),
      ("DROP TABLE Z_3HOUSES", .layout),
      ("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Place'", .layout),
      ("DROP INDEX ZANIMAL_ZOWNER_INDEX", .missingIndex),
      ("DROP INDEX ZANIMAL_Z_ENT_INDEX", .missingIndex),
      ("DROP INDEX Z_Owner_UNIQUE_name", .missingIndex),
      (
        "DROP INDEX Z_Owner_UNIQUE_name; CREATE INDEX Z_Owner_UNIQUE_name ON ZOWNER (ZNAME)",
        .missingIndex
      ),
      ("DROP TABLE ACHANGE", .history), ("DROP TABLE ATRANSACTION", .history),
      ("DROP TABLE ATRANSACTIONSTRING", .history),
      ("INSERT INTO ATRANSACTION (Z_PK, ZPROCESSIDTS) VALUES (1, 5)", .history),
      (
        "INSERT INTO ATRANSACTIONSTRING (Z_PK) VALUES (5); INSERT INTO ATRANSACTION (Z_PK, ZAUTHORTS) VALUES (1, 5)",
        .history
      ),
      (
        "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 5); DROP TABLE ACHANGE; DROP TABLE ATRANSACTION; DROP TABLE ATRANSACTIONSTRING",
        .history
      ),
      ("DELETE FROM Z_METADATA", .metadata),
      ("UPDATE Z_METADATA SET Z_PLIST = NULL", .metadata),
      ("UPDATE Z_METADATA SET Z_PLIST = x'00'", .metadata),
    ] as [(String, Finding.Kind)])
  func isAnError(_ change: String, _ kind: Finding.Kind) throws {
    let store = try CheckedStore.make([change])
    let findings = try CheckedStore.findings(store)
    #expect(
      findings.contains { $0.kind == kind && $0.severity == .error }, "\(findings.map(\.what))")
    #expect(findings.allSatisfy { !$0.advice.isEmpty })
    #expect(try Tool.run("check", store.url.path).code == 1)
  }

  @Test(
    arguments: [
      "ZANIMAL_ZOWNER_INDEX", "ZANIMAL_Z_ENT_INDEX", "Z_Owner_UNIQUE_name",
    ])
  func indexesAreMadeAgain(_ name: String) throws {
    let store = try CheckedStore.make()
    func statement(_ url: URL) throws -> [String] {
      try App(url).texts("SELECT sql FROM sqlite_master WHERE name = '\(name)'")
    }
    let before = try statement(store.url)
    try store.execute("DROP INDEX \(name)")
    let copy = store.folder.url.appendingPathComponent("Copy.store")
    #expect(try StoreRepair.repair(try store.open(), into: copy).actions.count == 1)
    #expect(try StoreIntegrityCheck(Store(reading: copy)).run().isEmpty)
    #expect(try statement(copy) == before && before.count == 1)
  }

  /// An index cannot be made over values that are not unique: that is left.
  @Test func repeatedValuesAreLeft() throws {
    let store = try CheckedStore.make([
      "DROP INDEX Z_Owner_UNIQUE_name", "UPDATE ZOWNER SET ZNAME = 'o'",
    ])
    let copy = store.folder.url.appendingPathComponent("Copy.store")
    #expect(try StoreRepair.repair(try store.open(), into: copy).actions.isEmpty)
    let left = try StoreIntegrityCheck(Store(reading: copy)).run()
    #expect(left.map(\.kind) == [.notUnique, .missingIndex])
    #expect(try Tool.run("check", copy.path).code == 1)
  }

  /// Rows are read all the same.
  @Test func withoutMetadataRowsAreRead() throws {
    let store = try CheckedStore.make(["UPDATE Z_METADATA SET Z_PLIST = NULL"])
    let result = try Tool.run("query", store.url.path, "Owner", "--count")
    #expect(result.code == 0 && result.output == "3\n" && result.errors.contains("warning:"))
    let file = store.folder.url.appendingPathComponent("a.json")
    try Data("{}".utf8).write(to: file)
    #expect(throws: StoreError.self) { try Importer().import(file, .json, into: store.url) }
  }

  /// Stores of Apple's Notes have one-to-one relationships of which one end is
  /// written, and the other in no row.
  @Test func anEndThatIsNeverWrittenIsNoFault() throws {
    let store = try CheckedStore.make(["UPDATE ZOWNER SET ZPARTNEROF = NULL"])
    #expect(try CheckedStore.findings(store).isEmpty)
    let copy = store.folder.url.appendingPathComponent("Copy.store")
    #expect(try StoreRepair.repair(try store.open(), into: copy).actions.isEmpty)
  }
}
