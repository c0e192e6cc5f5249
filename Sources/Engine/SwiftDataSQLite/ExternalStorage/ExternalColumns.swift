// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The columns whose large values are in files, as far as the schema or the store itself says so: also those of
/// attributes and entities that the schema has no more.
///
/// The bytes of any other column may look like a reference to a file, and are the app's.
struct ExternalColumns {
  private let columns: [String: Set<String>]

  init(_ layout: StoreLayout, _ connection: SQLiteConnection) throws {
    try self.init(StoreContents(connection), layout)
  }

  /// - Parameter layout: `nil` if the store's own description is enough.
  init(_ contents: StoreContents, _ layout: StoreLayout? = nil) {
    var contents = contents
    contents.readStoredModel()
    var found: [String: Set<String>] = [:]
    for table in layout?.tables ?? [] {
      let names = table.columns.filter(\.isExternal).map(\.name)
      if !names.isEmpty { found[table.name] = Set(names) }
    }
    let known = contents.knownColumns ?? [:]
    func note(_ entity: String, _ attributes: some Sequence<AttributeDescription>) {
      let external = Set(attributes.filter(\.allowsExternalStorage).map(\.name))
      guard !external.isEmpty else { return }
      let table = TableNaming.table(of: contents.rootName(of: entity))
      for (path, column) in known[entity] ?? [:] where external.contains(Self.attribute(path)) {
        for table in [table, KeptNames.name(table)] where contents.columnNames(of: table).contains(column) {
          found[table, default: []].insert(column)
        }
      }
    }
    for entity in contents.storedModel?.entities ?? [] { note(entity.name, entity.attributes) }
    for (entity, attributes) in contents.metadata?.keptAttributes ?? [:] { note(entity, attributes.values) }
    columns = found
  }

  func contains(_ column: String, of table: String) -> Bool { columns[table]?.contains(column) == true }

  /// Delivers the names of all files that rows refer to.
  func references(_ connection: SQLiteConnection, _ body: (String) throws -> Void) throws {
    try forEach { table, column in
      for (_, name) in try rows(table, column, connection) { try body(name) }
    }
  }

  /// Gives all files that rows refer to new names, in the rows alone.
  ///
  /// - Returns: The new names by the old ones.
  func renameReferences(_ connection: SQLiteConnection) throws -> [String: String] {
    var names: [String: String] = [:]
    try forEach { table, column in
      for (row, name) in try rows(table, column, connection) {
        let newName = names[name] ?? UUID().uuidString
        names[name] = newName
        try connection.withStatement("UPDATE \(table) SET \(column) = ? WHERE \(RowHeader.key) = ?") { statement in
          try ExternalColumn.reference(to: newName).withUnsafeBytes { try statement.bind($0, 1) }
          statement.bind(row, 2)
          try statement.run()
        }
      }
    }
    return names
  }

  /// Delivers tables and columns, as SQL has their names.
  private func forEach(_ body: (String, String) throws -> Void) throws {
    for (table, names) in columns.sorted(by: { $0.key < $1.key }) {
      for name in names.sorted() { try body(table.inDoubleQuotes, name.inDoubleQuotes) }
    }
  }

  private func rows(
    _ table: String, _ column: String, _ connection: SQLiteConnection
  ) throws -> [(row: Int64, name: String)] {
    var rows: [(row: Int64, name: String)] = []
    // The length is known without reading the value.
    try connection.withStatement(
      "SELECT \(RowHeader.key), \(column) FROM \(table) WHERE length(\(column)) = \(ExternalColumn.referenceLength) "
        + "AND typeof(\(column)) = 'blob'"
    ) { statement in
      while try statement.step() {
        let column = statement.bytes(1).withUnsafeBytes { ExternalColumn($0) }
        if let name = column.file { rows.append((statement.integer(0), name)) }
      }
    }
    return rows
  }

  /// The attribute that a path belongs to.
  private static func attribute(_ path: String) -> String { String(path.prefix { $0 != "." && $0 != "/" }) }
}
