// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@Model private final class Capital {
  var name: String = ""
  var country: Country?

  init(name: String) { self.name = name }
}

@Model private final class Country {
  var name: String = ""
  @Relationship(inverse: \Capital.country) var capital: Capital?

  init(name: String) { self.name = name }
}

@Model private final class Manor {
  var name: String = ""
  var charter: Charter?

  init(name: String) { self.name = name }
}

@Model private final class Charter {
  var name: String = ""
  @Relationship(inverse: \Manor.charter) var manor: Manor

  init(name: String, manor: Manor) {
    self.name = name
    self.manor = manor
  }
}

@Model private class Captain {
  var name: String = ""
  @Relationship(inverse: \Vessel.captain) var vessel: Vessel?

  init(name: String) { self.name = name }
}

@Model private final class Admiral: Captain {
  var stars: Int = 0

  init(name: String, stars: Int) {
    self.stars = stars
    super.init(name: name)
  }
}

@Model private final class Vessel {
  var name: String = ""
  var captain: Captain?

  init(name: String) { self.name = name }
}

/// One-to-one relationships, of which a Realm file has one end.
@Suite struct PairTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("world.realm")
    store = folder.url.appendingPathComponent("world.store")
  }

  private static let schema = Schemas.schema(
    Schemas.type("Capital", Schemas.value("name", .string)),
    Schemas.type("Country", Schemas.value("name", .string), Schemas.link("capital", "Capital")))

  /// Countries with the capitals that they lead to, by position.
  private func write(_ countries: [Int?], capitals: Int) throws {
    try RealmFiles.write(
      Self.schema,
      [
        "Capital": (0..<capitals).map { (Int64($0), ["name": .string("c\($0)")]) },
        "Country": countries.enumerated().map { index, capital in
          var values: [String: RealmValue] = ["name": .string("s\(index)")]
          if let capital { values["capital"] = RealmFiles.link(0, Int64(capital)) }
          return (Int64(index), values)
        },
      ], to: source)
  }

  private func migrate(batch: Int = 2000) throws -> RealmImporter {
    var importer = RealmImporter(url: source)
    importer.batchSize = batch
    importer.makeStore = { url in
      _ = try ModelContainer(for: Country.self, Capital.self, configurations: ModelConfiguration(url: url))
    }
    try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
    return importer
  }

  private func expectBothEnds(_ pairs: [String: String]) throws {
    let container = try ModelContainer(for: Country.self, Capital.self, configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    let countries = try context.fetch(FetchDescriptor<Country>())
    let capitals = try context.fetch(FetchDescriptor<Capital>())
    let forth = countries.compactMap { country in country.capital.map { (country.name, $0.name) } }
    let back = capitals.compactMap { capital in capital.country.map { ($0.name, capital.name) } }
    #expect(Dictionary(uniqueKeysWithValues: forth) == pairs)
    #expect(Dictionary(uniqueKeysWithValues: back) == pairs)
    #expect(try StoreIntegrityCheck(Store(reading: store)).run().filter { $0.kind == .brokenInverse }.isEmpty)
  }

  @Test func bothEndsAreWritten() throws {
    try write([2, nil, 0, 1], capitals: 4)
    #expect(try migrate().verify(store).isClean)
    try expectBothEnds(["s0": "c2", "s2": "c0", "s3": "c1"])
  }

  /// Over the ends of batches.
  @Test func manyPairs() throws {
    try write((0..<50).map { 49 - $0 }, capitals: 50)
    #expect(try migrate(batch: 7).verify(store).isClean)
    try expectBothEnds(Dictionary(uniqueKeysWithValues: (0..<50).map { ("s\($0)", "c\(49 - $0)") }))
  }

  @Test func changedPairsAreFollowed() throws {
    try write([0, 1, nil], capitals: 3)
    _ = try migrate()
    try write([1, 0, 2], capitals: 3)
    #expect(try migrate().verify(store).isClean)
    try expectBothEnds(["s0": "c1", "s1": "c0", "s2": "c2"])
    try write([nil, 2], capitals: 3)
    #expect(try migrate().verify(store).isClean)
    try expectBothEnds(["s1": "c2"])
  }

  /// A pair is of two: what the model cannot keep is said.
  @Test func aSharedTargetIsALoss() throws {
    try write([0, 0, 1], capitals: 2)
    let verification = try migrate().verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.losses.map(\.reason) == [.severalOwners])
    #expect(verification.losses.map(\.count) == [1])
    try expectBothEnds(["s0": "c0", "s2": "c1"])
  }

  /// Who reads the history learns that the row of the loser has changed twice.
  @Test func theLosersChangeIsInTheHistory() throws {
    try write([0, nil], capitals: 2)
    _ = try migrate()
    let first = try Store(reading: store).connection.integer("SELECT max(Z_PK) FROM ACHANGE") ?? 0
    try #require(first > 0)
    try write([0, 0], capitals: 2)
    #expect(try migrate().verify(store).losses.map(\.reason) == [.severalOwners])
    try expectBothEnds(["s0": "c0"])
    let found = try Store(reading: store)
    let row = try found.connection.rows("SELECT Z_PK, Z_OPT, Z_ENT FROM ZCOUNTRY WHERE ZNAME = 's1'").first ?? []
    try #require(row.count == 3)
    #expect(row[1] == .integer(3))
    let changes = try found.connection.integer(
      "SELECT count(*) FROM ACHANGE WHERE Z_PK > \(first) AND ZCHANGETYPE = 1 AND ZENTITYPK = ? AND ZENTITY = ?",
      [row[0], row[2]])
    #expect(changes == 2)
  }

  /// An app could not read a row without it.
  @Test func aRequiredEndStaysWhereItLeads() throws {
    _ = try ModelContainer(for: Charter.self, Manor.self, configurations: ModelConfiguration(url: store))
    try RealmFiles.write(
      Schemas.schema(
        Schemas.type("Manor", Schemas.value("name", .string)),
        Schemas.type("Charter", Schemas.value("name", .string), Schemas.link("manor", "Manor"))),
      [
        "Manor": [(0, ["name": .string("m")])],
        "Charter": (0..<2).map { (Int64($0), ["name": .string("c\($0)"), "manor": RealmFiles.link(0, 0)]) },
      ], to: source)
    let summary = try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(summary.losses.map(\.reason) == [.severalOwners])
    let rows = try Store(reading: store).connection.rows("SELECT ZMANOR FROM ZCHARTER")
    #expect(rows == [[.integer(1)], [.integer(1)]])
  }

  /// In a store that lacks the numbers of entities, the other end goes as well.
  @Test func anEndWithoutTheNumberOfAnEntityIsLetGo() throws {
    _ = try ModelContainer(
      for: Captain.self, Admiral.self, Vessel.self, configurations: ModelConfiguration(url: store))
    func write(_ vessel: Int64) throws {
      try RealmFiles.write(
        Schemas.schema(
          Schemas.type("Vessel", Schemas.value("name", .string)),
          Schemas.type("Captain", Schemas.value("name", .string), Schemas.link("vessel", "Vessel"))),
        [
          "Vessel": (0..<2).map { (Int64($0), ["name": .string("v\($0)")]) },
          "Captain": [(0, ["name": .string("a"), "vessel": RealmFiles.link(0, vessel)])],
        ], to: source)
      _ = try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
    }
    try write(0)
    guard
      case .key(let column, let entityColumn?, _)? = try Store(reading: store).layout["Vessel"]?
        .relationships["captain"]
    else {
      Issue.record("The store has no column for the entity of a captain.")
      return
    }
    let writer = try BulkWriter(store)
    try writer.connection.execute("UPDATE ZVESSEL SET \(entityColumn) = NULL")
    writer.close()
    try write(1)
    let rows = try Store(reading: store).connection.rows("SELECT ZNAME, \(column) FROM ZVESSEL ORDER BY ZNAME")
    #expect(rows == [[.text("v0"), .null], [.text("v1"), .integer(1)]])
  }
}
