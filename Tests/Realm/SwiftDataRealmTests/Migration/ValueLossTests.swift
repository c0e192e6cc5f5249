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
