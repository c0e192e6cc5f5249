// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes a store as SQL statements that make it anew, value for value.
///
/// The `sqlite3` shell can load them, and so can any connection: each statement
/// with values is one line, and has no control characters.
package struct SQLExport {
  private let store: Store
  private let tables: [TableCatalog.Table]
  private let virtualTables: [VirtualTable]
  private let isWhole: Bool
  private let literals: SQLLiterals

  /// - Parameter entities: whose tables are written; all tables if empty.
  package init(_ store: Store, entities: [String] = []) throws {
    self.store = store
    isWhole = entities.isEmpty
    literals = SQLLiterals(numbers: try SQLNumbers(store.connection))
    let all = try VirtualTable.all(store.connection)
    if isWhole {
      virtualTables = all
      tables = store.catalog.tables.filter { table in !all.contains { $0.makes(table.name) } }
    } else {
      let names = try store.exportedEntities(entities).compactMap { store.layout[$0.name]?.table }
      let unique: [String] = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      tables = unique.compactMap { store.catalog.table($0) }
      // Triggers keep a search index; without it they would fail.
      virtualTables = all.filter { table in
        if case .rebuilt(let content) = table.content { unique.contains(content) } else { false }
      }
    }
  }

  package func write(to sink: some TextSink, progress: (Int, Int) -> Void = { _, _ in }) throws {
    let connection = store.connection
    let definitions = try SQLDefinitions(connection)
    if isWhole {
      for pragma in ["auto_vacuum", "application_id", "user_version"] {
        let value = try connection.integer("PRAGMA \(pragma)") ?? 0
        if value != 0 || pragma == "auto_vacuum" {
          try sink.write("PRAGMA \(pragma) = \(value);\n")
        }
      }
    }
    try sink.write("BEGIN;\n")
    let total = try tables.reduce(0) { sum, table in
      sum + Int(try connection.integer("SELECT count(*) FROM \(table.name.sqlName)") ?? 0)
    }
    var done = 0
    for table in tables {
      if let sql = try definitions.text(of: "table", table.name) { try sink.write(sql + ";\n") }
      try writeRows(of: table, to: sink) {
        done += 1
        progress(done, total)
      }
    }
    try writeSequences(to: sink)
    let names = Set((tables.map(\.name) + virtualTables.map(\.name)).map { $0.lowercased() })
    func define(_ types: [String]) throws {
      for item in try definitions.all(types) where isWhole || names.contains(item.table.lowercased()) {
        try sink.write(item.sql + ";\n")
      }
    }
    try define(["index", "view"])
    for table in virtualTables { try write(table, definitions, to: sink) }
    // They would act on the rows.
    try define(["trigger"])
    try sink.write("COMMIT;\n")
  }

  private func writeRows(
    of table: TableCatalog.Table, to sink: some TextSink, step: () -> Void
  ) throws {
    let connection = store.connection
    let name = table.name.sqlName
    // Columns that the table computes are not among them.
    let columns = table.columns.map(\.name.sqlName).joined(separator: ", ")
    let select = "SELECT \(columns) FROM \(name)"
    // A table may have no row numbers.
    let statement =
      try (try? connection.prepare(select + " ORDER BY rowid")) ?? connection.prepare(select)
    let isAll = try connection.prepare("SELECT * FROM \(name)").columnCount == table.columns.count
    try writeRows(statement, isAll ? name : "\(name) (\(columns))", to: sink, step: step)
  }

  private func writeRows(
    _ statement: Statement, _ target: String, to sink: some TextSink, step: () -> Void = {}
  ) throws {
    while try statement.step() {
      let values = try (0..<statement.columnCount).map { try literals.text(statement, $0) }
      try sink.write("INSERT INTO \(target) VALUES (\(values.joined(separator: ", ")));\n")
      step()
    }
  }

  /// The highest keys of AUTOINCREMENT columns, of tables that are not Core Data's.
  private func writeSequences(to sink: some TextSink) throws {
    guard isWhole,
      try store.connection.integer("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'") == 1
    else { return }
    try sink.write("DELETE FROM sqlite_sequence;\n")
    let statement = try store.connection.prepare("SELECT name, seq FROM sqlite_sequence")
    try writeRows(statement, "sqlite_sequence", to: sink)
  }

  private func write(
    _ table: VirtualTable, _ definitions: SQLDefinitions, to sink: some TextSink
  ) throws {
    let name = table.name.sqlName
    if case .unknown = table.content {
      // Its own tables hold what it has; the module must not make them again.
      try sink.write("PRAGMA writable_schema = ON;\n")
      let values = try ["table", table.name, table.name].map { try literals.text($0) }
      try sink.write(
        "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ("
          + values.joined(separator: ", ") + ", 0, \(try literals.text(table.sql)));\n")
      try sink.write("PRAGMA writable_schema = OFF;\n")
      return
    }
    guard let sql = try definitions.text(of: "table", table.name) else { return }
    try sink.write(sql + ";\n")
    switch table.content {
    case .rebuilt: try sink.write("INSERT INTO \(name) (\(name)) VALUES ('rebuild');\n")
    case .rows(let columns):
      let list = columns.map(\.sqlName).joined(separator: ", ")
      let statement = try store.connection.prepare("SELECT \(list) FROM \(name)")
      try writeRows(statement, "\(name) (\(list))", to: sink)
    case .unknown: break
    }
  }
}
