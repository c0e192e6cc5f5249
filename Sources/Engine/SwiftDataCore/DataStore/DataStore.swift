// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The protocol of custom stores.
///
/// The context and the store exchange snapshots, which are values. In a save, the context takes a snapshot of each
/// inserted, updated or deleted model. ``save(_:)`` gives the inserted ones permanent identifiers with
/// `PersistentIdentifier.identifier(for:entityName:primaryKey:)`, writes all of them, and returns the permanent
/// identifier of each temporary one.
///
/// ```swift
/// final class ArchiveStore: DataStore {
///   typealias Configuration = ArchiveConfiguration
///   typealias Snapshot = DefaultSnapshot
///   let configuration: ArchiveConfiguration
///   let schema: Schema
///   let identifier: String
///
///   init(
///     _ configuration: ArchiveConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
///   ) throws { … }
///   func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
///     -> DataStoreFetchResult<T, DefaultSnapshot> { … }
///   func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
///     -> DataStoreSaveChangesResult<DefaultSnapshot> { … }
/// }
/// ```
///
/// A container accepts configurations of any stores, also of several types:
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self, configurations: ArchiveConfiguration(file: file))
/// ```
///
/// The container calls its store from any thread, but makes only one call at a time. <doc:WritingAStore> describes what
/// the store must do.
public protocol DataStore: AnyObject {
  /// The type of the configuration, which says where and how the store keeps its models.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// One model's values.
  associatedtype Snapshot: DataStoreSnapshot

  /// Tells stores apart; the same whenever the store is opened.
  var identifier: String { get }
  /// The models that the store keeps.
  var schema: Schema { get }
  /// The configuration that the store was created with.
  var configuration: Configuration { get }

  /// Opens the store, and makes it if there is none.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// The snapshots that a descriptor describes, in order.
  ///
  /// Models that were read before and are to be read again are asked for by a predicate, too:
  /// see ``DataStoreFetchRequest/requestedIdentifiers``.
  ///
  /// - Throws: ``DataStoreError/preferInMemoryFilter`` or
  ///   ``DataStoreError/preferInMemorySort`` to be asked again without
  ///   predicate or order; other values of ``DataStoreError`` and ``SwiftDataError`` reach the
  ///   caller, any other error as the underlying one of a ``SwiftDataError/storeFailure``.
  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, Snapshot>

  /// Writes the changes of one save, all or none.
  ///
  /// If it throws, or its result is not what it must be, the changes stay unsaved, and the next
  /// save brings them again.
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
    -> DataStoreSaveChangesResult<Snapshot>

  /// How many models a descriptor describes. By default they are fetched and counted.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  /// The identifiers of what a descriptor describes, in order. By default the
  /// models are fetched.
  func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]

  /// Removes every model. By default it throws ``DataStoreError/unsupportedFeature``.
  func erase() throws

  /// A context begins to use the store. By default nothing is done.
  func initializeState(for editingState: EditingState)

  /// A context uses the store no longer. By default nothing is done.
  func invalidateState(for editingState: EditingState)

  /// Snapshots that are at hand without reading. By default there are none.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Returns the number of snapshots that a fetch gives.
  ///
  /// - Throws: What the fetch throws.
  /// - Complexity: That of the fetch: all models are read.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetch(request).fetchedSnapshots.count
  }

  /// Returns the identifiers of the snapshots that a fetch gives.
  ///
  /// - Throws: What the fetch throws.
  /// - Complexity: That of the fetch: all models are read.
  public func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]
  {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Removes nothing.
  ///
  /// - Throws: ``DataStoreError/unsupportedFeature``, always.
  public func erase() throws { throw DataStoreError.unsupportedFeature }

  /// Does nothing, for stores that keep nothing for a context.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing, for stores that keep nothing for a context.
  public func invalidateState(for editingState: EditingState) {}

  /// Returns no snapshots, for stores that keep none in memory.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// The location and the options of a store, and its type.
///
/// ```swift
/// struct ArchiveConfiguration: DataStoreConfiguration {
///   typealias Store = ArchiveStore
///   var name: String
///   var schema: Schema?
///   var file: URL
/// }
/// ```
public protocol DataStoreConfiguration: Hashable {
  /// The store that is opened with it.
  associatedtype Store: DataStore where Self == Store.Configuration

  /// Tells the configurations of a container apart.
  var name: String { get }
  /// The models in the store; `nil` for all of the container's.
  var schema: Schema? { get set }

  /// Checks the configuration, before the store is created. By default it is valid.
  ///
  /// - Throws: What is wrong with it.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts every configuration.
  public func validate() throws {}
}

/// A store that can delete by predicate, without receiving the models.
///
/// ```swift
/// extension ArchiveStore: DataStoreBatching {
///   func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
///     guard request.predicate == nil else { throw DataStoreError.unsupportedFeature }
///     removeAll(Schema.entityName(for: T.self))
///   }
/// }
/// ```
public protocol DataStoreBatching: DataStore {
  /// Deletes every model that matches.
  ///
  /// - Throws: ``DataStoreError/unsupportedFeature`` if the store cannot
  ///   evaluate the predicate.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// A request to delete models in the store.
///
/// ```swift
/// func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
///   removeAll(T.self, where: request.predicate)
/// }
/// ```
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// The context that asks.
  public let editingState: EditingState
  /// Which models; all if `nil`.
  public let predicate: Predicate<T>?
  /// Whether models of subclasses are deleted too.
  public let includeSubclasses: Bool
}
