import SwiftDataCore

/// Lays out the table of one root entity and its subentities.
///
/// Names are given entity by entity in the order of their numbers, attributes
/// before relationships, both sorted by name. The columns are then ordered by
/// type group, within a group by entity, and within an entity as named.
struct CoreDataTableBuilder {
  private struct Planned {
    let column: ColumnLayout
    let group: ColumnGroup
    let entity: Int
  }

  typealias PropertyKey = StoreLayout.PropertyKey

  let numbers: [Int: Int64]
  private var naming: ColumnNaming
  private var planned: [Planned] = []
  private(set) var columnsByProperty: [PropertyKey: [ColumnLayout]] = [:]
  private(set) var hiddenColumns: [PropertyKey: ColumnLayout] = [:]
  /// The columns with an index of their own, in order.
  private(set) var indexedColumns: [(column: String, entity: _Entity)] = []

  var columnNames: [String: [String: String]] { naming.names }

  init(entities: [_Entity], numbers: [Int: Int64], existing: ExistingNames) {
    self.numbers = numbers
    let kept = entities.first.flatMap { existing.keptColumns[$0.root.name] } ?? []
    naming = ColumnNaming(known: existing.columns, entities: entities.map(\.name), kept: kept)
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
    let name = naming.name(
      "Z\(owner)\(ColumnNaming.upper(relationship.name))", entity: destination.name,
      path: "\(relationship.declaringEntity.name)/\(relationship.name)")
    let column = ColumnLayout(name: name, declaredType: "INTEGER", content: .key)
    hiddenColumns[PropertyKey(relationship)] = column
    planned.append(Planned(column: column, group: .integer, entity: position))
    indexedColumns.append((name, destination))
  }

  /// The columns in the order of the CREATE TABLE statement.
  var columns: [ColumnLayout] {
    planned.enumerated().sorted {
      ($0.element.group, $0.element.entity, $0.offset)
        < ($1.element.group, $1.element.entity, $1.offset)
    }.map(\.element.column)
  }

  private mutating func addAttribute(_ property: _Property, _ position: Int) {
    guard property.hasColumns, case .attribute(let layout) = property.description.kind else {
      return
    }
    var columns: [ColumnLayout] = []
    var isExternal = property.attribute?.options.contains(.externalStorage) ?? false
    switch layout {
    case .scalar(.data), .archive, .transformable: break
    default: isExternal = false
    }
    for leaf in AttributeLeaf.leaves(of: layout, named: property.name) {
      let name = naming.name(
        "Z" + ColumnNaming.upper(leaf.name), entity: property.entity.name, path: leaf.path)
      let column = ColumnLayout(
        name: name, declaredType: leaf.declaredType, content: leaf.content, isExternal: isExternal)
      columns.append(column)
      planned.append(Planned(column: column, group: leaf.group, entity: position))
    }
    columnsByProperty[PropertyKey(property)] = columns
  }

  private mutating func addToOne(_ property: _Property, _ position: Int) {
    let upper = ColumnNaming.upper(property.name)
    let name = naming.name("Z" + upper, entity: property.entity.name, path: property.name)
    var columns = [ColumnLayout(name: name, declaredType: "INTEGER", content: .key)]
    // Only a destination with subentities leaves open which entity a key is of.
    if let destination = property.destination, let number = numbers[destination.ordinal],
      destination.subentities.contains(where: { numbers[$0.ordinal] != nil })
    {
      let name = naming.name(
        "Z\(number)_\(upper)", entity: property.entity.name, path: property.name + "/entity")
      columns.append(ColumnLayout(name: name, declaredType: "INTEGER", content: .entity))
    }
    columnsByProperty[PropertyKey(property)] = columns
    planned += columns.map { Planned(column: $0, group: .integer, entity: position) }
    indexedColumns.append((name, property.entity))
  }
}

extension _Property {
  /// Whether the property's values are stored: `.ephemeral` ones are not.
  public var hasColumns: Bool { !(attribute?.options.contains(.ephemeral) ?? false) }
}
