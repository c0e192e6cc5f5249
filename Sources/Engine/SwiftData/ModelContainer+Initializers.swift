// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSQLite

extension ModelContainer {
  /// Creates a container for model classes and all models that they refer to, in SQLite stores.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  /// ```
  ///
  /// - Parameters:
  ///   - forTypes: The model classes. Models that they have relationships to are included.
  ///   - migrationPlan: How to migrate a store of an older version. Without a plan, changes that
  ///     need no code are made.
  ///   - configurations: Where the models are stored; the default file if none is given.
  /// - Throws: ``SwiftDataError``, which names the file and the problem.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Creates a container for a schema, in SQLite stores.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Creates a container for a schema, in SQLite stores.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    // What is in memory only leaves nothing on the disk.
    if configurations.contains(where: { !$0.isStoredInMemoryOnly }) { UserDefaultsKeeper.start() }
    try self.init(
      _schema: givenSchema, migrationPlan: migrationPlan, configurations: configurations.map { .rows($0) },
      environment: ProcessInfo.processInfo.environment, openStore: DefaultStores(plan: migrationPlan).open)
  }
}

/// The first preview of SwiftData spelled it so. Sample data from then still stands in public code.
extension ModelContainer {
  /// Creates a container for a model class and all models that it refers to.
  @available(*, deprecated, message: "Write 'configurations:' before the first configuration")
  public convenience init(
    for type: any PersistentModel.Type, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    _ configuration: ModelConfiguration, _ others: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema([type]), migrationPlan: migrationPlan, configurations: [configuration] + others)
  }

  /// Creates a container for model classes and all models that they refer to.
  @available(*, deprecated, message: "Name the models without brackets, or in a 'Schema'")
  public convenience init(
    for types: [any PersistentModel.Type], migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    _ configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
  }
}

/// Opens the stores that configurations describe.
struct DefaultStores {
  let plan: (any SchemaMigrationPlan.Type)?

  func open(
    _ configuration: ModelConfiguration, _ model: SchemaModel, _ entities: [_Entity]
  ) throws -> any RowStore {
    CloudRemarks.log(configuration, try configuration.checkCloudKitRules(entities))
    let store = try SQLiteRowStore(
      url: configuration.isStoredInMemoryOnly ? nil : configuration.url,
      inMemory: configuration.isStoredInMemoryOnly, readOnly: !configuration.allowsSave,
      model: model, entities: entities, schemaVersion: model.schema.version.description,
      stages: plan.map { StagedMigration($0, for: configuration) },
      recordsHistory: configuration.isHistoryEnabled)
    if configuration.durability == .disk { try store.waitForDisk() }
    return store
  }
}
