// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Plans the tables, columns and join tables of a layout that a store lacks.
struct MissingTables {
  let contents: StoreContents
  let layout: StoreLayout
  let entities: [_Entity]
  private let payloads: [FormerPayloads]
  private(set) var steps: [LightweightMigration.Step] = []
  /// The columns that the tables will have, as far as planned.
  private var columns: [String: [String: String]]

  init(
    contents: StoreContents, layout: StoreLayout, entities: [_Entity], payloads: [FormerPayloads]
  ) {
    self.payloads = payloads
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
    let columns = layout.columns(of: property)
    let stored = storedAttribute(property)
    var isNew: [Bool] = []
    for column in columns {
      isNew.append(try planColumn(column, in: table, property))
      if isNew.last == false, let stored, stored.allowsExternalStorage != column.isExternal,
        stored.type == .binaryData || stored.type == .transformable
      {
        steps.append(.moveExternalData(table: table.name, column))
      }
    }
    let own = Set(columns.map(\.name))
    let copies = contents.copies.filter {
      $0.property === property && own.isDisjoint(with: $0.columns)
    }
    if property.isRelationship {
      steps += copies.map { .copy($0) }
      let isEntityNew = zip(columns, isNew).contains { $0.content == .entity && $1 }
      if isEntityNew || !copies.isEmpty { steps.append(.fillEntities(property)) }
      return
    }
    if let stored, isNew.contains(false) {
      steps += try TypeChange.checks(property, columns: columns.map(\.name), stored: stored)
        .map { .checkValues($0) }
    }
    steps += copies.map { .copy($0) }
    let former = payloads.filter { $0.property === property }
    planValues(
      property, isNew, isCopied: !copies.isEmpty, stored, table,
      former: Set(former.map(\.enumeration.path)))
    steps += former.map { .spreadPayloads($0) }
  }

  /// What rows have in the columns of an attribute that had none, or need not have had one.
  ///
  /// - Parameter former: the enums whose columns get values from others.
  private mutating func planValues(
    _ property: _Property, _ isNew: [Bool], isCopied: Bool, _ stored: AttributeDescription?,
    _ table: TableLayout, former: Set<[String]>
  ) {
    guard let first = layout.columns(of: property).first else { return }
    if isCopied {
      if !property.isOptional { steps.append(.fill(property, onlyMissing: true)) }
      return
    }
    if former.contains([property.name]) { return }
    guard isNew.contains(false) || !former.isEmpty else {
      return steps.append(.fill(property, onlyMissing: false))
    }
    let known = stored.map { AttributePart.stored($0) } ?? [:]
    let becomesRequired = stored?.isOptional == true && !property.isOptional
    let fill = PartFill(property, isNew: isNew, except: former) { path in
      // The attribute as a whole comes below.
      stored?.isOptional == false && known[path]?.isOptional == true
    }
    if let fill { steps.append(.fillParts(fill)) }
    let isKept =
      first.name.hasPrefix(KeptNames.prefix) || table.name.hasPrefix(KeptNames.prefix)
    if isKept || becomesRequired, !property.isOptional {
      // A struct of optionals is one of nothing, then.
      let needsValue = AttributePart.parts(of: property).contains { !$0.isOptional }
      if needsValue { steps.append(.fill(property, onlyMissing: true)) }
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
      "In the store, this property is of type \(old), in the schema of type \(new).",
      entity: property.entity.name,
      property: property.name,
      advice:
        "Give the property its former type, or give the new one another name, and convert the values in a stage of a migration plan."
    )
  }
}
