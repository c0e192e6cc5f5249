// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The statements that made the tables, indexes, views and triggers of a file.
///
/// The text in the file was written by anyone: behind a statement there may be
/// another, or a command to the shell that loads the export. So each is compiled
/// first, in an empty database.
final class SQLDefinitions {
  struct Item {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  private let items: [Item]
  /// The names of those that are more than one statement.
  private let dubious: Set<String>
  private let file: String

  init(_ connection: Connection) throws {
    file = connection.file
    items = try connection.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        + " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
    ).compactMap { row in
      guard case .text(let type) = row[0], case .text(let name) = row[1],
        case .text(let table) = row[2], case .text(let sql) = row[3]
      else { return nil }
      return Item(type: type, name: name, table: table, sql: sql)
    }
    let scratch = try Connection.inMemory()
    var dubious: Set<String> = []
    // Indexes and triggers need what they are of.
    for types in [["table"], ["view"], ["index", "trigger"]] {
      for item in items where types.contains(item.type) {
        guard scratch.isOneStatement(item.sql) else {
          dubious.insert(item.name)
          continue
        }
        // A module would make tables that have definitions of their own.
        let isVirtual = item.sql.uppercased().hasPrefix("CREATE VIRTUAL")
        if !isVirtual { try? scratch.execute(item.sql) }
      }
    }
    self.dubious = dubious
  }

  func text(of type: String, _ name: String) throws -> String? {
    guard let item = items.first(where: { $0.type == type && $0.name == name }) else { return nil }
    return try checked(item)
  }

  func all(_ types: [String]) throws -> [Item] {
    let chosen = items.filter { types.contains($0.type) }
    for item in chosen { _ = try checked(item) }
    return chosen
  }

  private func checked(_ item: Item) throws -> String {
    if !dubious.contains(item.name) { return item.sql }
    throw StoreError(
      .damaged,
      "The definition of the \(item.type) '\(Store.oneLine(item.name))' is not a single statement.",
      file: file, advice: "The file may have been tampered with. Export it as JSON instead.")
  }
}
