// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension PrimaryKeyTable {
  static func insert(
    number: Int64, name: String, superentity: Int64, into connection: SQLiteConnection
  ) throws {
    try connection.withStatement(insertion) { statement in
      statement.bind(number, 1)
      try statement.bind(name, 2)
      statement.bind(superentity, 3)
      try statement.run()
    }
  }

  /// The highest key; `nil` if there is no row for the number.
  static func maximum(of number: Int64, in connection: SQLiteConnection) throws -> Int64? {
    try connection.withStatement(maximum) { statement in
      statement.bind(number, 1)
      return try statement.step() ? statement.integer(0) : nil
    }
  }

  static func setMaximum(
    _ maximum: Int64, of number: Int64, in connection: SQLiteConnection
  ) throws {
    try connection.withStatement(raise) { statement in
      statement.bind(maximum, 1)
      statement.bind(number, 2)
      try statement.run()
    }
  }
}
