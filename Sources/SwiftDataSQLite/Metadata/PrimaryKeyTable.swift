import SwiftDataCore
import SwiftDataSQL

/// Z_PRIMARYKEY: entities, and the highest key each root has ever given out.
enum PrimaryKeyTable {
  static func insert(
    number: Int64, name: String, superentity: Int64, into connection: SQLiteConnection
  ) throws {
    try connection.withStatement(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, ?3, 0)"
    ) { statement in
      statement.bind(number, 1)
      try statement.bind(name, 2)
      statement.bind(superentity, 3)
      try statement.run()
    }
  }

  /// The highest key; `nil` if there is no row for the number.
  static func maximum(of number: Int64, in connection: SQLiteConnection) throws -> Int64? {
    try connection.withStatement("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?1") { statement in
      statement.bind(number, 1)
      return try statement.step() ? statement.integer(0) : nil
    }
  }

  static func setMaximum(
    _ maximum: Int64, of number: Int64, in connection: SQLiteConnection
  ) throws {
    // Never lowered, whatever another program has done meanwhile.
    try connection.withStatement(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = max(coalesce(Z_MAX, 0), ?1) WHERE Z_ENT = ?2"
    ) { statement in
      statement.bind(maximum, 1)
      statement.bind(number, 2)
      try statement.run()
    }
  }
}
