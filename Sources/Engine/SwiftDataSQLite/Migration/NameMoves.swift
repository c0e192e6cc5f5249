// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Which table and column of a store is to be called what.
struct NameMoves {
  typealias Rename = NameChanges.Rename

  private let contents: StoreContents
  private let layouts: MigrationLayouts
  private let entities: [_Entity]
  private(set) var tables: [Rename] = []
  /// By the table's old name.
  private(set) var columns: [String: [Rename]] = [:]
  /// Tables of pairs whose two columns change places: where Core Data's order
  /// of the columns counts, the name alone would not do.
  private(set) var replacements: [(from: String, columns: [String], table: JoinTableLayout)] = []

  private var current: StoreLayout { layouts.current }
  private var target: StoreLayout { layouts.target }

  init(_ contents: StoreContents, _ layouts: MigrationLayouts, _ entities: [_Entity]) {
    self.contents = contents
    self.layouts = layouts
    self.entities = entities
  }

  mutating func plan() {
    for table in target.tables { move(current.table(of: table.root).name, to: table.name) }
    for entity in entities {
      for property in entity.properties[entity.description.ownRange] { planColumns(of: property) }
    }
    for table in target.joinTables { planPairs(table) }
    keepTables()
    for table in current.tables { keepColumns(of: table) }
  }

  private mutating func move(_ table: String, to name: String) {
    if table != name { tables.append(Rename(from: table, to: name)) }
  }

  private mutating func move(_ column: String, to name: String, in table: String) {
    if column != name { columns[table, default: []].append(Rename(from: column, to: name)) }
  }

  // MARK: The schema's

  private mutating func planColumns(of property: _Property) {
    if property.isToMany {
      guard let from = current.hiddenColumn(of: property),
        let to = target.hiddenColumn(of: property), let destination = property.destination
      else { return }
      return planColumn(from.name, to.name, in: current.table(of: destination).name)
    }
    let table = current.table(of: property.entity).name
    for (from, to) in zip(current.columns(of: property), target.columns(of: property)) {
      planColumn(from.name, to.name, in: table)
    }
  }

  /// The column that keeps an order is called after the other.
  private mutating func planColumn(_ from: String, _ to: String, in table: String, stem: Int = 1) {
    move(from, to: to, in: table)
    let order = ColumnNames.orderPrefix + from.dropFirst(stem)
    if contents.columnNames(of: table).contains(order) {
      move(order, to: ColumnNames.orderPrefix + to.dropFirst(stem), in: table)
    }
  }

  private mutating func planPairs(_ table: JoinTableLayout) {
    guard let from = current.joinTable(of: table.relationship),
      let to = target.joinTable(of: table.relationship),
      let old = current.joinTables.first(where: { $0.name == from.table })
    else { return }
    let isFirst = old.columns.first == from.ownerColumn
    guard isFirst == (table.columns.first == to.ownerColumn) else {
      let columns = table.columns.map {
        $0 == to.ownerColumn ? from.ownerColumn : from.targetColumn
      }
      replacements.append((from.table, columns, table))
      return
    }
    move(from.table, to: to.table)
    planColumn(from.ownerColumn, to.ownerColumn, in: from.table, stem: 2)
    planColumn(from.targetColumn, to.targetColumn, in: from.table, stem: 2)
  }

  // MARK: What is kept

  /// Tables of entities and relationships that the schema does not have.
  private mutating func keepTables() {
    let used = Set(current.tables.map(\.name) + current.joinTables.map(\.name))
    var taken = Set(contents.tables.keys)
    func free(_ name: String) -> String {
      let name = ColumnNames.free(name) { taken.contains($0) }
      taken.insert(name)
      return name
    }
    let names = Set(entities.map(\.name))
    for row in contents.modelEntities.sorted(by: { $0.number < $1.number }) {
      let table = TableNaming.table(of: row.name)
      guard !names.contains(row.name), contents.rootName(of: row.name) == row.name,
        contents.columnNames(of: table).contains("Z_ENT"), !used.contains(table)
      else { continue }
      move(table, to: free(KeptNames.name(table)))
    }
    let numbers = Dictionary(
      contents.modelEntities.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    for table in contents.tables.keys.sorted() where table.hasPrefix("Z_") && !used.contains(table) {
      let digits = table.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
      guard contents.pair(in: table) != nil, let entity = Int64(digits).flatMap({ numbers[$0] })
      else { continue }
      let relationship = String(table.dropFirst(2 + digits.count))
      let destination = contents.storedModel?.entity(named: entity)?.relationships
        .first { ColumnNames.upper($0.name) == relationship }?.destination
      let name = KeptNames.joinTable(
        entity: entity, relationship: relationship, destination: destination)
      move(table, to: free(name))
    }
  }

  /// Columns of properties that the schema does not have, and any other that
  /// has a name which one of the schema's is to get.
  private mutating func keepColumns(of table: TableLayout) {
    let stored = contents.tables[table.name] ?? []
    let moving = Set((columns[table.name] ?? []).map(\.from))
    let wanted = Set(target.table(of: table.root).columns.map(\.name))
    let used = Set(table.columns.map(\.name)).union(RowHeader.columns)
    let recorded = recordedColumns(of: table.root)
    var taken = Set(stored.map(\.name))
    for column in stored.map(\.name) where !used.contains(column) && !moving.contains(column) {
      let isFormer = recorded.contains(column) && !column.hasPrefix(KeptNames.prefix)
      guard isFormer || wanted.contains(column) else { continue }
      let name = ColumnNames.free(KeptNames.name(column)) { taken.contains($0) }
      taken.insert(name)
      move(column, to: name, in: table.name)
    }
  }

  /// The columns of a table whose properties the store knows.
  private func recordedColumns(of root: _Entity) -> Set<String> {
    layouts.existing.columns.reduce(into: []) { columns, entry in
      if contents.rootName(of: entry.key) == root.name { columns.formUnion(entry.value.values) }
    }
  }

  /// The columns by entity and path that the store has afterwards.
  func columnNames(renamed: [String: [String: String]]) -> [String: [String: String]] {
    var names = target.columnNames
    let roots = Dictionary(
      current.tables.map { ($0.root.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (entity, paths) in layouts.existing.columns {
      let table = roots[contents.rootName(of: entity)]
      let used = Set((table?.columns ?? []).map(\.name))
      for (path, column) in paths where names[entity]?[path] == nil {
        // In the table of an entity that the schema no longer has, nothing is renamed.
        if let table {
          guard !used.contains(column), contents.columnNames(of: table.name).contains(column)
          else { continue }
          names[entity, default: [:]][path] = renamed[table.name]?[column] ?? column
        } else {
          names[entity, default: [:]][path] = column
        }
      }
    }
    return names
  }
}
