// SPDX-License-Identifier: Apache-2.0

import Observation

// What the generated accessors do. A loaded value without observers is read
// in line in the user's module; so is an attribute assigned to an object that no
// context knows. The rest is the business of the property's description.

/// Whether the thread is inside `withObservationTracking`, so that reads are to
/// be noted. In debug builds all are, to check where they come from.
@inlinable
@inline(__always)
public var _isTracking: Bool {
  #if DEBUG
    true
  #else
    ObservationProbe.isTracking
  #endif
}

/// Reads an attribute whose type shows that it is one.
public func _readAttribute<M: PersistentModel, V>(_ model: M, _ index: Int) -> V {
  description(M.self, index, V.self).value(of: model)
}

/// Assigns an attribute whose type shows that it is one.
public func _writeAttribute<M: PersistentModel, V>(_ model: M, _ index: Int, _ value: V) {
  description(M.self, index, V.self).assign(value, to: model)
}

/// Reads an attribute. The description of the class asks whether its type can be stored: here the
/// conformance may be isolated to an actor, and is not needed.
@_disfavoredOverload
public func _read<M: PersistentModel, V>(_ model: M, _ index: Int) -> V {
  _readTransformable(model, index)
}

/// Reads a to-one relationship that always has a destination.
public func _read<M: PersistentModel, V: PersistentModel>(_ model: M, _ index: Int) -> V {
  _readTransformable(model, index)
}

/// Reads a to-one relationship.
public func _read<M: PersistentModel, V: PersistentModel>(_ model: M, _ index: Int) -> V? {
  _readTransformable(model, index)
}

/// Reads a to-many relationship: its objects, in stable order.
public func _read<M: PersistentModel, V: PersistentModel>(_ model: M, _ index: Int) -> [V] {
  _readTransformable(model, index)
}

/// Reads a to-many relationship that may be `nil`.
public func _read<M: PersistentModel, V: PersistentModel>(_ model: M, _ index: Int) -> [V]? {
  _readTransformable(model, index)
}

/// Reads a property of any type.
public func _readTransformable<M: PersistentModel, V>(_ model: M, _ index: Int) -> V {
  description(M.self, index, V.self).value(of: model)
}

// MARK: Assigning to an object that no context knows
//
// Whether the new value may just be stored. What an initializer does should not
// cost more than making the object.

/// An attribute.
@_disfavoredOverload
@inlinable
@inline(__always)
public func _isJustStored<V>(_ old: _Stored<V>, _ new: V) -> Bool { true }

/// A relationship has another side, unless it starts empty and stays so.
@inlinable
@inline(__always)
public func _isJustStored<V: PersistentModel>(_ old: _Stored<V>, _ new: V) -> Bool { false }

@inlinable
public func _isJustStored<V: PersistentModel>(_ old: _Stored<V?>, _ new: V?) -> Bool {
  if new == nil, case .value(nil) = old { return true }
  return false
}

@inlinable
public func _isJustStored<V: PersistentModel>(_ old: _Stored<[V]>, _ new: [V]) -> Bool {
  if new.isEmpty, case .value(let members) = old { return members.isEmpty }
  return false
}

@inlinable
public func _isJustStored<V: PersistentModel>(_ old: _Stored<[V]?>, _ new: [V]?) -> Bool {
  if new == nil, case .value(nil) = old { return true }
  return false
}

// MARK: Assigning

/// Assigns an attribute or a relationship.
public func _write<M: PersistentModel, V>(_ model: M, _ index: Int, _ value: V) {
  description(M.self, index, V.self).assign(value, to: model)
}

/// Assigns an attribute whose values go through a value transformer.
public func _writeTransformable<M: PersistentModel, V>(_ model: M, _ index: Int, _ value: V) {
  description(M.self, index, V.self).assign(value, to: model)
}

/// The description of a property of `M`. The accessor that asks and the
/// description come from one declaration.
@inline(__always)
private func description<M: PersistentModel, V>(_: M.Type, _ index: Int, _: V.Type)
  -> AccessedPropertyDescription<M, V>
{
  // The macro writes the accessor and the description from one declaration.
  unsafeDowncast(M._$description.properties[index], to: AccessedPropertyDescription<M, V>.self)
}

/// The registrar of one object, created at its first observation.
public func _registrar<M: PersistentModel>(of model: M) -> ObservationRegistrar {
  let extra = model.ensuredState.ensuredExtra
  DepartureWatch.note(extra)
  if let registrar = extra.registrar { return registrar }
  let registrar = ObservationRegistrar()
  extra.registrar = registrar
  return registrar
}

/// Reads the row of a fault; does nothing if the property needs no row.
@inline(never)
func _fault<M: PersistentModel>(_ model: M, _ index: Int) {
  guard let state = model._$state else { return }
  if let recorder = state.extra?.recorder {
    recorder.record(index)
    return
  }
  state.core?.fireFault(model, state, index)
}

// MARK: Placeholders

@inlinable
public func _placeholder<V: _ColumnValue>() -> V { V._absentValue }

/// A value for a property that has none. Used where no row answers, and for
/// a `let` before its row is read.
@_disfavoredOverload
public func _placeholder<V>() -> V {
  if let value = Placeholder.make(V.self) { return value }
  if let model = V.self as? any PersistentModel.Type, let value = model._$description.make() as? V {
    return value
  }
  // A getter cannot throw, and no bytes would be a valid value. Reached only for a class, or a struct
  // or enum that has one in it, whose `init(from:)` refuses whatever is empty, of a property without
  // a default value, on an object whose row is gone. Apple's framework traps for any type.
  preconditionFailure(
    "OpenSwiftData: no value of type \(V.self) can be created for a property without a row. "
      + "Make the property optional, give it a default value, or let init(from:) accept empty values.")
}
