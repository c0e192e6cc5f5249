// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A table that a module of SQLite keeps in tables of its own, such as an index
/// for search.
struct VirtualTable {
  enum Content {
    /// The module makes it of the rows of another table.
    case rebuilt(from: String)
    /// Rows, with these columns.
    case rows([String])
    /// Known to the module alone.
    case unknown
  }

  let name: String
  let sql: String
  let content: Content
  private let ownTables: [String]

  /// Whether the module makes the table when it makes this one.
  func makes(_ table: String) -> Bool {
    if case .unknown = content { return false }
    return ownTables.contains { $0.caseInsensitiveCompare("\(table)") == .orderedSame }
  }

  static func all(_ connection: Connection) throws -> [VirtualTable] {
    try connection.rows(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'"
        + " ORDER BY rowid"
    ).compactMap { row in
      guard case .text(let name) = row[0], case .text(let sql) = row[1] else { return nil }
      return VirtualTable(name, sql, connection)
    }
  }

  private static let suffixes: [String: [String]] = [
    "fts5": ["data", "idx", "content", "docsize", "config"],
    "fts4": ["content", "segments", "segdir", "docsize", "stat"],
    "fts3": ["content", "segments", "segdir"],
    "rtree": ["node", "rowid", "parent"], "rtree_i32": ["node", "rowid", "parent"],
  ]

  private init(_ name: String, _ sql: String, _ connection: Connection) {
    self.name = name
    self.sql = sql
    let module = Self.module(sql)
    guard let suffixes = Self.suffixes[module] else {
      content = .unknown
      ownTables = []
      return
    }
    ownTables = suffixes.map { "\(name)_\($0)" }
    let isSearch = module.hasPrefix("fts")
    if isSearch, let source = Self.option("content", sql) {
      content = source.isEmpty ? .unknown : .rebuilt(from: source)
      return
    }
    let columns = try? connection.rows(
      "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0", [.text(name)])
    let names = (columns ?? []).compactMap { row -> String? in
      if case .text(let name) = row[0] { name } else { nil }
    }
    content = names.isEmpty ? .unknown : .rows((isSearch ? ["rowid"] : []) + names)
  }

  private static func module(_ sql: String) -> String {
    let words = sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard let using = words.firstIndex(where: { $0.lowercased() == "using" }),
      using + 1 < words.count
    else { return "" }
    return words[using + 1].lowercased()
  }

  /// The value of `name=value` among a module's arguments, without quotes.
  private static func option(_ name: String, _ sql: String) -> String? {
    for argument in sql.split(separator: ",") {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2,
        parts[0].split(whereSeparator: { $0.isWhitespace || $0 == "(" }).last?.lowercased() == name
      else { continue }
      let quotes = CharacterSet(charactersIn: "'\"`[] \t\n)")
      return parts[1].trimmingCharacters(in: quotes)
    }
    return nil
  }
}
