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
  private let attributes: StoredAttributes
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
    attributes = StoredAttributes(contents, entities)
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
    for table in layout.joinTables { planPairs(table) }
  }

  private mutating func planPairs(_ table: JoinTableLayout) {
    guard columns[table.name] != nil else { return steps.append(.createJoinTable(table)) }
    guard table.name.hasPrefix(KeptNames.prefix), let end = layout.joinTable(of: table.relationship),
      let destination = table.relationship.destination, layout.keeps(destination)
    else { return }
    let ends = [(end.ownerColumn, table.owner), (end.targetColumn, destination)]
    steps.append(
      .removeDanglingPairs(
        KeptPairs(table: table.name, ends: ends.map { ($0, layout.table(of: $1).name) })))
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
      let members = layout.table(of: destination)
      _ = try planColumn(hidden, in: members, property)
      planKeys(hidden, in: members, property.entity)
      return
    }
    let table = layout.table(of: property.entity)
    let columns = layout.columns(of: property)
    let parts = AttributePart.parts(of: property)
    let described = attributes.described(property)
    let known = described.map { AttributePart.stored($0) } ?? [:]
    var isNew: [Bool] = []
    for (index, column) in columns.enumerated() {
      let isDescribed =
        property.isRelationship
        || (parts.indices.contains(index) && known[Array(parts[index].path.dropFirst())] != nil)
      isNew.append(try planColumn(column, in: table, property, isDescribed: isDescribed))
    }
    let own = Set(columns.map(\.name))
    let copies = contents.copies.filter {
      $0.property === property && own.isDisjoint(with: $0.columns)
    }
    if property.isRelationship {
      steps += copies.map { .copy($0) }
      if let destination = property.destination, let key = columns.first {
        planKeys(key, of: columns, in: table, destination)
      }
      let isEntityNew = zip(columns, isNew).contains { $0.content == .entity && $1 }
      if isEntityNew || !copies.isEmpty { steps.append(.fillEntities(property)) }
      return
    }
    let present = attributes.present(property)
    if let present, copies.isEmpty { try TypeChange.checkShape(property, stored: present) }
    let stored = present ?? (isNew.contains(false) ? described : nil)
    if let stored, columns.count == 1, let column = columns.first, isNew == [false],
      stored.allowsExternalStorage != column.isExternal,
      stored.type == .binaryData || stored.type == .transformable
    {
      steps.append(.moveExternalData(table: table.name, column))
    }
    if let described {
      let old = zip(columns, isNew).map { $1 ? nil : $0.name }
      let isExternal = columns.first?.isExternal == true
      steps += try TypeChange.checks(property, columns: old, stored: described, isExternal: isExternal)
        .map { .checkValues($0) }
    }
    if let stored {
      let names = contents.knownColumns?[property.entity.name] ?? [:]
      let changes = PartChanges(property, parts, columns, isNew: isNew, table: table.name)
      steps += changes.steps(stored) { names[attributes.path(property, $0)] }
    }
    for copy in copies {
      if let former = copy.stored {
        let checks = try TypeChange.checks(
          property, columns: copy.columns, stored: former, numbers: copy.numbers, isExternal: copy.isExternal)
        steps += checks.map { .checkValues($0) }
      }
      steps.append(.copy(copy))
    }
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
    let columns = layout.columns(of: property)
    guard !columns.isEmpty else { return }
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
    // Rows without any value first: with that of one part they would look as if they had one.
    if columns.contains(where: { isKept($0, in: table) }) || becomesRequired, !property.isOptional {
      // A struct of optionals is one of nothing, then.
      let needsValue = AttributePart.parts(of: property).contains { !$0.isOptional }
      if needsValue { steps.append(.fill(property, onlyMissing: true)) }
    }
    let fill = PartFill(property, isNew: isNew, except: former) { path in
      // The attribute as a whole came above.
      stored?.isOptional == false && known[path]?.isOptional == true
    }
    if let fill { steps.append(.fillParts(fill)) }
  }

  /// What a key led to may have been deleted while nothing looked at the key.
  private mutating func planKeys(
    _ key: ColumnLayout, of columns: [ColumnLayout] = [], in table: TableLayout, _ destination: _Entity
  ) {
    guard isKept(key, in: table), layout.keeps(destination) else { return }
    let names = columns.isEmpty ? [key.name] : columns.map(\.name)
    let keys = KeptKeys(table: table.name, columns: names, destination: layout.table(of: destination).name)
    steps.append(.clearDanglingKeys(keys))
  }

  /// Whether the store has kept a column for a property that it did not have meanwhile.
  private func isKept(_ column: ColumnLayout, in table: TableLayout) -> Bool {
    columns[table.name]?[column.name] != nil
      && (column.name.hasPrefix(KeptNames.prefix) || table.name.hasPrefix(KeptNames.prefix))
  }

  /// Returns true if the column is new.
  ///
  /// - Parameter isDescribed: Whether the store says what the column's values are.
  private mutating func planColumn(
    _ column: ColumnLayout, in table: TableLayout, _ property: _Property, isDescribed: Bool = true
  ) throws -> Bool {
    if let type = columns[table.name]?[column.name] {
      let isUnknown = !isDescribed && isKept(column, in: table)
      try check(column, isCompatibleWith: type, property, isExact: isUnknown)
      if isUnknown, let check = StorageCheck(property, column, table: table.name) {
        steps.append(.checkStorage(check))
      }
      return false
    }
    steps.append(.addColumn(table: table.name, column))
    columns[table.name]?[column.name] = column.declaredType
    return true
  }

  /// Text does not become a number, nor a number bytes, by itself.
  private func check(
    _ column: ColumnLayout, isCompatibleWith type: String, _ property: _Property, isExact: Bool
  ) throws {
    func family(_ type: String) -> String {
      switch type.uppercased() {
      case let type where type.hasPrefix("VARCHAR"): "text"
      case "BLOB", "": "bytes"
      default: "a number"
      }
    }
    let (old, new) =
      isExact
      ? (type.uppercased(), column.declaredType.uppercased())
      : (family(type), family(column.declaredType))
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
