import Observation

// What the generated setter does. An object without a context only stores;
// the rest enrols the object with its context and keeps inverses.

/// Assigns an attribute.
@_disfavoredOverload
@inlinable
public func _set<M: PersistentModel, V: Codable>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ index: Int, _ old: _Stored<V>,
  _ new: V, _ store: (V) -> Void
) {
  guard let state = model._$state else { return store(new) }
  _setObserved(model, state, keyPath(), index, new, store)
}

/// Assigns an attribute that its type shows to be one.
@inlinable
public func _setAttribute<M: PersistentModel, V>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ index: Int, _ new: V,
  _ store: (V) -> Void
) {
  guard let state = model._$state else { return store(new) }
  _setObserved(model, state, keyPath(), index, new, store)
}

/// For a type that `_resolve` refuses.
@_disfavoredOverload
public func _set<M: PersistentModel, V>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ index: Int, _ old: _Stored<V>,
  _ new: V, _ store: (V) -> Void, _: Void = ()
) { store(new) }

@inlinable
public func _setTransformable<M: PersistentModel, V>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ index: Int, _ old: _Stored<V>,
  _ new: V, _ store: (V) -> Void
) {
  guard let state = model._$state else { return store(new) }
  _setObserved(model, state, keyPath(), index, new, store)
}

@usableFromInline
func _setObserved<M: PersistentModel, V>(
  _ model: M, _ state: _ModelState, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ index: Int,
  _ new: V, _ store: (V) -> Void
) {
  // A fault is read first, so that a save after this write has every value
  // and a rollback something to go back to.
  if state.isFault { state.core?.fireFault(model, state, index) }
  state.core?.willChange(model, state, index)
  guard let registrar = state.extra?.registrar else {
    store(new)
    return
  }
  registrar.withMutation(of: model, keyPath: keyPath()) { store(new) }
}

/// Assigns a to-one relationship that always has a destination.
public func _set<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ index: Int, _ old: _Stored<V>,
  _ new: V, _ store: (V) -> Void
) {
  Relationships.assign(model, index, to: .object(new)) { store(new) }
}

/// Assigns a to-one relationship.
public func _set<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V?>, _ index: Int, _ old: _Stored<V?>,
  _ new: V?, _ store: (V?) -> Void
) {
  // What an initializer does for a relationship that starts empty.
  if new == nil, model._$state == nil, case .value(nil) = old { return store(nil) }
  Relationships.assign(model, index, to: new.map { .object($0) } ?? .none) { store(new) }
}

/// Assigns a to-many relationship. An object that is named twice is kept once.
public func _set<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, [V]>, _ index: Int, _ old: _Stored<[V]>,
  _ new: [V], _ store: ([V]) -> Void
) {
  let unique = Relationships.withoutDuplicates(new)
  Relationships.assign(model, index, to: .objects(unique)) { store(unique) }
}

public func _set<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, [V]?>, _ index: Int, _ old: _Stored<[V]?>,
  _ new: [V]?, _ store: ([V]?) -> Void
) {
  let unique = new.map { Relationships.withoutDuplicates($0) }
  Relationships.assign(model, index, to: unique.map { .objects($0) } ?? .none) { store(unique) }
}
