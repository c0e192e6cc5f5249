import SwiftDataSQLite

/// Opens the store that a configuration describes.
enum DefaultStores {
  static func open(
    _ configuration: ModelConfiguration, _ model: _SchemaModel, _ entities: [_Entity]
  ) throws -> any _RowStore {
    try SQLiteRowStore(
      url: configuration.isStoredInMemoryOnly ? nil : configuration.url,
      inMemory: configuration.isStoredInMemoryOnly, readOnly: !configuration.allowsSave,
      model: model, entities: entities, schemaVersion: model.schema.version.description,
      recordsHistory: configuration.isHistoryEnabled)
  }
}
