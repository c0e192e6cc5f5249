// SPDX-License-Identifier: Apache-2.0

/// Z_METADATA: one row with the store's UUID and a property list.
package enum MetadataTable {
  package static let name = "Z_METADATA"
  package static let columns = ["Z_VERSION", "Z_UUID", "Z_PLIST"]

  /// As Core Data writes it.
  package static let creation =
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"
  /// The UUID and the property list.
  package static let selection = "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1"
  /// The row of a new store: the UUID, ?1, and the property list, ?2.
  package static let insertion =
    "INSERT INTO Z_METADATA (Z_UUID, Z_PLIST, Z_VERSION) VALUES (?1, ?2, 1)"
  /// Replaces the UUID, ?1, and the property list, ?2.
  package static let update = "UPDATE Z_METADATA SET Z_UUID = ?1, Z_PLIST = ?2"
}
