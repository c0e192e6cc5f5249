// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

extension StoreLayout {
  /// The layout that Core Data gives a store of these entities.
  ///
  /// - Parameters:
  ///   - entities: The entities that the store keeps; their relationships to
  ///     entities of other stores have no columns to be searched by.
  ///   - existing: What a store has named already. Its numbers and columns
  ///     stay; what is new gets names that are free.
  package convenience init(
    coreDataFor model: SchemaModel, entities: [_Entity], existing: ExistingNames = ExistingNames()
  ) {
    // The rows of a subentity lie in its root's table: the root is kept too.
    var kept: Set<Int> = []
    for entity in entities {
      var ancestor: _Entity? = entity
      while let current = ancestor, kept.insert(current.ordinal).inserted {
        ancestor = current.superentity
      }
    }
    var next = existing.nextNumber
    var numbers: [Int: Int64] = [:]
    for entity in model.entities where kept.contains(entity.ordinal) {
      if let number = existing.entityNumbers[entity.name] {
        numbers[entity.ordinal] = number
      } else {
        numbers[entity.ordinal] = next
        next += 1
      }
    }
    let ordered = model.entities.filter { kept.contains($0.ordinal) }
      .sorted { numbers[$0.ordinal, default: 0] < numbers[$1.ordinal, default: 0] }

    var builders: [Int: CoreDataTableBuilder] = [:]
    var members: [Int: [_Entity]] = [:]
    for entity in ordered { members[entity.root.ordinal, default: []].append(entity) }
    for (root, list) in members {
      builders[root] = CoreDataTableBuilder(
        entities: list, numbers: numbers, existing: existing)
    }
    for owner in ordered {
      let own = owner.properties[owner.description.ownRange].sorted { $0.name < $1.name }
      for relationship in own where relationship.isOneWayToMany {
        guard let destination = relationship.destination, let number = numbers[owner.ordinal],
          let position = members[destination.root.ordinal]?
            .firstIndex(where: { $0 === destination })
        else { continue }
        builders[destination.root.ordinal]?.addHidden(
          relationship, owner: number, position: position)
      }
    }

    var tableNames: Set<String> = [
      PrimaryKeyTable.name, MetadataTable.name, ModelCacheTable.name,
    ]
    var tables: [TableLayout] = []
    var tablesByRoot: [Int: TableLayout] = [:]
    var columnsByProperty: [PropertyKey: [ColumnLayout]] = [:]
    var hiddenColumns: [PropertyKey: ColumnLayout] = [:]
    var columnNames: [String: [String: String]] = [:]
    var indexedColumns: [(table: String, column: String, entity: _Entity)] = []
    for entity in ordered where entity.root === entity {
      guard let builder = builders[entity.ordinal] else { continue }
      let name =
        existing.tables[entity.name]
        ?? ColumnNames.free(TableNaming.table(of: entity.name)) { tableNames.contains($0) }
      tableNames.insert(name)
      let table = TableLayout(
        name: name, root: entity, columns: builder.columns,
        holdsSubentities: (members[entity.ordinal]?.count ?? 0) > 1)
      tables.append(table)
      tablesByRoot[entity.ordinal] = table
      columnsByProperty.merge(builder.columnsByProperty) { first, _ in first }
      hiddenColumns.merge(builder.hiddenColumns) { first, _ in first }
      columnNames.merge(builder.columnNames) { first, _ in first }
      indexedColumns += builder.indexedColumns.map { (name, $0.column, $0.entity) }
    }
    let joins = CoreDataJoinTables(
      entities: ordered, numbers: numbers, existing: existing)
    let indexes = CoreDataIndexes(
      tables: tablesByRoot, columnsByProperty: columnsByProperty, joinTables: joins.tables,
      indexedColumns: indexedColumns)
    self.init(
      tables: tables, joinTables: joins.tables, indexes: indexes.indexes(of: ordered),
      columnNames: columnNames, entityNumbers: numbers,
      entitiesByNumber: Self.entitiesByNumber(ordered, numbers, existing),
      tablesByRoot: tablesByRoot, columnsByProperty: columnsByProperty,
      hiddenColumns: hiddenColumns, joinTablesByProperty: joins.ends)
  }

  /// A row of a subentity that the schema does not have is read as the
  /// nearest entity that it has.
  private static func entitiesByNumber(
    _ entities: [_Entity], _ numbers: [Int: Int64], _ existing: ExistingNames
  ) -> [Int64: _Entity] {
    var known: [Int64: _Entity] = [:]
    for entity in entities {
      if let number = numbers[entity.ordinal] { known[number] = entity }
    }
    var all = known
    for number in existing.superentities.keys where known[number] == nil {
      var ancestor = number
      var steps = 0
      while let parent = existing.superentities[ancestor], parent != 0, steps < 1000 {
        if let entity = known[parent] {
          all[number] = entity
          break
        }
        ancestor = parent
        steps += 1
      }
    }
    return all
  }
}
