// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// The steps that turn a store into one that fits a schema: a value, made
/// without touching the store. No step removes a row, a column or a value.
struct LightweightMigration {
  enum Step {
    case createTable(TableLayout)
    case createJoinTable(JoinTableLayout)
    case addColumn(table: String, ColumnLayout)
    /// Gives the rows of an entity the default value of a new property, or
    /// fails if there are rows and no default value. If the property was kept,
    /// then the rows that were made meanwhile.
    case fill(_Property, onlyMissing: Bool)
    /// Gives values to some columns of an attribute.
    case fillParts(PartFill)
    /// Gives the associated values of enums columns of their own.
    case spreadPayloads(FormerPayloads)
    /// Fails if there are values that another type cannot hold.
    case checkValues(ValueCheck)
    /// Fails if values are in files, or not, and the property has it otherwise.
    case checkStorage(StorageCheck)
    /// Fails if there are values of a case that an enum no longer has.
    case requireNoValues(LostCases)
    /// Clears kept columns that no longer say what an attribute is.
    case clearReturned(ReturnedParts)
    /// Clears kept keys of rows that are no longer there.
    case clearDanglingKeys(KeptKeys)
    case removeDanglingPairs(KeptPairs)
    /// Gives a property values that are in other columns.
    case copy(PropertyPlaces.Copy)
    /// Says of keys without it which entity they lead to.
    case fillEntities(_Property)
    /// Brings links to where a relationship of another kind has them.
    case moveLinks(LinkMove)
    /// Fails if there are rows without a destination.
    case requireDestinations(_Property)
    /// Takes values into files, or out of them.
    case moveExternalData(table: String, ColumnLayout)
    /// Fails if rows of an entity lie in a table that is no longer its own.
    case requireNoRows(of: _Entity, number: Int64, table: String)
    case dropIndex(String)
    case moveHistory(HistoryMove)
    case renumber(EntityNumberChanges)
    case renameTable(from: String, to: String)
    case renameColumn(table: String, from: String, to: String)
    /// Makes a table of pairs with the columns of another one, which it
    /// replaces.
    case replacePairs(from: String, columns: [String], JoinTableLayout)
    case setSuperentity(Int64, of: Int64)
    case addEntity(number: Int64, name: String, superentity: Int64)
    case createIndex(IndexLayout)
  }

  let steps: [Step]
  /// Where everything is once the new tables and columns are made.
  let current: StoreLayout
  /// Where everything is in the end.
  let target: StoreLayout
  /// The columns by entity and path that the store is to remember.
  let columnNames: [String: [String: String]]
  /// The attributes of older schemas that the store is to remember.
  let keptAttributes: KeptAttributes.Descriptions
  /// Tables, by their old names, whose search indexes do not outlast the
  /// migration.
  let changedTables: Set<String>

  var isEmpty: Bool { steps.isEmpty }

  /// Whether what is missing is missing for speed only: tables and rows stay
  /// as they are.
  var changesIndexesOnly: Bool {
    steps.allSatisfy {
      switch $0 {
      case .createIndex, .dropIndex: true
      default: false
      }
    }
  }

  /// - Parameters:
  ///   - required: Attributes that must have a value, as they did not have to,
  ///     though the store has the schema.
  ///   - checks: Values that must fit, though the store has the schema.
  /// - Throws: an error if the difference is more than lightweight.
  init(
    from contents: StoreContents, _ layouts: MigrationLayouts, entities: [_Entity],
    links: LinkMoves, required: [_Property] = [], checks: [ValueCheck] = []
  ) throws {
    current = layouts.current
    target = layouts.target
    let payloads = FormerPayloads.all(entities, known: layouts.existing.columns)
    var additions = MissingTables(
      contents: contents, layout: current, entities: entities, payloads: payloads)
    try additions.plan()
    let names = layouts.isChanged ? NameChanges(contents, layouts, entities) : NameChanges()
    let numbers = EntityChanges(contents, layouts, entities)
    let indexes = IndexChanges(contents, layouts, entities, names)
    let first = additions.steps + checks.map { .checkValues($0) }
    steps =
      first + required.map { .fill($0, onlyMissing: true) } + links.steps
      + numbers.checks + indexes.drops
      + HistoryMove.steps(contents, layouts, entities)
      + numbers.renumberings
      + names.steps + numbers.additions + indexes.creations
    columnNames =
      layouts.isChanged
      ? names.columnNames
      : layouts.existing.columns.merging(target.columnNames) { $0.merging($1) { _, new in new } }
    keptAttributes =
      layouts.isChanged
      ? KeptAttributes.descriptions(contents, entities, known: columnNames, used: target.columnNames)
      : contents.metadata?.keptAttributes ?? [:]
    changedTables = names.changedTables
  }
}

extension LightweightMigration.Step {
  /// The description of the step; `nil` if it only concerns speed or bookkeeping.
  var text: String? {
    func name(_ property: _Property) -> String { "\(property.entity.name).\(property.name)" }
    switch self {
    case .createTable(let table): return "The table \(table.name) is made for \(table.root.name)."
    case .createJoinTable(let table): return "The table \(table.name) is made for pairs."
    case .addColumn(let table, let column): return "The column \(column.name) is added to \(table)."
    case .fill(let property, _):
      return property.isOptional ? nil : "\(name(property)) gets its default value in existing rows."
    case .fillParts(let fill): return "Parts of \(name(fill.property)) get their default values in existing rows."
    case .spreadPayloads: return "Associated values of enums get columns of their own."
    case .checkValues(let check):
      return "Each value of \(name(check.property)) must fit its new type, or the migration fails."
    case .checkStorage(let check):
      return "The kept values of \(check.propertyName) must be stored as it has them, or the migration fails."
    case .requireNoValues(let cases):
      return "No \(name(cases.property)) may have a case that is removed, or the migration fails."
    case .clearReturned(let parts): return "Outdated parts of \(name(parts.property)) are cleared."
    case .clearDanglingKeys, .removeDanglingPairs: return "Kept links to objects that have been deleted are removed."
    case .copy(let copy): return "The values of \(name(copy.property)) move to other columns."
    case .fillEntities: return nil
    case .moveLinks: return "Links move to where the relationship has them now."
    case .requireDestinations(let property):
      return "Each \(name(property)) must lead to an object, or the migration fails."
    case .moveExternalData(_, let column):
      return "Values of the column \(column.name) move \(column.isExternal ? "into files" : "out of files")."
    case .requireNoRows(let entity, _, _): return "There must be no \(entity.name), or the migration fails."
    case .moveHistory: return "The values that the history keeps of deleted rows move."
    case .renumber: return "Entities get other numbers."
    case .renameTable(let old, let new): return "The table \(old) is renamed to \(new)."
    case .renameColumn(let table, let old, let new): return "The column \(old) of \(table) is renamed to \(new)."
    case .replacePairs(let old, _, let table): return "The pairs of \(old) move to \(table.name)."
    case .addEntity(_, let name, _): return "The entity \(name) is added."
    case .dropIndex, .createIndex, .setSuperentity: return nil
    }
  }
}
