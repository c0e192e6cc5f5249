// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension StoreIntegrityCheck {
  /// What the tables of the history refer to, and do not have.
  func history(_ findings: inout Findings) throws {
    missingHistoryTables(&findings)
    try findings.attempt(RecentHistory.table) { _ in try RecentHistory.prepareToRead(store.connection, store.catalog) }
    if store.catalog.has(HistoryTables.changes), store.catalog.has(HistoryTables.transactions) {
      try findings.attempt(HistoryTables.changes, changesWithoutTransaction)
    }
    if store.catalog.has(HistoryTables.transactions), store.catalog.has(HistoryTables.strings) {
      try findings.attempt(HistoryTables.transactions, missingStrings)
    }
  }

  /// The columns that lead from a transaction to its texts. Old versions of
  /// Core Data have the texts in the transaction itself.
  private var stringColumns: [String] {
    let table = store.catalog.table(HistoryTables.transactions)
    return HistoryTables.Text.allCases.map(\.keyColumn).filter { table?.column($0) != nil }.sorted()
  }

  private func missingHistoryTables(_ findings: inout Findings) {
    // Core Data makes them together, and counts their keys once there are rows.
    let isKept =
      store.catalog.has(HistoryTables.changes) || store.catalog.has(HistoryTables.transactions)
      || store.numbers.row(HistoryTables.change)?.name
        == HistoryTables.counterName(HistoryTables.changes)
    guard isKept else { return }
    var tables = [HistoryTables.changes, HistoryTables.transactions]
    if !stringColumns.isEmpty { tables.append(HistoryTables.strings) }
    for table in tables where !store.catalog.has(table) {
      findings.add(
        Finding(
          .error, .history, table: table, "The history lacks this table.",
          "An app cannot read the history. Restore the file from a backup."))
    }
  }

  private func changesWithoutTransaction(_ findings: inout Findings) throws {
    let statement = try store.connection.prepare(
      "SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID IS NULL"
        + " OR ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)")
    while try statement.step() {
      findings.add(
        Finding(
          .error, .history, table: HistoryTables.changes, key: statement.key(0),
          "The change belongs to no transaction.",
          "The history is incomplete; the objects themselves are not affected."))
    }
  }

  /// Authors, processes and the like are kept in a table of their own.
  private func missingStrings(_ findings: inout Findings) throws {
    for column in stringColumns {
      let statement = try store.connection.prepare(
        "SELECT t.Z_PK, t.\(column), s.Z_PK FROM ATRANSACTION AS t"
          + " LEFT JOIN ATRANSACTIONSTRING AS s ON s.Z_PK = t.\(column)"
          + " WHERE t.\(column) IS NOT NULL AND s.ZNAME IS NULL")
      while try statement.step() {
        let goal = statement.key(1).map { "\($0)" } ?? "?"
        let state = statement.isNull(2) ? "which does not exist" : "which has no text"
        findings.add(
          Finding(
            .error, .history, table: HistoryTables.transactions, key: statement.key(0),
            "\(column) refers to row \(goal) of ATRANSACTIONSTRING, \(state).",
            "The history does not name the author of the change; the objects are not affected."))
      }
    }
  }
}
