// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftDataRealmMigration
import Testing

@testable import RealmTransfer

/// What the comparison after a migration finds.
@Suite struct VerificationTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("source.realm")
    store = folder.url.appendingPathComponent("target.store")
  }

  private func migrate() throws -> RealmVerification {
    let importer = RealmImporter(url: source)
    try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
    return try importer.verify(store)
  }

  private func change(_ sql: String) throws -> RealmVerification {
    let writer = try BulkWriter(store)
    try writer.connection.execute(sql)
    writer.close()
    return try RealmImporter(url: source).verify(store)
  }

  /// Whatever is changed behind its back is found, and where.
  @Test(arguments: [
    ("UPDATE ZSETMODEL SET ZID2 = 7 WHERE Z_PK = 1", "id2"),
    ("UPDATE ZSETMODEL SET ZDESCRIPTIONVALUE = 'x' WHERE Z_PK = 1", "descriptionValue"),
    ("UPDATE ZSETMODEL SET ZHASHVALUEVALUE = 1 WHERE Z_PK = 1", "hashValueValue"),
    ("UPDATE ZSETMODEL SET ZMODELCONTEXTVALUE = ZMODELCONTEXTVALUE + 1 WHERE Z_PK = 1", "modelContextValue"),
    ("UPDATE ZSETMODEL SET ZTYPE = zeroblob(16) WHERE Z_PK = 1", "type"),
    ("UPDATE ZSETMODEL SET Z_CLASS2 = x'00' WHERE Z_PK = 1", "_class2"),
    ("UPDATE ZSETMODEL SET ZNUMBERS = (SELECT ZANYS FROM ZSETMODEL WHERE Z_PK = 1)", "numbers"),
    ("UPDATE ZSETMODEL SET ZPRICES = NULL WHERE Z_PK = 1", "prices"),
    ("UPDATE ZSETMODEL SET ZANY = x'7B7D' WHERE Z_PK = 1", "any"),
    ("UPDATE ZLINK_MODEL SET ZONE = 1 WHERE Z_PK = 1", "one"),
    ("UPDATE ZLINK_MODEL SET ZSTREET = 'x' WHERE Z_PK = 1", "address"),
    ("UPDATE ZLINK_MODEL SET ZADDRESSES = NULL WHERE Z_PK = 1", "addresses"),
    ("DELETE FROM ZLINK_MODELLISTELEMENT WHERE Z_PK = 1", "listElements"),
    ("UPDATE ZLINK_MODELLISTELEMENT SET ZINDEX = 5 - ZINDEX", "listElements"),
    ("UPDATE ZLINK_MODELBYNAMEELEMENT SET ZKEY = 'z'", "byNameElements"),
    ("DELETE FROM Z_2SET", "set"),
  ])
  func differencesAreFound(_ sql: String, _ property: String) throws {
    try RealmFiles.writeEverything(to: source)
    #expect(try migrate().isClean)
    let found = try change(sql)
    #expect(!found.isClean)
    #expect(found.differences.contains { $0.property == property }, "\(found.differences)")
  }

  /// How long an app's largest lists would take.
  @Test func fetchesAreMeasured() throws {
    try RealmFiles.writeMusic(tracks: 50, to: source)
    let found = try migrate()
    #expect(found.fetches.map(\.entity) == ["RealmTrack", "RealmAlbum"])
    #expect(found.fetches.map(\.rows) == [50, 5])
    #expect(found.fetches.map(\.sortedBy) == ["id", "id"])
    #expect(found.slowFetches(limit: -1).count == 2)
    #expect(found.slowFetches(limit: 1e9).isEmpty)
    #expect(RealmReport(found).markdown.contains("## Fetches of all rows"))
  }

  @Test func missingRowsOrphansAndOthers() throws {
    try RealmFiles.writeMusic(tracks: 20, to: source)
    #expect(try migrate().isClean)
    var found = try change("DELETE FROM ZREALMTRACK WHERE ZID = 't3'")
    #expect(found.tables.first { $0.className == "RealmTrack" }?.found == 19)
    #expect(found.orphans.map(\.property) == ["object"])
    #expect(!found.isClean)
    found = try change(
      "INSERT INTO ZREALMTRACK (Z_PK, Z_ENT, Z_OPT, ZID) SELECT 900, Z_ENT, 1, 'own' FROM ZREALMTRACK LIMIT 1")
    #expect(found.tables.first { $0.className == "RealmTrack" }?.others == 0)
    found = try change(
      "INSERT INTO ZREALMTRACK (Z_PK, Z_ENT, Z_OPT, ZID) SELECT 901, Z_ENT, 1, 'own2' FROM ZREALMTRACK LIMIT 1")
    #expect(found.tables.first { $0.className == "RealmTrack" }?.others == 1)
    found = try change(
      "DROP INDEX Z_RealmTrack_UNIQUE_id; UPDATE ZREALMTRACK SET ZID = 't5' WHERE ZID = 't6'")
    #expect(found.duplicates.map(\.property) == ["id"])
  }

  /// What no store can keep is named, with its reason, and is no difference.
  @Test func lossesAreNamed() throws {
    let schema = Schemas.schema(
      Schemas.type(
        "Thing", Schemas.value("price", .decimal), Schemas.value("perhaps", .decimal, optional: true),
        Schemas.value("ratio", .double), Schemas.value("any", .mixed, optional: true),
        Schemas.value("when", .timestamp)))
    func thing(_ price: RealmDecimal, _ ratio: Double = 1) -> [String: RealmValue] {
      ["price": .decimal(price), "perhaps": .decimal(price), "ratio": .double(ratio)]
    }
    var far = thing(RealmDecimal(coefficient: 1))
    far["when"] = .timestamp(RealmTimestamp(seconds: 900_000_000_000_000, nanoseconds: 123_456_789))
    try RealmFiles.write(
      schema,
      [
        "Thing": [
          (0, thing(RealmDecimal(kind: .infinity), .nan)),
          (1, thing(RealmDecimal(coefficient: 1, exponent: 5000), .infinity)),
          (2, thing(RealmDecimal(coefficient: 1_234_567_890_123_456_789_012, exponent: -3))),
          (3, thing(RealmDecimal(kind: .nan))), (4, far),
          (5, ["any": RealmFiles.link(0, 2)]),
        ]
      ], to: source)
    let verification = try migrate()
    #expect(verification.isClean, "\(verification.differences)")
    let found = Set(verification.losses.map { "\($0.property) \($0.reason.rawValue) \($0.count)" })
    #expect(
      found == [
        "price infiniteDecimal 1", "perhaps infiniteDecimal 1", "price largeDecimal 1",
        "perhaps largeDecimal 1", "price roundedDecimal 1", "perhaps roundedDecimal 1",
        "ratio notANumber 1", "when roundedDate 1", "any objectInAnyValue 1",
      ])
    // The migration itself has noted the same.
    let again = try RealmImporter(url: source).migrate(
      to: store, isCancelled: { false }, progress: { _ in })
    #expect(Set(again.losses) == Set(verification.losses))
    let report = RealmReport(verification)
    #expect(report.conclusion.contains("except what is listed"))
    for format in RealmReport.Format.allCases {
      #expect(try report.text(format).contains("infinite"))
    }
  }

  /// In a temporary file, whose rows go on to a database.
  @Test func allDigitsOfDecimalsAreKept() throws {
    let schema = Schemas.schema(Schemas.type("Thing", Schemas.value("price", .decimal)))
    let number = RealmDecimal(coefficient: 1_234_567_890_123_456_789_012, exponent: -3)
    try RealmFiles.write(schema, ["Thing": [(0, ["price": .decimal(number)])]], to: source)
    var importer = RealmImporter(url: source)
    importer.keepsAllDigits = true
    let summary = try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(summary.losses.isEmpty)
    let verification = try importer.verify(store)
    #expect(verification.isClean && verification.losses.isEmpty, "\(verification.differences)")
  }

  @Test func reportsAreInertText() throws {
    try RealmFiles.writeMusic(tracks: 3, to: source) { _ in
      ["title": .string("<script>|`x`\n# no")]
    }
    let report = RealmReport(try migrate())
    #expect(!report.html.contains("<script>"))
    #expect(report.html.contains("&lt;script&gt;"))
    #expect(report.markdown.contains("\\<script\\>\\|\\`x\\` \\# no"))
    let json = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
    #expect(json?["isClean"] as? Bool == true)
    #expect(report.conclusion.hasSuffix("Nothing was lost."))
  }
}
