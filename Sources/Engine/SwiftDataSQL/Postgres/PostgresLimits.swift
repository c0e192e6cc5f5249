// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// What PostgreSQL has no room for, however much memory there is.
  package enum PostgresLimits {
    /// Of a table (SQLSTATE 54011).
    static let columns = 1_600
    /// Of an index, the key at its end included.
    static let indexColumns = 32

    /// A text or bytes that no entry of an index has room for (54000): it has 2,704 bytes, of a value that the server
    /// has compressed. Its best method, lz4, makes one byte of 255 at most. Whether a shorter value fits, only the
    /// server can tell.
    package static let indexedBytes = 2_704 * 255
  }

  extension StoreLayout {
    /// - Throws: ``SwiftDataError/valueOutOfRange`` for a table or an index that the server would refuse to make.
    func checkLimits() throws {
      for table in tables {
        // The words of a full-text index are a column, too.
        let count =
          table.columns.count + (table.holdsSubentities ? 3 : 2) + (postgresSearchIndex(of: table) == nil ? 0 : 1)
        guard count > PostgresLimits.columns else { continue }
        throw SwiftDataError(
          .valueOutOfRange,
          "The table \(PostgresNames.plain(table.name)) would have \(count) columns; PostgreSQL's tables have "
            + "\(PostgresLimits.columns) at most.", entity: table.root.name,
          advice: "Move properties to another model: a Codable struct has a column for each of its values.")
      }
      for index in indexes where index.columns.count > PostgresLimits.indexColumns {
        throw SwiftDataError(
          .valueOutOfRange,
          "An index would have \(index.columns.count) columns; PostgreSQL's indexes have \(PostgresLimits.indexColumns) "
            + "at most.", entity: index.entity.name, property: index.properties.joined(separator: ", "),
          advice: "Name fewer properties: a Codable struct has a column for each of its values.")
      }
    }
  }
#endif
