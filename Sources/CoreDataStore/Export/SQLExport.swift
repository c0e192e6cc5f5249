import Foundation

/// Writes a store as SQL statements that make it anew.
public struct SQLExport {
  private let store: Store
  private let tables: [String]
  private let isWhole: Bool
  private let numbers: SQLNumbers

  /// - Parameter entities: whose tables are written; all tables if empty.
  public init(_ store: Store, entities: [String] = []) throws {
    self.store = store
    isWhole = entities.isEmpty
    numbers = try SQLNumbers(store.connection)
    if isWhole {
      tables = store.catalog.tables.map(\.name)
    } else {
      let names = try store.exportedEntities(entities).compactMap { store.layout[$0.name]?.table }
      tables = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  public func write(to sink: some TextSink, progress: (Int, Int) -> Void = { _, _ in }) throws {
    let connection = store.connection
    let level = try connection.integer("PRAGMA auto_vacuum") ?? 0
    if isWhole { try sink.write("PRAGMA auto_vacuum = \(level);\n") }
    try sink.write("BEGIN;\n")
    let total = try tables.reduce(0) { sum, table in
      sum + Int(try connection.integer("SELECT count(*) FROM \(table.sqlName)") ?? 0)
    }
    var done = 0
    for table in tables {
      let sql = try connection.value(
        "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(table)])
      if case .text(let sql)? = sql { try sink.write(sql + ";\n") }
      let statement = try connection.prepare("SELECT * FROM \(table.sqlName) ORDER BY rowid")
      while try statement.step() {
        let values = try statement.row.map(literal).joined(separator: ", ")
        try sink.write("INSERT INTO \(table.sqlName) VALUES (\(values));\n")
        done += 1
        progress(done, total)
      }
    }
    let others = try connection.rows(
      "SELECT sql, tbl_name FROM sqlite_master WHERE type != 'table' AND sql IS NOT NULL ORDER BY rowid"
    )
    for row in others {
      guard case .text(let sql) = row[0], case .text(let table) = row[1], tables.contains(table)
      else { continue }
      try sink.write(sql + ";\n")
    }
    try sink.write("COMMIT;\n")
  }

  /// A value as SQL text that gives back the very same value.
  private func literal(_ value: SQLValue) throws -> String {
    switch value {
    case .null: return "NULL"
    case .integer(let value): return "\(value)"
    case .real(let value): return try numbers.text(value)
    case .text(let text):
      // SQLite's texts end at NUL when they are statements.
      if text.utf8.contains(0) { return "CAST(X'\(Self.hexadecimal(Data(text.utf8)))' AS TEXT)" }
      return "'" + text.replacing("'", with: "''") + "'"
    case .blob(let data): return "X'\(Self.hexadecimal(data))'"
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func hexadecimal(_ data: Data) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(data.count * 2)
    for byte in data {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
