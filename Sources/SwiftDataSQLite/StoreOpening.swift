import CoreDataModel
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Opens a database and makes, checks or migrates the store in it.
struct StoreOpening {
  let file: URL?
  let isReadOnly: Bool
  let model: _SchemaModel
  let entities: [_Entity]
  let schemaVersion: String
  let busyTimeout: Double
  /// Of the entities that the store keeps.
  private let objectModel: ManagedObjectModel
  /// The layout of a new store.
  private let natural: StoreLayout
  private let hashes: [String: Data]

  init(
    file: URL?, isReadOnly: Bool, model: _SchemaModel, entities: [_Entity], schemaVersion: String,
    busyTimeout: Double
  ) {
    self.file = file
    self.isReadOnly = isReadOnly
    self.model = model
    self.entities = entities
    self.schemaVersion = schemaVersion
    self.busyTimeout = busyTimeout
    let layout = StoreLayout(coreDataFor: model, entities: entities)
    natural = layout
    objectModel = ManagedObjectModel(model.entities.filter { layout.keeps($0) })
    hashes = VersionHashes.hashes(of: objectModel)
  }

  struct Opened {
    let database: SQLiteDatabase
    let layout: StoreLayout
    let identifier: String
    /// The state of the tables that the layout is known to fit.
    let tablesVersion: Int64
  }

  private typealias Fitting = (layout: StoreLayout, identifier: String, tablesVersion: Int64)

  func open() throws -> Opened {
    try prepareFile()
    // Two processes that make one store at the same time meet here; the one
    // that comes second finds the other's.
    let deadline = Date().addingTimeInterval(busyTimeout)
    while true {
      do {
        return try attempt()
      } catch SwiftDataError.storeIsBusy where Date() < deadline {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  private func prepareFile() throws {
    guard let file else { return }
    if try FileCheck.check(file) == .database {
      if !isReadOnly { try FileCheck.checkWritable(file) }
      return
    }
    if isReadOnly {
      throw SwiftDataError(
        .loadIssueModelContainer, "There is no store to be opened for reading.", file: file,
        advice: "Check the path, or open the store with allowsSave: true to make it.")
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw SwiftDataError(
        .loadIssueModelContainer, "The store's folder cannot be made.", file: file,
        advice: "Check the permissions of the folders above it.", underlying: error)
    }
  }

  private func attempt() throws -> Opened {
    let database = try SQLiteDatabase(
      file: file, isReadOnly: isReadOnly, busyTimeout: busyTimeout)
    do {
      let (layout, identifier, tablesVersion) =
        isReadOnly ? try inspect(database) : try prepare(database)
      if !isReadOnly {
        try database.withWriter { try ExternalFunctions.watch(layout, on: $0) }
      }
      return Opened(
        database: database, layout: layout, identifier: identifier, tablesVersion: tablesVersion)
    } catch {
      try? database.close()
      throw error
    }
  }

  /// Opens for reading only: the store must fit as it is.
  private func inspect(_ database: SQLiteDatabase) throws -> Fitting {
    let contents = try database.read { try StoreContents($0) }
    let migration = try plan(for: contents)
    guard migration.changesIndexesOnly, let identifier = contents.metadata?.identifier else {
      throw SwiftDataError(
        .storeIsReadOnly,
        "The store must be migrated to the schema first, and was opened for reading only.",
        file: file, advice: "Open it once with allowsSave: true.")
    }
    return (migration.target, identifier, contents.tablesVersion)
  }

  private func prepare(_ database: SQLiteDatabase) throws -> Fitting {
    let contents = try database.withWriter { writer in
      let contents = try StoreContents(writer)
      if contents.isEmpty {
        // Before the first page is written: later, these have no effect.
        try writer.executeOnce("PRAGMA page_size = 4096")
        try writer.executeOnce("PRAGMA auto_vacuum = INCREMENTAL")
      }
      if file != nil {
        try writer.executeOnce("PRAGMA journal_mode = WAL")
        try writer.executeOnce("PRAGMA synchronous = NORMAL")
      }
      return contents
    }
    if !contents.isEmpty {
      let migration = try plan(for: contents)
      if migration.isEmpty, let metadata = contents.metadata,
        !metadata.isOlder(than: schemaVersion), !replacesModel(contents, migration),
        try database.withWriter({ try SearchIndexes(migration.target).isCurrent($0) })
      {
        return (migration.target, metadata.identifier, contents.tablesVersion)
      }
    }
    return try database.write { writer in
      // Another process may have been faster.
      let current = try StoreContents(writer)
      return current.isEmpty ? try create(writer) : try migrate(current, writer)
    }
  }

  private func plan(for contents: StoreContents) throws -> LightweightMigration {
    var contents = contents
    let isChanged = !isKnown(&contents)
    do {
      let kept = model.entities.filter { natural.keeps($0) }
      try contents.follow(kept, natural: natural)
      // Names and numbers do not matter to who only reads.
      let layouts = try MigrationLayouts(
        contents, model: model, entities: entities, kept: kept,
        isChanged: !isReadOnly && (isChanged || isRenamed(contents)))
      try StoreCompatibility.check(
        contents, layout: layouts.current, entities: kept, hashes: hashes,
        schemaVersion: schemaVersion, file: file)
      return try LightweightMigration(from: contents, layouts, entities: kept)
    } catch let error as SwiftDataError where error.file == nil {
      throw SwiftDataError(
        error, error.explanation, entity: error.entity, property: error.property, file: file,
        advice: error.advice, underlying: error.underlying)
    }
  }

  /// Whether the store knows a property by another name: the names of
  /// composites are not in the hashes.
  private func isRenamed(_ contents: StoreContents) -> Bool {
    guard let known = contents.metadata?.columns else { return false }
    return natural.columnNames.contains { entity, columns in
      columns.keys.contains { known[entity]?[$0] == nil }
    }
  }

  /// Whether the store was last written with this schema, or with a model that
  /// differs only in what classes cannot say. Reads the store's model if the
  /// hashes differ.
  private func isKnown(_ contents: inout StoreContents) -> Bool {
    if contents.metadata?.hashes == hashes { return true }
    guard !contents.isEmpty else { return false }
    contents.readStoredModel()
    guard let stored = contents.storedModel,
      VersionHashes.hashes(of: stored.expressible) == hashes
    else { return false }
    // A record of ours is of a model of ours.
    return contents.metadata?.columns == nil
  }

  /// Whether metadata and model of the store are to be replaced by this schema's.
  ///
  /// What another program wrote stays as long as everything fits: without the
  /// model that it expects, that program would take the store for a foreign one.
  private func replacesModel(_ contents: StoreContents, _ migration: LightweightMigration)
    -> Bool
  {
    guard let metadata = contents.metadata else { return true }
    if metadata.hashes == hashes { return false }
    var contents = contents
    if isKnown(&contents) { return false }
    // Without a model in the file nobody knows what the hashes stand for.
    return contents.storedModel != nil || metadata.columns != nil
      || !migration.changesIndexesOnly
  }

  private func create(_ writer: SQLiteConnection) throws -> Fitting {
    let layout = natural
    for statement in DDL.all(layout) { try writer.executeOnce(statement) }
    for entity in model.entities where layout.keeps(entity) {
      try PrimaryKeyTable.insert(
        number: layout.number(of: entity), name: entity.name,
        superentity: entity.superentity.map { layout.number(of: $0) } ?? 0, into: writer)
    }
    var metadata = StoreMetadata()
    metadata.setModel(
      hashes: hashes, schemaVersion: schemaVersion, columns: layout.columnNames)
    try MetadataTable.insert(metadata, into: writer)
    // A store in memory is no other program's to read.
    if file != nil { try ModelCacheTable.insert(objectModel(of: metadata), into: writer) }
    try SearchIndexes(layout).make(writer)
    return (layout, metadata.identifier, try writer.tablesVersion())
  }

  private func migrate(
    _ contents: StoreContents, _ writer: SQLiteConnection
  ) throws -> Fitting {
    let migration = try plan(for: contents)
    let searchIndexes = SearchIndexes(migration.target)
    try searchIndexes.dropStale(writer, in: migration.changedTables)
    try MigrationExecutor(connection: writer, migration: migration).run()
    try searchIndexes.make(writer)
    guard var metadata = contents.metadata else {
      throw SwiftDataError(.storeIsCorrupted, "The store has no metadata.", file: file)
    }
    let isOlder = metadata.isOlder(than: schemaVersion)
    if replacesModel(contents, migration) || isRenamed(contents) {
      metadata.setModel(
        hashes: hashes, schemaVersion: schemaVersion, columns: migration.columnNames)
      try MetadataTable.update(metadata, in: writer)
    } else if isOlder {
      metadata.setVersion(schemaVersion)
      try MetadataTable.update(metadata, in: writer)
    }
    // Indexes are in the model, but not in its hashes.
    if metadata.hashes == hashes, isOlder || contents.metadata?.hashes != hashes || !migration.isEmpty {
      if contents.tables[ModelCacheTable.name] == nil { try writer.executeOnce(DDL.modelCache) }
      try ModelCacheTable.update(objectModel(of: metadata), in: writer)
    }
    return (migration.target, metadata.identifier, try writer.tablesVersion())
  }

  /// The model with the versions that the metadata names.
  private func objectModel(of metadata: StoreMetadata) -> ManagedObjectModel {
    var model = objectModel
    model.versionIdentifiers = metadata.versionIdentifiers.sorted()
    return model
  }
}
