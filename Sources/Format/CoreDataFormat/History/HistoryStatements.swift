// SPDX-License-Identifier: Apache-2.0

extension HistoryTables {
  /// The columns of ACHANGE, in the order in which the library writes and reads them.
  package static let changeColumns = [
    RowHeader.key, RowHeader.entity, "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID",
    "ZCOLUMNS",
  ]

  /// Adds a change: its key, ?1, kind, ?2, entity, ?3, row, ?4, transaction, ?5, and
  /// the bits of the changed columns, ?6.
  package static let changeInsertion =
    "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) "
    + "VALUES (?1, \(change), ?2, ?3, ?4, ?5, ?6)"

  /// Adds a transaction: its key, ?1, the keys of author, ?2, bundle, ?3, and
  /// process, ?4, and the time in seconds since 2001, ?5.
  package static let transactionInsertion =
    "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP) "
    + "VALUES (?1, \(transaction), ?2, ?3, ?4, ?5)"

  /// The key of a text, ?1.
  package static let stringSelection = "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?1"

  /// Adds a text, ?2, under a key, ?1.
  package static let stringInsertion =
    "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?1, \(transactionString), ?2)"

  /// Copies the rows with keys from ?3 to ?4 as insertions of a transaction, ?2;
  /// ?1 is what makes the key of a row that of its change.
  package static func insertionsCopy(from table: String) -> String {
    """
    INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) \
    SELECT Z_PK + ?1, \(change), \(Change.insert.rawValue), Z_ENT, Z_PK, ?2 FROM \(table) \
    WHERE Z_PK BETWEEN ?3 AND ?4 ORDER BY Z_PK
    """
  }

  /// A text of a transaction `t`, wherever the store has it.
  ///
  /// - Parameter has: whether ATRANSACTION has a column, or there is ATRANSACTIONSTRING.
  package static func value(of text: Text, has: (String) -> Bool = { _ in true }) -> String {
    var sources: [String] = []
    if has(strings), has(text.keyColumn) {
      sources.append("(SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.\(text.keyColumn))")
    }
    if has(text.column) { sources.append("t.\(text.column)") }
    // coalesce() takes two values at least.
    return "coalesce(\((sources + ["NULL", "NULL"]).joined(separator: ", ")))"
  }
}
