// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import Testing

@testable import RealmWriting

/// Files of formats 2 to 9 that the tests write.
@Suite struct OldFileTests {
  @Test(arguments: 2...9)
  func randomTablesAreReadAsWritten(_ format: Int) throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("OldFileTests: seed \(seed)")
    for number in 0..<20 {
      let start = SplitMix(state: seed &+ UInt64(number) &* 7919)
      var tables = RandomTables(random: start, format: format)
      let written = tables.tables()
      let bytes = OldRealmWriter.file(
        written, format: UInt8(format), treeLimit: number % 3 == 0 ? 7 : 1000, streamed: number % 2 == 0)
      let file = try RealmFile(bytes: bytes)
      let note: Comment = "seed \(seed), format \(format), file \(number)"
      #expect(file.schema.format == format, note)
      try expectContent(written, in: file, note)
      #expect(try LinkComparison(file).differences == [], note)
    }
  }

  /// Names of columns that are empty, or that others have, as Realm once allowed.
  @Test func namesAreMadeDistinct() throws {
    let table = WrittenTable(
      name: "class_Thing",
      columns: ["", "a", "a", "col_0"].map { WrittenColumn(name: $0, type: .int) },
      rows: [(0, [.int(1), .int(2), .int(3), .int(4)])])
    let file = try RealmFile(bytes: OldRealmWriter.file([table], format: 6))
    let type = try #require(file.tables.first?.type)
    #expect(Set(type.properties.map(\.name)).count == 4)
    #expect(type.properties.dropFirst().first?.name == "a")
    #expect(try file.tables.first?.row(RealmObjectKey(0))?.values() == [.int(1), .int(2), .int(3), .int(4)])
  }

  /// Primary keys are in a table of their own.
  @Test func primaryKeysAndVersion() throws {
    let text = { WrittenColumn(name: $0, type: .string) }
    let tables = [
      WrittenTable(
        name: "pk", columns: [text("pk_table"), text("pk_property")],
        rows: [(0, [.string("Dog"), .string("name")])]),
      WrittenTable(
        name: "metadata", columns: [WrittenColumn(name: "version", type: .int)], rows: [(0, [.int(7)])]),
      WrittenTable(name: "class_Dog", columns: [text("name")], rows: [(0, [.string("Rex")])]),
    ]
    for format in UInt8(2)...9 {
      let file = try RealmFile(bytes: OldRealmWriter.file(tables, format: format))
      #expect(file.schema.version == 7)
      #expect(file.schema.appClasses.map(\.name) == ["Dog"])
      #expect(file.schema["Dog"]?.primaryKey == "name")
    }
  }

  @Test func tablesWithoutRowsOrColumns() throws {
    let tables = [
      WrittenTable(name: "class_None", columns: [], rows: []),
      WrittenTable(
        name: "class_Empty", columns: [WrittenColumn(name: "text", type: .string, isOptional: true)], rows: []),
    ]
    let file = try RealmFile(bytes: OldRealmWriter.file(tables, format: 9))
    #expect(file.tables.map(\.count) == [0, 0])
    for table in file.tables { #expect(try table.rows().next() == nil) }
  }
}
