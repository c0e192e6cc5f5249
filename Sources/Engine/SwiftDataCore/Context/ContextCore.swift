// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation
import Synchronization

/// The engine of a ``ModelContext``: its objects, what has changed, and access to the stores.
///
/// Objects keep the engine alive (through its identity maps), so that they can
/// be read after the context itself is deallocated; the engine keeps only changed
/// objects alive.
package final class ContextCore: @unchecked Sendable {
  // Unchecked: used where its context is. From elsewhere come deliveries (`arrivals`), and objects that go
  // (`IdentityMap`): both are locked.
  /// How others refer to the engine without keeping it alive.
  let reference = ContextReference()
  weak var context: ModelContext?
  let container: ContainerCore
  /// One thread at a time uses the engine.
  let turn = ContextTurn()
  let model: SchemaModel
  /// The objects that the context knows.
  let registry: ObjectRegistry
  /// The unsaved changes.
  let unsaved = UnsavedChanges()
  /// Stretches of work that are saved, or taken back, as a whole.
  var scopes = ChangeScopes()
  /// New objects that the latest rollback, undoing or cascade removed from the context: whole until the next one, for a
  /// program that inserts them again.
  var rolledBack: [(object: any PersistentModel, entity: _Entity)] = []
  var loadedRelationships = LoadedRelationships()
  /// The observers of changes before they are saved.
  let changeObservers = ChangeObservers()
  var groups = FetchGroups()
  var onFault: ((FaultEvent) -> Void)?
  /// While true, relationships are loaded with their rows, and observers are not told.
  var isPrefetching = false
  var memberFaults = MemberFaults()
  var readAhead = ReadAhead()
  /// The errors of calls that cannot throw; the next save throws the first of them.
  var notedErrors = NotedErrors()
  /// The state of saves.
  @exclusivity(unchecked) var saving = SaveState()
  #if DEBUG
    /// Where the context belongs to.
    @exclusivity(unchecked) var home = ContextHome.unknown
  #endif
  /// How this context uses the custom stores, by store.
  var sessions: [ObjectIdentifier: DataStoreSession] = [:]
  let editingState = EditingState()
  /// Notes what changes, if the context has an undo manager.
  @exclusivity(unchecked) var undo: UndoRecorder?
  /// The changes that other contexts have saved since this one last merged.
  let arrivals = Arrivals()
  /// How that is merged.
  @exclusivity(unchecked) var merging = MergeState()
  /// The context is deallocated; objects that are left keep the engine.
  @exclusivity(unchecked) private(set) var isContextDeallocated = false
  /// While true, changes without a context are made together, and let go of together.
  @exclusivity(unchecked) private var isChangingLate = false

  init(container: ContainerCore) {
    self.container = container
    model = container.model
    registry = ObjectRegistry(container.model)
    registry.connect(to: self)
    reference.set(self)
  }

  deinit {
    reference.clear()
    if !sessions.isEmpty { endSessions() }
  }

  var hasChanges: Bool {
    turn.enter()
    defer { turn.leave() }
    return !unsaved.isEmpty
  }

  /// The models of one of the lists of changes.
  func changed(_ list: ReferenceWritableKeyPath<UnsavedChanges, ChangeList>) -> [any PersistentModel] {
    turn.enter()
    defer { turn.leave() }
    return unsaved[keyPath: list].models
  }

  func store(of entity: _Entity) throws -> any RowStore {
    let store = try container.store(of: entity)
    return container.hasCustomStores ? session(of: store) : store
  }

  // MARK: Changes

  /// A property of a registered object is about to change.
  func willChange(_ object: any PersistentModel, _ state: _ModelState, _ index: Int) {
    let life = state.life
    guard life != .gone, life != .lost else {
      noteLateChange(of: object, state, index)
      if isContextDeallocated, !isChangingLate { letGoOfChanges() }
      return
    }
    checkHome(.write, state.entity?.name, state.entity?.properties[index].name)
    changeObservers.notify(state.entity, state.key, .updated(PropertyMask(bits: PropertyMask.bit(index))))
    // Its bit means others, too: what is written is what is known of them.
    if index >= PropertyMask.sharedBit, life != .inserted {
      completeRow(of: object, state)
      keepSharedBitValues(of: object, state)
    }
    if let undo { undo.willChange(object, state, index) }
    state.dirty.insert(index)
    if saving.retriesAutosave { context?.noteChange() }
    if life == .stored {
      move(object, state, to: .updated)
      context?.noteChange()
      if isContextDeallocated, !isChangingLate { letGoOfChanges() }
    }
  }

  /// Notes that a relationship's other side has changed, for the owner.
  func touch(_ object: any PersistentModel, _ index: Int) {
    guard let state = object._$state, state.core === self else { return }
    willChange(object, state, index)
  }

  /// Changed objects are released when the context is deallocated: they cannot be
  /// saved any more.
  func dropChanges() {
    turn.enter()
    defer { turn.leave() }
    isContextDeallocated = true
    undo = nil
    letGoOfChanges()
    releaseRolledBack(isLast: true)
    unloadRelationships()
  }

  /// The objects keep their values; the engine does not keep the objects.
  private func letGoOfChanges() {
    settleLists()
    let changed = unsaved.objects
    ObjectCircles.release(changed + unsaved.batchDeletions.flatMap(\.marked), self)
    unsaved.removeAll()
    for object in changed {
      guard let state = object._$state else { continue }
      settle(state, as: state.life == .lost ? .gone : .stored)
    }
  }

  /// Begins a change of several objects. Objects whose context is deallocated can be changed, but never saved: kept as
  /// unsaved changes, they would keep the engine, and it them.
  ///
  /// - Returns: Whether ``endLateChange()`` has to follow.
  func beginLateChange() -> Bool {
    guard isContextDeallocated, !isChangingLate else { return false }
    isChangingLate = true
    return true
  }

  func endLateChange() {
    isChangingLate = false
    letGoOfChanges()
  }
}

/// A reference to a context's engine that does not keep it alive.
///
/// Unlike a `weak` variable it gives the engine no side table, which would
/// slow down every reference count of an object that each model refers to.
final class ContextReference: Sendable {
  private let address = Mutex<UInt>(0)

  func set(_ core: ContextCore) {
    // Not retained: the engine's `deinit` clears it, and `core` asks whether the engine is still alive.
    address.withLock { $0 = UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque()) }
  }

  /// Called by the engine's `deinit`: its memory is valid until this returns.
  func clear() { address.withLock { $0 = 0 } }

  /// The engine, unless it is deallocated or being deallocated.
  var core: ContextCore? {
    address.withLock { address in
      guard let pointer = UnsafeMutableRawPointer(bitPattern: address),
        osd_try_retain(pointer) != nil
      else { return nil }
      // The lock keeps `clear`, and so the end of the memory, from coming between; the retain is the caller's now.
      return Unmanaged<ContextCore>.fromOpaque(pointer).takeRetainedValue()
    }
  }
}
