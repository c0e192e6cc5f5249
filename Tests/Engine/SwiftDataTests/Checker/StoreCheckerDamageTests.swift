// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

/// The checker can fail: every kind of finding is provoked once.
@Suite struct StoreCheckerDamageTests {
  private let store: DamagedStore

  init() throws { store = try DamagedStore() }

  private func expect(
    _ findings: [StoreChecker.Finding], _ wanted: String, _ damage: String
  ) {
    #expect(
      findings.contains { $0.description.contains(wanted) },
      "\(damage): \(wanted) is not among \(findings.prefix(5))")
  }

  private func expect(_ damages: KeyValuePairs<String, String>) throws {
    for (sql, wanted) in damages { expect(try store.findings(after: sql), wanted, sql) }
  }

  @Test func aStoreWithoutDamageIsSound() throws {
    #expect(try store.findings(after: "SELECT 1") == [])
  }

  @Test func theFile() throws {
    try expect([
      "PRAGMA user_version = 3": "file: user_version is 3",
      "PRAGMA application_id = 7": "file: application_id is 7",
      "PRAGMA auto_vacuum = 0; VACUUM": "file: auto_vacuum is 0",
      "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM": "page_size is 8192",
      "PRAGMA journal_mode = DELETE": "the journal mode is not WAL",
      "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = 'ZEGG_ZBIRD_INDEX'":
        "file: integrity_check",
      "CREATE TRIGGER t AFTER INSERT ON ZEGG BEGIN SELECT 1; END": "t: is a trigger",
      "CREATE VIEW v AS SELECT 1": "v: is a view",
      "CREATE TABLE extra (a REFERENCES ZEGG)": "extra: has REFERENCES",
    ])
  }

  @Test func bookkeeping() throws {
    try expect([
      "ALTER TABLE Z_MODELCACHE ADD COLUMN x": "Z_MODELCACHE: is CREATE",
      "DROP TABLE Z_METADATA": "Z_METADATA: is missing",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Toy'":
        "Z_PRIMARYKEY/7: Z_MAX 0 is below 3",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 'x' WHERE Z_NAME = 'Toy'": "Z_PRIMARYKEY/7: has no number",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Cat'": "Z_MAX of a subentity is not 0",
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_NAME = 'Egg'": "Z_SUPER is not 0",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Eggs' WHERE Z_NAME = 'Egg'": "is Eggs, not Egg",
      "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Zone'": "Zone is missing",
      "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16002": "16002 is missing",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'x' WHERE Z_ENT = 16003": "is x, not TRANSACTIONSTRING",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 16001":
        "Z_PRIMARYKEY/16001: Z_MAX 0 is below",
      "UPDATE Z_METADATA SET Z_UUID = lower(Z_UUID)": "Z_METADATA: Z_UUID is",
      "INSERT INTO Z_METADATA VALUES (2, 'x', NULL)": "Z_METADATA: has 2 rows",
      "UPDATE Z_METADATA SET Z_VERSION = 2": "Z_VERSION is not 1",
      "UPDATE Z_METADATA SET Z_PLIST = x'00'": "Z_PLIST is no binary dictionary",
      "DELETE FROM Z_MODELCACHE": "Z_MODELCACHE: has 0 rows",
      "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'": "Z_MODELCACHE: is no model",
      "UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, 900)": "Z_MODELCACHE: is no model",
      "UPDATE Z_MODELCACHE SET Z_CONTENT = Z_CONTENT || x'00'": "is no model: not bytes",
      "UPDATE Z_MODELCACHE SET Z_CONTENT = CAST(Z_CONTENT || x'00' AS BLOB)":
        "is no model: Malformed",
    ])
  }

  @Test func metadata() throws {
    let table = "Z_METADATA: "
    for (key, value) in [
      ("NSStoreType", "Binary"), ("_NSAutoVacuumLevel", "1"),
      ("NSStoreModelVersionHashesDigest", "x"),
      ("NSStoreModelVersionChecksumKey", "x"), ("NSPersistenceFrameworkVersion", "x"),
      ("NSStoreModelVersionHashesVersion", "x"),
    ] {
      expect(try store.findings(inMetadata: { $0[key] = value }), table + key, key)
    }
    for key in ["NSStoreModelVersionIdentifiers", "NSStoreModelVersionHashes"] {
      expect(try store.findings(inMetadata: { $0[key] = nil }), table + key + " is missing", key)
    }
    func changed(_ name: String, _ hash: Data) throws -> [StoreChecker.Finding] {
      try store.findings(inMetadata: { list in
        var hashes = list["NSStoreModelVersionHashes"] as? [String: Data] ?? [:]
        hashes[name] = hash
        list["NSStoreModelVersionHashes"] = hashes
      })
    }
    expect(try changed("Egg", Data(repeating: 0, count: 32)), "the hash of Egg", "hash")
    expect(
      try changed("Ghost", Data(repeating: 0, count: 32)), "Ghost belongs to no entity", "hash")
    expect(
      try store.findings(inMetadata: {
        $0["NSPersistenceFrameworkVersion"] = 1526
        $0["NSPersistenceMaximumFrameworkVersion"] = nil
      }), "NSPersistenceMaximumFrameworkVersion is missing", "maximum")
  }

  @Test func theModel() throws {
    for (old, new, wanted) in [
      ("NSDeleteRule", "NSDeleteRulx", "a NSRelationshipDescription lacks NSDeleteRule"),
      ("NSDeleteRule", "NSDeleteRulx", "a NSRelationshipDescription has NSDeleteRulx"),
      ("NSManagedObjectModel", "NSManagedObjectModxl", "Z_MODELCACHE: "),
      ("__empty_slot", "__emptx_slot", "the token of empty slots"),
      ("NSKeyedArchiver", "NSKeyedArchivxr", "is no model"),
      ("wingspan", "wingspam", "the hash of Bird is not its model's"),
      ("wingspan", "wingspam", "ZWINGSPAM"),
    ] {
      expect(try store.findings(inModel: old, new), wanted, new)
    }
  }

  @Test func tables() throws {
    try expect([
      "DROP INDEX ZEGG_ZBIRD_INDEX": "ZEGG_ZBIRD_INDEX: is missing",
      "DROP INDEX Z_Zone_UNIQUE_name_floor": "Z_Zone_UNIQUE_name_floor: is missing",
      "ALTER TABLE ZTOY ADD COLUMN ZMORE VARCHAR": "ZTOY: is CREATE TABLE",
      "ALTER TABLE ZTOY RENAME TO ZTOYS": "ZTOYS: is unexpected",
      "ALTER TABLE ZEGG RENAME COLUMN ZLAID TO ZLAIDON": "ZEGG: is CREATE TABLE",
      "DROP TABLE Z_6ZONES": "Z_6ZONES: is missing",
      "CREATE INDEX mine ON ZEGG (ZLAID)": "mine: is unexpected",
      "DROP TABLE ATRANSACTIONSTRING": "ATRANSACTIONSTRING: is missing",
    ])
  }

  @Test func rows() throws {
    try expect([
      "UPDATE ZEGG SET Z_ENT = 8": "ZEGG/1: Z_ENT is no entity of the table",
      "UPDATE ZEGG SET Z_OPT = 0": "ZEGG/1: Z_OPT is below 1",
      "UPDATE ZANIMAL SET ZKEEPER = 99": "ZKEEPER leads to no row",
      "UPDATE ZANIMAL SET ZMOTHER = (SELECT Z_PK FROM ZANIMAL WHERE Z_ENT = 2) WHERE Z_ENT = 4":
        "ZMOTHER leads to no row",
      "UPDATE ZANIMAL SET Z1_RIVAL = 3": "Z1_RIVAL is not the entity of the row",
      "UPDATE ZANIMAL SET ZRIVAL = NULL": "Z1_RIVAL is set without a key",
      "UPDATE ZANIMAL SET ZLIVES = 1": "ZLIVES belongs to another entity",
      "UPDATE ZTOY SET Z6TOYS = 99": "Z6TOYS leads to no row",
      "UPDATE ZEGG SET ZBIRD = NULL": "ZEGG is not answered by ZBIRD",
      "INSERT INTO Z_6ZONES VALUES (99, 1)": "leads to no row of Keeper",
      "INSERT INTO Z_6ZONES VALUES (1, 99)": "leads to no row of Zone",
    ])
  }

  @Test func values() throws {
    try expect([
      "UPDATE ZANIMAL SET ZNAME = NULL": "ZNAME is NULL",
      "UPDATE ZANIMAL SET ZNAME = x'01'": "ZNAME is stored as blob",
      "UPDATE ZANIMAL SET ZLEGS = 70000 WHERE Z_ENT = 4": "ZLEGS 70000 has more than 16 bits",
      "UPDATE ZANIMAL SET ZWINGSPAN = 'x' WHERE Z_ENT = 2": "ZWINGSPAN is stored as text",
      "UPDATE ZANIMAL SET ZBORN = '2001-01-01'": "ZBORN is stored as text",
      "UPDATE ZZONE SET ZISOPEN = 7": "ZISOPEN 7 is no boolean",
      "UPDATE ZZONE SET ZFLOOR = 0.5 WHERE ZFLOOR = 1": "ZFLOOR is stored as real",
      "UPDATE ZKEEPER SET ZBADGE = x'0102'": "ZBADGE has 2 bytes",
      "UPDATE ZKEEPER SET ZPAGE = ''": "ZPAGE “” is no URI",
      "UPDATE ZKEEPER SET ZWAGE = 'much'": "ZWAGE “much” is no decimal",
      "UPDATE ZKEEPER SET ZDAYS = x'00'": "ZDAYS is no keyed archive",
      "UPDATE ZANIMAL SET ZPICTURE = x'0501' WHERE Z_ENT = 4": "ZPICTURE begins with neither",
      "UPDATE ZANIMAL SET ZPICTURE = x'0201' WHERE Z_ENT = 4": "ZPICTURE is no reference",
    ])
    let findings = try store.findings { _, file in
      let files = file.deletingLastPathComponent().appendingPathComponent(".test_SUPPORT")
      try FileManager.default.removeItem(at: files)
    }
    expect(findings, "ZPICTURE refers to a missing file", "no files")
  }

  @Test func history() throws {
    try expect([
      "UPDATE ACHANGE SET ZTRANSACTIONID = 99": "has no transaction",
      "UPDATE ACHANGE SET ZCHANGETYPE = 3": "ZCHANGETYPE is 3",
      "UPDATE ACHANGE SET ZCOLUMNS = x'80' WHERE ZCHANGETYPE = 0": "yet it is no update",
      "UPDATE ACHANGE SET ZCOLUMNS = NULL": "ZCOLUMNS is missing",
      "UPDATE ACHANGE SET ZCOLUMNS = x'8000000000' WHERE ZCHANGETYPE = 1": "ZCOLUMNS has 5 bytes",
      "UPDATE ACHANGE SET ZCOLUMNS = x'ff' WHERE ZCHANGETYPE = 1": "ZCOLUMNS has bits beyond",
      "UPDATE ACHANGE SET ZCOLUMNS = x'00' WHERE ZCHANGETYPE = 1": "ZCOLUMNS has no bit",
      "UPDATE ACHANGE SET ZENTITY = 77": "ZENTITY is 77",
      "UPDATE ACHANGE SET ZENTITYPK = NULL": "has no ZENTITYPK",
      "UPDATE ACHANGE SET ZTOMBSTONE0 = 'x' WHERE ZCHANGETYPE = 0": "yet it is no deletion",
      "UPDATE ACHANGE SET ZTOMBSTONE1 = 'x' WHERE ZCHANGETYPE = 2": "yet Animal preserves 1",
      "UPDATE ACHANGE SET Z_ENT = 1": "ACHANGE/1: Z_ENT is not 16001",
      "UPDATE ATRANSACTION SET Z_OPT = 1": "ATRANSACTION/1: Z_OPT is not NULL",
      "UPDATE ATRANSACTION SET ZTIMESTAMP = -5": "ZTIMESTAMP is",
      "UPDATE ATRANSACTION SET ZAUTHOR = 'x'": "ZAUTHOR is not NULL",
      "UPDATE ATRANSACTION SET ZPROCESSIDTS = 99": "ZPROCESSIDTS leads to no string",
      "UPDATE ATRANSACTIONSTRING SET ZNAME = NULL": "has no name",
      """
      DROP INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME;
      INSERT INTO ATRANSACTIONSTRING SELECT Z_PK + 100, Z_ENT, Z_OPT, ZNAME FROM ATRANSACTIONSTRING
      """: "is there twice",
      "DELETE FROM ZTOY": "leaves a row that is not there",
      "UPDATE ACHANGE SET ZCHANGETYPE = 2 WHERE ZENTITY = 7": "deletes a row that is there",
    ])
  }
}
