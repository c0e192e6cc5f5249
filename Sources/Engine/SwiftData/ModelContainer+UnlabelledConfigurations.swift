// SPDX-License-Identifier: Apache-2.0

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
