// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Finds a model's properties in the tables of a file.
struct LayoutBuilder {
  private let model: ManagedObjectModel
  private let catalog: TableCatalog
  private let connection: Connection
  private var layout = ModelLayout()
  /// Whether the model was read off the tables, and may have missed some.
  private var isDerived = false
  /// In the order of their numbers.
  private var entities: [EntityDescription] = []
  private var numbers: [String: Int64] = [:]
  private var assignments: [String: ColumnAssignment] = [:]

  static func layout(
    of model: ManagedObjectModel, _ origin: ModelOrigin, _ numbers: EntityNumbers,
    _ catalog: TableCatalog, _ connection: Connection
  ) -> ModelLayout {
    var builder = LayoutBuilder(model, numbers, catalog, connection)
    builder.isDerived = origin != .cache
    builder.build()
    return builder.layout
  }

  private init(
    _ model: ManagedObjectModel, _ numbers: EntityNumbers, _ catalog: TableCatalog,
    _ connection: Connection
  ) {
    self.model = model
    self.catalog = catalog
    self.connection = connection
    for entity in model.entities {
      if let row = numbers.row(named: entity.name) {
        self.numbers[entity.name] = row.number
      } else {
        layout.remarks.append("Z_PRIMARYKEY does not list the entity \(entity.name).")
      }
    }
    entities = model.entities.filter { self.numbers[$0.name] != nil }
      .sorted { self.numbers[$0.name, default: 0] < self.numbers[$1.name, default: 0] }
  }

  private mutating func build() {
    var families: [String: [EntityDescription]] = [:]
    for entity in entities { families[model.root(of: entity).name, default: []].append(entity) }
    let names = TableNames(entities: entities, catalog)
    var familyNumbers: [String: [Int64]] = [:]
    for entity in model.entities {
      guard let number = numbers[entity.name] else { continue }
      for member in [entity] + model.ancestors(of: entity) {
        familyNumbers[member.name, default: []].append(number)
      }
    }
    for entity in entities {
      let root = model.root(of: entity).name
      layout.entities[entity.name] = EntityTable(
        entity: entity.name, number: numbers[entity.name] ?? 0, root: root,
        table: names[root], numbers: familyNumbers[entity.name] ?? [])
      if entity.name == root && names[root] == nil {
        layout.remarks.append("The file has no table for the entity \(root).")
      }
    }
    for root in families.keys.sorted() {
      guard let name = names[root], let table = catalog.table(name), let members = families[root]
      else { continue }
      assignments[root] = assignment(of: members, table)
    }
    for entity in entities { placeAttributes(entity) }
    for entity in entities { placeKeys(entity) }
    for entity in entities { placeHidden(entity) }
    placeJoins()
    for entity in entities { placeForeign(entity) }
    for entity in entities { inherit(entity) }
  }

  private func assignment(
    of members: [EntityDescription], _ table: TableCatalog.Table
  ) -> ColumnAssignment {
    var slots: [ColumnAssignment.Slot] = []
    for entity in members {
      let family = Set(layout[entity.name]?.numbers ?? [])
      for attribute in model.ownAttributes(of: entity).sorted(by: { $0.name < $1.name })
      where !attribute.isTransient {
        for leaf in attribute.leaves {
          slots.append(
            .init(
              entity: entity.name, path: leaf.path,
              natural: ColumnNames.column(leaf.attribute.name),
              type: leaf.attribute.type.declaredType, numbers: family))
        }
      }
      for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
      where !relationship.isToMany && !relationship.isTransient {
        slots.append(
          .init(
            entity: entity.name, path: relationship.name,
            natural: ColumnNames.column(relationship.name), type: "INTEGER", numbers: family))
      }
    }
    let hints = ModelIndexHints(model, table, entities: members)
    return ColumnAssignment(table, slots: slots, hints: hints.columns) { column in
      let rows = try? connection.rows(
        "SELECT DISTINCT Z_ENT FROM \(table.name.sqlName) WHERE \(column.sqlName) IS NOT NULL")
      return Set((rows ?? []).compactMap { $0.first?.key })
    }
  }

  private mutating func placeAttributes(_ entity: EntityDescription) {
    guard let root = layout[entity.name]?.root, let found = assignments[root]?.columns else {
      return
    }
    for attribute in model.ownAttributes(of: entity) where !attribute.isTransient {
      let columns = Self.columns(attribute, attribute.name, found[entity.name] ?? [:])
      layout.entities[entity.name]?.attributes[attribute.name] = columns
      if columns.names.count < attribute.leaves.count {
        layout.remarks.append("The file has no column for \(entity.name).\(attribute.name).")
      }
    }
  }

  private static func columns(
    _ attribute: AttributeDescription, _ path: String, _ found: [String: String], depth: Int = 0
  ) -> AttributeColumns {
    guard attribute.type == .composite, depth < AttributeDescription.maximumDepth else {
      return found[path].map { .column($0) } ?? .missing
    }
    return .elements(
      attribute.elements.map {
        .init(
          name: $0.name,
          columns: columns($0, "\(path).\($0.name)", found, depth: depth + 1))
      })
  }

  /// To-one relationships, with the columns that go with them.
  private mutating func placeKeys(_ entity: EntityDescription) {
    guard let root = layout[entity.name]?.root, assignments[root] != nil else { return }
    for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
    where !relationship.isToMany && !relationship.isTransient {
      guard let column = assignments[root]?.columns[entity.name]?[relationship.name] else {
        layout.entities[entity.name]?.relationships[relationship.name] = .missing
        layout.remarks.append("The file has no column for \(entity.name).\(relationship.name).")
        continue
      }
      let name = String(column.uppercased().dropFirst())
      var entityColumn: String?
      if let destination = layout[relationship.destination], destination.numbers.count > 1 {
        let exact = "Z\(destination.number)_\(name)"
        entityColumn =
          assignments[root]?.take { $0 == exact }
          ?? assignments[root]?.take { ColumnNames.split($0, after: "Z")?.rest == "_" + name }
        if entityColumn == nil, !isDerived {
          layout.remarks.append(
            "The file has no column for the entity of \(entity.name).\(relationship.name).")
        }
      }
      let isOrdered = model.inverse(of: relationship)?.isOrdered ?? false
      let order = isOrdered ? assignments[root]?.take { $0 == ColumnNames.orderPrefix + name } : nil
      if isOrdered, order == nil, !isDerived {
        layout.remarks.append(
          "The file has no column for the order of \(entity.name).\(relationship.name).")
      }
      layout.entities[entity.name]?.relationships[relationship.name] = .key(
        column: column, entityColumn: entityColumn, orderColumn: order)
    }
  }

  /// To-many relationships without inverse: the column is in the table of the
  /// destination.
  private mutating func placeHidden(_ entity: EntityDescription) {
    guard let number = numbers[entity.name] else { return }
    for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
    where relationship.isToMany && !relationship.isTransient && relationship.inverse == nil {
      let name = ColumnNames.upper(relationship.name)
      guard let destination = layout[relationship.destination], let table = destination.table,
        let column = assignments[destination.root]?.take(where: { $0 == "Z\(number)\(name)" })
          ?? assignments[destination.root]?.take(where: {
            ColumnNames.split($0, after: "Z")
              .map { ColumnNames.isNumbered($0.rest, of: name) } ?? false
          })
      else {
        layout.entities[entity.name]?.relationships[relationship.name] = .missing
        layout.remarks.append("The file has no column for \(entity.name).\(relationship.name).")
        continue
      }
      let fok = ColumnNames.orderPrefix + column.uppercased().dropFirst()
      let order =
        relationship.isOrdered ? assignments[destination.root]?.take { $0 == fok } : nil
      layout.entities[entity.name]?.relationships[relationship.name] = .foreign(
        table: table, column: column, orderColumn: order, isHidden: true)
    }
  }

  private mutating func placeJoins() {
    var finder = JoinTableFinder(catalog, numbers: numbers)
    for entity in entities {
      for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
      where relationship.isToMany && !relationship.isTransient {
        guard let inverse = model.inverse(of: relationship), inverse.isToMany,
          layout[entity.name]?.relationships[relationship.name] == nil
        else { continue }
        let other = model.declaring(
          inverse.name, from: model.entity(named: relationship.destination) ?? entity)
        guard
          let ends = finder.find(
            relationship, of: entity.name, inverse, of: other.name)
        else {
          layout.entities[entity.name]?.relationships[relationship.name] = .missing
          layout.remarks.append("The file has no table for \(entity.name).\(relationship.name).")
          continue
        }
        layout.entities[entity.name]?.relationships[relationship.name] = ends.own
        layout.entities[other.name]?.relationships[inverse.name] =
          other.name == entity.name && inverse.name == relationship.name ? ends.own : ends.inverse
      }
    }
  }

  /// To-many relationships whose inverse is to-one: the inverse's column.
  private mutating func placeForeign(_ entity: EntityDescription) {
    for relationship in model.ownRelationships(of: entity)
    where relationship.isToMany && !relationship.isTransient {
      guard layout[entity.name]?.relationships[relationship.name] == nil,
        let destination = model.entity(named: relationship.destination),
        let inverse = model.inverse(of: relationship)
      else { continue }
      let owner = model.declaring(inverse.name, from: destination)
      guard let place = layout[owner.name]?.relationships[inverse.name],
        case .key(let column, _, let order) = place, let table = layout[owner.name]?.table
      else {
        layout.entities[entity.name]?.relationships[relationship.name] = .missing
        continue
      }
      layout.entities[entity.name]?.relationships[relationship.name] = .foreign(
        table: table, column: column, orderColumn: order, isHidden: false)
    }
  }

  private mutating func inherit(_ entity: EntityDescription) {
    for ancestor in model.ancestors(of: entity) {
      guard let table = layout[ancestor.name] else { continue }
      layout.entities[entity.name]?.attributes.merge(table.attributes) { own, _ in own }
      layout.entities[entity.name]?.relationships.merge(table.relationships) { own, _ in own }
    }
  }
}
