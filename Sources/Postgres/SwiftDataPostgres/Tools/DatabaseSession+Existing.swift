// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension DatabaseSession {
    /// Whether the namespace has a store of this library's.
    package func hasStore() throws -> Bool {
      let found = try rows("SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)", quoted("swiftdata_store"))
      return found.first?.first == .integer(1)
    }

    /// The `@Model` classes for the tables of another program: the text of a Swift file.
    ///
    /// - Throws: ``SwiftDataError`` if the namespace has no table, or cannot be read.
    package func existingSource() throws -> String { ExistingSource(models: ExistingModels(try existingTables())).text }

    /// The tables of the namespace, a line for each, with the column of its key and how many there are.
    package func existingOutline() throws -> [(table: String, key: String, columns: Int)] {
      try existingTables().tables.values.sorted { $0.name < $1.name }.map {
        ($0.name, $0.primaryKey.joined(separator: ", "), $0.columns.count)
      }
    }

    private func existingTables() throws -> ExistingTables {
      let tables = try reporting { () throws(PostgresFailure) in try ExistingTables(connection, namespace: namespace) }
      guard !tables.tables.isEmpty else {
        throw SwiftDataError(
          .loadIssueModelContainer, "The namespace \(namespace) of the database has no table.",
          advice: "Check the database, and the namespace (--namespace).")
      }
      return tables
    }
  }
#endif
