// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// How much room each table and its indexes take in the file.
package struct TableSizes: Hashable, Sendable {
  package struct Table: Hashable, Sendable, Identifiable {
    package let name: String
    /// The entities whose rows it holds.
    package let entities: [String]
    /// In bytes, without the indexes.
    package var table: UInt64
    package var indexes: UInt64

    package var id: String { name }
    package var all: UInt64 { table + indexes }

    package init(name: String, entities: [String], table: UInt64, indexes: UInt64) {
      self.name = name
      self.entities = entities
      self.table = table
      self.indexes = indexes
    }
  }

  /// The largest first.
  package let tables: [Table]
  /// Of all tables, in bytes.
  package let total: UInt64

  package init(_ tables: [Table]) {
    self.tables = tables.sorted { ($1.all, $0.name) < ($0.all, $1.name) }
    total = tables.reduce(0) { $0 + $1.all }
  }

  /// - Throws: ``StudioError`` if SQLite was built without the means to tell.
  init(_ store: Store) throws {
    let connection = store.connection
    let owners = try connection.rows("SELECT name, tbl_name FROM main.sqlite_master WHERE rootpage > 0")
    var tableOf: [String: String] = [:]
    for row in owners {
      if case .text(let name) = row[0], case .text(let table) = row[1] { tableOf[name] = table }
    }
    let statement: Statement
    do {
      statement = try connection.prepare("SELECT name, pgsize FROM dbstat('main', 1)")
    } catch {
      throw StudioError("SQLite was built without 'dbstat' here, which tells the sizes of tables.")
    }
    var entities: [String: [String]] = [:]
    for place in store.layout.entities.values {
      if let table = place.table { entities[table, default: []].append(place.entity) }
    }
    var found: [String: Table] = [:]
    while try statement.step() {
      guard let name = statement.text(0) else { continue }
      let size = UInt64(max(0, statement.integer(1)))
      let owner = tableOf[name] ?? name
      var table =
        found[owner] ?? Table(name: owner, entities: (entities[owner] ?? []).sorted(), table: 0, indexes: 0)
      if name == owner { table.table += size } else { table.indexes += size }
      found[owner] = table
    }
    self.init(Array(found.values))
  }
}
