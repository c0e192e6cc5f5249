// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Tables with unique constraints that the server checks after the statement, or at the commit. Beside them, it
  /// refuses `ON CONFLICT` (55000). So a statement that inserts looks itself whether a row has the unique values already,
  /// and has one row: then it sees those before it, too.
  enum DeferrableTables {
    /// - Returns: The tables' names, as statements have them.
    static func names(_ connection: PostgresConnection, namespace: String) throws(PostgresFailure) -> Set<String> {
      let rows = try connection.run(
        "SELECT DISTINCT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid "
          + "JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1::text AND NOT i.indimmediate",
        [Parameter(namespace)])
      let prefix = PostgresNames.quoted(namespace) + "."
      return Set((0..<rows.count).map { prefix + PostgresNames.quoted(rows.text($0, 0)) })
    }
  }

  extension WriteStatementTexts {
    /// Whether new rows of an entity are looked for by the statement that inserts them, which has one of them.
    func looksFirst(_ entity: _Entity) -> Bool {
      !deferrable.isEmpty && !entity.uniquenessConstraints.isEmpty && deferrable.contains(layout.table(of: entity).name)
    }

    /// The condition that no row has the unique values of a batch, which has one row.
    func absence(of batch: ColumnBatch, _ table: TableLayout) -> String {
      let conditions = batch.entity.uniquenessConstraints.compactMap { constraint -> String? in
        let unique = Set(constraint.map(\.index))
        let columns = batch.columns.enumerated().filter { unique.contains($0.element.property) }
        // The server makes the others.
        guard !columns.isEmpty, columns.allSatisfy({ $0.element.form?.isGenerated != true }) else { return nil }
        let terms = columns.map { index, column in
          "x.\(column.name) = \(index == batch.keyColumn ? "$1" : column.assigned("$\(index + 2)"))"
        }
        return "NOT EXISTS (SELECT 1 FROM \(table.name) AS x WHERE \(terms.joined(separator: " AND ")))"
      }
      return conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    }
  }
#endif
