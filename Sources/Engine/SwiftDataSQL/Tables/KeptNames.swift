// SPDX-License-Identifier: Apache-2.0

/// What a store has of an older schema and the present one has not: no
/// migration removes it. It gets names and numbers that Core Data never gives,
/// so that the rest of the store is as the present schema alone would make it,
/// and its own again when the schema has it again.
package enum KeptNames {
  /// Starts the names of tables and columns.
  package static let prefix = "OSD_KEPT_"

  /// The first number for entities; those of a schema are below, those of
  /// history and cloud tables above.
  package static let firstEntity: Int64 = 15_001

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
