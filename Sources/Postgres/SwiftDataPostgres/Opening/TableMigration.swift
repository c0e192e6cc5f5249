// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Brings the tables of a store to what a schema wants, one server of many at a time.
  struct TableMigration {
    let connection: PostgresConnection
    let opening: PostgresStoreOpening

    /// How long to wait for another server that does the same, and for locks, in seconds.
    private static let patience = 60.0
    /// How often to try the lock before looking whether it is needed any more: that reads the catalog.
    private static let attemptsUntilLook = 10
    /// Whoever waits for the lock of a table keeps all others from it: not for long at a time.
    private static let lockTimeout = "2s"

    var namespace: String { opening.configuration.namespace }
    /// One for each store: other namespaces are changed meanwhile.
    private var lockNumber: String {
      "hashtextextended(\("swiftdata \(namespace)".inSingleQuotes), 0)"
    }

    /// - Returns: The store's identifier and layout.
    func run() throws -> (String, StoreLayout) {
      if let usable = try lock() { return usable }
      defer { _ = try? connection.run("SELECT pg_advisory_unlock(\(lockNumber))") }
      try installExtension()
      let deadline = ContinuousClock.now + .seconds(Self.patience)
      while true {
        do {
          try changeTables()
          break
        } catch let error where Self.isInTheWay(error) && ContinuousClock.now < deadline {
          Thread.sleep(forTimeInterval: Double.random(in: 0.1...0.5))
        }
      }
      let situation = try StoreSituation(opening, try contents(), connection)
      if situation.standing != .guest { try finish(situation) }
      return (situation.contents.identifier ?? "", situation.ddl.layout)
    }

    func contents() throws -> NamespaceContents { try NamespaceContents(connection, namespace) }

    /// All that would be run.
    func statements(_ situation: StoreSituation) throws -> [String] {
      let preparations =
        (lacksExtension(situation.contents) ? [Self.installation] : [])
        + preparations(situation.contents, situation.ddl)
      if situation.standing == .guest {
        try situation.checkGuest(connection)
        return preparations
      }
      let changes = try situation.changes(connection)
      if situation.contents.identifier != nil, situation.standing == .leading { try opening.checkAdditive(changes) }
      return preparations + changes.statements + changes.concurrent.map(\.sql)
    }

    /// What the store needs whatever its models are.
    private func preparations(_ contents: NamespaceContents, _ ddl: PostgresDDL) -> [String] {
      var all: [String] = []
      // Whoever may make tables in a namespace that is there need not have the right to make namespaces.
      if !contents.isThere { all.append(ddl.createNamespace) }
      if contents.identifier == nil { all += ddl.bookkeeping }
      if contents.helpers < Int64(PostgresHelpers.version) {
        if contents.identifier != nil { all += ddl.bookkeepingChanges }
        all += PostgresHelpers(ddl.layout).statements
      }
      if contents.identifier != nil, contents.columns["swiftdata_store"]?["model"] == nil {
        all.append(ddl.recordColumns)
      }
      if contents.isFromElsewhere { all += forgetHistory(ddl, contents) }
      return all
    }

    /// Numbers of another cluster would be given out again, to other transactions; those of this one have gone on since the
    /// dump. Tokens with such numbers are expired.
    private func forgetHistory(_ ddl: PostgresDDL, _ contents: NamespaceContents) -> [String] {
      [
        "DELETE FROM \(ddl.layout.helper("swiftdata_change"))",
        "DELETE FROM \(ddl.layout.helper("swiftdata_transaction"))",
        "UPDATE \(ddl.layout.helper("swiftdata_store")) SET expired = pg_current_xact_id()::text::bigint",
      ] + (contents.isPlaced ? [ddl.notePlace(connection.cluster?.system ?? "")] : [])
    }

    /// Waiting in the lock itself would be a snapshot, for which another server's concurrent index waits: a deadlock.
    ///
    /// - Returns: The store, if it can be used as it is while another server builds its indexes, which may take hours.
    private func lock() throws -> (String, StoreLayout)? {
      var deadline = ContinuousClock.now + .seconds(Self.patience)
      var attempts = 0
      while try connection.run("SELECT pg_try_advisory_lock(\(lockNumber))").integer(0, 0) == 0 {
        if attempts.isMultiple(of: Self.attemptsUntilLook) {
          switch try opening.readiness(connection, try contents()) {
          case .ready(let identifier, let layout), .usable(let identifier, let layout): return (identifier, layout)
          // For as long as whoever builds the index lives: without it, equal values would be written.
          case .unguarded: deadline = ContinuousClock.now + .seconds(Self.patience)
          case .unready: break
          }
        }
        attempts += 1
        guard ContinuousClock.now < deadline else {
          throw SwiftDataError(
            .storeIsBusy, "Another process has been changing the store's tables for a minute.",
            advice: "Wait for it, and open the store again.")
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
      return nil
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
        let situation = try StoreSituation(opening, current, connection)
        for statement in preparations(current, situation.ddl) { try connection.run(statement) }
        let stages = try opening.stages(current)
        if stages.isEmpty, situation.standing == .guest {
          try situation.checkGuest(connection)
          let store = situation.ddl.layout.helper("swiftdata_store")
          try connection.run("UPDATE \(store) SET helpers = $1", [Parameter(Int64(PostgresHelpers.version))])
        } else {
          try follow(current, situation, stages)
        }
        try connection.run("COMMIT")
      } catch {
        _ = try? connection.run("ROLLBACK")
        throw error
      }
    }

    /// Brings the tables to the program's models, and notes it.
    private func follow(_ current: NamespaceContents, _ situation: StoreSituation, _ stages: [MigrationStage]) throws {
      var record = try current.record.map {
        try SchemaRecord.read(connection, namespace: namespace, layout: $0)
      }
      var situation = situation
      if let identifier = current.identifier, !stages.isEmpty {
        let run = StageRun(opening: opening, connection: connection, identifier: identifier)
        record = try run.run(stages, record)
        situation = try StoreSituation(opening, try contents(), .leading, record)
      }
      // Stages may have left checks of keys for the commit.
      try connection.run("SET CONSTRAINTS ALL IMMEDIATE")
      var changes = try situation.changes(connection)
      if current.identifier != nil, situation.standing == .leading { try opening.checkAdditive(changes) }
      if !changes.locks.isEmpty {
        // What others save after the look at the rows would escape it.
        try connection.run("LOCK TABLE \(changes.locks.sorted().joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE")
        changes = try situation.changes(connection)
      }
      for statement in changes.statements { try connection.run(statement) }
      // What one change was in the way of.
      for _ in 0..<2 {
        let rest = try TableChanges(situation.ddl, try contents(), past: nil) { try opening.exists($0, connection) }
        if rest.needed.isEmpty { break }
        for statement in rest.needed { try connection.run(statement) }
      }
      try note(
        record, situation.ddl, isNew: current.identifier == nil,
        version: stages.isEmpty ? opening.version(after: current) : opening.version)
    }

    private func note(_ former: SchemaRecord?, _ ddl: PostgresDDL, isNew: Bool, version: String) throws {
      let store = ddl.layout.helper("swiftdata_store")
      var record = SchemaRecord(ddl.layout, opening.kept, version: version)
      if former == nil, !isNew { record.layout.hasGaps = true }
      record.keep(former.map { FormerSchema($0, usesKept: true) }, try contents())
      let parameters = try record.parameters()
      let values = [
        Parameter(PostgresStoreOpening.format), Parameter(version), Parameter(Int64(PostgresHelpers.version)),
        parameters.model, parameters.layout,
      ]
      if isNew {
        try connection.run(
          "INSERT INTO \(store) (identifier, format, version, helpers, model, layout) "
            + "VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)", values)
        try connection.run(ddl.notePlace(connection.cluster?.system ?? ""))
      } else {
        try connection.run(
          "UPDATE \(store) SET format = $1, version = $2, helpers = $3, model = $4, layout = $5", values)
      }
    }

    /// Indexes without keeping others from writing. What a build that ended early has left is of no use, and is replaced.
    private func finish(_ situation: StoreSituation) throws {
      let current = situation.contents
      for change in try situation.changes(connection).concurrent {
        if let index = change.search {
          try make(index, change.sql, current)
          continue
        }
        guard let index = change.index else {
          if let name = change.name { try build(name, change.sql, current) } else { try check(change) }
          continue
        }
        do { try build(index.name, change.sql, current) } catch {
          guard error.code == "23505" else { throw error }
          throw SwiftDataError(
            .uniqueConflict, "The store has objects with equal values, which the schema now forbids.",
            entity: index.entity.name, property: index.properties.joined(separator: ", "),
            advice: "Remove the duplicates with the former version of the schema first.", underlying: error)
        }
      }
    }

    /// The check of a key. Rows that lead nowhere may be there if nothing has forbidden it so far.
    private func check(_ change: TableChanges.Concurrent) throws {
      do { try connection.run(change.sql) } catch {
        guard error.code == "23503", let repair = change.repair else { throw error }
        do {
          // Rows that a policy hides would be taken for none: then the server refuses.
          _ = try connection.run(
            ["BEGIN", "SET LOCAL row_security = off", repair, "COMMIT"].map { PostgresStatement($0) })
        } catch {
          _ = try? connection.run("ROLLBACK")
          throw error
        }
        try connection.run(change.sql)
      }
    }
  }
#endif
