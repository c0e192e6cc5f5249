// SPDX-License-Identifier: Apache-2.0

/// Which column each property got in a store that other software made, by the
/// model that the store carries.
///
/// The rule is Core Data's, applied to that model. It holds for tables that
/// are as they were created; where a migration has appended columns, numbers
/// were given in another order, and names are only taken if none is numbered.
package enum StoredModelNames {
  /// - Parameters:
  ///   - numbers: Z_ENT by entity name.
  ///   - tables: The columns of each table, in order.
  /// - Returns: Columns by entity and path, for the tables that the model
  ///   explains beyond doubt.
  package static func columns(
    of model: ManagedObjectModel, numbers: [String: Int64], tables: [String: [String]]
  ) -> [String: [String: String]] {
    let entities = model.entities.filter { numbers[$0.name] != nil }
      .sorted { numbers[$0.name, default: 0] < numbers[$1.name, default: 0] }
    var result: [String: [String: String]] = [:]
    for root in entities where root.superentity == nil {
      guard let stored = tables[TableNaming.table(of: root.name)] else { continue }
      var table = StoredTable(root, model, entities, numbers)
      table.place()
      guard table.explains(stored) else { continue }
      result.merge(table.plan.columnNames) { first, _ in first }
    }
    return result
  }
}

/// The table of one root entity, named as Core Data names it.
private struct StoredTable {
  private let model: ManagedObjectModel
  private let all: [EntityDescription]
  /// Of this table, in the order of their numbers.
  private let entities: [EntityDescription]
  private let numbers: [String: Int64]
  private(set) var plan = TableColumns()

  init(
    _ root: EntityDescription, _ model: ManagedObjectModel, _ all: [EntityDescription],
    _ numbers: [String: Int64]
  ) {
    self.model = model
    self.all = all
    self.numbers = numbers
    entities = all.filter { model.root(of: $0).name == root.name }
  }

  mutating func place() {
    for (position, entity) in entities.enumerated() {
      let place = TableColumns.Entity(entity.name, at: position)
      for attribute in model.ownAttributes(of: entity).sorted(by: { $0.name < $1.name })
      where !attribute.isTransient {
        add(attribute, attribute.name, place, depth: 0)
      }
      for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
      where !relationship.isToMany {
        let hasSubentities = all.contains { $0.superentity == relationship.destination }
        _ = plan.addToOne(
          relationship.name, destination: hasSubentities ? numbers[relationship.destination] : nil,
          of: place)
      }
    }
    for owner in all { addHidden(of: owner) }
  }

  private mutating func add(
    _ attribute: AttributeDescription, _ path: String, _ entity: TableColumns.Entity, depth: Int
  ) {
    guard attribute.type == .composite, depth < AttributeDescription.maximumDepth else {
      _ = plan.addAttribute(attribute.name, path: path, ColumnGroup(attribute.type), of: entity)
      return
    }
    for element in attribute.elements {
      add(
        element, attribute.hasRawValues ? path : "\(path).\(element.name)", entity,
        depth: depth + 1)
    }
  }

  private mutating func addHidden(of owner: EntityDescription) {
    guard let number = numbers[owner.name] else { return }
    for relationship in model.ownRelationships(of: owner).sorted(by: { $0.name < $1.name })
    where relationship.isToMany && relationship.inverse == nil {
      guard let position = entities.firstIndex(where: { $0.name == relationship.destination })
      else { continue }
      _ = plan.addHidden(
        relationship.name, of: (owner.name, number),
        in: TableColumns.Entity(relationship.destination, at: position))
    }
  }

  /// Whether the columns of the file are just these.
  func explains(_ stored: [String]) -> Bool {
    let stored = stored.filter {
      !RowHeader.columns.contains($0) && !$0.hasPrefix(ColumnNames.orderPrefix)
    }
    let expected = plan.ordered
    if stored == expected { return true }
    return !plan.isNumbered && Set(stored).isSuperset(of: expected)
  }
}
