// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension RecentHistory {
  /// Lets what reads ATRANSACTION and ACHANGE see the latest transactions as well.
  ///
  /// SQLite looks for a name among temporary tables first: a view of that name stands for both tables. Called before the
  /// history is read, as another process may make the table, or remove it.
  static func prepareToRead(_ connection: Connection, _ catalog: TableCatalog) throws {
    guard let transactions = catalog.table(HistoryTables.transactions),
      let changes = catalog.table(HistoryTables.changes)
    else { return }
    guard try connection.integer(existence) != nil else { return try removeViews(connection) }
    for (table, rows) in [(transactions, Self.transactions), (changes, Self.changes)] {
      let columns = table.columns.map(\.name)
      let list = columns.map(\.sqlName).joined(separator: ", ")
      try connection.execute(
        "CREATE TEMP VIEW IF NOT EXISTS \(table.name.sqlName) AS SELECT \(list) FROM main.\(table.name.sqlName)"
          + " UNION ALL \(rows(columns))")
    }
  }

  /// Moves the rows to Core Data's tables, and removes the table; within a transaction that writes.
  static func settle(_ connection: Connection) throws {
    try removeViews(connection)
    guard try connection.integer(existence) != nil else { return }
    for statement in settling { try connection.execute(statement) }
    try connection.execute(removal)
  }

  private static func removeViews(_ connection: Connection) throws {
    for table in [HistoryTables.transactions, HistoryTables.changes] {
      guard
        try connection.integer(
          "SELECT 1 FROM temp.sqlite_schema WHERE type = 'view' AND name = ?", [.text(table)]) != nil
      else { continue }
      try connection.execute("DROP VIEW temp.\(table)")
    }
  }
}
