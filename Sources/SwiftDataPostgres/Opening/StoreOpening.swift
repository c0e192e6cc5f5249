#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Connects to a database, and makes or checks the store in it.
  struct StoreOpening {
    let configuration: PostgresConfiguration
    let model: _SchemaModel
    let entities: [_Entity]
    let migrationPlan: (any SchemaMigrationPlan.Type)?

    /// How long to wait for another process that makes the tables, in seconds.
    private static let patience = 60.0

    func open() throws -> PostgresRowStore {
      let layout = try StoreLayout(postgresFor: model, entities: entities, namespace: configuration.namespace)
      let settings = try configuration.settings()
      let configuration = configuration
      let prepares = configuration.preparesStatements
      let database = Database(
        Pool(limit: configuration.maximumConnections, timeout: configuration.connectionTimeout) { () throws(Failure) in
          try Connection(settings: configuration.currentSettings(settings), prepares: prepares)
        })
      do {
        let identifier = try database.with { connection in
          try checkServer(connection)
          return try prepare(PostgresDDL(layout, namespace: configuration.namespace), connection)
        }
        return PostgresRowStore(
          database, layout, identifier: identifier, model: model,
          recordsHistory: configuration.isHistoryEnabled, allowsSave: configuration.allowsSave)
      } catch {
        database.pool.close()
        throw error
      }
    }

    private func checkServer(_ connection: Connection) throws {
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

    // MARK: Tables

    /// What a namespace has.
    private struct Contents {
      var columns: [String: [String: String]] = [:]
      var indexes: Set<String> = []
      var constraints: Set<String> = []
      var identifier: String?
      var format: Int64 = 0
      var version = ""
      var helpers: Int64 = 0
    }

    /// - Returns: The store's identifier.
    private func prepare(_ ddl: PostgresDDL, _ connection: Connection) throws -> String {
      let contents = try read(connection)
      if contents.identifier != nil, try statements(ddl, contents).isEmpty, isCurrent(contents) {
        return contents.identifier ?? ""
      }
      guard configuration.allowsSave else {
        throw SwiftDataError(
          .storeIsReadOnly, "The tables must be made or changed first, but the store was opened as read-only.",
          advice: "Open it once with allowsSave: true.")
      }
      try checkPlan(contents)
      try lock(connection)
      do {
        // Another process may have been faster.
        let current = try read(connection)
        try checkPlan(current)
        var all: [String] = []
        if current.identifier == nil { all.append(ddl.createNamespace) }
        all += ddl.bookkeeping
        if current.helpers < Int64(PostgresHelpers.version) { all += PostgresHelpers(ddl.layout).statements }
        all += try statements(ddl, current)
        for statement in all { try connection.run(statement) }
        try record(ddl, current, connection)
        try connection.run("COMMIT")
      } catch {
        _ = try? connection.run("ROLLBACK")
        throw error
      }
      return try read(connection).identifier ?? ""
    }

    private func isCurrent(_ contents: Contents) -> Bool {
      contents.helpers >= Int64(PostgresHelpers.version) && contents.version == model.schema.version.description
    }

    private func checkPlan(_ contents: Contents) throws {
      guard contents.identifier != nil else { return }
      if contents.format > Self.format {
        throw SwiftDataError(
          .backwardMigration, "The store was written by a newer version of this library.",
          advice: "Update the program.")
      }
      guard let migrationPlan, !migrationPlan.stages.isEmpty, contents.version != model.schema.version.description
      else { return }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "The store has version \(contents.version) of the schema, the program \(model.schema.version); stages of a "
          + "migration plan are not run in PostgreSQL stores yet.",
        advice: "Change the tables by SQL, or add properties only and leave the plan out.")
    }

    private static let format: Int64 = 1

    /// Waiting in the lock itself would be a snapshot for others to wait for.
    private func lock(_ connection: Connection) throws {
      let deadline = ContinuousClock.now + .seconds(Self.patience)
      let name = "'swiftdata \(configuration.namespace.replacing("'", with: "''"))'"
      while true {
        try connection.run("BEGIN")
        let rows = try connection.run("SELECT pg_try_advisory_xact_lock(hashtextextended(\(name), 0))")
        if rows.integer(0, 0) == 1 { return }
        try connection.run("ROLLBACK")
        guard ContinuousClock.now < deadline else {
          throw SwiftDataError(
            .storeIsBusy, "Another process has been changing the store's tables for a minute.",
            advice: "Wait for it, and open the store again.")
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }

    private func record(_ ddl: PostgresDDL, _ current: Contents, _ connection: Connection) throws {
      let store = ddl.layout.helper("swiftdata_store")
      let values = [
        Parameter(Self.format), Parameter(model.schema.version.description), Parameter(Int64(PostgresHelpers.version)),
      ]
      if current.identifier == nil {
        try connection.run(
          "INSERT INTO \(store) (identifier, format, version, helpers) VALUES (gen_random_uuid(), $1, $2, $3)", values)
      } else {
        try connection.run("UPDATE \(store) SET format = $1, version = $2, helpers = $3", values)
      }
    }

    // MARK: Differences

    /// What is missing; nothing is ever removed.
    private func statements(_ ddl: PostgresDDL, _ contents: Contents) throws -> [String] {
      var statements: [String] = []
      let layout = ddl.layout
      for table in layout.tables {
        guard let known = contents.columns[PostgresNames.plain(table.name)] else {
          statements.append(ddl.create(table))
          continue
        }
        if table.holdsSubentities, known["entity"] == nil {
          throw mismatch(table, "The entity has got subentities; its table has no column for them.")
        }
        for column in table.columns {
          let name = PostgresNames.plain(column.name)
          let wanted = column.declaredType.components(separatedBy: " COLLATE").first ?? ""
          switch known[name] {
          case nil: statements += try additions(of: column, table, known, ddl)
          case wanted: continue
          case let type?:
            throw mismatch(table, "The column \(name) is of the type \(type); the schema wants \(wanted).")
          }
        }
      }
      for table in layout.joinTables where contents.columns[PostgresNames.plain(table.name)] == nil {
        statements.append(ddl.create(table))
      }
      for index in layout.indexes where !contents.indexes.contains(index.name) { statements.append(ddl.create(index)) }
      for key in ddl.foreignKeys where !contents.constraints.contains(key.name) { statements.append(key.sql) }
      return statements
    }

    /// A property that was renamed keeps its column, under the new name.
    private func additions(
      of column: ColumnLayout, _ table: TableLayout, _ known: [String: String], _ ddl: PostgresDDL
    ) throws -> [String] {
      let properties = table.root.family.filter { ddl.layout.keeps($0) }.flatMap(\.properties)
      guard let property = properties.first(where: { ddl.layout.columns(of: $0).contains(column) }) else {
        return [ddl.add(column, to: table)]
      }
      let former = property.attribute?.originalName ?? property.relationship?.originalName ?? ""
      guard !former.isEmpty, former != property.name else { return [ddl.add(column, to: table)] }
      let name = PostgresNames.plain(column.name)
      let prefix = PostgresNames.snake(property.name)
      guard name.hasPrefix(prefix) else { return [ddl.add(column, to: table)] }
      let old = PostgresNames.snake(former) + name.dropFirst(prefix.count)
      guard known[old] != nil else { return [ddl.add(column, to: table)] }
      return ["ALTER TABLE \(table.name) RENAME COLUMN \(PostgresNames.quoted(old)) TO \(column.name)"]
    }

    private func mismatch(_ table: TableLayout, _ reason: String) -> SwiftDataError {
      SwiftDataError(
        .unknownDataStoreSchema, reason, entity: table.root.name,
        advice: "Change the table by SQL, or the model to what the table is.")
    }

    private func read(_ connection: Connection) throws -> Contents {
      let namespace = [Parameter(configuration.namespace)]
      let results = try connection.run([
        Statement(
          "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL) FROM pg_class AS c "
            + "JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid "
            + "WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped",
          namespace),
        Statement(
          "SELECT c.relname::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
            + "WHERE n.nspname = $1::text AND c.relkind IN ('i', 'I')", namespace),
        Statement(
          "SELECT k.conname::text FROM pg_constraint AS k JOIN pg_namespace AS n ON n.oid = k.connamespace "
            + "WHERE n.nspname = $1::text", namespace),
      ])
      guard results.count == 3 else { throw Failure(code: nil, message: "", isConnectionLost: true) }
      var contents = Contents()
      for row in 0..<results[0].count {
        contents.columns[results[0].text(row, 0), default: [:]][results[0].text(row, 1)] = results[0].text(row, 2)
      }
      contents.indexes = Set((0..<results[1].count).map { results[1].text($0, 0) })
      contents.constraints = Set((0..<results[2].count).map { results[2].text($0, 0) })
      if contents.columns["swiftdata_store"] != nil {
        let rows = try connection.run(
          "SELECT upper(identifier::text), format, version, helpers FROM "
            + "\(PostgresNames.quoted(configuration.namespace)).swiftdata_store")
        if rows.count > 0 {
          contents.identifier = rows.text(0, 0)
          contents.format = rows.integer(0, 1)
          contents.version = rows.text(0, 2)
          contents.helpers = rows.integer(0, 3)
        }
      }
      return contents
    }
  }
#endif
