import CoreDataModel
import SwiftDataCore
import SwiftDataSQL

/// What a store lacks of a layout: tables, columns, tables of pairs.
struct AdditionPlan {
  let contents: StoreContents
  let layout: StoreLayout
  let entities: [_Entity]
  private(set) var steps: [LightweightMigration.Step] = []
  /// The columns that the tables will have, as far as planned.
  private var columns: [String: [String: String]]

  init(contents: StoreContents, layout: StoreLayout, entities: [_Entity]) {
    self.contents = contents
    self.layout = layout
    self.entities = entities
    columns = contents.tables.mapValues { table in
      Dictionary(table.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    }
  }

  mutating func plan() throws {
    planTables()
    for entity in entities {
      for property in entity.properties[entity.description.ownRange] {
        try planColumns(of: property)
      }
    }
    for table in layout.joinTables where columns[table.name] == nil {
      steps.append(.createJoinTable(table))
    }
  }

  private mutating func planTables() {
    for table in layout.tables where columns[table.name] == nil {
      steps.append(.createTable(table))
      columns[table.name] = Dictionary(
        table.columns.map { ($0.name, $0.declaredType) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private mutating func planColumns(of property: _Property) throws {
    if property.isToMany {
      guard let hidden = layout.hiddenColumn(of: property), let destination = property.destination
      else { return }
      _ = try planColumn(hidden, in: layout.table(of: destination), property)
      return
    }
    let table = layout.table(of: property.entity)
    var isNew = false
    var isEntityNew = false
    for column in layout.columns(of: property) {
      if try planColumn(column, in: table, property) {
        isNew = true
        isEntityNew = column.content == .entity
      } else if let stored = storedAttribute(property),
        stored.allowsExternalStorage != column.isExternal,
        stored.type == .binaryData || stored.type == .transformable
      {
        steps.append(.moveExternalData(table: table.name, column))
      }
    }
    if !isNew, let stored = storedAttribute(property) {
      try TypeChange.check(property, stored: stored)
    }
    let own = Set(layout.columns(of: property).map(\.name))
    let copies = contents.copies.filter {
      $0.property === property && own.isDisjoint(with: $0.columns)
    }
    steps += copies.map { .copy($0) }
    if property.isRelationship {
      if isEntityNew || !copies.isEmpty { steps.append(.fillEntities(property)) }
      return
    }
    guard let first = layout.columns(of: property).first else { return }
    if !copies.isEmpty {
      if !property.isOptional { steps.append(.fill(property, onlyMissing: true)) }
    } else if isNew {
      steps.append(.fill(property, onlyMissing: false))
    } else if first.name.hasPrefix(KeptNames.prefix) || table.name.hasPrefix(KeptNames.prefix),
      !property.isOptional
    {
      steps.append(.fill(property, onlyMissing: true))
    }
  }

  /// The property in the model that the store was written with.
  private func storedAttribute(_ property: _Property) -> AttributeDescription? {
    let stored = contents.storedModel?.entity(named: property.entity.name)?.attributes
    let original = PropertyRenames.originalName(of: property)
    return stored?.first { $0.name == property.name } ?? stored?.first { $0.name == original }
  }

  /// Returns true if the column is new.
  private mutating func planColumn(
    _ column: ColumnLayout, in table: TableLayout, _ property: _Property
  ) throws -> Bool {
    if let type = columns[table.name]?[column.name] {
      try check(column, isCompatibleWith: type, property)
      return false
    }
    steps.append(.addColumn(table: table.name, column))
    columns[table.name]?[column.name] = column.declaredType
    return true
  }

  /// Text does not become a number, nor a number bytes, by itself.
  private func check(
    _ column: ColumnLayout, isCompatibleWith type: String, _ property: _Property
  ) throws {
    func family(_ type: String) -> String {
      switch type.uppercased() {
      case let type where type.hasPrefix("VARCHAR"): "text"
      case "BLOB", "": "bytes"
      default: "a number"
      }
    }
    let (old, new) = (family(type), family(column.declaredType))
    guard old != new else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "The store keeps this property as \(old), the schema as \(new).",
      entity: property.entity.name,
      property: property.name,
      advice:
        "Give the property its former type, or give the new one another name, and convert the values in a stage of a migration plan."
    )
  }
}
