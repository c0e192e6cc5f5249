// SPDX-License-Identifier: Apache-2.0

/// Which objects a context knows: an identity map for each hierarchy of entities, what objects refer to, and the scopes
/// of their identifiers.
///
/// It is a part of its ``ContextCore``, not an object of its own: it is used for each object that is registered or
/// deallocated.
struct ObjectRegistry: ~Copyable {
  typealias Scopes = (permanent: IdentifierScope, temporary: IdentifierScope)

  private let model: SchemaModel
  /// What objects refer to, by the entity's ordinal. Not an array of objects: each look would count references to them.
  private let ties: UnsafeMutablePointer<EntityTie>
  /// By the entity's ordinal, as they are asked for.
  private let scopes: UnsafeMutablePointer<Scopes?>

  /// ``connect(to:)`` has to follow, before anything is asked.
  init(_ model: SchemaModel) {
    self.model = model
    ties = .allocate(capacity: model.entities.count)
    scopes = .allocate(capacity: model.entities.count)
    scopes.initialize(repeating: nil, count: model.entities.count)
  }

  /// Gives objects the way back to their engine, which is not kept alive by this.
  func connect(to core: ContextCore) {
    // One identity map for each hierarchy.
    var maps: [Int: Unmanaged<IdentityMap>] = [:]
    for entity in model.entities {
      let map = maps[entity.rootOrdinal] ?? .passRetained(IdentityMap())
      maps[entity.rootOrdinal] = map
      (ties + entity.ordinal).initialize(
        to: EntityTie(core: .passUnretained(core), entity: .passUnretained(entity), map: map))
    }
  }

  deinit {
    for entity in model.entities where entity.superentity == nil { ties[entity.ordinal].map.release() }
    ties.deallocate()
    scopes.deinitialize(count: model.entities.count)
    scopes.deallocate()
  }

  // MARK: Asking

  /// Lives as long as the registry.
  @inline(__always)
  func map(of entity: _Entity) -> Unmanaged<IdentityMap> { ties[entity.ordinal].map }

  @inline(__always)
  func tie(of entity: _Entity) -> UnsafePointer<EntityTie> { UnsafePointer(ties + entity.ordinal) }

  /// The object of a row, of whatever class of the hierarchy.
  func object(_ entity: _Entity, key: Int64) -> (any PersistentModel)? {
    map(of: entity)._withUnsafeGuaranteedRef { $0.object(key) }
  }

  /// - Parameter store: The identifier of the entity's store; asked for once.
  func scopes(of entity: _Entity, store: () -> String?) -> Scopes {
    if let known = scopes[entity.ordinal] { return known }
    let new = Scopes(
      permanent: IdentifierScope(storeIdentifier: store(), entityName: entity.name),
      temporary: IdentifierScope(storeIdentifier: nil, entityName: entity.name))
    scopes[entity.ordinal] = new
    return new
  }
}

/// What objects and the rest of the engine ask of the registry.
extension ContextCore {
  func map(of entity: _Entity) -> IdentityMap { unretainedMap(of: entity).takeUnretainedValue() }

  /// Lives as long as the engine.
  @inline(__always)
  func unretainedMap(of entity: _Entity) -> Unmanaged<IdentityMap> { registry.map(of: entity) }

  func scope(of entity: _Entity, isTemporary: Bool) -> IdentifierScope {
    let scopes = registry.scopes(of: entity) { (try? store(of: entity))?.identifier }
    return isTemporary ? scopes.temporary : scopes.permanent
  }

  func register(_ object: any PersistentModel, _ entity: _Entity, key: Int64) {
    register(object, object.ensuredState, entity, key: key, in: unretainedMap(of: entity))
  }

  @inline(__always)
  func register(
    _ object: any PersistentModel, _ state: _ModelState, _ entity: _Entity, key: Int64,
    in map: Unmanaged<IdentityMap>
  ) {
    let isNew = state.isDetached
    state.tie = registry.tie(of: entity)
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
    guard let object = registry.object(entity, key: key) else { return nil }
    // A key that came from outside may be that of a row of another class.
    return entity.superentity == nil || object._$state?.entity?.isKind(of: entity) == true
      ? object : nil
  }

  /// Whether some object of the hierarchy is registered with a key, of whatever class.
  func isRegistered(_ key: Int64, inHierarchyOf entity: _Entity) -> Bool {
    registry.object(entity, key: key) != nil
  }

  /// Whether an object of this context is of just this entity.
  @inline(__always)
  func isTied(_ state: _ModelState, to entity: _Entity) -> Bool {
    state.tie == registry.tie(of: entity)
  }
}
