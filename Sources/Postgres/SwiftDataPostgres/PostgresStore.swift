// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore

  /// The store of a ``PostgresConfiguration``, as a ``DataStore``.
  ///
  /// A container opens its stores itself, and its contexts read and write rows without snapshots. This class provides
  /// the same store for programs that use snapshots, over a separate container.
  public final class PostgresStore: DataStore, DataStoreBatching, HistoryProviding {
    /// The configuration that opens the store.
    public typealias Configuration = PostgresConfiguration
    /// The values of a model.
    public typealias Snapshot = DefaultSnapshot
    /// The history transactions of the store.
    public typealias HistoryType = DefaultHistoryTransaction
    /// A place in the history.
    public typealias TokenType = DefaultHistoryToken

    /// The configuration's name.
    public let name: String
    /// The configuration's models.
    public let schema: Schema
    /// The address and the settings with which the store was opened.
    public let configuration: PostgresConfiguration
    /// The identifier in the database.
    public let identifier: String
    private let container: ModelContainer

    /// Connects to the database, and makes or changes the store's tables if necessary.
    ///
    /// - Throws: ``SwiftDataError`` if the configuration is not valid or has no schema, or the database cannot be opened.
    public init(_ configuration: PostgresConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?)
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
      container = try ModelContainer(
        _schema: schema, migrationPlan: migrationPlan, configurations: [.other(configuration)],
        openStore: { configuration, _, _ in
          throw SwiftDataError(.loadIssueModelContainer, "\(configuration.name) is no configuration of this store.")
        })
      identifier = container.storeIdentifier(forConfigurationNamed: configuration.name) ?? configuration.name
    }

    /// Opens the store without a migration plan.
    ///
    /// - Throws: ``SwiftDataError`` if the configuration is not valid or has no schema, or the database cannot be opened.
    public convenience init(_ configuration: PostgresConfiguration) throws {
      try self.init(configuration, migrationPlan: nil)
    }

    /// For one call: what is read by it is in the store.
    private func context(_ state: EditingState) -> ModelContext {
      let context = ModelContext(container)
      context.author = state.author
      return context
    }

    // MARK: Reading

    /// - Throws: ``SwiftDataError`` if the predicate or the order cannot run in the database, or the database cannot be read.
    public func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
      -> DataStoreFetchResult<T, DefaultSnapshot>
    {
      let context = context(request.editingState)
      let models = try context.fetch(request.descriptor)
      let snapshots = models.map { SnapshotModels.snapshot(of: $0) }
      try context.throwNotedError()
      return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
    }

    /// The number of models that a fetch would return, counted by the database.
    ///
    /// - Throws: ``SwiftDataError`` if the predicate cannot run in the database, or the database cannot be read.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
      try context(request.editingState).fetchCount(request.descriptor)
    }

    /// The identifiers of the models that a fetch would return, in its order, without their values.
    ///
    /// - Throws: ``SwiftDataError`` if the predicate or the order cannot run in the database, or the database cannot be read.
    public func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
      -> [PersistentIdentifier]
    { try context(request.editingState).fetchIdentifiers(request.descriptor) }

    // MARK: Writing

    /// Inserts, updates and deletes in one transaction. Models with unique values that another one has
    /// already take its place, and are named as it is.
    ///
    /// - Throws: ``SwiftDataError`` if a snapshot is of no model in the store, or the database cannot be written.
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

    /// - Throws: ``SwiftDataError`` if the predicate cannot run in the database, or a delete rule denies the deletion.
    public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
      let context = context(request.editingState)
      try context.delete(model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
      try context.save()
    }

    /// Deletes all rows of the store's tables and its history. The tables stay, and keys are not given out again.
    ///
    /// - Throws: ``SwiftDataError`` if the database cannot be written.
    public func erase() throws { try container.erase() }

    // MARK: History

    /// The type of the default store's transactions.
    public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

    /// The recorded transactions that a descriptor asks for, in the order of their commits.
    ///
    /// - Throws: ``SwiftDataError`` if the token has expired, or the database cannot be read.
    public func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws
      -> [DefaultHistoryTransaction]
    { try ModelContext(container).fetchHistory(descriptor) }

    /// Deletes the recorded transactions that a descriptor names; tokens from before have expired then.
    ///
    /// - Throws: ``SwiftDataError`` if the database cannot be written.
    public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
      try ModelContext(container).deleteHistory(descriptor)
    }
  }
#endif
