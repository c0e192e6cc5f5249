import Observation

// What the generated getter does, step by step. The fast path, a loaded
// value with nobody observing, stays in line in the user's module.

/// Tells observers that a property is being read.
@inlinable
@inline(__always)
public func _access<M: PersistentModel, V>(
  _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>
) {
  if _ObservationProbe.isTracking { _track(model, keyPath()) }
}

@usableFromInline
@inline(never)
func _track<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>) {
  _registrar(of: model).access(model, keyPath: keyPath)
}

/// The registrar of one object, made when somebody first observes it.
public func _registrar<M: PersistentModel>(of model: M) -> ObservationRegistrar {
  let extra = model.ensuredState.ensuredExtra
  if let registrar = extra.registrar { return registrar }
  let registrar = ObservationRegistrar()
  extra.registrar = registrar
  return registrar
}

/// Reads the row of a fault; does nothing if the property needs no row.
@inline(never)
public func _fault<M: PersistentModel>(_ model: M, _ index: Int) {
  guard let state = model._$state else { return }
  if let recorder = state.extra?.recorder {
    recorder.record(index)
    return
  }
  state.core?.fireFault(model, state, index)
}

// MARK: Resolving a value that is not loaded
//
// Each hands the value to `store`, for the next time, unless the reference
// could keep objects alive that no context looks after.

/// An attribute that no row has: the row vanished, or the instance was made
/// without values.
@_disfavoredOverload
public func _resolve<M: PersistentModel, V: Codable>(
  _ model: M, _ stored: _Stored<V>, _ index: Int, _ store: (V) -> Void
) -> V {
  if case .value(let value) = stored { return value }
  let value = standIn(model, index, V.self)
  store(value)
  return value
}

/// An attribute that its type shows to be one.
public func _resolveAttribute<M: PersistentModel, V: Codable>(
  _ model: M, _ stored: _StoredAttribute<V>, _ index: Int, _ store: (V) -> Void
) -> V {
  if case .value(let value) = stored { return value }
  let value = standIn(model, index, V.self)
  store(value)
  return value
}

private func standIn<V>(_ model: any PersistentModel, _ index: Int, _: V.Type) -> V {
  if let value = model._$state?.extra?.recorder?.markedValue(of: V.self) { return value }
  let property = type(of: model)._$description.properties[index]
  // An `.ephemeral` attribute starts from its default after every fetch.
  if property.isEphemeral, let value = property.metadata?.defaultValue as? V { return value }
  return _placeholder()
}

/// A type that can be neither stored nor related to.
@_disfavoredOverload
@available(
  *, unavailable,
  message: "a persisted property's type must be Codable or a model; mark the property @Transient, or make its type Codable"
)
public func _resolve<M: PersistentModel, V>(
  _ model: M, _ stored: _Stored<V>, _ index: Int, _ store: (V) -> Void, _: Void = ()
) -> V { _placeholder() }

public func _resolveTransformable<M: PersistentModel, V>(
  _ model: M, _ stored: _Stored<V>, _ index: Int, _ store: (V) -> Void
) -> V {
  if case .value(let value) = stored { return value }
  let value: V = _placeholder()
  store(value)
  return value
}

/// A to-one relationship that always has a destination. If the row has none
/// (another program, or `.noAction`, left it dangling), a detached instance
/// stands in for it.
public func _resolve<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ stored: _Stored<V>, _ index: Int, _ store: (V) -> Void
) -> V {
  if case .value(let value) = stored { return value }
  if case .key(let key) = stored, let object = related(model, index, key) {
    let value = unsafeDowncast(object, to: V.self)
    if isKept(model, index) { store(value) }
    return value
  }
  let value: V = standIn(model, index)
  store(value)
  return value
}

/// A to-one relationship.
public func _resolve<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ stored: _Stored<V?>, _ index: Int, _ store: (V?) -> Void
) -> V? {
  let object: (any PersistentModel)?
  switch stored {
  case .value(let value): return value
  case .key(let key): object = related(model, index, key)
  case .absent: object = model._$state?.extra?.recorder?.destination(index)
  }
  let value = object.map { unsafeDowncast($0, to: V.self) }
  if isKept(model, index) { store(value) }
  return value
}

/// A to-many relationship: its objects, in stable order.
public func _resolve<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ stored: _Stored<[V]>, _ index: Int, _ store: ([V]) -> Void
) -> [V] {
  if case .value(let values) = stored { return values }
  let values = toMany(model, index, [V].self) { $0 } ?? []
  if isKept(model, index) { store(values) }
  return values
}

public func _resolve<M: PersistentModel, V: PersistentModel>(
  _ model: M, _ stored: _Stored<[V]?>, _ index: Int, _ store: ([V]?) -> Void
) -> [V]? {
  if case .value(let values) = stored { return values }
  guard model._$state?.core != nil || model._$state?.extra?.recorder != nil else {
    store(nil)
    return nil
  }
  let values = toMany(model, index, [V]?.self) { $0 }
  if isKept(model, index) { store(values) }
  return values
}

private func isKept(_ model: any PersistentModel, _ index: Int) -> Bool {
  guard let state = model._$state, let core = state.core, let entity = state.entity else {
    return true
  }
  return core.keeps(entity.properties[index])
}

private func related(_ model: any PersistentModel, _ index: Int, _ key: Int64)
  -> (any PersistentModel)?
{
  guard let state = model._$state, let core = state.core, let entity = state.entity else {
    return nil
  }
  return core.toOne(of: model, state, entity.properties[index], key: key)
}

/// The objects of a to-many relationship that is not loaded: `nil` if it has
/// none to load, and is optional.
private func toMany<M: PersistentModel, V: PersistentModel, C>(
  _ model: M, _ index: Int, _ collection: C.Type, _ members: (C) -> [V]?
) -> [V]? {
  guard let state = model._$state else { return nil }
  if let recorder = state.extra?.recorder {
    return recorder.destination(index).map { [unsafeDowncast($0, to: V.self)] }
  }
  guard let core = state.core, let entity = state.entity else { return nil }
  let property = entity.properties[index]
  core.loadToMany(of: model, state, property)
  guard let typed = property.description as? TypedPropertyDescription<M, C>,
    case .value(let value) = typed.stored(model)
  else { return [] }
  if !core.keeps(property) { typed.unload(model) }
  return members(value)
}

private func standIn<V: PersistentModel>(_ model: any PersistentModel, _ index: Int) -> V {
  if let object = model._$state?.extra?.recorder?.destination(index) {
    return unsafeDowncast(object, to: V.self)
  }
  let object = V(backingData: _FaultBackingData<V>(for: V.self))
  object.ensuredState.flags.insert(.vanished)
  return object
}

// MARK: Placeholders

@inlinable
public func _placeholder<V: _ColumnValue>() -> V { V._absentValue }

/// A value for a property that has none. Used where no row answers, and for
/// a `let` before its row is read.
@_disfavoredOverload
public func _placeholder<V>() -> V {
  if let value = _Placeholder.make(V.self) { return value }
  if let model = V.self as? any PersistentModel.Type, let value = model._$description.make() as? V {
    return value
  }
  // A getter cannot throw, and no bytes would be a valid value. Reached only
  // for a type whose own decoding refuses every value, on an object whose row
  // has vanished, or that was made without one.
  preconditionFailure(
    "OpenSwiftData: no value of type \(V.self) can be made for a property without a row. "
      + "Make the property optional, or let init(from:) accept empty values.")
}
