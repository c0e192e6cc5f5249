// SPDX-License-Identifier: Apache-2.0

/// Core Data's rules for the names of tables and indexes.
package enum TableNaming {
  /// Before the names of the tables and columns of pairs.
  package static let pairsPrefix = "Z_"

  /// The table of a root entity: `ZPERSON`.
  package static func table(of entity: String) -> String { "Z" + ColumnNames.upper(entity) }

  /// The table of pairs of a many-to-many relationship, and each of its columns: `Z_3TAGS`.
  ///
  /// The table is `Z_<a><REL> (Z_<a><INVERSE>, Z_<b><REL>)`, where a ≤ b are the
  /// numbers of the two entities and REL is the relationship that a declares: a
  /// column is named by the entity it points to and the relationship whose values
  /// it holds.
  package static func pairs(_ relationship: String, _ number: Int64) -> String {
    "\(pairsPrefix)\(number)\(ColumnNames.upper(relationship))"
  }

  /// The index on a column of keys or of entities' numbers.
  package static func index(on column: String, of table: String) -> String {
    "\(table)_\(column)_INDEX"
  }

  /// An index that the model asks for.
  package static func index(named name: String, of entity: String) -> String {
    "Z_\(entity)_\(name)"
  }

  /// The unique index of a constraint.
  package static func uniqueIndex(on properties: [String], of entity: String) -> String {
    index(named: "UNIQUE_" + properties.joined(separator: "_"), of: entity)
  }
}
