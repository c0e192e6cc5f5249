// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import Testing

@testable import RealmWriting

/// Reads all of a file and compares it with what was written.
func expectContent(_ tables: [WrittenTable], in file: RealmFile, _ note: Comment = "") throws {
  #expect(file.tables.map(\.type.tableName) == tables.map(\.name), note)
  for (written, table) in zip(tables, file.tables) {
    #expect(table.count == written.rows.count, note)
    #expect(table.type.kind == written.kind, note)
    for (column, property) in zip(written.columns, table.type.properties) {
      #expect(property.name == column.name, note)
      #expect(property.type == column.type, note)
      #expect(property.collection == column.collection, note)
      #expect(property.isIndexed == column.isIndexed, note)
      #expect(property.target == column.target.map { file.tables[$0].name }, note)
    }
    let rows = table.rows()
    for (key, values) in written.rows {
      let row = try #require(try rows.next(), note)
      #expect(row.key.rawValue == key, note)
      for (index, value) in values.enumerated() {
        let property = table.type.properties[index]
        let read = try row.value(at: index)
        #expect(read == value, "\(note) \(property)")
        if property.collection != nil {
          try compare(row.elements(of: property.name), value, note)
        }
      }
    }
    #expect(try rows.next() == nil, note)
    for (key, values) in written.rows.shuffled().prefix(20) {
      let row = try #require(try table.row(RealmObjectKey(key)), note)
      #expect(try row.values() == values, note)
      let isThere = written.rows.contains { $0.key == key + 1 }
      #expect((try table.row(RealmObjectKey(key + 1)) != nil) == isThere, note)
    }
  }
}

private func compare(_ elements: RealmElements, _ value: RealmValue, _ note: Comment) throws {
  var entries: [RealmEntry] = []
  while let entry = try elements.nextEntry() { entries.append(entry) }
  switch value {
  case .list(let values), .set(let values): #expect(entries.map(\.value) == values, note)
  case .dictionary(let expected): #expect(entries == expected, note)
  default: Issue.record("no collection")
  }
}
