// SPDX-License-Identifier: Apache-2.0

import SwiftDataSQLite

/// Opens the stores that configurations describe.
struct DefaultStores {
  let plan: (any SchemaMigrationPlan.Type)?

  func open(
    _ configuration: ModelConfiguration, _ model: SchemaModel, _ entities: [_Entity]
  ) throws -> any RowStore {
    try configuration.checkCloudKitRules(entities)
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
