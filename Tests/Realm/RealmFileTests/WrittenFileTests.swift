// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import Testing

@testable import RealmWriting

/// Files that the tests write, with what no real file at hand has.
@Suite struct WrittenFileTests {
  @Test func randomTablesAreReadAsWritten() throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("WrittenFileTests: seed \(seed)")
    for number in 0..<60 {
      var tables = RandomTables(random: SplitMix(state: seed &+ UInt64(number) &* 7919))
      let written = tables.tables()
      let bytes = RealmWriter.file(
        written, treeLimit: number % 3 == 0 ? 7 : 1000, streamed: number % 2 == 0)
      try expectContent(written, in: RealmFile(bytes: bytes), "seed \(seed), file \(number)")
    }
  }

  /// Copies have no version, and those of one size look the same but for what is in them.
  @Test func anotherCopyIsAnotherRevision() throws {
    func revision(_ number: Int64, streamed: Bool) throws -> [UInt64] {
      let table = WrittenTable(name: "class_Thing", columns: [column(.int)], rows: [(0, [.int(number)])])
      return try RealmFile(bytes: RealmWriter.file([table], streamed: streamed)).revision
    }
    for streamed in [false, true] {
      #expect(try revision(5, streamed: streamed) == revision(5, streamed: streamed))
      #expect(try revision(5, streamed: streamed) != revision(6, streamed: streamed))
    }
  }

  private func column(
    _ type: RealmProperty.ValueType, _ collection: RealmProperty.Collection? = nil,
    optional: Bool = false, _ change: (inout WrittenColumn) -> Void = { _ in }
  ) -> WrittenColumn {
    var column = WrittenColumn(
      name: "value", type: type, collection: collection, isOptional: optional)
    change(&column)
    return column
  }

  private func roundTrip(_ column: WrittenColumn, _ values: [RealmValue], _ note: Comment) throws {
    let table = WrittenTable(
      name: "class_Thing", columns: [column],
      rows: values.enumerated().map { (Int64($0.offset), [$0.element]) })
    try expectContent([table], in: RealmFile(bytes: RealmWriter.file([table])), note)
  }

  @Test func decimalsOfEveryWidth() throws {
    func decimal(_ coefficient: UInt128, _ exponent: Int, _ isNegative: Bool = false) -> RealmValue {
      .decimal(RealmDecimal(isNegative: isNegative, coefficient: coefficient, exponent: exponent))
    }
    let optional = column(.decimal, optional: true)
    let list = column(.decimal, .list)
    let small = [decimal(125, -2), .null, decimal(8_388_607, 90, true), decimal(0, 3)]
    let middle = [decimal(9_007_199_254_740_991, -398), .null, decimal(1, 369, true)]
    let large = [
      decimal(9_999_999_999_999_999_999_999_999_999_999_999, 6111), .null,
      decimal(1, -6176, true), .decimal(.init(kind: .nan)),
      .decimal(.init(kind: .infinity, isNegative: true)),
    ]
    for (name, values) in [("4", small), ("8", middle), ("16", large)] {
      try roundTrip(optional, values, "\(name) bytes")
      try roundTrip(list, [.list(values.filter { $0 != .null })], "list, \(name) bytes")
    }
    try roundTrip(optional, [.null, .null], "all null")
    try roundTrip(optional, [decimal(0, 0), decimal(0, 0)], "all zero")
    try roundTrip(column(.decimal), [decimal(0, 0), decimal(0, 0)], "all zero, required")
  }

  @Test func nullsOfEveryType() throws {
    let types = RealmProperty.ValueType.allCases.filter {
      ![.rows, .unsupported, .link].contains($0)
    }
    for type in types {
      for count in [1, 8, 9, 300] {
        let nulls = [RealmValue](repeating: .null, count: count)
        try roundTrip(column(type, optional: true), nulls, "\(type) \(count)")
        if type != .anyLink {
          try roundTrip(
            column(type, .list, optional: true), [.list(nulls)], "\(type) list \(count)")
        }
      }
    }
  }

  @Test func dictionariesWithNumbersAsKeys() throws {
    let entries = (0..<2500).map {
      RealmEntry(key: .int(Int64($0) * 77 - 1000), value: .string("\($0)"))
    }
    try roundTrip(
      column(.string, .dictionary) { $0.hasIntegerKeys = true },
      [.dictionary(entries), .dictionary([])], "numbers")
  }

  @Test func linksToAnyTable() throws {
    let people = WrittenTable(
      name: "class_Person", columns: [column(.anyLink, optional: true)],
      rows: [
        (3, [.link(RealmLink(table: RealmTableKey(1), key: RealmObjectKey(9)))]), (4, [.null]),
      ])
    let dogs = WrittenTable(name: "class_Dog", columns: [column(.int)], rows: [(9, [.int(1)])])
    let file = try RealmFile(bytes: RealmWriter.file([people, dogs]))
    try expectContent([people, dogs], in: file)
    let row = try #require(try file.table("Person").row(RealmObjectKey(3)))
    guard case .link(let link) = try row["value"] else {
      Issue.record("no link")
      return
    }
    #expect(try file.object(link)?["value"] == .int(1))
  }

  /// Texts and bytes that are longer than a node can be.
  @Test func largeValuesAreInPieces() throws {
    let data = Data((0..<17_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let text = String(repeating: "lang ", count: 3_400_000)
    let table = WrittenTable(
      name: "class_Thing", columns: [column(.data), column(.string) { $0.name = "text" }],
      rows: [(0, [.data(data), .string(text)]), (1, [.data(Data()), .string("")])])
    let file = try RealmFile(bytes: RealmWriter.file([table]))
    let row = try #require(try file.table("Thing").row(RealmObjectKey(0)))
    #expect(try row["value"] == .data(data))
    #expect(try row["text"] == .string(text))
    let other = try #require(try file.table("Thing").row(RealmObjectKey(1)))
    #expect(try other.values() == [.data(Data()), .string("")])
  }

  @Test func enumeratedTexts() throws {
    let values = (0..<400).map { RealmValue.string(["red", "green", "", "blue"][$0 % 4]) }
    try roundTrip(column(.string) { $0.isEnumerated = true }, values, "enumerated")
  }

  @Test func collectionsWithinMixedValues() throws {
    var nested = RealmValue.list([.int(1)])
    for level in 0..<99 {
      nested =
        level % 2 == 0 ? .dictionary([.init(key: .string("k"), value: nested)]) : .list([nested])
    }
    try roundTrip(
      column(.mixed, optional: true), [nested, .list([]), .dictionary([])], "100 levels")
  }

  @Test func kindsOfTables() throws {
    let tables = [
      WrittenTable(name: "class_E", kind: .embedded, columns: [column(.int)], rows: []),
      WrittenTable(name: "class_A", kind: .asymmetric, columns: [column(.int)], rows: []),
      WrittenTable(name: "class_T", columns: [column(.string)], primaryKey: 0, rows: []),
    ]
    let file = try RealmFile(bytes: RealmWriter.file(tables))
    try expectContent(tables, in: file)
    #expect(file.schema["T"]?.primaryKey == "value")
    #expect(file.schema["E"]?.primaryKey == nil)
  }

  /// Two levels of inner nodes.
  @Test func manyObjects() throws {
    let table = WrittenTable(
      name: "class_Thing", columns: [column(.int)],
      rows: (0..<70_000).map { (Int64($0), [.int(Int64($0) * 3)]) })
    let file = try RealmFile(bytes: RealmWriter.file([table]))
    #expect(try file.table("Thing").count == 70_000)
    let rows = try file.table("Thing").rows()
    var number: Int64 = 0
    while let row = try rows.next() {
      guard row.key.rawValue == number, try row.value(at: 0) == .int(number * 3) else {
        Issue.record("object \(row.key)")
        return
      }
      number += 1
    }
    #expect(number == 70_000)
    for key: Int64 in [0, 255, 256, 65_535, 65_536, 69_999] {
      #expect(try file.table("Thing").row(RealmObjectKey(key))?.value(at: 0) == .int(key * 3))
    }
    #expect(try file.table("Thing").row(RealmObjectKey(70_000)) == nil)
  }

  /// Reading a value twice is not meeting it twice.
  @Test func valuesMayBeReadAgainAndAgain() throws {
    let table = WrittenTable(
      name: "class_Thing", columns: [column(.string, .list)],
      rows: (0..<3).map { (Int64($0), [.list([.string(String(repeating: "x", count: 200))])]) })
    let file = try RealmFile(bytes: RealmWriter.file([table]))
    let rows = try file.table("Thing").rows()
    while let row = try rows.next() {
      for _ in 0..<50 { #expect(try row["value"] == table.rows[0].values[0]) }
    }
  }
}
