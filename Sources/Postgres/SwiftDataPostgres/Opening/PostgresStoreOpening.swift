// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Connects to a database, and makes or checks the store in it.
  struct PostgresStoreOpening {
    let configuration: PostgresConfiguration
    let model: SchemaModel
    let entities: [_Entity]
    let migrationPlan: (any SchemaMigrationPlan.Type)?

    func open() throws -> PostgresRowStore {
      if let names = configuration.tables.names { return try ExistingOpening(opening: self, names: names).open() }
      // Names that are too long and tables that are too wide are refused before anything is sent.
      let layout = try StoreLayout(postgresFor: model, entities: entities, namespace: configuration.namespace)
      try configuration.substringIndexes.check(layout, kept)
      let database = try database()
      do {
        let (identifier, layout) = try made(database)
        return PostgresRowStore(
          database, layout, identifier: identifier, model: model,
          recordsHistory: configuration.isHistoryEnabled, allowsSave: configuration.allowsSave,
          channel: try channel(identifier), patience: configuration.connectionTimeout)
      } catch {
        database.close()
        throw error
      }
    }

    /// The database, of which no connection is made yet.
    ///
    /// - Parameter preparation: What each connection to the primary runs first, if it may.
    func database(preparation: String? = nil) throws -> Database {
      let settings = try configuration.settings()
      let configuration = configuration
      let prepares = configuration.preparesStatements
      return Database(
        Pool(limit: configuration.maximumConnections, timeout: configuration.connectionTimeout) {
          () throws(PostgresFailure) in
          let connection = try PostgresConnection(
            settings: configuration.currentSettings(settings), prepares: prepares,
            idleTimeout: prepares ? configuration.idleTransactionTimeout : nil)
          try connection.set(configuration.connectionLimits)
          if let preparation { try connection.prepare(preparation) }
          return connection
        }, replicas: try replicas(), settings: configuration.allTransactionSettings)
    }

    /// The standbys to read from. Whether they can be reached does not matter now.
    private func replicas() throws -> Replicas? {
      guard let settings = try configuration.replicaSettings() else { return nil }
      let configuration = configuration
      return Replicas(
        Pool(limit: configuration.maximumConnections, timeout: configuration.connectionTimeout) {
          () throws(PostgresFailure) in
          let connection = try PostgresConnection(
            settings: configuration.currentSettings(settings), prepares: configuration.preparesStatements)
          try connection.set(configuration.connectionLimits)
          return connection
        })
    }

    /// The store's identifier and layout, once its tables are as the schema wants them.
    private func made(_ database: Database) throws -> (String, StoreLayout) {
      let known = try database.with { connection in
        try connection.unhurried(configuration.connectionLimits) { try finished(connection) }
      }
      if let known { return known }
      guard configuration.allowsSave else {
        throw SwiftDataError(
          .storeIsReadOnly, "The tables must be made or changed first, but the store was opened as read-only.",
          advice: "Open it once with allowsSave: true.")
      }
      do {
        let connection = try directConnection()
        defer { connection.close() }
        try checkServer(connection)
        return try TableMigration(connection: connection, opening: self).run()
      } catch let failure as PostgresFailure {
        throw PostgresErrors.error(failure)
      }
    }

    /// The store's identifier and layout if nothing has to be changed; else `nil`.
    private func finished(_ connection: PostgresConnection) throws -> (String, StoreLayout)? {
      try checkServer(connection)
      let contents = try NamespaceContents(connection, configuration.namespace)
      guard case .ready(let identifier, let layout) = try readiness(connection, contents) else { return nil }
      if configuration.allowsSave, !contents.isPlaced {
        StorePlace.note(PostgresDDL(layout, namespace: configuration.namespace), connection)
      }
      return (identifier, layout)
    }

    /// What a store is good for as it is.
    enum Readiness {
      case ready(String, StoreLayout)
      /// It lacks indexes that only make it faster.
      case usable(String, StoreLayout)
      /// It lacks an index that refuses equal values, and nothing else but indexes.
      case unguarded
      case unready
    }

    func readiness(_ connection: PostgresConnection, _ contents: NamespaceContents) throws -> Readiness {
      guard let identifier = contents.identifier, try stages(contents).isEmpty else { return .unready }
      let situation = try StoreSituation(self, contents, connection)
      let layout = situation.ddl.layout
      if situation.standing == .guest {
        try situation.checkGuest(connection)
        return hasCurrentHelpers(contents) ? .ready(identifier, layout) : .unready
      }
      // What is about to be changed is compared by the change itself.
      guard isCurrent(situation) || !configuration.allowsSave else { return .unready }
      if configuration.allowsSave, configuration.substringIndexes.installsExtension, !contents.hasTrigrams {
        return .unready
      }
      let changes = try situation.changes(connection)
      // Who only reads does not make the indexes that reading would be faster with.
      if changes.isEmpty || !configuration.allowsSave && changes.isReadable {
        return isCurrent(situation) ? .ready(identifier, layout) : .unready
      }
      guard situation.standing == .same, changes.statements.isEmpty else { return .unready }
      return changes.firstMissing == nil ? .usable(identifier, layout) : .unguarded
    }

    /// What would be changed, without changing anything: the stages, or the statements in their order.
    func outline() throws -> MigrationOutline {
      let name = "\(configuration.name) (PostgreSQL, namespace \(configuration.namespace))"
      if configuration.tables.names != nil {
        return MigrationOutline(store: name, note: "The tables belong to others, and are never changed.")
      }
      do {
        let connection = try directConnection()
        defer { connection.close() }
        try checkServer(connection)
        let contents = try NamespaceContents(connection, configuration.namespace)
        let stages = try stages(contents)
        var outline = MigrationOutline(
          store: name, from: contents.identifier == nil ? nil : contents.version, to: version,
          stages: stages.map { PostgresStagePath.name(of: $0) })
        if stages.isEmpty {
          let situation = try StoreSituation(self, contents, connection)
          outline.statements = try TableMigration(connection: connection, opening: self).statements(situation)
          if situation.standing == .guest {
            outline.note = "A newer version of the program has changed the tables, which are used as they are."
          }
        } else {
          outline.note = "The statements depend on what the code of the stages leaves."
        }
        return outline
      } catch let failure as PostgresFailure {
        throw PostgresErrors.error(failure)
      }
    }

    /// Past a pooler: locks of a session, and indexes that are made concurrently, need one process of the server.
    private func directConnection() throws(PostgresFailure) -> PostgresConnection {
      let settings: [(String, String)]
      do { settings = try configuration.settings(isDirect: true) } catch {
        throw PostgresFailure(code: nil, message: "The address cannot be read.", isConnectionLost: true)
      }
      return try PostgresConnection(settings: configuration.currentSettings(settings), prepares: false)
    }

    /// Whether a statement selects rows. Those that a policy hides would be taken for none: then the server refuses.
    func exists(_ selection: String, _ connection: PostgresConnection) throws -> Bool {
      // A migration's transaction has done so.
      if connection.isInTransaction { return try connection.run(selection).count > 0 }
      do {
        // One transaction, for which a pooler keeps to one connection.
        let results = try connection.run(
          ["BEGIN", "SET LOCAL row_security = off", selection, "COMMIT"].map { PostgresStatement($0) })
        return results.count > 2 && results[2].count > 0
      } catch {
        _ = try? connection.run("ROLLBACK")
        throw error
      }
    }

    private func channel(_ identifier: String) throws -> Channel {
      let configuration = configuration
      let settings = try configuration.settings(isDirect: true)
      return Channel(store: identifier, listens: configuration.canListen) { () throws(PostgresFailure) in
        try PostgresConnection(settings: configuration.currentSettings(settings), prepares: false)
      }
    }

    func checkServer(_ connection: PostgresConnection) throws {
      guard connection.setting("server_encoding") == "UTF8" else {
        throw SwiftDataError(
          .loadIssueModelContainer, "The database's encoding is not UTF8.",
          advice: "Create a database with ENCODING 'UTF8'.")
      }
      let version = connection.setting("server_version").flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
      guard version >= 14 else {
        throw SwiftDataError(
          .loadIssueModelContainer, "The server is PostgreSQL \(version); 14 is the least.",
          advice: "Use a newer server.")
      }
    }

    // MARK: Versions

    static let format: Int64 = 1

    private func hasCurrentHelpers(_ contents: NamespaceContents) -> Bool {
      contents.helpers >= Int64(PostgresHelpers.version) && !(configuration.allowsSave && contents.isFromElsewhere)
    }

    private func isCurrent(_ situation: StoreSituation) -> Bool {
      hasCurrentHelpers(situation.contents) && situation.contents.version == version(after: situation.contents)
        && !(configuration.allowsSave && situation.standing != .same)
    }

    private var plan: PostgresStagePath? { migrationPlan.map { PostgresStagePath(plan: $0) } }

    /// The number of the program's schema.
    var version: String { plan?.number(of: model) ?? model.schema.version.description }

    /// The number by which the store's schema is known from now on. Only stages lead to a lower one.
    func version(after contents: NamespaceContents) -> String {
      contents.identifier != nil && SchemaNumber.isLess(version, contents.version) ? contents.version : version
    }

    /// The entities that the store keeps: those that are named, and the ones above them.
    var kept: [_Entity] { model.entities.filter { entity in entities.contains { $0.isKind(of: entity) } } }

    /// The stages that a store has to go through.
    func stages(_ contents: NamespaceContents) throws -> [MigrationStage] {
      guard contents.identifier != nil else { return [] }
      if contents.format > Self.format {
        throw SwiftDataError(
          .backwardMigration, "The store was written by a newer version of this library.",
          advice: "Update the program.")
      }
      return try plan?.path(from: contents.version, to: version) ?? []
    }

    /// The entities of another version that are in this store. One that is the only one has them all; one of several has
    /// those that the container still has there, and, if it takes what no configuration names, those that come and go.
    func placed(_ other: SchemaModel) -> [_Entity] {
      if entities.count == model.entities.count { return other.entities }
      let here = Set(entities.map(\.name))
      let all = Set(model.entities.map(\.name))
      return other.entities.filter { entity in
        if let name = entity.root.family.map(\.name).first(where: { all.contains($0) }) { return here.contains(name) }
        return configuration.schema == nil
      }
    }
  }
#endif
