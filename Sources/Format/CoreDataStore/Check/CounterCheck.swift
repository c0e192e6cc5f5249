// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension StoreIntegrityCheck {
  /// Z_PRIMARYKEY: a counter below a key makes the app give out that key again.
  func counters(_ findings: inout Findings) throws {
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let row = store.numbers.row(named: entity.name)
      else { continue }
      if place.holdsTable {
        guard let table = place.table else { continue }
        try findings.attempt(table) { try checkCounter(row, table, &$0) }
      } else if row.maximum != 0 {
        findings.add(
          Finding(
            .warning, .counter, table: PrimaryKeyTable.name, key: row.number,
            "\(entity.name) has its own key counter, but only the root entity's counter is used.",
            "'check --repair COPY' sets it to zero."))
      }
    }
    for row in store.numbers.rows where row.number >= PrimaryKeyTable.firstInternalNumber {
      let table = HistoryTables.table(counterName: row.name)
      if store.catalog.table(table)?.column("Z_PK") != nil {
        try findings.attempt(table) { try checkCounter(row, table, &$0) }
      }
    }
  }

  private func checkCounter(
    _ row: EntityNumbers.Row, _ table: String, _ findings: inout Findings
  ) throws {
    guard let highest = try store.connection.integer("SELECT max(Z_PK) FROM \(table.sqlName)"),
      highest > row.maximum
    else { return }
    findings.add(
      Finding(
        .error, .counter, table: PrimaryKeyTable.name, key: row.number,
        "The key counter of \(row.name) is \(row.maximum), but the highest key is \(highest).",
        "The app would give out keys twice. 'check --repair COPY' raises the counter."))
  }

  /// Rows whose Z_ENT is no entity of their table, nor one of a former schema.
  func entityNumbers(_ findings: inout Findings) throws {
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], place.holdsTable, let table = place.table else {
        continue
      }
      let known = (place.numbers + store.numbers.kept).map(String.init).joined(separator: ", ")
      try findings.attempt(table) { findings in
        let statement = try store.connection.prepare(
          "SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(known))")
        while try statement.step() {
          let number = statement.key(1).map { "\($0)" } ?? "NULL"
          findings.add(
            Finding(
              .error, .entityNumber, table: table, key: statement.key(0),
              "The row's Z_ENT is \(number), which is not an entity of this table.",
              "Apps do not see the row. A program that does not know the format wrote it."))
        }
      }
    }
  }
}
