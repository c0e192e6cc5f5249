// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

extension ModelConfiguration: DataStoreConfiguration {
  /// The store in an SQLite file.
  public typealias Store = DefaultStore
}

/// The store of a ``ModelConfiguration``: an SQLite file with the tables of Core Data.
///
/// A container opens its stores itself, and its contexts read and write rows without snapshots. This class provides the
/// same store as a ``DataStore``: it accepts and returns snapshots, over a separate container. So another store, such
/// as a cache or an encrypting store, can contain it, and the checks for custom stores can test it.
///
/// ```swift
/// let store = try DefaultStore(ModelConfiguration(schema: Schema([Trip.self]), url: file))
/// ```
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
  /// The configuration that creates the store.
  public typealias Configuration = ModelConfiguration
  /// The type of the store's snapshots.
  public typealias Snapshot = DefaultSnapshot
  /// The transactions of its history.
  public typealias HistoryType = DefaultHistoryTransaction
  /// The positions in its history.
  public typealias TokenType = DefaultHistoryToken

  /// The configuration's name.
  public let name: String
  /// The configuration's models.
  public let schema: Schema
  /// The configuration that the store was opened with.
  public let configuration: ModelConfiguration
  /// The identifier in the file.
  public let identifier: String
  private let container: ModelContainer

  /// Opens the store, and creates the file if it does not exist.
  ///
  /// - Throws: ``SwiftDataError`` if the configuration is not valid or has no schema, or the file cannot be opened.
  public init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?)
    throws
  {
    guard let schema = configuration.schema ?? migrationPlan?.schemas.last.map({ Schema(versionedSchema: $0) }) else {
      throw SwiftDataError(
        .unknownSchema, "The configuration “\(configuration.name)” names no models.",
        advice: "Give the configuration a schema, or use a ModelContainer.")
    }
    self.configuration = configuration
    self.schema = schema
    name = configuration.name
    container = try ModelContainer(for: schema, migrationPlan: migrationPlan, configurations: [configuration])
    identifier = container.storeIdentifier(forConfigurationNamed: configuration.name) ?? configuration.name
  }

  /// Opens the store without a migration plan.
  ///
  /// - Throws: ``SwiftDataError`` if the configuration is not valid or has no schema, or the file cannot be opened.
  public convenience init(_ configuration: ModelConfiguration) throws {
    try self.init(configuration, migrationPlan: nil)
  }

  /// For one call: what is read by it is in the store.
  private func context(_ state: EditingState) -> ModelContext {
    let context = ModelContext(container)
    context.author = state.author
    return context
  }

  // MARK: Reading

  /// - Throws: ``SwiftDataError`` if the predicate or the order cannot run in SQLite, or the file cannot be read.
  public func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    let context = context(request.editingState)
    let models = try context.fetch(request.descriptor)
    let snapshots = models.map { SnapshotModels.snapshot(of: $0) }
    try context.throwNotedError()
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
  }

  /// Counts in SQLite; throws as fetching does.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try context(request.editingState).fetchCount(request.descriptor)
  }

  /// Reads keys only; throws as fetching does.
  public func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]
  { try context(request.editingState).fetchIdentifiers(request.descriptor) }

  // MARK: Writing

  /// Inserts, updates and deletes in one transaction. Models with unique values that another one has
  /// already take its place, and are named as it is.
  ///
  /// - Throws: ``SwiftDataError`` if a snapshot is of no model in the store, or the file cannot be written.
  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    let context = context(request.editingState)
    let changes = try SnapshotModels(
      inserted: request.inserted, updated: request.updated, deleted: request.deleted, in: context)
    let token = try changes.save()
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: changes.remapped, snapshotsToReregister: [:], historyToken: token)
  }

  /// - Throws: ``SwiftDataError`` if the predicate cannot run in SQLite, or a delete rule denies the deletion.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let context = context(request.editingState)
    try context.delete(model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
    try context.save()
  }

  /// Removes every row of the store.
  public func erase() throws { try container.erase() }

  // MARK: History

  /// The type of the default store's transactions.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// Reads the transactions that the descriptor asks for.
  public func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws
    -> [DefaultHistoryTransaction]
  { try ModelContext(container).fetchHistory(descriptor) }

  /// Deletes the transactions that the descriptor asks for.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try ModelContext(container).deleteHistory(descriptor)
  }
}
