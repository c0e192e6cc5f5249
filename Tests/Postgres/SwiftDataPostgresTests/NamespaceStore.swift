// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres

  /// A store in a namespace of its own, opened with one version of its models after another.
  struct NamespaceStore {
    let namespace = "v_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")

    func container(
      _ schema: Schema, plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
      try ModelContainer(
        for: schema, migrationPlan: plan,
        configurations: [PostgresConfiguration.test(schema, namespace: namespace, connections: 2)])
    }

    @discardableResult
    func open(_ types: any PersistentModel.Type..., version: Schema.Version = .init(1, 0, 0)) throws -> ModelContext {
      ModelContext(try container(Schema(types, version: version)))
    }

    @discardableResult
    func open(_ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil) throws
      -> ModelContext
    {
      ModelContext(try container(Schema(versionedSchema: version), plan: plan))
    }

    /// The first column of a statement's rows. `%` stands for the namespace.
    @discardableResult
    func rows(_ sql: String) throws -> [String?] {
      try TestConnection().run(sql.replacing("%", with: namespace)).map { $0.first ?? nil }
    }

    func columns(_ table: String) throws -> [String] {
      try rows(
        "SELECT attname FROM pg_attribute WHERE attrelid = '%.\(table)'::regclass AND attnum > 0 AND NOT attisdropped "
          + "ORDER BY attname"
      ).compactMap { $0 }
    }

    func hasTable(_ name: String) throws -> Bool { try rows("SELECT to_regclass('%.\(name)')::text") != [nil] }

    /// How many constraints or unique indexes there are of a name.
    func count(_ name: String) throws -> String? {
      try rows(
        "SELECT (SELECT count(*) FROM pg_constraint WHERE conname = '\(name)' AND connamespace = '%'::regnamespace) "
          + "+ (SELECT count(*) FROM pg_class WHERE relname = '\(name)' AND relnamespace = '%'::regnamespace)")[0]
    }
  }
#endif
