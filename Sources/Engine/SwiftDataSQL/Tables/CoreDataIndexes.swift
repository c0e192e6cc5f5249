// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// Lists the indexes of a store: entity by entity those that relationships
/// need, then those that `#Index` and `#Unique` ask for.
struct CoreDataIndexes {
  let tables: [Int: TableLayout]
  let columnsByProperty: [StoreLayout.PropertyKey: [ColumnLayout]]
  let joinTables: [JoinTableLayout]
  let indexedColumns: [(table: String, column: String, entity: _Entity)]

  func indexes(of entities: [_Entity]) -> [IndexLayout] {
    var all: [IndexLayout] = []
    var names: Set<String> = []
    for entity in entities {
      for index in structural(entity) + fetch(entity) + unique(entity)
      where names.insert(index.name).inserted {
        all.append(index)
      }
    }
    return all
  }

  private func structural(_ entity: _Entity) -> [IndexLayout] {
    var indexes: [IndexLayout] = []
    if let table = tables[entity.ordinal], table.holdsSubentities {
      indexes.append(
        IndexLayout(
          name: TableNaming.index(on: RowHeader.entity, of: table.name), table: table.name,
          columns: [RowHeader.entity],
          kind: .structural, entity: entity))
    }
    for item in indexedColumns where item.entity === entity {
      indexes.append(
        IndexLayout(
          name: TableNaming.index(on: item.column, of: item.table), table: item.table,
          columns: [item.column],
          kind: .structural, entity: entity))
    }
    for join in joinTables where join.owner === entity && join.columns.count == 2 {
      indexes.append(
        IndexLayout(
          name: TableNaming.index(on: join.columns[1], of: join.name), table: join.name,
          columns: [join.columns[1], join.columns[0]], kind: .structural, entity: entity))
    }
    return indexes
  }

  private func fetch(_ entity: _Entity) -> [IndexLayout] {
    (entity.schemaEntity?.indices ?? []).compactMap { group in
      let properties = group.compactMap { entity.property(named: $0) }
      // Core Data does not create an index over one relationship alone: that
      // has one already.
      if properties.count == 1, group.count == 1, properties[0].isRelationship { return nil }
      // A spatial index would be a table of its own; a sorted one serves too.
      let isSpatial = entity.schemaEntity?._spatialIndices.contains(group) ?? false
      return declared(
        group, of: entity, kind: .fetch,
        name: TableNaming.index(
          named: "SwiftDataIndexOn\(isSpatial ? "RTree" : "Binary")" + group.joined(),
          of: entity.name))
    }
  }

  private func unique(_ entity: _Entity) -> [IndexLayout] {
    (entity.schemaEntity?.uniquenessConstraints ?? []).compactMap {
      declared(
        $0, of: entity, kind: .unique, name: TableNaming.uniqueIndex(on: $0, of: entity.name))
    }
  }

  private func declared(
    _ group: [String], of entity: _Entity, kind: IndexLayout.Kind, name: String
  ) -> IndexLayout? {
    guard let table = tables[entity.root.ordinal] else { return nil }
    var columns: [String] = []
    for name in group {
      // `address.city` is an element of a composite.
      let path = name.split(separator: ".").map { String($0) }
      guard let first = path.first, let property = entity.property(named: first),
        let found = StoreLayout.select(
          Array(path.dropFirst()), of: property,
          from: columnsByProperty[StoreLayout.PropertyKey(property)] ?? [])
      else { return nil }
      columns += found.filter { $0.content != .entity }.map(\.name)
    }
    guard !columns.isEmpty else { return nil }
    return IndexLayout(
      name: name, table: table.name, columns: columns, kind: kind, entity: entity,
      properties: group)
  }
}
