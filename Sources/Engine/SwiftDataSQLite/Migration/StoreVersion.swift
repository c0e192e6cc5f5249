// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A schema, as one store has it: what makes a store of it, tells whether a
/// store is of it, and brings one of another schema to it.
struct StoreVersion {
  let file: URL?
  let isReadOnly: Bool
  let model: SchemaModel
  /// Those that the container puts into the store.
  let entities: [_Entity]
  /// Such as `1.0.0`.
  let schemaVersion: String
  /// Whether a migration plan leads here: then the plan says what follows
  /// what, and numbers of versions do not matter.
  let isPlanned: Bool
  /// The layout of a new store.
  let natural: StoreLayout
  let hashes: [String: Data]
  /// Of the entities that the store keeps.
  private let objectModel: ManagedObjectModel

  struct Fitting {
    let layout: StoreLayout
    let identifier: String
    /// The state of the tables that the layout is known to fit.
    let tablesVersion: Int64
    /// The version hashes that the store has.
    let hashes: [String: Data]
  }

  init(
    file: URL?, isReadOnly: Bool = false, model: SchemaModel, entities: [_Entity],
    schemaVersion: String, isPlanned: Bool = false
  ) {
    self.file = file
    self.isReadOnly = isReadOnly
    self.model = model
    self.entities = entities
    self.schemaVersion = schemaVersion
    self.isPlanned = isPlanned
    let layout = StoreLayout(coreDataFor: model, entities: entities)
    natural = layout
    objectModel = ManagedObjectModel(model.entities.filter { layout.keeps($0) })
    hashes = VersionHashes.hashes(of: objectModel)
  }

  /// The entities that the store has tables for.
  var kept: [_Entity] { model.entities.filter { natural.keeps($0) } }

  // MARK: What a store has

  /// The migration that brings the store to this version.
  func plan(for contents: StoreContents) throws -> LightweightMigration {
    var contents = contents
    let isChanged = !isCurrent(&contents)
    return try named {
      let kept = kept
      if isChanged, !isPlanned { try InverseCheck.check(contents, kept) }
      let links = try LinkMoves(contents, kept)
      try contents.follow(kept, natural: natural)
      // Names and numbers do not matter to a read-only open.
      let layouts = try MigrationLayouts(
        contents, model: model, entities: entities, kept: kept,
        isChanged: !isReadOnly && (isChanged || isRenamed(contents)))
      try StoreCompatibility.check(
        contents, layout: layouts.current, entities: kept, hashes: hashes,
        schemaVersion: isPlanned ? nil : schemaVersion, file: file)
      return try LightweightMigration(
        from: contents, layouts, entities: kept, links: links,
        required: isChanged ? [] : newlyRequired(contents),
        checks: isChanged ? [] : changedElements(contents, layouts.current))
    }
  }

  /// The views for reading a store that cannot be changed and has associated values in other columns.
  func views(for contents: StoreContents) throws -> FormerPayloads.Views {
    var contents = contents
    if contents.knownColumns == nil { contents.readStoredModel() }
    let existing = contents.existingNames(for: kept)
    let payloads = FormerPayloads.all(kept, known: existing.columns)
    guard !payloads.isEmpty else { return FormerPayloads.Views() }
    let layout = StoreLayout(coreDataFor: model, entities: entities, existing: existing)
    return FormerPayloads.views(payloads, contents, layout, known: existing.columns)
  }

  /// The enums that were optional when the store was last written: that is in
  /// its model, but not in the hashes.
  private func newlyRequired(_ contents: StoreContents) -> [_Property] {
    let enums = kept.flatMap { PropertyPlaces.own($0) }.filter { property in
      guard !property.isOptional, case .attribute(let layout) = property.description.kind else {
        return false
      }
      return switch layout {
      case .rawValue, .enumeration: true
      default: false
      }
    }
    guard !enums.isEmpty, !contents.isEmpty, !contents.isForeign else { return [] }
    var contents = contents
    contents.readStoredModel()
    guard let model = contents.storedModel else { return [] }
    return enums.filter { property in
      model.entity(named: property.entity.name)?.attributes
        .first { $0.name == property.name }?.isOptional == true
    }
  }

  /// Looks at the arrays and the like that had elements of another type when
  /// the store was last written: that is in its model, but not in the hashes.
  private func changedElements(_ contents: StoreContents, _ layout: StoreLayout) throws -> [ValueCheck] {
    // Only who writes can note that all is well; a reader finds out when it reads.
    guard !isReadOnly, !contents.isEmpty, !contents.isForeign else { return [] }
    let properties = kept.flatMap { PropertyPlaces.own($0) }.filter { TypeChange.hasElements($0) }
    guard !properties.isEmpty else { return [] }
    var contents = contents
    contents.readStoredModel()
    guard let model = contents.storedModel else { return [] }
    return try properties.flatMap { property -> [ValueCheck] in
      let stored = model.entity(named: property.entity.name)?.attributes.first { $0.name == property.name }
      guard let stored, TypeChange.changesElements(property, stored: stored) else { return [] }
      let columns = layout.columns(of: property)
      return try TypeChange.checks(
        property, columns: columns.map { $0.name }, stored: stored, isExternal: columns.first?.isExternal == true)
    }
  }

  /// Errors name the file.
  private func named<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
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

  /// Whether the store was last written with this schema, by this version of the library or one that laid values out
  /// in another way.
  ///
  /// - Parameter others: Entities that the store may have besides.
  func isKnown(_ contents: inout StoreContents, besides others: Set<String> = []) -> Bool {
    if isCurrent(&contents, besides: others) { return true }
    guard let stored = contents.metadata?.hashes, contents.metadata?.columns != nil else { return false }
    return stored.filter { !others.contains($0.key) }
      == VersionHashes.hashes(of: objectModel.withJSONPayloads, .former)
  }

  /// Whether the store was last written with this schema, or with a model that
  /// differs only in what classes cannot say. Reads the store's model if the
  /// hashes differ.
  private func isCurrent(_ contents: inout StoreContents, besides others: Set<String> = []) -> Bool {
    func isOwn(_ stored: [String: Data]) -> Bool {
      others.isEmpty ? stored == hashes : stored.filter { !others.contains($0.key) } == hashes
    }
    if let stored = contents.metadata?.hashes, isOwn(stored) { return true }
    guard !contents.isEmpty else { return false }
    contents.readStoredModel()
    guard let stored = contents.storedModel, isOwn(VersionHashes.hashes(of: stored.expressible))
    else { return false }
    // A record of ours is of a model of ours.
    return contents.metadata?.columns == nil
  }

  /// Whether metadata and model of the store are to be replaced by this schema's.
  ///
  /// What another program wrote stays as long as everything fits: without the
  /// model that it expects, that program would take the store for a foreign one.
  func replacesModel(_ contents: StoreContents, _ migration: LightweightMigration) -> Bool {
    guard let metadata = contents.metadata else { return true }
    if metadata.hashes == hashes { return false }
    var contents = contents
    if isCurrent(&contents) { return false }
    // Without a model in the file, the meaning of the hashes is unknown.
    return contents.storedModel != nil || metadata.columns != nil
      || !migration.changesIndexesOnly
  }

  /// Whether another program made the store, and everything in it fits: then
  /// its metadata, model and tables stay as that program knows them.
  func isLeftAlone(_ contents: StoreContents, _ migration: LightweightMigration) -> Bool {
    contents.isForeign && !replacesModel(contents, migration)
  }

  // MARK: Making and migrating

  func create(_ writer: SQLiteConnection) throws -> Fitting {
    let layout = natural
    for statement in DDL.all(layout) { try writer.executeOnce(statement) }
    for entity in model.entities where layout.keeps(entity) {
      try PrimaryKeyTable.insert(
        number: layout.number(of: entity), name: entity.name,
        superentity: entity.superentity.map { layout.number(of: $0) } ?? 0, into: writer)
    }
    var metadata = MetadataRow()
    metadata.setModel(
      hashes: hashes, schemaVersion: schemaVersion, columns: layout.columnNames)
    try MetadataTable.insert(metadata, into: writer)
    // A store in memory is no other program's to read.
    if file != nil { try ModelCacheTable.insert(objectModel(of: metadata), into: writer) }
    try SearchIndexes(layout).make(writer)
    return Fitting(
      layout: layout, identifier: metadata.identifier, tablesVersion: try writer.tablesVersion(),
      hashes: hashes)
  }

  /// Brings the store to this version; the caller has begun a transaction.
  ///
  /// - Parameter missing: Takes the attributes to which the caller will give
  ///   values; without it, they must have default values.
  func migrate(
    _ contents: StoreContents, _ writer: SQLiteConnection, missing: MissingValues? = nil
  ) throws -> Fitting {
    let migration = try plan(for: contents)
    guard var metadata = contents.metadata else {
      throw SwiftDataError(.storeIsCorrupted, "The store has no metadata.", file: file)
    }
    if isLeftAlone(contents, migration) {
      try carryOut(migration, writer, missing)
      return Fitting(
        layout: migration.target, identifier: metadata.identifier,
        tablesVersion: try writer.tablesVersion(), hashes: metadata.hashes)
    }
    let searchIndexes = SearchIndexes(migration.target)
    try searchIndexes.dropStale(writer, in: migration.changedTables)
    try carryOut(migration, writer, missing)
    try searchIndexes.make(writer)
    let isOlder = metadata.isOlder(than: schemaVersion)
    if replacesModel(contents, migration) || isRenamed(contents) {
      if isPlanned { metadata.removeVersion() }
      metadata.setModel(
        hashes: hashes, schemaVersion: schemaVersion, columns: migration.columnNames,
        kept: migration.keptAttributes)
      try MetadataTable.update(metadata, in: writer)
      // Who has the store open looks at it again only when its tables have changed.
      if try writer.tablesVersion() == contents.tablesVersion { try writer.advanceTablesVersion() }
    } else if isOlder {
      metadata.setVersion(schemaVersion)
      try MetadataTable.update(metadata, in: writer)
    }
    // Indexes are in the model, but not in its hashes.
    if metadata.hashes == hashes,
      isOlder || contents.metadata?.hashes != hashes || !migration.isEmpty
    {
      if contents.tables[ModelCacheTable.name] == nil { try writer.executeOnce(ModelCacheTable.creation) }
      try ModelCacheTable.update(objectModel(of: metadata), in: writer)
    }
    return Fitting(
      layout: migration.target, identifier: metadata.identifier,
      tablesVersion: try writer.tablesVersion(), hashes: metadata.hashes)
  }

  private func carryOut(
    _ migration: LightweightMigration, _ writer: SQLiteConnection, _ missing: MissingValues?
  ) throws {
    try named {
      try MigrationExecutor(connection: writer, migration: migration, missing: missing).run()
    }
  }

  /// The model with the versions that the metadata names.
  private func objectModel(of metadata: MetadataRow) -> ManagedObjectModel {
    var model = objectModel
    model.versionIdentifiers = metadata.versionIdentifiers.sorted()
    return model
  }
}
