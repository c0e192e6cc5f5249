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
}
