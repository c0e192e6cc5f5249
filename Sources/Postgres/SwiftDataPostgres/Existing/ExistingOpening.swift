// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SecureHashes
  import SwiftDataCore
  import SwiftDataSQL

  /// Opens a store over tables that another program has made. Nothing is written: not even what the store is called.
  struct ExistingOpening {
    let opening: PostgresStoreOpening
    let names: [String: String]

    private var configuration: PostgresConfiguration { opening.configuration }

    func open() throws -> PostgresRowStore {
      guard opening.migrationPlan == nil else {
        throw SwiftDataError(
          .loadIssueModelContainer, "The tables are another program's, and are not migrated.",
          advice: "Create the container without a migration plan.")
      }
      let database = try opening.database(preparation: configuration.preparesStatements ? helpers : nil)
      do {
        let (catalog, deferrable, identifier) = try database.with { connection in
          try opening.checkServer(connection)
          return (
            try ExistingTables(connection, namespace: configuration.namespace),
            try DeferrableTables.names(connection, namespace: configuration.namespace),
            try self.identifier(connection)
          )
        }
        let layout = try StoreLayout(
          existing: catalog, for: opening.model, entities: opening.entities, namespace: configuration.namespace,
          names: names)
        // Nobody would be told what has changed.
        let channel = Channel(store: identifier, listens: false) { () throws(PostgresFailure) in
          throw PostgresFailure(code: nil, message: "Tables of others have no history.", isConnectionLost: true)
        }
        return PostgresRowStore(
          database, layout, identifier: identifier, model: opening.model, recordsHistory: false,
          allowsSave: configuration.allowsSave, channel: channel, patience: configuration.connectionTimeout,
          deferrable: deferrable)
      } catch {
        database.close()
        throw error
      }
    }

    /// The functions of predicates as temporary ones of the connection, by one statement. Without the right to make them,
    /// predicates that need one are refused.
    private var helpers: String {
      "DO $existing$ BEGIN \(PostgresHelpers(prefix: "pg_temp.").predicates.joined(separator: "; ")); END $existing$"
    }

    /// The identifier of the store: a UUID derived from the cluster, the database and the namespace, so that every program
    /// computes the same one.
    private func identifier(_ connection: PostgresConnection) throws -> String {
      let rows = try connection.run(
        "SELECT oid::text, datname::text FROM pg_database WHERE datname = current_database()")
      let parts = [
        connection.cluster?.system ?? "", rows.text(0, 0), rows.text(0, 1), configuration.namespace,
      ]
      var bytes = Array(SHA2.sha256(Array(parts.joined(separator: "\u{0}").utf8)).prefix(16))
      // A UUID of version 8: made by a rule of our own.
      bytes[6] = bytes[6] & 0x0F | 0x80
      bytes[8] = bytes[8] & 0x3F | 0x80
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
    }
  }
#endif
