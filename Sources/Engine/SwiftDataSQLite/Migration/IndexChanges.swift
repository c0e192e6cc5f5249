// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// The indexes that a migration drops and makes. One that is called after a
/// column goes before the column gets another name; the others follow.
struct IndexChanges {
  private(set) var drops: [LightweightMigration.Step] = []
  private(set) var creations: [LightweightMigration.Step] = []

  init(
    _ contents: StoreContents, _ layouts: MigrationLayouts, _ entities: [_Entity],
    _ names: NameChanges
  ) {
    let wanted = Dictionary(
      layouts.target.indexes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    // Those that the schema has no more, or calls otherwise, are in the store still. What is kept in tables of its own
    // stays as it is.
    let entityNames = Set(entities.map(\.name)).union(contents.modelEntities.map(\.name))
    let tables = Set(layouts.target.tables.map(\.name))
    var fitting: Set<String> = []
    /// Indexes of other programs, which stay.
    var others: [StoreContents.Index] = []
    // Another program's store gets no indexes that its model lacks.
    let isForeign = contents.isForeign && !layouts.isChanged
    for (name, index) in contents.indexes.sorted(by: { $0.key < $1.key }) {
      let isChanged = names.changedTables.contains(index.table)
      if let wanted = wanted[name] {
        let fits = !isChanged || Self.fits(index, wanted, names)
        if fits || isForeign { fitting.insert(name) } else { drops.append(.dropIndex(name)) }
        continue
      }
      // A constraint that the schema no longer has would refuse valid rows.
      let isDeclared =
        tables.contains(names.tables[index.table] ?? index.table)
        && entityNames.contains {
          name.hasPrefix("Z_\($0)_UNIQUE_") || name.hasPrefix("Z_\($0)_SwiftDataIndexOn")
        }
      let isStale =
        (isChanged && (Self.isStructural(name, index) || Self.isKept(index, names)))
        || (layouts.isChanged && index.columns == ["Z_ENT"] && Self.isStructural(name, index))
      if isDeclared || isStale, !isForeign {
        drops.append(.dropIndex(name))
      } else {
        others.append(index)
      }
    }
    for index in layouts.target.indexes where !fitting.contains(index.name) {
      if isForeign, index.kind != .unique { continue }
      // An index is there for speed, whatever it is called.
      if index.kind == .fetch,
        others.contains(where: { !$0.isPartial && Self.fits($0, index, names) })
      {
        continue
      }
      creations.append(.createIndex(index))
    }
  }

  /// Whether an index is, once tables and columns are renamed, the wanted one.
  private static func fits(
    _ index: StoreContents.Index, _ wanted: IndexLayout, _ names: NameChanges
  ) -> Bool {
    guard !names.replaced.contains(index.table) else { return false }
    let renamed = names.columns[index.table] ?? [:]
    return (names.tables[index.table] ?? index.table) == wanted.table
      && index.columns.map { column in column.map { renamed[$0] ?? $0 } } == wanted.columns
  }

  /// Whether it is called after its table and first column.
  private static func isStructural(_ name: String, _ index: StoreContents.Index) -> Bool {
    guard let first = index.columns.first, let column = first else { return false }
    return name == "\(index.table)_\(column)_INDEX"
  }

  /// Whether it is of something that is only kept.
  private static func isKept(_ index: StoreContents.Index, _ names: NameChanges) -> Bool {
    if names.tables[index.table]?.hasPrefix(KeptNames.prefix) == true { return true }
    let renamed = names.columns[index.table] ?? [:]
    return index.columns.contains { column in
      column.flatMap { renamed[$0] }?.hasPrefix(KeptNames.prefix) == true
    }
  }
}
