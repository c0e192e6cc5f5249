// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Runs stages of a migration plan inside the transaction that changes the tables.
  ///
  /// The contexts that the stages' code gets read and write over the same connection, and their saves are savepoints: all of
  /// it is committed together, or nothing. Other programs may read meanwhile, and wait to write.
  struct StageRun {
    let opening: PostgresStoreOpening
    let connection: PostgresConnection
    let identifier: String

    /// One version of the models, as the store has it.
    private struct Version {
      let schema: Schema
      let model: SchemaModel
      let entities: [_Entity]
      let layout: StoreLayout

      init(_ type: any VersionedSchema.Type, _ opening: PostgresStoreOpening) throws {
        schema = Schema(versionedSchema: type)
        model = try SchemaModel(schema: schema)
        entities = opening.placed(model)
        layout = try StoreLayout(postgresFor: model, entities: entities, namespace: opening.configuration.namespace)
      }
    }

    func run(_ stages: [MigrationStage]) throws {
      guard let first = stages.first else { return }
      let tables = try Version(first.fromVersion, opening).layout.tables.map(\.name)
      // What others save after the stages' code has looked would escape it.
      if !tables.isEmpty {
        try connection.run("LOCK TABLE \(tables.joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE")
      }
      for stage in stages { try run(stage) }
    }

    private func run(_ stage: MigrationStage) throws {
      let from = try Version(stage.fromVersion, opening)
      let to = try Version(stage.toVersion, opening)
      if case .custom(_, _, let willMigrate?, _) = stage { try run(willMigrate, from) }
      guard case .custom(_, _, _, let didMigrate?) = stage else {
        _ = try changeTables(from, to, PostgresStagePath.name(of: stage), mayLackValues: false)
        return
      }
      let missing = try changeTables(from, to, PostgresStagePath.name(of: stage), mayLackValues: true)
      try run(didMigrate, to)
      for property in missing { try check(property, to.layout, PostgresStagePath.name(of: stage)) }
    }

    /// - Returns: What the stage's code has to give to the rows that there are.
    private func changeTables(_ from: Version, _ to: Version, _ name: String, mayLackValues: Bool) throws -> [_Property]
    {
      var missing: [_Property] = []
      do {
        let ddl = PostgresDDL(to.layout, namespace: opening.configuration.namespace)
        let changes = try TableChanges(
          ddl, NamespaceContents(connection, opening.configuration.namespace), former: from.layout
        ) { property in
          guard try opening.hasRows(property, to.layout, connection) else { return false }
          guard mayLackValues else { return true }
          // An enum or a struct cannot be made of nothing, when the code reads objects that have none yet.
          switch property.description.kind {
          case .attribute(.scalar), .toOne: missing.append(property)
          default: return true
          }
          return false
        }
        // Keys are checked at the commit, and a table whose check is to come cannot be changed.
        try connection.run("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in changes.statements + changes.concurrent.map(\.sql) { try connection.run(statement) }
        try connection.run("SET CONSTRAINTS ALL DEFERRED")
      } catch let failure as PostgresFailure where failure.code == "23505" {
        throw SwiftDataError(
          .uniqueConflict, "The store has objects with equal values, which the schema now forbids. (\(name))",
          advice: "Remove the duplicates in willMigrate, and save the context.", underlying: failure)
      } catch let error as SwiftDataError {
        throw SwiftDataError(
          error, "\(error.explanation) (\(name))", entity: error.entity, property: error.property, advice: error.advice,
          underlying: error.underlying)
      }
      return missing
    }

    /// Runs a stage's code with a context of a version.
    private func run(_ code: (ModelContext) throws -> Void, _ version: Version) throws {
      var configuration = opening.configuration
      // Its models are those of the container.
      configuration.schema = nil
      let access = StageAccess(connection, identifier: identifier, entities: Set(version.entities.map(\.name)))
      configuration.stage = access
      defer { access.close() }
      let container = try ModelContainer(
        _schema: version.schema, migrationPlan: nil, configurations: [.other(configuration)]
      ) { configuration, _, _ in
        throw SwiftDataError(.loadIssueModelContainer, "\(configuration.name) is no configuration of this store.")
      }
      try code(ModelContext(container))
    }

    private func check(_ property: _Property, _ layout: StoreLayout, _ name: String) throws {
      let conditions =
        layout.columns(of: property).map { "t.\($0.name) IS NULL" }
        + [layout.condition(property.entity, includesSubentities: true, alias: "t")].compactMap { $0 }
      let rows = try connection.run(
        "SELECT 1 FROM \(layout.table(of: property.entity).name) AS t WHERE \(conditions.joined(separator: " AND ")) LIMIT 1"
      )
      guard rows.count > 0 else { return }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "The property is not optional and has no default value, and didMigrate has left objects without it. (\(name))",
        entity: property.entity.name, property: property.name,
        advice: "Set it for every object, and save the context.")
    }
  }

  /// What the contexts of a stage are opened with: the connection of the migration.
  final class StageAccess: @unchecked Sendable {
    // Unchecked: the pool lends the connection to one thread at a time.
    private let pool: Pool
    private let identifier: String
    private let entities: Set<String>

    init(_ connection: PostgresConnection, identifier: String, entities: Set<String>) {
      pool = Pool(borrowing: connection)
      self.identifier = identifier
      self.entities = entities
    }

    func open(_ configuration: PostgresConfiguration, _ model: SchemaModel, _ all: [_Entity]) throws
      -> PostgresRowStore
    {
      let layout = try StoreLayout(
        postgresFor: model, entities: all.filter { entities.contains($0.name) }, namespace: configuration.namespace)
      // Others hear of the stage when its transaction is committed: by looking, as there is nobody to tell them.
      let channel = Channel(store: identifier, listens: false) { () throws(PostgresFailure) in
        throw PostgresFailure(code: nil, message: "A stage of a migration tells nobody.", isConnectionLost: true)
      }
      return PostgresRowStore(
        Database(pool, isInTransaction: true), layout, identifier: identifier, model: model,
        recordsHistory: configuration.isHistoryEnabled, allowsSave: true, channel: channel, patience: 0)
    }

    /// A context that somebody has kept finds the store closed.
    func close() { pool.close() }
  }
#endif
