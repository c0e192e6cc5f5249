// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Synchronization

/// What a store does wrong.
final class Mischief: Sendable {
  struct State {
    var snapshots: (@Sendable ([DefaultSnapshot]) throws -> [DefaultSnapshot])?
    var identifiers: (@Sendable ([PersistentIdentifier]) -> [PersistentIdentifier])?
    var count: Int?
    var cached: (@Sendable ([PersistentIdentifier]) -> [PersistentIdentifier: DefaultSnapshot])?
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    var storeIdentifier: String?
    var remapped:
      (@Sendable ([PersistentIdentifier: PersistentIdentifier]) -> [PersistentIdentifier: PersistentIdentifier])?
    var reregistered: [PersistentIdentifier: DefaultSnapshot] = [:]
    /// Told instead of saving, so that the store stays as it is.
    var savesNothing = false
    var events: [String] = []
  }

  let state = Mutex(State())
  let storage = MemoryStorage()

  func set(_ body: (inout sending State) -> Void) { state.withLock { body(&$0) } }
}

struct MischiefConfiguration: DataStoreConfiguration {
  typealias Store = MischievousStore
  var name = "mischief"
  var schema: Schema?
  var mischief: Mischief

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.mischief === rhs.mischief }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(mischief)) }
}

/// A store in memory whose answers are changed on the way.
final class MischievousStore: DataStore {
  typealias Configuration = MischiefConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: MischiefConfiguration
  private let store: MemoryStore
  private var mischief: Mischief { configuration.mischief }
  var schema: Schema { store.schema }
  var identifier: String { store.identifier }

  init(_ configuration: MischiefConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    store = try MemoryStore(
      MemoryStoreConfiguration("memory", schema: configuration.schema, storage: configuration.mischief.storage),
      migrationPlan: migrationPlan)
  }

  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    let result = try store.fetch(request)
    let state = mischief.state.withLock { $0 }
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: try state.snapshots?(result.fetchedSnapshots) ?? result.fetchedSnapshots,
      relatedSnapshots: state.related)
  }

  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    if let count = mischief.state.withLock({ $0.count }) { return count }
    return try store.fetchCount(request)
  }

  func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
    let identifiers = try store.fetchIdentifiers(request)
    return mischief.state.withLock { $0.identifiers }?(identifiers) ?? identifiers
  }

  func cachedSnapshots(for identifiers: [PersistentIdentifier], editingState: EditingState) throws
    -> [PersistentIdentifier: DefaultSnapshot]
  { mischief.state.withLock { $0.cached }?(identifiers) ?? [:] }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    let state = mischief.state.withLock { $0 }
    let before = mischief.storage.snapshots
    let result = try store.save(request)
    if state.savesNothing { mischief.storage.snapshots = before }
    return DataStoreSaveChangesResult(
      for: state.storeIdentifier ?? result.storeIdentifier,
      remappedIdentifiers: state.remapped?(result.remappedIdentifiers) ?? result.remappedIdentifiers,
      snapshotsToReregister: state.reregistered)
  }

  func initializeState(for editingState: EditingState) {
    mischief.set { $0.events.append("begin \(editingState.author ?? "nobody")") }
  }

  func invalidateState(for editingState: EditingState) {
    mischief.set { $0.events.append("end \(editingState.author ?? "nobody")") }
  }
}
