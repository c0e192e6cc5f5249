// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The names that a store has given already: a layout for that store keeps them.
package struct ExistingNames: Sendable {
  /// A table of pairs.
  package struct JoinTable: Sendable {
    package let name: String
    /// In order, without those that keep the order of pairs.
    package let columns: [String]

    package init(name: String, columns: [String]) {
      self.name = name
      self.columns = columns
    }
  }

  /// Z_ENT by entity name.
  package var entityNumbers: [String: Int64] = [:]
  /// Z_SUPER by Z_ENT.
  package var superentities: [Int64: Int64] = [:]
  /// The tables of root entities that are not called as usual.
  package var tables: [String: String] = [:]
  /// The columns by declaring entity and path of names.
  package var columns: [String: [String: String]] = [:]
  /// Columns, by root entity, that belong to properties which the schema does
  /// not have: no other property gets them.
  package var keptColumns: [String: Set<String>] = [:]
  /// The tables of pairs, by the names that they would have with these numbers.
  package var joinTables: [String: JoinTable] = [:]
  /// Relationships, by entity, that name a table of pairs of that entity with
  /// itself, though the rule for new stores would take the inverse.
  package var reflexiveNames: [String: Set<String>] = [:]

  package init() {}

  /// The first number for entities that the store does not know yet.
  var nextNumber: Int64 {
    (entityNumbers.values.filter { $0 < KeptNames.firstEntity }.max() ?? 0) + 1
  }
}

/// Tables and columns of an older schema that the present one lacks: no
/// migration removes them. They get names and numbers that Core Data never gives,
/// so that the rest of the store is as the present schema alone would create it,
/// and their own again when the schema has them again.
package enum KeptNames {
  /// Starts the names of tables and columns.
  package static let prefix = "OSD_KEPT_"

  /// The first number for entities; those of a schema are below, those of
  /// history and cloud tables above.
  package static let firstEntity = PrimaryKeyTable.firstKeptNumber

  /// A column or the table of an entity.
  package static func name(_ name: String) -> String {
    name.hasPrefix(prefix) ? name : prefix + name
  }

  /// A table of pairs. Its entity's name stands for the number, which may be
  /// another one when the relationship is back; if it then leads elsewhere, it
  /// is another relationship.
  package static func joinTable(
    entity: String, relationship: String, destination: String? = nil
  ) -> String {
    "\(prefix)\(entity)_\(relationship)" + (destination.map { "_\($0)" } ?? "")
  }
}
