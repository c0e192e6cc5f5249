// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// New numbers of entities, and every place that has the old ones.
struct EntityNumberChanges {
  /// Only those that change.
  let changes: [(old: Int64, new: Int64)]
  /// All that the store has, changed or not.
  let known: [Int64]
  /// Tables with rows of entities.
  let tables: [String]
  /// Columns that say of which entity a to-one's destination is.
  let columns: [(table: String, column: String)]
  let hasHistory: Bool
  /// Columns of CloudKit's tables, no two rows of which may have the same
  /// entity and key.
  let mirrored: [(table: String, column: String)]
}

/// Compares the entities of a store with those of a layout.
struct EntityChanges {
  private let contents: StoreContents
  private let layouts: MigrationLayouts
  private let entities: [_Entity]

  init(_ contents: StoreContents, _ layouts: MigrationLayouts, _ entities: [_Entity]) {
    self.contents = contents
    self.layouts = layouts
    self.entities = entities
  }

  /// Rows do not move to another table.
  var checks: [LightweightMigration.Step] {
    guard layouts.isChanged else { return [] }
    return contents.modelEntities.compactMap { row in
      let root = contents.rootName(of: row.name)
      guard let entity = entities.first(where: { $0.name == row.name }), entity.root.name != root
      else { return nil }
      let table = TableNaming.table(of: root)
      guard contents.columnNames(of: table).contains("Z_ENT") else { return nil }
      return .requireNoRows(of: entity, number: row.number, table: table)
    }
  }

  var renumberings: [LightweightMigration.Step] {
    let changes = layouts.numbers.filter { $0.key != $0.value }
      .map { (old: $0.key, new: $0.value) }.sorted { $0.old < $1.old }
    guard !changes.isEmpty else { return [] }
    let tables = contents.tables.filter { table, columns in
      table != "Z_PRIMARYKEY" && !table.hasPrefix("A")
        && columns.contains { $0.name == "Z_ENT" } && columns.contains { $0.name == "Z_PK" }
    }.keys.sorted()
    return [
      .renumber(
        EntityNumberChanges(
          changes: changes, known: contents.modelEntities.map(\.number), tables: tables,
          columns: tables.flatMap { table in
            entityColumns(of: table).sorted().map { (table, $0) }
          }, hasHistory: contents.columnNames(of: "ACHANGE").contains("ZENTITY"),
          mirrored: contents.tables.keys.sorted()
            .filter { $0.hasPrefix("ANSCK") && contents.columnNames(of: $0).contains("ZENTITYID") }
            .map { ($0, "ZENTITYID") }))
    ]
  }

  /// Of present properties, and of those that the schema does not have.
  private func entityColumns(of table: String) -> Set<String> {
    let stored = contents.columnNames(of: table)
    var columns: Set<String> = []
    var isRecorded = false
    for (entity, names) in layouts.existing.columns {
      let natural = TableNaming.table(of: contents.rootName(of: entity))
      guard table == natural || table == KeptNames.name(natural) else { continue }
      isRecorded = true
      for (path, column) in names
      where path.hasSuffix("/entity") || path.hasSuffix("/entity/former") {
        columns.insert(column)
      }
    }
    for entity in entities where layouts.current.table(of: entity).name == table {
      for property in entity.properties {
        columns.formUnion(
          layouts.current.columns(of: property).filter { $0.content == .entity }.map(\.name))
      }
    }
    if !isRecorded {
      // `Z3_OWNER`, beside `ZOWNER`.
      for column in stored where column.hasPrefix("Z") {
        let digits = column.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let rest = column.dropFirst(1 + digits.count)
        if !digits.isEmpty, rest.hasPrefix("_"), stored.contains("Z" + rest.dropFirst()) {
          columns.insert(column)
        }
      }
    }
    return columns.intersection(stored)
  }

  /// The entities that Z_PRIMARYKEY lacks, and those whose class has another
  /// superclass now.
  var additions: [LightweightMigration.Step] {
    let rows = Dictionary(
      contents.modelEntities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return entities.compactMap { entity in
      let number = layouts.target.number(of: entity)
      let superentity = entity.superentity.map { layouts.target.number(of: $0) } ?? 0
      guard let row = rows[entity.name] else {
        return .addEntity(number: number, name: entity.name, superentity: superentity)
      }
      let known = layouts.numbers[row.superentity] ?? row.superentity
      guard layouts.isChanged, known != superentity else { return nil }
      return .setSuperentity(superentity, of: number)
    }
  }
}
