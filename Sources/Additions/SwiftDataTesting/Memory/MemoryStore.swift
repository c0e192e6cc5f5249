// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Keeps snapshots in memory. Conditions and orders are left to the context.
public final class MemoryStore: DataStore {
  /// The configuration that creates the store.
  public typealias Configuration = MemoryStoreConfiguration
  /// The type of the store's snapshots.
  public typealias Snapshot = DefaultSnapshot

  /// The configuration that the store was created with.
  public let configuration: MemoryStoreConfiguration
  /// The models of the configuration; none if it has no schema.
  public let schema: Schema
  /// The identifier of the storage, which is the same for all stores of it.
  public var identifier: String { storage.identifier }
  private var storage: MemoryStorage { configuration.storage }
  private let uniqueness: SnapshotUniqueness

  /// Creates a store for the contents of the configuration's storage. The migration plan is not used.
  public init(_ configuration: MemoryStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    uniqueness = SnapshotUniqueness(schema)
  }

  /// Reads snapshots by their identifiers, or all of an entity and its subclasses. For a predicate or an order it
  /// throws, so that the context filters and sorts.
  public func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    let descriptor = request.descriptor
    try storage.note(.fetch(entity: Schema.entityName(for: T.self)))
    if let identifiers = request.requestedIdentifiers {
      let found = storage.state.withLock { state in identifiers.sorted().compactMap { state.snapshots[$0] } }
      return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: found)
    }
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let names = EntityFamily.names(of: T.self, in: schema)
    let all = storage.snapshots.filter { names.contains($0.persistentIdentifier.entityName) }
    let rest = all.dropFirst(max(0, descriptor.fetchOffset ?? 0))
    return DataStoreFetchResult(
      descriptor: descriptor, fetchedSnapshots: Array(descriptor.fetchLimit.map { rest.prefix(max(0, $0)) } ?? rest))
  }

  /// Takes all changes, or none if it throws. A new model whose unique values exist takes the place of the stored one.
  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    try storage.note(.save)
    let result = try storage.state.withLock { state in
      // A copy: nothing is kept unless everything can be.
      var new = state
      for snapshot in request.deleted {
        new.snapshots[snapshot.persistentIdentifier] = nil
        new.order.removeAll { $0 == snapshot.persistentIdentifier }
      }
      var values = try uniqueness.values(
        of: new.snapshots.values.filter { old in
          !request.updated.contains { $0.persistentIdentifier == old.persistentIdentifier }
        })
      for snapshot in request.updated { try uniqueness.add(snapshot, to: &values) }
      var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
      for snapshot in request.inserted {
        if let existing = try uniqueness.conflict(of: snapshot, in: values) {
          remapped[snapshot.persistentIdentifier] = existing
          continue
        }
        new.last += 1
        let permanent = try PersistentIdentifier.identifier(
          for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: "m\(new.last)")
        remapped[snapshot.persistentIdentifier] = permanent
        new.order.append(permanent)
        try uniqueness.add(snapshot.copy(persistentIdentifier: permanent), to: &values)
      }
      for snapshot in request.inserted + request.updated {
        let identifier = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        guard remapped[snapshot.persistentIdentifier] != nil || new.snapshots[identifier] != nil else {
          throw SwiftDataError(
            .modelValidationFailure, "The updated model is not in the store.", entity: identifier.entityName,
            identifier: identifier, advice: "Fetch again.")
        }
        new.snapshots[identifier] = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: remapped)
      }
      state = new
      return DataStoreSaveChangesResult<DefaultSnapshot>(for: identifier, remappedIdentifiers: remapped)
    }
    try storage.note(.saved)
    return result
  }

  /// Removes all snapshots.
  public func erase() throws { storage.snapshots = [] }
}

/// A store in memory: for tests, and as the shortest example of a store.
///
/// ```swift
/// let storage = MemoryStorage()
/// let container = try ModelContainer(
///   for: Trip.self, configurations: MemoryStoreConfiguration("Trips", storage: storage))
/// storage.fail = { if case .save = $0 { throw Offline() } }
/// ```
public struct MemoryStoreConfiguration: DataStoreConfiguration {
  /// The store that the configuration creates.
  public typealias Store = MemoryStore

  /// The name in a container.
  public var name: String
  /// The models; `nil` for all of the container.
  public var schema: Schema?
  /// Where the models are. Configurations with the same storage are for the same store.
  public let storage: MemoryStorage

  /// Creates a configuration, with an empty storage unless one is given.
  public init(_ name: String = "memory", schema: Schema? = nil, storage: MemoryStorage = MemoryStorage()) {
    self.name = name
    self.schema = schema
    self.storage = storage
  }

  /// Whether both are configurations of the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage === rhs.storage }

  /// Hashes the identity of the storage.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
}
