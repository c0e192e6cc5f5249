import Foundation
import Synchronization

/// The engine of a ``ModelContext``: its objects, what has changed, and access to the stores.
///
/// Objects keep the engine alive (through its identity maps), so that they can
/// be read after the context itself is gone; the engine keeps only changed
/// objects alive.
package final class ContextCore: @unchecked Sendable {
  // Unchecked: used where its context is. From elsewhere come deliveries (`arrivals`), and objects that go
  // (`IdentityMap`): both are locked.
  /// How others refer to the engine without keeping it alive.
  let reference = ContextReference()
  weak var context: ModelContext?
  let container: _ContainerCore
  let model: _SchemaModel
  /// What objects refer to, by the entity's ordinal.
  private let ties: UnsafeMutablePointer<EntityTie>
  /// By the entity's ordinal, as they are asked for.
  private var identifierScopes: [(permanent: IdentifierScope, temporary: IdentifierScope)?]

  /// What has changed and is not saved.
  let unsaved = UnsavedChanges()
  /// Stretches of work that are saved, or taken back, as a whole.
  var scopes = ChangeScopes()
  /// New objects that the latest rollback dropped: whole until the next one,
  /// for a program that inserts them again.
  var rolledBack: [(object: any PersistentModel, entity: _Entity)] = []
  var loadedRelationships = LoadedRelationships()
  /// Who hears of changes before they are saved.
  let changeObservers = ChangeObservers()
  var groups = FetchGroups()
  var onFault: ((FaultEvent) -> Void)?
  /// While true, relationships are loaded with their rows, and nobody is told.
  var isPrefetching = false
  var memberFaults = MemberFaults()
  /// What went wrong in calls that cannot throw; the next save throws the first of it.
  var notedErrors = NotedErrors()
  /// The latest autosave failed: any change may be what mends it.
  @exclusivity(unchecked) var retriesAutosave = false
  /// While true, what others have saved comes to light too late to be seen.
  var isSaving = false
  /// While true, code of the program's runs that decides about the save.
  var isInHook = false
  /// While a save runs that somebody observes.
  var saveTrace: SaveTrace?
  #if DEBUG
    /// Where the context belongs to.
    @exclusivity(unchecked) var home = ContextHome.unknown
  #endif
  /// ``ModelContext/mergePolicy``, if it was set.
  var mergePolicy: MergePolicy?
  var author: String?
  /// How this context uses the custom stores, by store.
  var sessions: [ObjectIdentifier: DataStoreSession] = [:]
  let editingState = EditingState()
  /// Notes what changes, if the context has an undo manager.
  @exclusivity(unchecked) var undo: UndoRecorder?
  /// What other contexts have saved since this one last looked.
  let arrivals = Mutex<[ExternalChange]>([])
  /// While true, changes come from a store and are not tracked.
  @exclusivity(unchecked) var isMerging = false
  /// The context is gone; objects that are left keep the engine.
  @exclusivity(unchecked) private(set) var isAbandoned = false

  init(container: _ContainerCore) {
    self.container = container
    model = container.model
    // Not an array of objects: each look would count a reference to both, for
    // every object that comes or goes.
    ties = .allocate(capacity: model.entities.count)
    identifierScopes = Array(repeating: nil, count: model.entities.count)
    // One identity map for each hierarchy.
    var maps: [Int: Unmanaged<IdentityMap>] = [:]
    for entity in model.entities {
      let map = maps[entity.rootOrdinal] ?? .passRetained(IdentityMap())
      maps[entity.rootOrdinal] = map
      (ties + entity.ordinal).initialize(
        to: EntityTie(core: .passUnretained(self), entity: .passUnretained(entity), map: map))
    }
    reference.set(self)
  }

  deinit {
    reference.clear()
    if !sessions.isEmpty { endSessions() }
    for entity in model.entities where entity.superentity == nil {
      ties[entity.ordinal].map.release()
    }
    ties.deallocate()
  }

  var hasChanges: Bool { !unsaved.isEmpty }

  func map(of entity: _Entity) -> IdentityMap { unretainedMap(of: entity).takeUnretainedValue() }

  /// Lives as long as the engine.
  @inline(__always)
  func unretainedMap(of entity: _Entity) -> Unmanaged<IdentityMap> { ties[entity.ordinal].map }

  func store(of entity: _Entity) throws -> any _RowStore {
    let store = try container.store(of: entity)
    return container.hasCustomStores ? session(of: store) : store
  }

  func scope(of entity: _Entity, isTemporary: Bool) -> IdentifierScope {
    if let known = identifierScopes[entity.ordinal] {
      return isTemporary ? known.temporary : known.permanent
    }
    let identifier = (try? store(of: entity))?.identifier
    let pair = (
      permanent: IdentifierScope(storeIdentifier: identifier, entityName: entity.name),
      temporary: IdentifierScope(storeIdentifier: nil, entityName: entity.name)
    )
    identifierScopes[entity.ordinal] = pair
    return isTemporary ? pair.temporary : pair.permanent
  }

  // MARK: Registration

  func register(_ object: any PersistentModel, _ entity: _Entity, key: Int64) {
    register(object, object.ensuredState, entity, key: key, in: unretainedMap(of: entity))
  }

  @inline(__always)
  func register(
    _ object: any PersistentModel, _ state: _ModelState, _ entity: _Entity, key: Int64,
    in map: Unmanaged<IdentityMap>
  ) {
    let isNew = state.isDetached
    state.tie = UnsafePointer(ties + entity.ordinal)
    state.key = key
    if state.life == .unregistered { state._setLife(.stored) }
    map._withUnsafeGuaranteedRef {
      if isNew { $0.tie(object, key, to: self) } else { $0.insert(object, key) }
    }
  }

  /// Cuts the object's tie to the context; it keeps its values.
  func detach(_ object: any PersistentModel, keepingIdentifier: Bool) {
    guard let state = object._$state, let entity = state.entity else { return }
    if keepingIdentifier { state.ensuredExtra.lastIdentifier = object.persistentModelID }
    let key = state.key
    state.tie = nil
    state.dirty = .none
    // Its values can no longer be read: to insert it again would lose them.
    if state.isFault { state.flags.insert(.partial) }
    state.flags.remove(.fault)
    settle(state, as: state.isRowGone ? .gone : .unregistered)
    map(of: entity).untie(object, key, from: self)
  }

  /// The registered object of a row of an entity, or of one below it.
  func registered(_ entity: _Entity, key: Int64) -> (any PersistentModel)? {
    guard let object = map(of: entity).object(key) else { return nil }
    // A key that came from outside may be that of a row of another class.
    return entity.superentity == nil || object._$state?.entity?.isKind(of: entity) == true
      ? object : nil
  }

  /// Whether some object of the hierarchy is registered with a key, of whatever class.
  func isRegistered(_ key: Int64, inHierarchyOf entity: _Entity) -> Bool {
    map(of: entity).object(key) != nil
  }

  /// Whether an object of this context is of just this entity.
  @inline(__always)
  func isTied(_ state: _ModelState, to entity: _Entity) -> Bool {
    state.tie == UnsafePointer(ties + entity.ordinal)
  }

  // MARK: Changes

  /// A property of a registered object is about to change.
  func willChange(_ object: any PersistentModel, _ state: _ModelState, _ index: Int) {
    guard !isMerging else { return }
    let life = state.life
    guard life != .gone, life != .lost else { return noteLateChange(of: object, state, index) }
    checkHome(.write, state.entity?.name, state.entity?.properties[index].name)
    changeObservers.notify(state.entity, state.key, .updated(_PropertyMask(bits: _PropertyMask.bit(index))))
    if let undo { undo.willChange(object, state, index) }
    state.dirty.insert(index)
    if retriesAutosave { context?.noteChange() }
    if life == .stored {
      move(object, state, to: .updated)
      context?.noteChange()
    }
  }

  /// Notes that a relationship's other side has changed, for the owner.
  func touch(_ object: any PersistentModel, _ index: Int) {
    guard let state = object._$state, state.core === self else { return }
    willChange(object, state, index)
  }

  /// Changed objects are released when the context is gone: nobody can save
  /// them any more.
  func abandonChanges() {
    isAbandoned = true
    undo = nil
    settleLists()
    let changed = unsaved.objects
    ObjectCircles.abandon(changed + unsaved.batchDeletions.flatMap(\.marked), self)
    unsaved.removeAll()
    for object in changed {
      guard let state = object._$state else { continue }
      settle(state, as: state.life == .lost ? .gone : .stored)
    }
    releaseRolledBack()
    unloadRelationships()
  }
}
