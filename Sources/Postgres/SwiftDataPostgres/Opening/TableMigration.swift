// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Brings the tables of a store to what a schema wants, one server of many at a time.
  struct TableMigration {
    let ddl: PostgresDDL
    let connection: PostgresConnection
    let opening: PostgresStoreOpening

    /// How long to wait for another server that does the same, and for locks, in seconds.
    private static let patience = 60.0
    /// Whoever waits for the lock of a table keeps all others from it: not for long at a time.
    private static let lockTimeout = "2s"

    private var namespace: String { ddl.namespace }
    /// One for each store: other namespaces are changed meanwhile.
    private var lockNumber: String {
      "hashtextextended('swiftdata \(namespace.replacing("'", with: "''"))', 0)"
    }

    /// - Returns: The store's identifier.
    func run() throws -> String {
      try lock()
      defer { _ = try? connection.run("SELECT pg_advisory_unlock(\(lockNumber))") }
      let deadline = ContinuousClock.now + .seconds(Self.patience)
      while true {
        do {
          try changeTables()
          break
        } catch let error where Self.isInTheWay(error) && ContinuousClock.now < deadline {
          Thread.sleep(forTimeInterval: Double.random(in: 0.1...0.5))
        }
      }
      try finish()
      return try contents().identifier ?? ""
    }

    private func contents() throws -> NamespaceContents { try NamespaceContents(connection, namespace) }

    private func changes(_ contents: NamespaceContents) throws -> TableChanges {
      try TableChanges(ddl, contents) { try opening.hasRows($0, ddl.layout, connection) }
    }

    /// All that would be run.
    func statements(_ contents: NamespaceContents) throws -> [String] {
      let changes = try changes(contents)
      return preparations(contents) + changes.statements + changes.concurrent.map(\.sql)
    }

    /// What the store needs whatever its models are.
    private func preparations(_ contents: NamespaceContents) -> [String] {
      var all: [String] = []
      if contents.identifier == nil { all += [ddl.createNamespace] + ddl.bookkeeping }
      if contents.helpers < Int64(PostgresHelpers.version) {
        if contents.identifier != nil { all += ddl.bookkeepingChanges }
        all += PostgresHelpers(ddl.layout).statements
      }
      if contents.identifier != nil, contents.columns["swiftdata_store"]?["model"] == nil {
        all.append(ddl.recordColumns)
      }
      if contents.isFromElsewhere { all += forgetHistory }
      return all
    }

    /// Numbers of another cluster would be given out again, to other transactions. Tokens with such numbers are expired.
    private var forgetHistory: [String] {
      [
        "DELETE FROM \(ddl.layout.helper("swiftdata_change"))",
        "DELETE FROM \(ddl.layout.helper("swiftdata_transaction"))",
        "UPDATE \(ddl.layout.helper("swiftdata_store")) SET expired = pg_current_xact_id()::text::bigint",
      ]
    }

    /// Waiting in the lock itself would be a snapshot, for which another server's concurrent index waits: a deadlock.
    private func lock() throws {
      let deadline = ContinuousClock.now + .seconds(Self.patience)
      while try connection.run("SELECT pg_try_advisory_lock(\(lockNumber))").integer(0, 0) == 0 {
        guard ContinuousClock.now < deadline else {
          throw SwiftDataError(
            .storeIsBusy, "Another process has been changing the store's tables for a minute.",
            advice: "Wait for it, and open the store again.")
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }

    /// A lock that was not to be had in time, or a deadlock.
    private static func isInTheWay(_ error: any Error) -> Bool {
      let failure = error as? PostgresFailure ?? (error as? SwiftDataError)?.underlying as? PostgresFailure
      return failure?.code == "55P03" || failure?.code == "40P01"
    }

    private func changeTables() throws {
      try connection.run("BEGIN")
      do {
        try connection.run("SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
        // A stage that sees the rows of nobody, or of one tenant, would be recorded as done: the server refuses instead.
        try connection.run("SET LOCAL row_security = off")
        // Another process may have been faster.
        let current = try contents()
        for statement in preparations(current) { try connection.run(statement) }
        if let identifier = current.identifier {
          try StageRun(opening: opening, connection: connection, identifier: identifier).run(opening.stages(current))
        }
        // Stages may have left checks of keys for the commit.
        try connection.run("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in try changes(contents()).statements { try connection.run(statement) }
        try record(current)
        try connection.run("COMMIT")
      } catch {
        _ = try? connection.run("ROLLBACK")
        throw error
      }
    }

    private func record(_ current: NamespaceContents) throws {
      let store = ddl.layout.helper("swiftdata_store")
      let values = [
        Parameter(PostgresStoreOpening.format), Parameter(opening.version),
        Parameter(Int64(PostgresHelpers.version)),
      ]
      let record = try StoreRecord(ddl, opening.entities, version: opening.version)
      if current.identifier == nil {
        try connection.run(
          "INSERT INTO \(store) (identifier, format, version, helpers, model, layout) "
            + "VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)", values + [record.model, record.layout])
      } else {
        try connection.run(
          "UPDATE \(store) SET format = $1, version = $2, helpers = $3, model = $4, layout = $5",
          values + [record.model, record.layout])
      }
    }

    /// Indexes without keeping others from writing. What a build that ended early has left is of no use, and is replaced.
    private func finish() throws {
      let current = try contents()
      for change in try changes(current).concurrent {
        if let index = change.search {
          try make(index, change.sql, current)
          continue
        }
        guard let index = change.index else {
          try connection.run(change.sql)
          continue
        }
        let name = "\(PostgresNames.quoted(namespace)).\(PostgresNames.quoted(index.name))"
        if current.brokenIndexes.contains(index.name) {
          try connection.run("DROP INDEX CONCURRENTLY IF EXISTS \(name)")
        }
        do {
          try connection.run(change.sql)
        } catch {
          _ = try? connection.run("DROP INDEX CONCURRENTLY IF EXISTS \(name)")
          guard error.code == "23505" else { throw error }
          throw SwiftDataError(
            .uniqueConflict, "The store has objects with equal values, which the schema now forbids.",
            entity: index.entity.name, property: index.properties.joined(separator: ", "),
            advice: "Remove the duplicates with the former version of the schema first.", underlying: error)
        }
      }
    }
  }
#endif
