// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// The text of the CREATE statements, as Core Data writes it.
package enum DDL {
  /// Keys, metadata and model cache.
  package static let bookkeeping = [
    PrimaryKeyTable.creation, MetadataTable.creation, ModelCacheTable.creation,
  ]

  /// Everything a new store needs, in Core Data's order.
  package static func all(_ layout: StoreLayout) -> [String] {
    var statements: [String] = []
    for table in layout.tables {
      statements.append(create(table))
      // A table of pairs follows the entity that names it, which may be a
      // subentity in the same table.
      statements += layout.joinTables.filter { $0.owner.root === table.root }.map { create($0) }
    }
    statements += layout.indexes.map { create($0) }
    statements += bookkeeping
    statements += HistoryTables.statements
    return statements
  }

  package static func create(_ table: TableLayout) -> String {
    let columns =
      RowHeader.declarations + table.columns.map { "\($0.name) \($0.declaredType)" }
    return "CREATE TABLE \(table.name) ( \(columns.joined(separator: ", ")) )"
  }

  package static func create(_ table: JoinTableLayout) -> String {
    let columns = table.columns.map { "\($0) INTEGER" }.joined(separator: ", ")
    let key = table.columns.joined(separator: ", ")
    return "CREATE TABLE \(table.name) ( \(columns), PRIMARY KEY (\(key)) )"
  }

  package static func create(_ index: IndexLayout) -> String {
    switch index.kind {
    case .structural:
      return
        "CREATE INDEX \(index.name) ON \(index.table) (\(index.columns.joined(separator: ", ")))"
    case .fetch, .unique:
      let columns = index.columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")
      let unique = index.kind == .unique ? "UNIQUE " : ""
      return "CREATE \(unique)INDEX \(quoted(index.name)) ON \(index.table) (\(columns))"
    }
  }

  /// A name as it is if SQL takes it so, else in quotes.
  package static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    return isPlain ? name : name.inDoubleQuotes
  }
}
