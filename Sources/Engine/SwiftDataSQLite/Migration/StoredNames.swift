// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Where the properties of a schema are in a store that an older version of
/// it has written: the names that a layout must take over to read the store.
extension StoreContents {
  /// The entities of Z_PRIMARYKEY that a model names: not those of history
  /// and cloud tables.
  var modelEntities: [EntityRow] { entities.filter { $0.number < PrimaryKeyTable.firstInternalNumber } }

  func existingNames(for entities: [_Entity]) -> ExistingNames {
    var names = ExistingNames()
    for entity in modelEntities {
      names.entityNumbers[entity.name] = entity.number
      names.superentities[entity.number] = entity.superentity
    }
    names.columns = PropertyRenames(contents: self, entities: entities).columns()
    let known = Set(entities.map(\.name))
    for (entity, columns) in names.columns where !known.contains(entity) {
      names.keptColumns[rootName(of: entity), default: []].formUnion(columns.values)
    }
    for entity in entities where entity.root === entity {
      let table = TableNaming.table(of: entity.name)
      if tables[table] == nil {
        if tables[KeptNames.name(table)] != nil {
          names.tables[entity.name] = KeptNames.name(table)
        }
      } else if names.entityNumbers[entity.name] == nil,
        modelEntities.contains(where: {
          ColumnNames.upper($0.name) == ColumnNames.upper(entity.name)
        })
      {
        // It is the table of another entity, whose name differs by case.
        names.tables[entity.name] = "OSD_NEW_\(table)"
      }
    }
    names.joinTables = joinTables(for: entities, names.entityNumbers)
    return names
  }

  /// The name of an entity's root when the store was last written.
  func rootName(of entity: String) -> String {
    let rows = modelEntities
    guard var current = rows.first(where: { $0.name == entity }) else { return entity }
    for _ in rows {
      guard let parent = rows.first(where: { $0.number == current.superentity }) else { break }
      current = parent
    }
    return current.name
  }

  /// The columns that make the pairs of a table; `nil` if it is none of pairs.
  func pair(in table: String) -> [String]? {
    guard table.hasPrefix("Z_") || table.hasPrefix(KeptNames.prefix) else { return nil }
    // Columns of the order of pairs are none of ours.
    let pair = (tables[table] ?? []).map(\.name).filter { !$0.hasPrefix(ColumnNames.orderPrefix) }
    return pair.count == 2 ? pair : nil
  }

  /// Whether the pairs in the store are with rows of another table.
  private func leadsElsewhere(_ relationship: _Property) -> Bool {
    guard
      let stored = storedModel?.entity(named: relationship.entity.name)?
        .relationships.first(where: { $0.name == relationship.name }), stored.isToMany,
      let destination = relationship.destination
    else { return false }
    return rootName(of: stored.destination) != destination.root.name
  }

  /// A table whose name another one has for the time being.
  private func newJoinTable(
    _ relationship: _Property, _ numbers: [String: Int64]
  ) -> ExistingNames.JoinTable? {
    guard let inverse = relationship.inverse, let own = numbers[relationship.entity.name],
      let other = relationship.destination.flatMap({ numbers[$0.name] })
    else { return nil }
    let natural = TableNaming.pairs(relationship.name, own)
    return ExistingNames.JoinTable(
      name: "OSD_NEW_\(natural)",
      columns: [
        TableNaming.pairs(inverse.name, own),
        TableNaming.pairs(relationship.name, other),
      ])
  }

  private func joinTables(
    for entities: [_Entity], _ numbers: [String: Int64]
  ) -> [String: ExistingNames.JoinTable] {
    var found: [String: ExistingNames.JoinTable] = [:]
    for table in tables.keys where table.hasPrefix("Z_") {
      if let pair = pair(in: table) {
        found[table] = ExistingNames.JoinTable(name: table, columns: pair)
      }
    }
    for entity in entities {
      guard let number = numbers[entity.name] else { continue }
      let own = entity.properties[entity.description.ownRange].filter(\.isManyToMany)
      for relationship in own {
        let natural = TableNaming.pairs(relationship.name, number)
        let leadsElsewhere = leadsElsewhere(relationship)
        guard found[natural] == nil || leadsElsewhere else { continue }
        if leadsElsewhere { found[natural] = newJoinTable(relationship, numbers) }
        let destination = relationship.destination?.name
        let kept = KeptNames.joinTable(
          entity: entity.name, relationship: ColumnNames.upper(relationship.name),
          destination: destination)
        if let pair = pair(in: kept) {
          found[natural] = ExistingNames.JoinTable(name: kept, columns: pair)
          continue
        }
        if leadsElsewhere { continue }
        var candidates: [String] = []
        if let original = PropertyRenames.originalName(of: relationship),
          !own.contains(where: { $0.name == original })
        {
          candidates.append(TableNaming.pairs(original, number))
        }
        candidates.append(
          KeptNames.joinTable(
            entity: entity.name, relationship: ColumnNames.upper(relationship.name)))
        for table in candidates {
          guard let pair = pair(in: table) else { continue }
          found[natural] = ExistingNames.JoinTable(name: table, columns: pair)
          break
        }
      }
    }
    return found
  }
}
