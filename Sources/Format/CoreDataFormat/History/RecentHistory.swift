// SPDX-License-Identifier: Apache-2.0

/// A table beside Core Data's for the history of a program's latest saves.
///
/// In Core Data's tables the two rows of a save of one object change ten pages, seven of them of indexes. Here they
/// change one. The rows have the keys that they will have in Core Data's tables, to which they move by the hundreds: at
/// the latest when the container closes, so that a file that is given away has Core Data's tables alone.
///
/// Keys are reserved: while there are rows, Z_PRIMARYKEY says what the highest key may become, so that another program
/// gives out none of them, and a save changes no counter.
package enum RecentHistory {
  package static let table = "OSD_RECENT_HISTORY"

  /// How many keys of changes, and of transactions, are reserved at a time.
  package static let reservedKeys: Int64 = 1024

  /// Whether there is such a table.
  package static let existence =
    "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = '\(table)'"

  /// Whether it has rows.
  package static let occupation = "SELECT 1 FROM main.\(table) LIMIT 1"

  /// One row for each change, with what ATRANSACTION would say of its transaction.
  package static let creation =
    "CREATE TABLE main.\(table) (Z_PK INTEGER PRIMARY KEY, ZTRANSACTIONID INTEGER, ZAUTHORTS INTEGER, "
    + "ZBUNDLEIDTS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZCHANGETYPE INTEGER, ZENTITY INTEGER, "
    + "ZENTITYPK INTEGER, ZCOLUMNS BLOB)"

  /// Adds a change: its key, ?1, transaction, ?2, the keys of author, ?3, bundle, ?4, and process, ?5, the time, ?6,
  /// kind, ?7, entity, ?8, row, ?9, and the bits of the changed columns, ?10.
  package static let insertion = "INSERT INTO main.\(table) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"

  /// Moves the rows to Core Data's tables, and has Z_PRIMARYKEY say what was used of the reserved keys.
  ///
  /// A program that counts no keys may have taken one of them. Its row stays then: a save must not fail for that.
  package static let settling = [
    "INSERT OR IGNORE INTO main.ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP) "
      + "SELECT ZTRANSACTIONID, \(HistoryTables.transaction), ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP "
      + "FROM main.\(table) AS r WHERE \(isFirstOfTransaction) ORDER BY Z_PK",
    "INSERT OR IGNORE INTO main.ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) "
      + "SELECT Z_PK, \(HistoryTables.change), ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS "
      + "FROM main.\(table) ORDER BY Z_PK",
    lowering(HistoryTables.transaction), lowering(HistoryTables.change),
    "DELETE FROM main.\(table)",
  ]

  /// Removes the table, which has no rows.
  package static let removal = "DROP TABLE main.\(table)"

  /// The highest key of transactions or changes that was given out, by their number.
  package static func highest(_ number: Int64) -> String {
    let main = number == HistoryTables.change ? HistoryTables.changes : HistoryTables.transactions
    return """
      SELECT max(coalesce((SELECT max(Z_PK) FROM main.\(main)), 0), coalesce((\(key(number, isLast: true))), 0), \
      coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number) AND Z_MAX IS NOT (\(reservation(number)))), 0))
      """
  }

  /// The lowest number of a transaction; no row without any.
  package static func oldestTransaction(_ exists: Bool) -> String {
    let main = "SELECT min(Z_PK) FROM main.ATRANSACTION"
    return exists ? "SELECT coalesce((\(main)), (\(key(HistoryTables.transaction, isLast: false))))" : main
  }

  /// The rows as those of ATRANSACTION, for its columns.
  package static func transactions(_ columns: [String]) -> String {
    let values = columns.map { column in
      switch column {
      case RowHeader.key: "ZTRANSACTIONID AS \(column)"
      case RowHeader.entity: "\(HistoryTables.transaction) AS \(column)"
      case "ZAUTHORTS", "ZBUNDLEIDTS", "ZPROCESSIDTS", "ZTIMESTAMP": column
      default: "NULL AS \(column.inDoubleQuotes)"
      }
    }
    return "SELECT \(values.joined(separator: ", ")) FROM main.\(table) AS r WHERE \(isFirstOfTransaction)"
  }

  /// The rows as those of ACHANGE, for its columns.
  package static func changes(_ columns: [String]) -> String {
    let values = columns.map { column in
      switch column {
      case RowHeader.key, "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS": column
      case RowHeader.entity: "\(HistoryTables.change) AS \(column)"
      default: "NULL AS \(column.inDoubleQuotes)"
      }
    }
    return "SELECT \(values.joined(separator: ", ")) FROM main.\(table)"
  }

  /// The keys of the changes of a transaction follow each other.
  private static let isFirstOfTransaction =
    "NOT EXISTS (SELECT 1 FROM main.\(table) AS p WHERE p.Z_PK = r.Z_PK - 1 AND p.ZTRANSACTIONID = r.ZTRANSACTIONID)"

  /// The last or the first key of transactions or changes.
  private static func key(_ number: Int64, isLast: Bool) -> String {
    "SELECT \(number == HistoryTables.change ? RowHeader.key : "ZTRANSACTIONID") FROM main.\(table) "
      + "ORDER BY Z_PK\(isLast ? " DESC" : "") LIMIT 1"
  }

  /// What Z_PRIMARYKEY says while there are rows, unless another program has counted on.
  private static func reservation(_ number: Int64) -> String {
    "(\(key(number, isLast: false))) + \(reservedKeys - 1)"
  }

  private static func lowering(_ number: Int64) -> String {
    "UPDATE Z_PRIMARYKEY SET Z_MAX = (\(key(number, isLast: true))) "
      + "WHERE Z_ENT = \(number) AND Z_MAX = \(reservation(number))"
  }
}
