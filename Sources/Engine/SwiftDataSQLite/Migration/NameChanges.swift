// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Takes tables and columns from the names of one layout to those of another,
/// and what the schema does not have out of the way.
struct NameChanges {
  struct Rename: Equatable {
    let from: String
    let to: String
  }

  private(set) var steps: [LightweightMigration.Step] = []
  /// By entity and path: those of the layout, and those that are kept.
  private(set) var columnNames: [String: [String: String]] = [:]
  /// New names by old ones.
  private(set) var tables: [String: String] = [:]
  /// New names by old ones, by the table's old name.
  private(set) var columns: [String: [String: String]] = [:]
  /// Tables of pairs, by old names, that are made anew.
  private(set) var replaced: Set<String> = []

  var changedTables: Set<String> { Set(tables.keys).union(columns.keys).union(replaced) }

  /// Nothing changes.
  init() {}

  init(_ contents: StoreContents, _ layouts: MigrationLayouts, _ entities: [_Entity]) {
    var moves = NameMoves(contents, layouts, entities)
    moves.plan()
    replaced = Set(moves.replacements.map(\.from))
    var tableRenames = moves.tables
    // The old table makes room for the new one.
    let replacements = moves.replacements.enumerated().map { index, replacement in
      (from: "OSD_PAIRS_\(index)", replacement.columns, replacement.table)
    }
    for (index, replacement) in moves.replacements.enumerated() {
      tableRenames.append(Rename(from: replacement.from, to: "OSD_PAIRS_\(index)"))
    }
    for rename in Self.ordered(tableRenames) {
      steps.append(.renameTable(from: rename.from, to: rename.to))
    }
    for rename in tableRenames { tables[rename.from] = rename.to }
    for (table, renames) in moves.columns.sorted(by: { $0.key < $1.key }) where !renames.isEmpty {
      for rename in Self.ordered(renames) {
        steps.append(
          .renameColumn(table: tables[table] ?? table, from: rename.from, to: rename.to))
      }
      columns[table] = renames.reduce(into: [:]) { $0[$1.from] = $1.to }
    }
    for (from, columns, table) in replacements {
      steps.append(.replacePairs(from: from, columns: columns, table))
    }
    columnNames = moves.columnNames(renamed: columns)
  }

  /// The renames one after the other; through other names where one wants a
  /// name that another still has.
  static func ordered(_ renames: [Rename]) -> [Rename] {
    let old = Set(renames.map(\.from))
    guard renames.contains(where: { old.contains($0.to) }) else { return renames }
    let first = renames.enumerated().map { Rename(from: $1.from, to: "OSD_MOVING_\($0)") }
    return first + zip(first, renames).map { Rename(from: $0.to, to: $1.to) }
  }
}
