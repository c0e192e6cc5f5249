// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Changes of single rows, as saves make them: with versions, and with a history that other programs follow.
  extension DatabaseSession {
    /// Columns and what they get.
    package typealias Values = [(column: Column, value: ColumnConstant)]

    /// What has become of a row, for the history.
    package struct RowChange {
      package enum Kind: String { case insert = "i", update = "u", delete = "d" }

      let kind: Kind
      let entity: String
      let key: Int64
      /// The names of the properties that changed; of an update.
      let properties: [String]
      /// Values that are preserved, as JSON; of a deletion.
      let tombstone: String?

      package init(_ kind: Kind, _ entity: String, _ key: Int64, properties: [String] = [], tombstone: String? = nil) {
        self.kind = kind
        self.entity = entity
        self.key = key
        self.properties = properties
        self.tombstone = tombstone
      }
    }

    /// Does what `body` reads and writes as if nobody else did anything meanwhile, or nothing.
    ///
    /// - Throws: ``SwiftDataError`` with the code 40001 if somebody else has changed a row first; see ``code(of:)``.
    package func edit<T>(_ body: () throws -> T) throws -> T {
      try within("BEGIN ISOLATION LEVEL REPEATABLE READ", body)
    }

    /// Makes a row; within ``edit(_:)``.
    ///
    /// - Parameter place: Which row it is, for errors.
    package func insert(into table: String, _ values: Values, place: String) throws {
      let names = values.map { Self.quoted($0.column.name) }.joined(separator: ", ")
      let marks = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      let parameters = try parameters(values, place)
      _ = try reporting { () throws(PostgresFailure) in
        try run("INSERT INTO \(quoted(table)) (\(names)) VALUES (\(marks))", parameters)
      }
    }

    /// Changes a row; within ``edit(_:)``.
    ///
    /// - Returns: Whether there is such a row of this version.
    package func update(_ key: Int64, version: Int64, in table: String, _ values: Values, place: String) throws -> Bool
    {
      let settings = values.enumerated().map { "\(Self.quoted($1.column.name)) = $\($0 + 3)" }.joined(separator: ", ")
      let parameters = [Parameter(key), Parameter(version)] + (try parameters(values, place))
      return try reporting { () throws(PostgresFailure) in
        try run("UPDATE \(quoted(table)) SET \(settings) WHERE pk = $1 AND opt = $2 RETURNING pk", parameters)
      }.count == 1
    }

    /// Removes a row; within ``edit(_:)``.
    ///
    /// - Parameter preserved: Columns whose values the history keeps.
    /// - Returns: Whether there was such a row of this version; and these values as JSON, if there are any.
    package func delete(
      _ key: Int64, version: Int64, from table: String, preserving preserved: [String]
    ) throws -> (isGone: Bool, tombstone: String?) {
      let pairs = preserved.map { "\($0.inSingleQuotes), \(Self.quoted($0))" }
      let kept = preserved.isEmpty ? "NULL::text" : Tombstones.object(pairs)
      let result = try reporting { () throws(PostgresFailure) in
        try run(
          "DELETE FROM \(quoted(table)) WHERE pk = $1 AND opt = $2 RETURNING \(kept)",
          [Parameter(key), Parameter(version)])
      }
      return (result.count == 1, result.count == 1 ? result.optionalText(0, 0) : nil)
    }

    /// Makes or removes pairs of keys; within ``edit(_:)``. One that is there is not made again.
    package func insertPair(into table: String, _ columns: (String, String), _ keys: (Int64, Int64)) throws {
      _ = try reporting { () throws(PostgresFailure) in
        try run(
          "INSERT INTO \(quoted(table)) (\(Self.quoted(columns.0)), \(Self.quoted(columns.1))) VALUES ($1, $2) "
            + "ON CONFLICT DO NOTHING", [Parameter(keys.0), Parameter(keys.1)])
      }
    }

    package func deletePair(from table: String, _ columns: (String, String), _ keys: (Int64, Int64)) throws {
      _ = try reporting { () throws(PostgresFailure) in
        try run(
          "DELETE FROM \(quoted(table)) WHERE \(Self.quoted(columns.0)) = $1 AND \(Self.quoted(columns.1)) = $2",
          [Parameter(keys.0), Parameter(keys.1)])
      }
    }

    private func parameters(_ values: Values, _ place: String) throws -> [Parameter] {
      var parameters: [Parameter] = []
      for (column, value) in values {
        do { parameters.append(try ColumnForm.parameter(value, type: column.type)) } catch {
          throw SwiftDataError(
            .valueOutOfRange, "\(place): \(error.reason)", property: column.name, advice: "Give another value.")
        }
      }
      return parameters
    }

    // MARK: The history

    /// Records changes in the history; within ``edit(_:)``.
    ///
    /// - Returns: The number of the transaction, for ``tell(_:of:)``.
    package func record(_ changes: [RowChange], author: String) throws -> String {
      let (transactions, table) = (quoted("swiftdata_transaction"), quoted("swiftdata_change"))
      let begun = try reporting { () throws(PostgresFailure) in
        try run(
          "INSERT INTO \(transactions) (xid, at, author, process) VALUES (pg_current_xact_id(), now(), $1, $2) "
            + "ON CONFLICT (xid) DO UPDATE SET at = excluded.at RETURNING xid::text",
          [Parameter(author), Parameter(ProcessInfo.processInfo.processName)])
      }
      // In their order, and few at a time: answers are as many as statements.
      for start in stride(from: 0, to: changes.count, by: 200) {
        let statements = changes[start..<min(start + 200, changes.count)].map { change in
          PostgresStatement(
            "INSERT INTO \(table) (xid, kind, entity, pk, properties, tombstone) VALUES "
              + "(pg_current_xact_id(), $1::\"char\", $2, $3, string_to_array($4, ','), $5::jsonb)",
            [
              Parameter(change.kind.rawValue), Parameter(change.entity), Parameter(change.key),
              Parameter(change.kind == .update ? change.properties.joined(separator: ",") : nil),
              Parameter(change.tombstone),
            ])
        }
        _ = try reporting { () throws(PostgresFailure) in try connection.run(statements) }
      }
      return begun.count == 1 ? begun.optionalText(0, 0) ?? "" : ""
    }

    /// Tells programs that have the store open of a transaction, after it. Who is not told finds out by asking.
    package func tell(_ transaction: String, of store: String) {
      _ = try? connection.run(
        "SELECT pg_notify('swiftdata', $1)", [Parameter("\(store) \(transaction)")])
    }
  }
#endif
