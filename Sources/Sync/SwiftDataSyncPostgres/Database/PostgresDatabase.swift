// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataSyncServer

  /// A server's tables in a PostgreSQL database, which several servers may use at the same time.
  ///
  /// A transaction that changes a zone keeps the zone's row until its end: of one zone, the order of numbers is the order of
  /// commits, whichever server takes an upload. What others were in the way of is done again as a whole.
  package final class PostgresDatabase: SQLDatabase {
    package struct Configuration: Sendable, CustomStringConvertible, CustomReflectable {
      /// `postgres://user@host:port/database?…`, or `host=… dbname=…`; it may have a password, and is never printed.
      package var address: String
      /// A schema in PostgreSQL's sense, of this server's alone.
      package var schema = "swiftdata_sync"
      /// How many connections there are at most, besides one for notifications.
      package var connections = 16
      /// Whether statements are prepared on the server. Behind a pooler that gives out connections by the transaction they
      /// cannot be, and nobody hears notifications: servers look once a second then.
      package var preparesStatements = true
      /// Whether the tables are made if they are not there.
      package var isNew = true
      /// How long a transaction waits for another one's, in seconds.
      package var lockTimeout = 10
      /// After how long without a statement the database ends a transaction, in seconds: a server that is stopped in one
      /// holds others up no longer.
      package var idleTimeout = 15

      package init(address: String) { self.address = address }

      /// Without the address.
      package var description: String { "schema \(schema), \(connections) connections" }
      /// Without the address, too, for code that prints values by their parts.
      package var customMirror: Mirror { Mirror(self, children: ["schema": schema, "connections": connections]) }
    }

    let configuration: Configuration
    private let pool: ConnectionPool
    private let channel: ChangeChannel?
    /// For questions that a task waits for.
    private let aside = OperationQueue()

    /// How often what others were in the way of is tried.
    private static let attempts = 10

    /// - Parameter generation: Gives the number of a generation that begins when the database has an earlier state than
    ///   before: it was restored.
    /// - Throws: ``ServerDatabaseError``, ``SyncDatabaseError``.
    package init(
      _ configuration: Configuration,
      generation: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
    ) throws {
      try Self.check(schema: configuration.schema)
      self.configuration = configuration
      let settings = try ConnectionSettings(configuration.address)
      let (prepares, session) = (configuration.preparesStatements, Self.setting(configuration, isLocal: false))
      let origin = OriginKeeper(Self.setting(configuration, isLocal: true), generation)
      let connect: @Sendable () throws -> PostgresConnection = {
        do {
          let connection = try PostgresConnection(settings, prepares: prepares)
          if prepares { try connection.run(session) }
          try origin.check(connection)
          return connection
        } catch let failure as PostgresFailure {
          throw ServerDatabaseError(failure)
        }
      }
      pool = ConnectionPool(limit: configuration.connections, timeout: 30, connect)
      channel = prepares ? ChangeChannel(name: configuration.schema, connect) : nil
      aside.maxConcurrentOperationCount = configuration.connections
      let tables = PostgresTables(schema: configuration.schema)
      try write { db in try tables.prepare(db, isNew: configuration.isNew) }
      // Now there are tables to look at.
      let connection = try pool.take()
      defer { pool.give(connection) }
      do { try origin.begin(connection) } catch let failure as PostgresFailure { throw ServerDatabaseError(failure) }
    }

    private static func check(schema: String) throws {
      let isName = schema.utf8.allSatisfy { byte in
        (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5f
      }
      guard isName, (1...63).contains(schema.utf8.count), !schema.hasPrefix("pg_") else {
        throw ServerDatabaseError(
          .configuration, "a schema's name has 1 to 63 of a to z, 0 to 9 and _, and does not begin with pg_")
      }
    }

    static func quoted(name: String) -> String { "\"\(doubling(["\""], in: name))\"" }

    static func quoted(text: String) -> String { "E'\(doubling(["'", "\\"], in: text))'" }

    /// By scalars: a sign with a combining mark behind it is another `Character`, and the same sign to PostgreSQL.
    private static func doubling(_ signs: [Unicode.Scalar], in text: String) -> String {
      text.unicodeScalars.reduce(into: "") { $0 += signs.contains($1) ? "\($1)\($1)" : String($1) }
    }

    /// An upload is on the disk before its answer is sent: that is not left to the database's configuration.
    private static func setting(_ configuration: Configuration, isLocal: Bool) -> PostgresStatement {
      PostgresStatement(
        """
        SELECT set_config('search_path', \(quoted(text: quoted(name: configuration.schema))), \(isLocal)),
          set_config('lock_timeout', '\(configuration.lockTimeout)s', \(isLocal)),
          set_config('idle_in_transaction_session_timeout', '\(configuration.idleTimeout)s', \(isLocal)),
          set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
            ELSE current_setting('synchronous_commit') END, \(isLocal))
        """)
    }

    // MARK: Transactions

    package func read<R>(isRepeatable: Bool, _ body: (any SQLConnection) throws -> R) throws -> R {
      try run(isWriting: false, isRepeatable: isRepeatable, body)
    }

    package func write<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
      try run(isWriting: true, isRepeatable: true, body)
    }

    package func readAside<R: Sendable>(
      _ body: @escaping @Sendable (any SQLConnection) throws -> R
    ) async throws -> R {
      try await withCheckedThrowingContinuation { continuation in
        aside.addOperation { continuation.resume(with: Result { try self.read(body) }) }
      }
    }

    private func run<R>(
      isWriting: Bool, isRepeatable: Bool, _ body: (any SQLConnection) throws -> R
    ) throws -> R {
      let setting = configuration.preparesStatements ? nil : Self.setting(configuration, isLocal: true)
      for attempt in 1... {
        let connection = try pool.take()
        var transaction: PostgresTransaction?
        do {
          let new = try PostgresTransaction(connection, isWriting: isWriting, setting: setting)
          transaction = new
          let result = try body(new)
          try new.commit()
          pool.give(connection)
          return result
        } catch {
          transaction?.rollBack()
          let isCommitting = transaction?.isCommitting ?? false
          pool.give(connection)
          guard let failure = error as? PostgresFailure else { throw error }
          if failure.isConnectionLost { pool.sift() }
          if failure.isConnectionLost, isCommitting { throw ServerDatabaseError.inDoubt }
          guard failure.isTransient || failure.isConnectionLost, isRepeatable, attempt < Self.attempts else {
            throw ServerDatabaseError(failure)
          }
          // Who was in the way is on its way still; and a database that begins again needs a moment.
          Thread.sleep(forTimeInterval: Double.random(in: 0...0.02) * Double(attempt))
        }
      }
      throw ServerDatabaseError.closed
    }

    // MARK: Around the tables

    package var parallelism: Int? { configuration.connections }

    package func announce(zone: Int64) { channel?.tell(zone) }

    package func monitor() throws -> any ChangeMonitor { PostgresMonitor(channel) }

    /// What was removed is in the tables' files until PostgreSQL uses the place again, and in its log. Writing the tables
    /// anew would keep all servers waiting, which administrators do when they want it (`VACUUM FULL`).
    package func tidyUp() throws {
      let connection = try pool.take()
      defer { pool.give(connection) }
      do {
        for table in PostgresTables.names {
          try connection.run("VACUUM \(Self.quoted(name: configuration.schema)).\(Self.quoted(name: table))")
        }
      } catch {
        throw ServerDatabaseError(error)
      }
    }

    package func backUp(to file: URL) throws {
      throw SyncDatabaseError.notHere(
        "a PostgreSQL database is copied by its own programs, such as pg_dump; a server notices that it works with a copy"
      )
    }

    /// The database's own tools tell it, and asking takes a while.
    package var size: Int? { nil }

    package func close() throws {
      channel?.close()
      pool.close()
    }
  }
#endif
