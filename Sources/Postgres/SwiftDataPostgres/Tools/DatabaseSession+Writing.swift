// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  extension DatabaseSession {
    /// A column of a table that is written to.
    package struct Column: Sendable {
      package let name: String
      package let type: String

      package init(name: String, type: String) {
        self.name = name
        self.type = type
      }
    }

    /// Whether a table has rows at all.
    ///
    /// - Throws: ``SwiftDataError`` if policies decide which rows the user sees: those that they hide are rows, too.
    package func hasRows(_ table: String) throws -> Bool {
      let name = quoted(table)
      guard case .integer(0)? = try rows("SELECT row_security_active($1)::integer", name).first?.first else {
        throw SwiftDataError(
          .storeFailure,
          "Whether the table \(table) has rows cannot be told: row security may hide some from the user \(user).",
          advice: "Connect as the owner of the table, or as a user with BYPASSRLS.")
      }
      return try !rows("SELECT 1 FROM \(name) LIMIT 1").isEmpty
    }

    /// Takes keys from a table's sequence that follow each other, as saves do; before the transaction that uses them.
    ///
    /// - Returns: The first one.
    package func takeKeys(_ table: String, count: Int) throws -> Int64 {
      let name = quoted(table).inSingleQuotes
      for _ in 0..<20 {
        let block = try reporting { () throws(PostgresFailure) in
          try connection.run(
            "WITH l AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(\(name), 7317))) "
              + "SELECT min(n), max(n) FROM (SELECT nextval(pg_get_serial_sequence(\(name), 'pk')) AS n "
              + "FROM l, generate_series(1, $1)) AS q", [Parameter(Int64(count))])
        }
        let first = block.integer(0, 0)
        if block.integer(0, 1) - first == Int64(count) - 1 { return first }
      }
      throw SwiftDataError(
        .storeIsBusy, "No block of keys that follow each other was to be had for the table \(table).",
        advice: "Try again when other programs write less.")
    }

    /// Rows on their way into a table, some megabytes at a time.
    package final class Copy {
      private let session: DatabaseSession
      private let statement: String
      private let table: String
      private let columns: [Column]
      private var rows = CopyRows()
      private static let size = 4 << 20

      fileprivate init(_ session: DatabaseSession, _ table: String, _ columns: [Column]) {
        self.session = session
        self.table = table
        self.columns = columns
        let names = columns.map { PostgresNames.quoted($0.name) }.joined(separator: ", ")
        statement = "COPY \(session.quoted(table)) (\(names)) FROM STDIN (FORMAT binary)"
      }

      /// - Parameter place: Which row it is, for errors.
      package func append(_ values: [ColumnConstant], place: () -> String) throws {
        var row: [Parameter] = []
        row.reserveCapacity(columns.count)
        for (value, column) in zip(values, columns) {
          do { row.append(try ColumnForm.parameter(value, type: column.type)) } catch {
            throw SwiftDataError(
              .valueOutOfRange, "\(place()): \(error.reason)", property: column.name,
              advice: "Change the value before it is imported.")
          }
        }
        rows.append(row)
        if rows.byteCount >= Self.size { try send() }
      }

      fileprivate func send() throws {
        guard rows.count > 0 else { return }
        rows.end()
        let full = rows
        rows = CopyRows()
        do { try session.connection.copy(statement, full) } catch {
          guard error.code == "23505" else { throw PostgresErrors.error(error) }
          throw SwiftDataError(
            .uniqueConflict, "An object of the table \(table) has the same unique values as another one.",
            property: error.constraint, advice: "Nothing was imported. Leave the object out, or change it.",
            underlying: error)
        }
      }
    }

    /// Writes rows; within ``transaction(_:)``.
    package func copy(into table: String, _ columns: [Column], _ body: (Copy) throws -> Void) throws {
      let copy = Copy(self, table, columns)
      try body(copy)
      try copy.send()
    }

    /// Records insertions in the history; within ``transaction(_:)``.
    ///
    /// - Parameter keys: The first key and the number of rows of each entity's runs.
    package func recordInsertions(_ keys: [(entity: String, keys: ClosedRange<Int64>)], author: String) throws {
      let (transactions, changes) = (quoted("swiftdata_transaction"), quoted("swiftdata_change"))
      _ = try reporting { () throws(PostgresFailure) in
        try connection.run(
          "INSERT INTO \(transactions) (xid, at, author, process) VALUES (pg_current_xact_id(), now(), $1, $2) "
            + "ON CONFLICT (xid) DO NOTHING",
          [Parameter(author), Parameter(ProcessInfo.processInfo.processName)])
      }
      for run in keys {
        // As long as those of bulk changes are.
        for start in stride(from: run.keys.lowerBound, through: run.keys.upperBound, by: 10_000) {
          let end = min(start + 9_999, run.keys.upperBound)
          _ = try reporting { () throws(PostgresFailure) in
            try connection.run(
              "INSERT INTO \(changes) (xid, kind, entity, pk, more) SELECT pg_current_xact_id(), 'i', $1, $2, "
                + "CASE WHEN $2 < $3 THEN ARRAY(SELECT generate_series($2 + 1, $3)) END",
              [Parameter(run.entity), Parameter(start), Parameter(end)])
          }
        }
      }
    }
  }
#endif
