// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Where the properties of a model lie in the tables of a file.
package struct ModelLayout: Sendable {
  /// By entity.
  package internal(set) var entities: [String: EntityTable] = [:]
  /// Columns of the model that the file lacks, and other irregularities.
  package internal(set) var remarks: [String] = []

  package subscript(entity: String) -> EntityTable? { entities[entity] }
}

/// The table of an entity.
package struct EntityTable: Sendable {
  package let entity: String
  /// The entity's number, in Z_ENT.
  package let number: Int64
  /// The topmost entity above it, whose table it is.
  package let root: String
  /// `nil` if the file has no such table.
  package let table: String?
  /// The numbers of the entity and all entities below it.
  package internal(set) var numbers: [Int64]
  package internal(set) var attributes: [String: AttributeColumns] = [:]
  package internal(set) var relationships: [String: RelationshipPlace] = [:]

  /// Whether the rows of the table are all of this entity or of those below.
  var holdsTable: Bool { entity == root }
}

/// The column of an attribute, or those of a composite attribute.
package indirect enum AttributeColumns: Sendable, Equatable {
  case column(String)
  /// The elements, in declared order.
  case elements([Element])
  /// The file has no column.
  case missing

  /// One named part of a composite attribute, and where it lies.
  package struct Element: Sendable, Equatable {
    package let name: String
    package let columns: AttributeColumns
  }

  /// All columns, from left to right.
  package var names: [String] {
    switch self {
    case .column(let name): [name]
    case .elements(let elements): elements.flatMap(\.columns.names)
    case .missing: []
    }
  }
}

/// Where a relationship's pairs are kept.
package enum RelationshipPlace: Sendable, Equatable {
  /// In the entity's own table: the key of the target, the number of its
  /// entity if that may differ, and its position in an ordered inverse.
  case key(column: String, entityColumn: String?, orderColumn: String?)
  /// In the destination's table: the key of the owner.
  case foreign(table: String, column: String, orderColumn: String?, isHidden: Bool)
  /// In a table of pairs.
  case join(table: String, ownerColumn: String, targetColumn: String, orderColumn: String?)
  /// Nowhere.
  case missing
}

extension Store {
  /// Whether a relationship to many is its own inverse, as that to friends is: each pair is in the table both ways.
  ///
  /// The relationship at the other end may have the same name, and be another one.
  package func isOwnInverse(_ relationship: RelationshipDescription, of entity: String) -> Bool {
    guard relationship.inverse == relationship.name, let place = layout[entity]?.relationships[relationship.name] else {
      return false
    }
    return layout[relationship.destination]?.relationships[relationship.name] == place
  }
}
