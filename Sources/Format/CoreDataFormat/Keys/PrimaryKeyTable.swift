// SPDX-License-Identifier: Apache-2.0

/// Z_PRIMARYKEY: the entities by number, and the highest key that each root has
/// ever given out.
package enum PrimaryKeyTable {
  package static let name = "Z_PRIMARYKEY"
  package static let columns = ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]

  /// Numbers of entities from here on are those of the history and of cloud tables;
  /// those of a model are below, from 1 on.
  package static let firstInternalNumber: Int64 = 16_000
  /// Numbers of entities from here on, up to those of the history, are those of former schemas: a migration of this
  /// library keeps their rows, which no app sees until its schema has the entity again.
  package static let firstKeptNumber: Int64 = 15_001

  /// As Core Data writes it.
  package static let creation =
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)"
  /// All rows, with the columns in their order.
  package static let selection =
    "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
  /// Adds an entity, ?1, with its name, ?2, and the number of its superentity, ?3: 0 of a root.
  package static let insertion =
    "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, ?3, 0)"
  /// The highest key of an entity, ?1.
  package static let maximum = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?1"
  /// Notes the highest key, ?1, of an entity, ?2. It is never lowered, whatever
  /// another program has done meanwhile.
  package static let raise =
    "UPDATE Z_PRIMARYKEY SET Z_MAX = max(coalesce(Z_MAX, 0), ?1) WHERE Z_ENT = ?2"
}

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
