// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A model read off the tables, for stores that carry none.
///
/// Entities and their superentities have their real names (Z_PRIMARYKEY keeps
/// them). Names of properties are those of the columns, in upper case, and
/// types no finer than the columns' declarations: a UUID is data, a Boolean an
/// integer. Properties of subentities belong to the root.
struct DerivedModel {
  private let numbers: EntityNumbers
  private let catalog: TableCatalog
  private let connection: Connection
  private var entities: [String: EntityDescription] = [:]
  private var tables: [String: TableCatalog.Table] = [:]

  static func model(
    _ numbers: EntityNumbers, _ catalog: TableCatalog, _ connection: Connection
  ) -> ManagedObjectModel {
    var derived = DerivedModel(numbers, catalog, connection)
    derived.build()
    return ManagedObjectModel(
      entities: numbers.entities.compactMap { derived.entities[$0.name] })
  }

  private init(_ numbers: EntityNumbers, _ catalog: TableCatalog, _ connection: Connection) {
    self.numbers = numbers
    self.catalog = catalog
    self.connection = connection
  }

  private mutating func build() {
    for row in numbers.entities {
      var entity = EntityDescription(name: row.name)
      // A damaged list may lead in a circle; that entity is taken for a root.
      if row.superentity != 0, let parent = numbers.row(row.superentity),
        numbers.root(of: row.number) != row.number,
        numbers.row(numbers.root(of: row.number))?.superentity == 0
      {
        entity.superentity = parent.name
      }
      entities[row.name] = entity
    }
    let roots = numbers.entities.filter { entities[$0.name]?.superentity == nil }
    let names = TableNames(entities: roots.compactMap { entities[$0.name] }, catalog)
    for root in roots {
      guard let name = names[root.name], let table = catalog.table(name) else { continue }
      tables[root.name] = table
    }
    for root in roots { addColumns(root) }
    addPairs()
    inherit()
  }

  private mutating func addColumns(_ root: EntityNumbers.Row) {
    guard let table = tables[root.name] else { return }
    for column in table.columns {
      let name = column.name.uppercased()
      guard name.hasPrefix("Z"), !RowHeader.columns.contains(name),
        !name.hasPrefix(ColumnNames.orderPrefix)
      else { continue }
      if let (number, rest) = ColumnNames.split(name, after: "Z") {
        // `Z6CHILDREN` is a relationship of entity 6; `Z6_PARENT` belongs to ZPARENT.
        if !rest.hasPrefix("_"), !rest.isEmpty, let owner = numbers.row(number) {
          addHidden(rest, owner.name, destination: root.name, table)
        }
        continue
      }
      let property = String(name.dropFirst())
      guard !property.isEmpty else { continue }
      if column.type == "INTEGER", let destination = destination(column.name, property, table) {
        let relationship = RelationshipDescription(name: property, destination: destination)
        entities[root.name]?.relationships.append(relationship)
      } else {
        var attribute = AttributeDescription(name: property, type: Self.type(column.type))
        attribute.isOptional = true
        entities[root.name]?.attributes.append(attribute)
      }
    }
  }

  private static func type(_ declared: String) -> AttributeType {
    switch declared {
    case "INTEGER": .integer64
    case "FLOAT": .double
    case "DECIMAL": .decimal
    case "TIMESTAMP": .date
    case "BLOB": .binaryData
    default: .string
    }
  }

  private mutating func addHidden(
    _ name: String, _ owner: String, destination: String, _ table: TableCatalog.Table
  ) {
    guard entities[owner]?.has(name) == false else { return }
    var relationship = RelationshipDescription(name: name, destination: destination)
    relationship.maximumCount = 0
    if let number = numbers.row(named: owner)?.number {
      relationship.isOrdered = table.column("Z_FOK_\(number)\(name)") != nil
    }
    entities[owner]?.relationships.append(relationship)
  }

  /// The entity that a column of keys leads to; `nil` if it is none, or if it
  /// cannot be told.
  private func destination(
    _ column: String, _ property: String, _ table: TableCatalog.Table
  ) -> String? {
    for other in table.columns {
      guard let (number, rest) = ColumnNames.split(other.name.uppercased(), after: "Z") else {
        continue
      }
      if rest == "_" + property { return numbers.row(number)?.name }
    }
    // Core Data makes this index for every to-one relationship.
    let index = TableNaming.index(on: column, of: table.name).uppercased()
    guard table.indexes.contains(where: { $0.name.uppercased() == index }) else { return nil }
    let named = tables.keys.sorted()
    if let exact = named.first(where: { $0.uppercased() == property }),
      leads(column, table, to: exact, orIsEmpty: true)
    {
      return exact
    }
    let similar = named.filter { $0.uppercased().hasSuffix(property) }
    if similar.count == 1, leads(column, table, to: similar[0]) { return similar[0] }
    let fitting = named.filter { leads(column, table, to: $0) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Whether there are values, and all are keys of the entity's table.
  ///
  /// - Parameter orIsEmpty: whether no values will do as well.
  private func leads(
    _ column: String, _ table: TableCatalog.Table, to entity: String, orIsEmpty: Bool = false
  ) -> Bool {
    guard let other = tables[entity] else { return false }
    let name = column.sqlName
    let sql =
      "SELECT count(*), count(o.Z_PK) FROM \(table.name.sqlName) AS t "
      + "LEFT JOIN \(other.name.sqlName) AS o ON o.Z_PK = t.\(name) WHERE t.\(name) IS NOT NULL"
    guard let row = try? connection.rows(sql).first, let all = row[0].key, let found = row[1].key
    else { return false }
    return all == found && (all > 0 || orIsEmpty)
  }

  /// Many-to-many relationships, by the columns of their tables.
  private mutating func addPairs() {
    for table in catalog.tables where table.column("Z_PK") == nil {
      guard
        ColumnNames.split(
          table.name.uppercased(), after: TableNaming.pairsPrefix) != nil
      else { continue }
      let ends = table.columns.compactMap { ColumnNames.split($0.name.uppercased(), after: TableNaming.pairsPrefix) }
      guard ends.count == 2, let first = numbers.row(ends[0].number)?.name,
        let second = numbers.row(ends[1].number)?.name
      else { continue }
      addPair(ends[1].rest, of: first, to: second, inverse: ends[0].rest, table, ends[1].number)
      addPair(ends[0].rest, of: second, to: first, inverse: ends[1].rest, table, ends[0].number)
    }
  }

  private mutating func addPair(
    _ name: String, of owner: String, to destination: String, inverse: String,
    _ table: TableCatalog.Table, _ number: Int64
  ) {
    guard entities[owner]?.has(name) == false else { return }
    var relationship = RelationshipDescription(name: name, destination: destination)
    relationship.maximumCount = 0
    relationship.inverse = inverse
    relationship.isOrdered = table.column("Z_FOK_\(number)\(name)") != nil
    entities[owner]?.relationships.append(relationship)
  }

  private mutating func inherit() {
    for row in numbers.entities {
      var parent = entities[row.name]?.superentity
      var steps = 0
      while let name = parent, let ancestor = entities[name], steps < 50 {
        for attribute in ancestor.attributes where entities[row.name]?.has(attribute.name) == false {
          entities[row.name]?.attributes.append(attribute)
        }
        for relationship in ancestor.relationships
        where entities[row.name]?.has(relationship.name) == false {
          entities[row.name]?.relationships.append(relationship)
        }
        parent = ancestor.superentity
        steps += 1
      }
    }
  }
}
