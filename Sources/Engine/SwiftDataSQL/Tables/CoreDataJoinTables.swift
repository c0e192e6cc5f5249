// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// Names the tables of pairs of many-to-many relationships.
///
/// They are called as `TableNaming.pairs(_:_:)` says. The name of a column is used once
/// per store.
///
/// Where both ends are of one entity, Core Data's choice of REL follows no
/// rule that is known. A new store takes the one whose name sorts last; an
/// existing store is read as it is. A relationship that is its own inverse
/// has the columns `Z_<a><REL>` and `REFLEXIVE`, and each pair twice, once in
/// each direction.
package struct CoreDataJoinTables {
  typealias PropertyKey = StoreLayout.PropertyKey

  private(set) var tables: [JoinTableLayout] = []
  private(set) var ends: [PropertyKey: JoinTableEnd] = [:]
  private let numbers: [Int: Int64]
  private let existing: ExistingNames
  private var takenColumns: Set<String> = []

  init(entities: [_Entity], numbers: [Int: Int64], existing: ExistingNames) {
    self.numbers = numbers
    self.existing = existing
    for entity in entities {
      let own = entity.properties[entity.description.ownRange].sorted { $0.name < $1.name }
      for relationship in own where relationship.isManyToMany { add(relationship) }
    }
  }

  private mutating func add(_ relationship: _Property) {
    guard let inverse = relationship.inverse, ends[PropertyKey(relationship)] == nil,
      let own = numbers[relationship.declaringEntity.ordinal],
      let other = numbers[inverse.declaringEntity.ordinal], own <= other
    else { return }
    if own < other {
      addTable(relationship, inverse, own, other)
    } else if PropertyKey(relationship) == PropertyKey(inverse) {
      addReflexive(relationship, own)
    } else {
      let (first, last) =
        relationship.name < inverse.name ? (relationship, inverse) : (inverse, relationship)
      let isFirstInStore =
        existing.joinTables[TableNaming.pairs(first.name, own)] != nil
        || existing.reflexiveNames[first.entity.name]?.contains(first.name) == true
      if isFirstInStore {
        addTable(first, last, own, own)
      } else {
        addTable(last, first, own, own)
      }
    }
  }

  private mutating func addTable(
    _ relationship: _Property, _ inverse: _Property, _ own: Int64, _ other: Int64
  ) {
    let natural = TableNaming.pairs(relationship.name, own)
    let known = existing.joinTables[natural]
    let name = known?.name ?? natural
    let columns =
      known?.columns ?? [
        freeColumn(TableNaming.pairs(inverse.name, own)),
        freeColumn(TableNaming.pairs(relationship.name, other)),
      ]
    append(name, columns, relationship)
    guard columns.count == 2 else { return }
    ends[PropertyKey(relationship)] = JoinTableEnd(
      table: name, ownerColumn: columns[0], targetColumn: columns[1])
    ends[PropertyKey(inverse)] = JoinTableEnd(
      table: name, ownerColumn: columns[1], targetColumn: columns[0])
  }

  private mutating func addReflexive(_ relationship: _Property, _ number: Int64) {
    let natural = TableNaming.pairs(relationship.name, number)
    let known = existing.joinTables[natural]
    let name = known?.name ?? natural
    let columns = known?.columns ?? [freeColumn(natural), ColumnNames.reflexive]
    append(name, columns, relationship)
    guard columns.count == 2 else { return }
    ends[PropertyKey(relationship)] = JoinTableEnd(
      table: name, ownerColumn: columns[1], targetColumn: columns[0])
  }

  private mutating func append(_ name: String, _ columns: [String], _ relationship: _Property) {
    takenColumns.formUnion(columns)
    tables.append(
      JoinTableLayout(
        name: name, columns: columns, owner: relationship.declaringEntity,
        relationship: relationship))
  }

  private mutating func freeColumn(_ natural: String) -> String {
    let name = ColumnNames.free(natural) { takenColumns.contains($0) }
    takenColumns.insert(name)
    return name
  }
}
