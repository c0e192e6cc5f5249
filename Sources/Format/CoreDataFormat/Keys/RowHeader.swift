// SPDX-License-Identifier: Apache-2.0

/// The columns with which each row of an entity begins.
package enum RowHeader {
  /// The primary key, which is the key of SQLite's row as well.
  package static let key = "Z_PK"
  /// The number of the row's entity, which may be below the root that the table is named by.
  package static let entity = "Z_ENT"
  /// How often the row has been written: 1 in a new one.
  package static let version = "Z_OPT"

  /// All three, in their order.
  package static let columns = [key, entity, version]
  /// As the CREATE TABLE statement has them.
  package static let declarations = [
    "\(key) INTEGER PRIMARY KEY", "\(entity) INTEGER", "\(version) INTEGER",
  ]
}
