import SwiftDataSQLite

extension ModelContainer {
  /// A container for models and all that they reach, in SQLite stores.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  /// ```
  ///
  /// - Parameters:
  ///   - forTypes: The model classes; related ones are found.
  ///   - migrationPlan: How to bring an older store up to date; without one,
  ///     a store gets what needs no code.
  ///   - configurations: Where to keep what; the default file if none is given.
  /// - Throws: ``SwiftDataError`` naming the file and what is wrong with it.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// A container for a schema, in SQLite stores.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// A container for a schema, in SQLite stores.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      _schema: givenSchema, migrationPlan: migrationPlan, configurations: configurations,
      openStore: DefaultStores(plan: migrationPlan).open)
  }
}
