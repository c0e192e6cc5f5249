// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Where everything of a schema lies in a store's tables.
///
/// Names and order follow Core Data's rules, so that the text of a new
/// store's tables equals what Apple's frameworks would have written; for an
/// existing store the layout is read from the file instead (by name, never by
/// position).
package final class StoreLayout: Sendable {
  /// One table per root entity.
  package let tables: [TableLayout]
  package let joinTables: [JoinTableLayout]
  /// All indexes, in the order of their creation.
  package let indexes: [IndexLayout]
  /// Which column each path of names got (`address.city` → `ZCITY`), by the
  /// name of the declaring entity. Kept in the store, so that a later version
  /// of the schema gives every value the same column.
  package let columnNames: [String: [String: String]]

  let entityNumbers: [Int: Int64]
  let entitiesByNumber: [Int64: _Entity]
  let tablesByRoot: [Int: TableLayout]
  let columnsByProperty: [PropertyKey: [ColumnLayout]]
  let hiddenColumns: [PropertyKey: ColumnLayout]
  let joinTablesByProperty: [PropertyKey: JoinTableEnd]
  /// Whose SQL the store speaks.
  package let dialect: SQLDialect
  /// Where the functions are that the store has made for itself: a quoted name, and a dot.
  private let helpers: String
  /// The names of subentities that the schema no longer has, by their numbers, in stores whose rows have names instead.
  private let formerNames: [Int64: String]
  /// An end of each table of pairs with keys that are no whole numbers.
  let namedPairs: [String: JoinTableEnd]
  /// What finds parts of texts; `nil` where the database has nothing for that.
  package let substrings: SubstringIndexes?

  init(
    tables: [TableLayout], joinTables: [JoinTableLayout], indexes: [IndexLayout],
    columnNames: [String: [String: String]], entityNumbers: [Int: Int64],
    entitiesByNumber: [Int64: _Entity], tablesByRoot: [Int: TableLayout],
    columnsByProperty: [PropertyKey: [ColumnLayout]], hiddenColumns: [PropertyKey: ColumnLayout],
    joinTablesByProperty: [PropertyKey: JoinTableEnd], dialect: SQLDialect = .sqlite,
    helpers: String = "", formerNames: [Int64: String] = [:], substrings: SubstringIndexes? = nil
  ) {
    self.tables = tables
    self.joinTables = joinTables
    self.indexes = indexes
    self.columnNames = columnNames
    self.entityNumbers = entityNumbers
    self.entitiesByNumber = entitiesByNumber
    self.tablesByRoot = tablesByRoot
    self.columnsByProperty = columnsByProperty
    self.hiddenColumns = hiddenColumns
    self.joinTablesByProperty = joinTablesByProperty
    self.dialect = dialect
    self.helpers = helpers
    self.formerNames = formerNames
    self.substrings = substrings
    let named = joinTablesByProperty.values.filter { $0.ownerType != .integer || $0.targetType != .integer }
    namedPairs = Dictionary(named.map { ($0.table, $0) }) { first, _ in first }
  }

  /// Whether rows of some table have keys that are no whole numbers.
  package var hasNamedKeys: Bool { tables.contains { $0.keyType != .integer } }

  /// The declaring entity and name of a property: the same for an entity and
  /// its subentities, which share the column.
  struct PropertyKey: Hashable, Sendable {
    let entity: Int
    let index: Int

    init(_ property: _Property) {
      entity = property.declaringEntity.ordinal
      index = property.index
    }
  }

  /// A function or collation of the store's own, as statements name it.
  package func helper(_ name: String) -> String { helpers + name }

  package func keeps(_ entity: _Entity) -> Bool { entityNumbers[entity.ordinal] != nil }

  /// The table that keeps the rows of an entity (its root's).
  package func table(of entity: _Entity) -> TableLayout { tablesByRoot[entity.root.ordinal]! }

  /// What the keys of the rows of an entity are.
  package func keyType(of entity: _Entity) -> ExistingKeyType {
    tablesByRoot[entity.root.ordinal]?.keyType ?? .integer
  }

  /// Z_ENT.
  package func number(of entity: _Entity) -> Int64 { entityNumbers[entity.ordinal]! }

  package func entity(number: Int64) -> _Entity? { entitiesByNumber[number] }

  /// The numbers in the rows of some entities: their own, and those of subentities that the schema no longer has, whose
  /// rows are read as theirs.
  package func numbers(of entities: [_Entity]) -> [Int64] {
    var numbers = entities.compactMap { entityNumbers[$0.ordinal] }
    guard entitiesByNumber.count > entityNumbers.count else { return numbers }
    let own = Set(numbers)
    let ordinals = Set(entities.map(\.ordinal))
    numbers += entitiesByNumber.filter { ordinals.contains($0.value.ordinal) && !own.contains($0.key) }.keys.sorted()
    return numbers
  }

  /// What rows of an entity are called in stores whose rows have names instead of numbers.
  package func name(number: Int64) -> String? { formerNames[number] ?? entitiesByNumber[number]?.name }

  /// The names in the rows of some entities, as ``numbers(of:)``.
  package func names(of entities: [_Entity]) -> [String] { numbers(of: entities).compactMap { name(number: $0) } }

  /// The entity that rows of a subentity are read as which the schema no longer has.
  package func entity(formerName name: String) -> _Entity? {
    formerNames.first { $0.value == name }.flatMap { entitiesByNumber[$0.key] }
  }

  /// The columns of a property, in the order in which its codec reads them.
  /// A to-one relationship has its key column, and a second one for the
  /// concrete entity if the destination has subentities; a to-many has none.
  package func columns(of property: _Property) -> [ColumnLayout] {
    columnsByProperty[PropertyKey(property)] ?? []
  }

  /// The column in the destination's table that holds the owner's key of a
  /// to-many relationship without inverse.
  package func hiddenColumn(of relationship: _Property) -> ColumnLayout? {
    hiddenColumns[PropertyKey(relationship)]
  }

  /// The table of pairs of a many-to-many relationship, seen from one end.
  package func joinTable(of relationship: _Property) -> JoinTableEnd? {
    joinTablesByProperty[PropertyKey(relationship)]
  }

  /// The columns of an element inside a composite attribute, such as
  /// `address.city`; all columns of the element if it is composite itself.
  package func columns(of property: _Property, elements: [String]) -> [ColumnLayout]? {
    Self.select(elements, of: property, from: columns(of: property))
  }

  /// The part of a property's columns that a path of elements leads to.
  static func select(
    _ elements: [String], of property: _Property, from columns: [ColumnLayout]
  ) -> [ColumnLayout]? {
    var columns = columns[...]
    guard case .attribute(var layout) = property.description.kind else {
      return elements.isEmpty ? Array(columns) : nil
    }
    for name in elements {
      guard case .composite(let parts) = layout else { return nil }
      var position = columns.startIndex
      var found: LayoutElement?
      for part in parts {
        if part.name == name {
          found = part
          break
        }
        position += part.layout.columnCount
      }
      guard let found, position + found.layout.columnCount <= columns.endIndex else { return nil }
      columns = columns[position..<(position + found.layout.columnCount)]
      layout = found.layout
    }
    return Array(columns)
  }
}

extension StoreLayout {
  /// The table of an entity, or an error that names it.
  package func existingTable(of entity: _Entity) throws -> TableLayout {
    guard let table = tablesByRoot[entity.root.ordinal], keeps(entity) else {
      throw SwiftDataError(
        .unknownEntity, "The store does not contain this entity.", entity: entity.name,
        advice: "Add the model to the schema of the store's configuration.")
    }
    return table
  }

  /// A condition that holds for the rows of an entity in its table; `nil` if
  /// it holds for all rows.
  package func entityCondition(
    _ entity: _Entity, includesSubentities: Bool, alias: String
  ) -> String? {
    guard let table = tablesByRoot[entity.root.ordinal], table.holdsSubentities else { return nil }
    if entity === table.root, includesSubentities { return nil }
    let numbers = numbers(of: includesSubentities ? entity.family : [entity]).sorted()
    if numbers.count == 1, let number = numbers.first { return "\(alias).Z_ENT = \(number)" }
    return "\(alias).Z_ENT IN (\(numbers.map { String($0) }.joined(separator: ", ")))"
  }
}
