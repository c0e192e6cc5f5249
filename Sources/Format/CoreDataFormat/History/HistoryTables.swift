// SPDX-License-Identifier: Apache-2.0

/// The tables of persistent history: one row of ATRANSACTION for a save, one of
/// ACHANGE for each row that it has changed, and one of ATRANSACTIONSTRING for
/// each text, such as an author's name.
package enum HistoryTables {
  package static let changes = "ACHANGE"
  package static let transactions = "ATRANSACTION"
  package static let strings = "ATRANSACTIONSTRING"

  /// Core Data makes them together.
  package static let all = [changes, transactions, strings]

  /// What the rows of ACHANGE carry as Z_ENT.
  package static let change: Int64 = 16_001
  /// What the rows of ATRANSACTION carry as Z_ENT.
  package static let transaction: Int64 = 16_002
  /// What the rows of ATRANSACTIONSTRING carry as Z_ENT.
  package static let transactionString: Int64 = 16_003

  /// The tables by these numbers. Z_PRIMARYKEY counts their keys, under their
  /// names without the first letter, from the first transaction on.
  package static let byNumber: [(number: Int64, table: String)] = [
    (change, changes), (transaction, transactions), (transactionString, strings),
  ]

  /// The name under which Z_PRIMARYKEY has a table.
  package static func counterName(_ table: String) -> String { String(table.dropFirst()) }

  /// The table that Z_PRIMARYKEY has under a name: of the history, or a cloud table.
  package static func table(counterName: String) -> String { "A" + counterName }

  /// ZCHANGETYPE: what a save did to a row.
  package enum Change: Int64, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
  }

  /// The texts of a transaction. Each has two columns of ATRANSACTION: with the
  /// text itself, as in stores of before ATRANSACTIONSTRING, or with its key.
  package enum Text: String, CaseIterable, Sendable {
    case author = "AUTHOR"
    case bundle = "BUNDLEID"
    case process = "PROCESSID"
    case context = "CONTEXTNAME"

    /// The column that holds the text.
    package var column: String { "Z" + rawValue }
    /// The column that holds the key of a row of ATRANSACTIONSTRING.
    package var keyColumn: String { "Z" + rawValue + "TS" }
  }

  /// A column of ACHANGE for a value of a deleted row; the first is 0.
  package static func tombstone(_ slot: Int) -> String { "ZTOMBSTONE\(slot)" }

  /// As Core Data writes them.
  package static let statements = [
    "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )",
    "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
    "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
    "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
    "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
    "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
    "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
    "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
  ]
}
