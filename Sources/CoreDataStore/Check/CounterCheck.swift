extension StoreCheck {
  /// Z_PRIMARYKEY: a counter below a key makes the app give out that key again.
  func counters(_ findings: inout Findings) throws {
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let row = store.numbers.row(named: entity.name)
      else { continue }
      if place.holdsTable {
        guard let table = place.table else { continue }
        try checkCounter(row, table, &findings)
      } else if row.maximum != 0 {
        findings.add(
          Finding(
            .warning, .counter, table: "Z_PRIMARYKEY", key: row.number,
            "\(entity.name) counts keys, although its root entity does.",
            "'check --repair COPY' sets it to zero."))
      }
    }
    for row in store.numbers.rows where row.number >= EntityNumbers.firstInternal {
      let table = "A" + row.name
      if store.catalog.table(table)?.column("Z_PK") != nil {
        try checkCounter(row, table, &findings)
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
        .error, .counter, table: "Z_PRIMARYKEY", key: row.number,
        "\(row.name) has counted \(row.maximum) keys, but the highest is \(highest).",
        "The app would give out keys twice; 'check --repair COPY' raises the counter."))
  }

  /// Rows whose Z_ENT is no entity of their table.
  func entityNumbers(_ findings: inout Findings) throws {
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], place.holdsTable, let table = place.table else {
        continue
      }
      let known = place.numbers.map(String.init).joined(separator: ", ")
      let statement = try store.connection.prepare(
        "SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(known))")
      while try statement.step() {
        let number = statement.key(1).map { "\($0)" } ?? "none"
        findings.add(
          Finding(
            .error, .entityNumber, table: table, key: statement.key(0),
            "The row is of entity \(number), which is not kept in this table.",
            "Apps do not see it; it came from a program that does not know the format."))
      }
    }
  }
}
