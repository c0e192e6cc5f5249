// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Decimals that are no numbers in their column, and those that are to become some.
@Suite struct DecimalColumnTests {
  private static let model: ManagedObjectModel = {
    var money = AttributeDescription.make("money", .composite)
    money.elements = [.make("tax", .decimal), .make("currency", .string)]
    return ManagedObjectModel(entities: [
      .make("Item", [money, .make("name", .string), .make("price", .decimal)])
    ])
  }()

  private func store(_ rows: String...) throws -> HandmadeStore {
    try HandmadeStore(
      Self.model, counters: ["Item": 20], history: true,
      [
        "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTAX DECIMAL, ZPRICE DECIMAL, ZCURRENCY VARCHAR, ZNAME VARCHAR)"
      ] + rows.map { "INSERT INTO ZITEM VALUES \($0)" })
  }

  private let digits = "3.3333333333333333333333333333"

  private func textual() throws -> HandmadeStore {
    try store(
      "(1, 1, 1, 'd0.30000000000000000000000001', 'd\(digits)', 'EUR', 'third')",
      "(2, 1, 1, 1, 5, 'EUR', 'five')", "(3, 1, 1, NULL, -4, NULL, 'minus')",
      "(4, 1, 1, NULL, 'dNaN', NULL, 'none')", "(5, 1, 1, NULL, NULL, NULL, 'nil')")
  }

  private func prices(_ store: Store) throws -> [StoredValue?] {
    let cursor = try store.rows(of: "Item")
    var values: [StoredValue?] = []
    while let object = try cursor.next() { values.append(object["price"]) }
    return values
  }

  @Test func textIsReadAsTheNumberThatItIs() throws {
    let store = try textual().open()
    let values = try prices(store)
    #expect(values[0] == .decimal(try #require(Decimal(string: digits))))
    #expect(values[1] == .decimal(5) && values[2] == .decimal(-4) && values[4] == .null)
    guard case .decimal(let none)? = values[3] else {
      Issue.record("NaN is no decimal")
      return
    }
    #expect(none.isNaN)
  }

  @Test(
    arguments: [
      ("price > 3", [1, 2]), ("price < 4", [1, 3, 4]), ("price == 5", [2]), ("price == nil", [5]),
      ("price > 3.3 and price < 3.4", [1]), ("money.tax < 0.5", [1]), ("price in [5, -4]", [2, 3]),
    ] as [(String, [Int64])])
  func conditionsTakeTheNumber(text: String, expected: [Int64]) throws {
    var query = StoreQuery(entity: "Item")
    query.condition = text
    #expect(try keys(query) == expected)
  }

  private func keys(_ query: StoreQuery) throws -> [Int64] {
    let store = try textual()
    let cursor = try store.open().rows(query)
    var keys: [Int64] = []
    while let object = try cursor.next() { keys.append(object.reference.key) }
    return keys
  }

  @Test func theOrderIsThatOfNumbers() throws {
    var query = StoreQuery(entity: "Item")
    query.order = "price"
    #expect(try keys(query) == [5, 4, 3, 1, 2])
  }

  @Test func anExportIsImportedAsNumbers() throws {
    let first = try textual()
    let text = TextCollector()
    try JSONExport(try first.open()).write(to: text)
    let file = first.folder.url.appendingPathComponent("export.json")
    try text.text.write(to: file, atomically: true, encoding: .utf8)
    let second = try store()
    #expect(try Importer().import(file, .json, into: second.url).inserted == ["Item": 5])
    let kinds = try App(second.url).texts(
      "SELECT typeof(ZPRICE) || ' ' || typeof(ZTAX) FROM ZITEM ORDER BY Z_PK")
    #expect(
      kinds == ["real real", "integer integer", "integer null", "text null", "null null"])
    #expect(try StoreIntegrityCheck(try second.open()).run().isEmpty)
    #expect(
      try prices(try second.open())[0]
        == .decimal(DecimalColumn.rounded(try #require(Decimal(string: digits)))))
  }

  @Test func checkFindsTextAndMendingWritesNumbers() throws {
    let handmade = try textual()
    let findings = try StoreIntegrityCheck(try handmade.open()).run()
    #expect(findings.map(\.kind) == [.unfitValue, .unfitValue, .unfitValue])
    let copy = handmade.folder.url.appendingPathComponent("Mended.store")
    let repair = try StoreRepair.repair(try handmade.open(), into: copy)
    #expect(repair.actions.count == 2)
    #expect(try StoreIntegrityCheck(try Store(reading: copy)).run().isEmpty)
    #expect(
      try prices(try Store(reading: copy))[0]
        == .decimal(DecimalColumn.rounded(try #require(Decimal(string: digits)))))
  }
}
