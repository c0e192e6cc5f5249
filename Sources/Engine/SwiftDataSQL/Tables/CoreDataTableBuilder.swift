// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// Lays out the table of one root entity and its subentities, by the rules of `TableColumns`.
struct CoreDataTableBuilder {
  typealias PropertyKey = StoreLayout.PropertyKey

  let numbers: [Int: Int64]
  private var plan: TableColumns
  private var columnsByName: [String: ColumnLayout] = [:]
  private(set) var columnsByProperty: [PropertyKey: [ColumnLayout]] = [:]
  private(set) var hiddenColumns: [PropertyKey: ColumnLayout] = [:]
  /// The columns with an index of their own, in order.
  private(set) var indexedColumns: [(column: String, entity: _Entity)] = []

  var columnNames: [String: [String: String]] { plan.columnNames }

  init(entities: [_Entity], numbers: [Int: Int64], existing: ExistingNames) {
    self.numbers = numbers
    let kept = entities.first.flatMap { existing.keptColumns[$0.root.name] } ?? []
    plan = TableColumns(known: existing.columns, entities: entities.map(\.name), kept: kept)
    for (position, entity) in entities.enumerated() {
      let own = entity.properties[entity.description.ownRange].sorted { $0.name < $1.name }
      for property in own where !property.isRelationship { addAttribute(property, position) }
      for property in own where property.isRelationship && !property.isToMany {
        addToOne(property, position)
      }
    }
  }

  /// Adds the column that a to-many relationship without inverse has in the
  /// table of its destination.
  mutating func addHidden(_ relationship: _Property, owner: Int64, position: Int) {
    guard let destination = relationship.destination else { return }
    let name = plan.addHidden(
      relationship.name, of: (relationship.declaringEntity.name, owner),
      in: TableColumns.Entity(destination.name, at: position))
    hiddenColumns[PropertyKey(relationship)] = add(name, .key)
    indexedColumns.append((name, destination))
  }

  /// The columns in the order of the CREATE TABLE statement.
  var columns: [ColumnLayout] { plan.ordered.compactMap { columnsByName[$0] } }

  private mutating func add(
    _ name: String, _ content: ColumnLayout.Content, type: String = "INTEGER",
    isExternal: Bool = false
  ) -> ColumnLayout {
    let column = ColumnLayout(
      name: name, declaredType: type, content: content, isExternal: isExternal)
    columnsByName[name] = column
    return column
  }

  private mutating func addAttribute(_ property: _Property, _ position: Int) {
    guard property.hasColumns, case .attribute(let layout) = property.description.kind else {
      return
    }
    var isExternal = property.attribute?.options.contains(.externalStorage) ?? false
    switch layout {
    case .scalar(.data), .archive, .transformable: break
    default: isExternal = false
    }
    let entity = TableColumns.Entity(property.entity.name, at: position)
    columnsByProperty[PropertyKey(property)] =
      AttributeLeaf.leaves(of: layout, named: property.name).map { leaf in
        let name = plan.addAttribute(leaf.name, path: leaf.path, leaf.group, of: entity)
        return add(name, leaf.content, type: leaf.declaredType, isExternal: isExternal)
      }
  }

  private mutating func addToOne(_ property: _Property, _ position: Int) {
    // Only a destination with subentities leaves open which entity a key is of.
    let destination = property.destination.flatMap { destination in
      destination.subentities.contains { numbers[$0.ordinal] != nil }
        ? numbers[destination.ordinal] : nil
    }
    let names = plan.addToOne(
      property.name, destination: destination,
      of: TableColumns.Entity(property.entity.name, at: position))
    var columns = [add(names.key, .key)]
    if let entity = names.entity { columns.append(add(entity, .entity)) }
    columnsByProperty[PropertyKey(property)] = columns
    indexedColumns.append((names.key, property.entity))
  }
}

extension _Property {
  /// Whether the property's values are stored: `.ephemeral` ones are not.
  package var hasColumns: Bool { !(attribute?.options.contains(.ephemeral) ?? false) }
}
