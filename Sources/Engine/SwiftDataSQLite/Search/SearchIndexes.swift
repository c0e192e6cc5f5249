// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Makes the search indexes of a store fit its layout.
///
/// An index is known by the text of its statements: one that was made for
/// other columns, or that has lost a trigger, may lack words, and is made
/// anew. A table that is kept aside, since the schema has its entity no more, has
/// none.
struct SearchIndexes {
  let layout: StoreLayout

  init(_ layout: StoreLayout) { self.layout = layout }

  /// Whether there is nothing to drop or make.
  func isCurrent(_ connection: SQLiteConnection) throws -> Bool {
    let stored = try Self.stored(connection)
    let isSupported = try Self.isSupported(connection)
    return layout.tables.allSatisfy {
      isCurrent($0, stored, isSupported: isSupported) ?? true
    }
  }

  /// Removes what does not fit, before a migration changes the tables.
  ///
  /// - Parameter tables: Tables whose indexes do not outlast the migration.
  func dropStale(_ connection: SQLiteConnection, in tables: Set<String> = []) throws {
    let stored = try Self.stored(connection)
    let isSupported = try Self.isSupported(connection)
    let stale = layout.tables.filter {
      !(isCurrent($0, stored, isSupported: isSupported) ?? false)
    }
    for table in tables.union(stale.map(\.name)).sorted() {
      let (triggers, index) = SearchIndexLayout.names(of: table)
      for trigger in triggers where stored[trigger] != nil {
        try connection.executeOnce("DROP TRIGGER \(trigger)")
      }
      // Without FTS5 the index cannot be dropped. It stays as it is, and is
      // made anew where there is FTS5, since its triggers are missing.
      if isSupported, stored[index] != nil { try connection.executeOnce("DROP TABLE \(index)") }
    }
  }

  /// Makes what is missing, and fills it with the rows that there are.
  func make(_ connection: SQLiteConnection) throws {
    guard try Self.isSupported(connection) else { return }
    let stored = try Self.stored(connection)
    for table in layout.tables {
      guard let index = layout.searchIndex(of: table), stored[index.name] == nil else { continue }
      for (_, sql) in index.statements { try connection.executeOnce(sql) }
      try connection.executeOnce(index.rebuild)
    }
  }

  /// Whether what the store has is what the layout wants; `nil` if both are
  /// nothing.
  private func isCurrent(
    _ table: TableLayout, _ stored: [String: String], isSupported: Bool
  ) -> Bool? {
    let (triggers, index) = SearchIndexLayout.names(of: table.name)
    guard isSupported else { return triggers.contains { stored[$0] != nil } ? false : nil }
    let found = stored.filter { $0.key == index || triggers.contains($0.key) }
    let wanted = layout.searchIndex(of: table)?.statements ?? []
    if found.isEmpty, wanted.isEmpty { return nil }
    return found == Dictionary(wanted.map { ($0.name, $0.sql) }, uniquingKeysWith: { $1 })
  }

  // MARK: The store

  /// Whether this SQLite has the module.
  static func isSupported(_ connection: SQLiteConnection) throws -> Bool {
    try connection.integer("SELECT sqlite_compileoption_used('ENABLE_FTS5')") == 1
  }

  /// The statements that made the indexes and triggers, by name.
  private static func stored(_ connection: SQLiteConnection) throws -> [String: String] {
    // As a range, not LIKE: `_` would stand for any letter.
    try connection.withStatement(
      """
      SELECT name, sql FROM sqlite_schema \
      WHERE name >= '\(SearchIndexLayout.prefix)' AND name < 'OSD_SEARCH`' AND type <> 'index'
      """
    ) { statement in
      var stored: [String: String] = [:]
      while try statement.step() {
        if let name = statement.text(0) { stored[name] = statement.text(1) ?? "" }
      }
      return stored
    }
  }

  /// Whether an index is there and has every word.
  static func has(_ index: SearchIndexLayout, _ connection: SQLiteConnection) throws -> Bool {
    let stored = try stored(connection)
    return index.statements.allSatisfy { stored[$0.name] == $0.sql }
  }

  /// - Throws: ``SwiftDataError/notSearchable`` unless the index is there and
  ///   has every word.
  static func check(
    _ index: SearchIndexLayout, of entity: _Entity, _ connection: SQLiteConnection
  ) throws {
    guard try isSupported(connection) else {
      throw SwiftDataError(
        .notSearchable, "The system's SQLite was built without FTS5, which search needs.",
        entity: entity.name, file: connection.file,
        advice: "Install an SQLite with FTS5, or use a predicate with localizedStandardContains.")
    }
    guard try has(index, connection) else {
      throw SwiftDataError(
        .notSearchable, "The store has no search index that fits the schema.",
        entity: entity.name, file: connection.file,
        advice: "Open the store for writing with this schema once, which creates the index.")
    }
  }
}
