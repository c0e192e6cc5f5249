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
      /// What the properties were in the version before.
      let origins: PropertyOrigins?
      /// What the store is to say of it.
      var record: SchemaRecord

      /// - Parameters:
      ///   - former: What the store says of its models.
      ///   - usesKept: Whether properties that are not in the former models have the values of earlier ones.
      init(
        _ type: any VersionedSchema.Type, _ opening: PostgresStoreOpening, _ former: SchemaRecord?, usesKept: Bool
      ) throws {
        schema = Schema(versionedSchema: type)
        model = try SchemaModel(schema: schema)
        let placed = opening.placed(model)
        let entities = model.entities.filter { entity in placed.contains { $0.isKind(of: entity) } }
        self.entities = entities
        origins = former.map { PropertyOrigins(FormerSchema($0, usesKept: usesKept), entities) }
        layout = try StoreLayout(
          postgresFor: model, entities: entities, namespace: opening.configuration.namespace,
          known: origins?.names ?? PostgresKnownNames())
        record = SchemaRecord(layout, entities, version: schema.version.description)
      }
    }

    /// - Parameter record: What the store says of its models; `nil` if it says nothing.
    /// - Returns: What it is to say now, of models that the stages do not concern too.
    func run(_ stages: [MigrationStage], _ record: SchemaRecord?) throws -> SchemaRecord? {
      guard let first = stages.first else { return record }
      var version = try Version(first.fromVersion, opening, record, usesKept: true)
      if let record {
        // Where the version's own values are, and all else as the store says it.
        version.record.add(othersOf: record, but: [])
        version.record.keep(FormerSchema(record, usesKept: true), try contents())
      } else {
        version.record.layout.hasGaps = true
      }
      // What others save after the stages' code has looked would escape it.
      let tables = version.layout.tables.map(\.name)
      if !tables.isEmpty {
        try connection.run("LOCK TABLE \(tables.joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE")
      }
      for stage in stages { version = try run(stage, version) }
      return version.record
    }

    private func contents() throws -> NamespaceContents {
      try NamespaceContents(connection, opening.configuration.namespace)
    }

    private func run(_ stage: MigrationStage, _ from: Version) throws -> Version {
      var to = try Version(stage.toVersion, opening, from.record, usesKept: false)
      if case .custom(_, _, let willMigrate?, _) = stage { try run(willMigrate, from) }
      guard case .custom(_, _, _, let didMigrate?) = stage else {
        _ = try changeTables(from, to, PostgresStagePath.name(of: stage), mayLackValues: false)
        return try noted(&to, from)
      }
      let missing = try changeTables(from, to, PostgresStagePath.name(of: stage), mayLackValues: true)
      try run(didMigrate, to)
      for property in missing { try check(property, to.layout, PostgresStagePath.name(of: stage)) }
      return try noted(&to, from)
    }

    private func noted(_ version: inout Version, _ from: Version) throws -> Version {
      version.record.add(othersOf: from.record, but: Set(from.entities.map(\.name)))
      version.record.keep(FormerSchema(from.record, usesKept: false), try contents())
      return version
    }

    /// - Returns: What the stage's code has to give to the rows that there are.
    private func changeTables(_ from: Version, _ to: Version, _ name: String, mayLackValues: Bool) throws -> [_Property]
    {
      var missing: [_Property] = []
      do {
        let ddl = PostgresDDL(to.layout, namespace: opening.configuration.namespace)
        let changes = try TableChanges(
          ddl, contents(), past: to.origins, former: from.layout,
          exists: { try opening.exists($0, connection) },
          excuses: { property in
            guard mayLackValues else { return false }
            // An enum or a struct cannot be made of nothing, when the code reads objects that have none yet.
            switch property.description.kind {
            case .attribute(.scalar), .toOne: missing.append(property)
            default: return false
            }
            return true
          })
        try opening.checkAdditive(changes)
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
      let access = StageAccess(
        connection, identifier: identifier, entities: Set(version.entities.map(\.name)),
        names: PostgresKnownNames(exactly: version.record.layout, version.entities))
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
    private let names: PostgresKnownNames

    init(
      _ connection: PostgresConnection, identifier: String, entities: Set<String>, names: PostgresKnownNames
    ) {
      pool = Pool(borrowing: connection)
      self.identifier = identifier
      self.entities = entities
      self.names = names
    }

    func open(_ configuration: PostgresConfiguration, _ model: SchemaModel, _ all: [_Entity]) throws
      -> PostgresRowStore
    {
      let layout = try StoreLayout(
        postgresFor: model, entities: all.filter { entities.contains($0.name) }, namespace: configuration.namespace,
        known: names)
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
