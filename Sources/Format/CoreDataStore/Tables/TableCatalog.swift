// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The tables that a file really has.
struct TableCatalog {
  struct Column: Equatable {
    let name: String
    /// In upper case, without length: `VARCHAR`.
    let type: String
  }

  struct Index: Equatable {
    let name: String
    let isUnique: Bool
    let columns: [String]
  }

  struct Table {
    let name: String
    let columns: [Column]
    let indexes: [Index]
    private let byName: [String: Column]

    init(name: String, columns: [Column], indexes: [Index]) {
      self.name = name
      self.columns = columns
      self.indexes = indexes
      byName = Dictionary(columns.map { ($0.name.uppercased(), $0) }) { first, _ in first }
    }

    func column(_ name: String) -> Column? { byName[name.uppercased()] }

    func isIndexed(_ column: String) -> Bool {
      indexes.contains { $0.columns.first?.uppercased() == column.uppercased() }
    }
  }

  private let byName: [String: Table]
  /// In the order of the file.
  let tables: [Table]
  /// The names of the triggers and their text.
  let triggers: [(name: String, sql: String)]

  init(_ connection: Connection) throws {
    var tables: [Table] = []
    let names = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        + " AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid")
    for case .text(let name) in names.compactMap(\.first) {
      let columns = try connection.rows(
        "SELECT name, type FROM pragma_table_info(?1)", [.text(name)])
      tables.append(
        Table(
          name: name,
          columns: columns.compactMap { row in
            guard case .text(let name) = row[0] else { return nil }
            guard case .text(let type) = row[1] else { return Column(name: name, type: "") }
            let plain = type.uppercased().prefix { $0 != "(" && $0 != " " }
            return Column(name: name, type: String(plain))
          },
          indexes: try Self.indexes(of: name, connection)))
    }
    self.tables = tables
    byName = Dictionary(tables.map { ($0.name.uppercased(), $0) }) { first, _ in first }
    triggers = try connection.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      .compactMap { row in
        guard case .text(let name) = row[0], case .text(let sql) = row[1] else { return nil }
        return (name, sql)
      }
  }

  private static func indexes(of table: String, _ connection: Connection) throws -> [Index] {
    let rows = try connection.rows(
      "SELECT l.name, l.\"unique\", i.name FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i"
        + " ORDER BY l.seq, i.seqno", [.text(table)])
    var indexes: [Index] = []
    for row in rows {
      guard case .text(let name) = row[0] else { continue }
      var columns: [String] = []
      if case .text(let column) = row[2] { columns = [column] }
      if let last = indexes.last, last.name == name {
        columns = last.columns + columns
        indexes.removeLast()
      }
      indexes.append(Index(name: name, isUnique: row[1].key == 1, columns: columns))
    }
    return indexes
  }

  func table(_ name: String) -> Table? { byName[name.uppercased()] }
  func has(_ name: String) -> Bool { table(name) != nil }
}

extension String {
  /// The name between quotes, for use in a statement.
  package var sqlName: String { inDoubleQuotes }
}

extension Store {
  /// The statements that make the store's tables and indexes, as in the file.
  package func tableStatements() throws -> String {
    let rows = try connection.rows(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        + " ORDER BY type != 'table', rowid")
    var text = ""
    for case .text(let sql) in rows.compactMap(\.first) { text += sql + ";\n" }
    return text
  }
}
