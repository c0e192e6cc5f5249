// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelContainer {
  /// Creates a container whose configurations may be for stores of any type.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, Note.self,
  ///   configurations: ModelConfiguration(schema: Schema([Trip.self])),
  ///   ArchiveConfiguration(schema: Schema([Note.self]), file: file))
  /// ```
  ///
  /// No relationship can lead from one store to another if one of both is a custom one.
  ///
  /// - Throws: ``SwiftDataError``; ``SwiftDataError/loadIssueModelContainer`` if a store throws when
  ///   it is opened.
  @_disfavoredOverload
  public convenience init(
    for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a container of a schema's models over stores of any kind.
  ///
  /// - Parameters:
  ///   - givenSchema: All models of the container.
  ///   - migrationPlan: SQLite stores are migrated with it; custom ones are given it when they are opened.
  ///   - configurations: One for each store.
  @_disfavoredOverload
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(
      _schema: givenSchema, migrationPlan: migrationPlan,
      configurations: configurations.map { configuration in
        switch configuration {
        case let rows as ModelConfiguration: .rows(rows)
        case let other as any RowStoreConfiguration: .other(other)
        default: .custom(configuration)
        }
      }, environment: ProcessInfo.processInfo.environment,
      openStore: DefaultStores(plan: migrationPlan).open)
  }
}
