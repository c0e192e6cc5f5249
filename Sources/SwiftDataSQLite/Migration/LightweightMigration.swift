import CoreDataModel
import SwiftDataCore
import SwiftDataSQL

/// The steps that turn a store into one that fits a layout: a value, made
/// without touching the store. No step removes a row, a column or a value.
struct LightweightMigration {
  enum Step {
    case rename(table: String, to: String)
    case renameColumn(table: String, from: String, to: String)
    case createTable(TableLayout)
    case createJoinTable(JoinTableLayout)
    case addColumn(table: String, ColumnLayout)
    /// Gives the rows of an entity the default value of a new property, or
    /// fails if there are rows and no default value.
    case fill(_Property)
    /// Takes values into files, or out of them.
    case moveExternalData(table: String, ColumnLayout)
    case dropIndex(String)
    case createIndex(IndexLayout)
    case addEntity(number: Int64, name: String, superentity: Int64)
  }

  private(set) var steps: [Step] = []
  var isEmpty: Bool { steps.isEmpty }

  var tablesWithRenamedColumns: Set<String> {
    Set(steps.compactMap { if case .renameColumn(let table, _, _) = $0 { table } else { nil } })
  }

  /// - Throws: an error if the difference is more than lightweight.
  init(from contents: StoreContents, to layout: StoreLayout, entities: [_Entity]) throws {
    var planner = MigrationPlanner(contents: contents, layout: layout, entities: entities)
    try planner.plan()
    steps = planner.steps
  }
}

/// Compares a store with a layout.
struct MigrationPlanner {
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
    planJoinTables()
    planIndexes()
    planEntities()
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
      let number = layout.number(of: property.declaringEntity)
      let old = PropertyRenames.originalName(of: property).map { "Z\(number)\($0.uppercased())" }
      _ = try planColumn(hidden, old: old, in: layout.table(of: destination), property)
      return
    }
    let table = layout.table(of: property.entity)
    let original = PropertyRenames.originalName(of: property)
    var isNew = false
    for column in layout.columns(of: property) {
      let old = original.map { oldName(of: column, property, $0) }
      if try planColumn(column, old: old, in: table, property) {
        isNew = true
      } else if let stored = storedAttribute(property, original),
        stored.allowsExternalStorage != column.isExternal,
        stored.type == .binaryData || stored.type == .transformable
      {
        steps.append(.moveExternalData(table: table.name, column))
      }
    }
    if isNew, !property.isRelationship { steps.append(.fill(property)) }
  }

  /// The property in the model that the store was written with.
  private func storedAttribute(_ property: _Property, _ original: String?) -> AttributeDescription? {
    contents.storedModel?.entity(named: property.entity.name)?.attributes
      .first { $0.name == original ?? property.name }
  }

  /// What a column that is called after the property was called before.
  private func oldName(of column: ColumnLayout, _ property: _Property, _ original: String) -> String
  {
    let upper = property.name.uppercased()
    if column.content != .entity,
      let known = contents.knownColumns?[property.entity.name]?[original]
    {
      return known
    }
    guard column.name.hasSuffix(upper) else { return column.name }
    return column.name.dropLast(upper.count) + original.uppercased()
  }

  /// Returns true if the column is new.
  private mutating func planColumn(
    _ column: ColumnLayout, old: String?, in table: TableLayout, _ property: _Property
  ) throws -> Bool {
    if let type = columns[table.name]?[column.name] {
      try check(column, isCompatibleWith: type, property)
      return false
    }
    let isOldNameFree = !table.columns.contains { $0.name == old }
    if let old, isOldNameFree, let type = columns[table.name]?[old] {
      try check(column, isCompatibleWith: type, property)
      dropIndex("\(table.name)_\(old)_INDEX")
      steps.append(.renameColumn(table: table.name, from: old, to: column.name))
      columns[table.name]?[old] = nil
      columns[table.name]?[column.name] = type
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
      "The store keeps this property as \(old), the schema as \(new).", entity: property.entity.name,
      property: property.name,
      advice: "Give the property its former type, or convert it in a stage of a migration plan.")
  }

  private mutating func planJoinTables() {
    for table in layout.joinTables where columns[table.name] == nil {
      let renamed = table.owner.relationships.first {
        layout.joinTable(of: $0)?.table == table.name
      }
      if let renamed, let original = PropertyRenames.originalName(of: renamed) {
        let old = table.name.dropLast(renamed.name.count) + original.uppercased()
        let isFree = !layout.joinTables.contains { $0.name == old }
        let pair = (contents.tables[String(old)] ?? []).map(\.name)
          .filter { !$0.hasPrefix("Z_FOK_") }
        if isFree, pair.count == 2 {
          dropIndex("\(old)_\(pair[1])_INDEX")
          steps.append(.rename(table: String(old), to: table.name))
          for (from, to) in zip(pair, table.columns) where from != to {
            steps.append(.renameColumn(table: table.name, from: from, to: to))
          }
          continue
        }
      }
      steps.append(.createJoinTable(table))
    }
  }

  /// An index that is named after a column gets a new one with the new name.
  private mutating func dropIndex(_ name: String) {
    if contents.indexes[name] != nil { steps.append(.dropIndex(name)) }
  }

  private mutating func planIndexes() {
    let wanted = Set(layout.indexes.map(\.name))
    let names = entities.map(\.name)
    for (index, _) in contents.indexes.sorted(by: { $0.key < $1.key })
    where !wanted.contains(index) {
      // A constraint that the schema no longer has would refuse valid rows.
      let isOurs = names.contains {
        index.hasPrefix("Z_\($0)_UNIQUE_") || index.hasPrefix("Z_\($0)_SwiftDataIndexOn")
      }
      if isOurs { steps.append(.dropIndex(index)) }
    }
    for index in layout.indexes where contents.indexes[index.name] == nil {
      steps.append(.createIndex(index))
    }
  }

  private mutating func planEntities() {
    let known = Set(contents.entities.map(\.name))
    for entity in entities where !known.contains(entity.name) {
      steps.append(
        .addEntity(
          number: layout.number(of: entity), name: entity.name,
          superentity: entity.superentity.map { layout.number(of: $0) } ?? 0))
    }
  }
}
