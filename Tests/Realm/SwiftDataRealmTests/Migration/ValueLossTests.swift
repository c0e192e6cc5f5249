// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@Model private final class Gauge {
  var short: Int16 = 0
  var medium: Int32?
  var name: String = ""

  init() {}
}

@Model private final class Scale {
  var weight: Float = 0
  var tare: Float?
  var price: Decimal = 0
  var fee: Decimal?

  init() {}
}

@Model private final class Rack {
  var name: String = ""

  init() {}
}

@Model private final class Disc {
  var name: String = ""
  var rack: Rack

  init(rack: Rack) { self.rack = rack }
}

/// What comparison takes for a loss by nature, and what for a difference.
@Suite struct ValueLossTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("source.realm")
    store = folder.url.appendingPathComponent("target.store")
  }

  private func migrate() throws -> RealmSummary {
    try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
  }

  @Test(arguments: [
    ("ZAMOUNT = NULL", "amount"), ("ZAMOUNT = 0", "amount"), ("ZMISSING = 0", "missing"), ("ZTEXT = ''", "text"),
    ("ZBYTES = x''", "bytes"), ("ZDAY = 0", "day"), ("ZLARGE = 0", "large"), ("ZLARGE = NULL", "large"),
  ])
  func whatTheTypesDoNotAccountForIsADifference(_ change: String, _ property: String) throws {
    let schema = Schemas.schema(
      Schemas.type(
        "Thing", Schemas.value("amount", .int, optional: true), Schemas.value("missing", .int, optional: true),
        Schemas.value("text", .string, optional: true), Schemas.value("bytes", .data, optional: true),
        Schemas.value("day", .timestamp, optional: true), Schemas.value("large", .int)))
    try RealmFiles.write(
      schema, ["Thing": [(0, ["amount": .int(5), "large": .int(5_000_000_000)])]], to: source)
    _ = try migrate()
    #expect(try RealmImporter(url: source).verify(store).isClean)
    let writer = try BulkWriter(store)
    try writer.connection.execute("UPDATE ZTHING SET \(change)")
    writer.close()
    let found = try RealmImporter(url: source).verify(store)
    #expect(!found.isClean)
    #expect(found.differences.map(\.property) == [property])
    #expect(found.losses.isEmpty)
  }

  /// Zero where a number is required, and nothing where it is optional.
  @Test func numbersAndNullsThatDoNotFitAreLosses() throws {
    _ = try ModelContainer(for: Gauge.self, configurations: ModelConfiguration(url: store))
    let schema = Schemas.schema(
      Schemas.type(
        "Gauge", Schemas.value("short", .int), Schemas.value("medium", .int),
        Schemas.value("name", .string, optional: true)))
    try RealmFiles.write(
      schema,
      [
        "Gauge": [
          (0, ["short": .int(40_000), "medium": .int(5_000_000_000)]),
          (1, ["short": .int(1), "medium": .int(40_000), "name": .string("x")]),
        ]
      ], to: source)
    let summary = try migrate()
    let verification = try RealmImporter(url: source).verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    let found = Set(verification.losses.map { "\($0.property) \($0.reason.rawValue) \($0.count)" })
    #expect(found == ["short numberOutOfRange 1", "medium numberOutOfRange 1", "name missingRequiredValue 1"])
    #expect(Set(summary.losses) == Set(verification.losses))
  }

  /// Where a model must lead to another one, and the object leads to none, nothing is told apart in the store.
  @Test func requiredLinksThatLeadNowhereAreLosses() throws {
    _ = try ModelContainer(for: Disc.self, Rack.self, configurations: ModelConfiguration(url: store))
    try RealmFiles.write(
      Schemas.schema(
        Schemas.type("Rack", Schemas.value("name", .string)),
        Schemas.type("Disc", Schemas.value("name", .string), Schemas.link("rack", "Rack"))),
      [
        "Rack": [(0, ["name": .string("a")])],
        "Disc": [
          (0, ["name": .string("x"), "rack": RealmFiles.link(0, 0)]), (1, ["name": .string("y"), "rack": .null]),
        ],
      ], to: source)
    let summary = try migrate()
    let verification = try RealmImporter(url: source).verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    let found = verification.losses.map { "\($0.className).\($0.property) \($0.reason.rawValue) \($0.samples)" }
    #expect(found == ["Disc.rack missingRequiredValue [1]"])
    #expect(Set(summary.losses) == Set(verification.losses))
  }

  /// A finite number does not become an infinite one, nor what is infinite a decimal.
  @Test func doublesThatSmallerTypesDoNotHoldAreLosses() throws {
    _ = try ModelContainer(for: Scale.self, configurations: ModelConfiguration(url: store))
    let names = ["weight", "tare", "price", "fee"]
    let type = Schemas.type(
      "Scale", Schemas.value("weight", .double), Schemas.value("tare", .double), Schemas.value("price", .double),
      Schemas.value("fee", .double))
    let numbers = [1e300, 0.5, -.infinity, .nan]
    try RealmFiles.write(
      Schemas.schema(type),
      [
        "Scale": numbers.enumerated().map { index, number in
          (Int64(index), Dictionary(uniqueKeysWithValues: names.map { ($0, RealmValue.double(number)) }))
        }
      ], to: source)
    let summary = try migrate()
    let verification = try RealmImporter(url: source).verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(Set(summary.losses) == Set(verification.losses))
    let found = Set(verification.losses.map { "\($0.property) \($0.reason.rawValue) \($0.count)" })
    #expect(
      found == [
        "weight numberOutOfRange 1", "tare numberOutOfRange 1", "weight notANumber 1", "tare notANumber 1",
        "price largeDecimal 1", "fee largeDecimal 1", "price infiniteDecimal 1", "fee infiniteDecimal 1",
        "price notANumber 1", "fee notANumber 1",
      ])
    let rows = try Store(reading: store).connection.rows("SELECT ZWEIGHT, ZTARE FROM ZSCALE ORDER BY Z_PK")
    #expect(
      rows == [
        [.real(0), .null], [.real(0.5), .real(0.5)], [.real(-.infinity), .real(-.infinity)], [.null, .null],
      ])
  }

  /// The object is there in the file, and nil in the store.
  @Test func anEmptyEmbeddedObjectIsALoss() throws {
    let schema = Schemas.schema(
      Schemas.type("Person", Schemas.value("name", .string), Schemas.link("address", "Address")),
      Schemas.type(
        "Address", kind: .embedded, Schemas.value("street", .string, optional: true),
        Schemas.value("number", .int, optional: true)))
    try RealmFiles.write(
      schema,
      [
        "Person": [(0, ["address": RealmFiles.link(1, 0)]), (1, ["address": RealmFiles.link(1, 1)]), (2, [:])],
        "Address": [(0, [:]), (1, ["number": .int(7)])],
      ], to: source)
    let summary = try migrate()
    let verification = try RealmImporter(url: source).verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.losses.map(\.reason) == [.emptyStruct])
    #expect(verification.losses.map(\.samples) == [[0]])
    #expect(summary.losses == verification.losses)
  }
}
