// SPDX-License-Identifier: Apache-2.0

import SwiftDataSQL

/// Kept keys of a relationship that the schema has again.
///
/// While it did not, nothing cleared the keys of objects that were deleted.
struct KeptKeys {
  let table: String
  /// The key, and what else is said of the destination.
  let columns: [String]
  /// The table of the rows that the keys lead to.
  let destination: String

  func run(_ connection: SQLiteConnection) throws {
    guard let key = columns.first else { return }
    let table = DDL.quoted(table)
    let assignments = columns.map { "\(DDL.quoted($0)) = NULL" }.joined(separator: ", ")
    try connection.executeOnce(
      "UPDATE \(table) SET \(assignments) WHERE \(DDL.quoted(key)) IS NOT NULL AND NOT EXISTS "
        + "(SELECT 1 FROM \(DDL.quoted(destination)) AS d WHERE d.Z_PK = \(table).\(DDL.quoted(key)))")
  }
}

/// Kept pairs of a relationship that the schema has again.
struct KeptPairs {
  let table: String
  /// The columns with the tables that their keys lead to.
  let ends: [(column: String, table: String)]

  func run(_ connection: SQLiteConnection) throws {
    let table = DDL.quoted(table)
    let conditions = ends.map {
      "NOT EXISTS (SELECT 1 FROM \(DDL.quoted($0.table)) AS d WHERE d.Z_PK = \(table).\(DDL.quoted($0.column)))"
    }
    try connection.executeOnce("DELETE FROM \(table) WHERE \(conditions.joined(separator: " OR "))")
  }
}

/// Everything that a store keeps of older schemas beside its own tables.
enum KeptTables {
  /// Removes all rows and pairs, and the files that kept columns refer to.
  static func erase(_ contents: StoreContents, _ connection: SQLiteConnection) throws {
    let external = ExternalColumns(contents)
    for (table, columns) in contents.tables.sorted(by: { $0.key < $1.key }) {
      if table.hasPrefix(KeptNames.prefix) {
        try releaseFiles(of: columns, in: table, external, connection)
        try connection.executeOnce("DELETE FROM \(DDL.quoted(table))")
      } else {
        let kept = columns.filter { $0.name.hasPrefix(KeptNames.prefix) }
        try releaseFiles(of: kept, in: table, external, connection)
      }
    }
  }

  /// Large values are in files, which are removed with the transaction.
  ///
  /// - Parameter external: What the store says of its columns: the bytes of others may look like the name of a file
  ///   that another row has.
  static func releaseFiles(
    of columns: [StoreContents.Column], in table: String, _ external: ExternalColumns, _ connection: SQLiteConnection
  ) throws {
    for column in columns where external.contains(column.name, of: table) {
      try connection.executeOnce(
        "SELECT \(SQLFunctionName.dropExternalData.rawValue)(\(DDL.quoted(column.name))) "
          + "FROM \(DDL.quoted(table))")
    }
  }
}
