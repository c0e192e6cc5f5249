// SPDX-License-Identifier: Apache-2.0

/// A to-one relationship that always has a destination.
final class ToOnePropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, V>
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    if let address = address(model, as: AnyObject.self) {
      return withExtendedLifetime(model) {
        switch address.pointee {
        case .absent: .fault
        case .key(let key): .key(key)
        case .value(let value): .object(_destination(value, V.self))
        }
      }
    }
    return switch stored(model) {
    case .absent: .fault
    case .key(let key): .key(key)
    case .value(let value): .object(value)
    }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .object(let object): store(.value(_destination(object, V.self)), model)
    case .key(let key): store(.key(key), model)
    default: store(.absent, model)
    }
  }

  /// If the row has no destination (another program, or `.noAction`, left it
  /// dangling), a detached instance stands in for it.
  override func resolved(_ model: M) -> V {
    if case .key(let key) = stored(model), let object = destination(of: model, key) {
      let value = _destination(object, V.self)
      if isKept(model) { store(.value(value), model) }
      return value
    }
    let value: V
    if let object = recorded(model) {
      value = _destination(object, V.self)
    } else {
      value = V(backingData: _FaultBackingData<V>(for: V.self))
      value.ensuredState._becomeStandIn()
      // What could not be read is read again.
      if model._$state?.core?.deferredError != nil { return value }
    }
    store(.value(value), model)
    return value
  }

  override func assign(_ value: V, to model: M) {
    Relationships.assign(model, index, to: .object(value)) { store(.value(value), model) }
  }
}

/// A to-one relationship that may be empty.
final class OptionalToOnePropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, V?>
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    if let address = address(model, as: AnyObject?.self) {
      return withExtendedLifetime(model) {
        switch address.pointee {
        case .absent: .fault
        case .key(let key): .key(key)
        case .value(nil): .none
        case .value(.some(let value)): .object(_destination(value, V.self))
        }
      }
    }
    return switch stored(model) {
    case .absent: .fault
    case .key(let key): .key(key)
    case .value(nil): .none
    case .value(.some(let value)): .object(value)
    }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .object(let object): store(.value(_destination(object, V.self)), model)
    case .key(let key): store(.key(key), model)
    case .none: store(.value(nil), model)
    default: store(.absent, model)
    }
  }

  override func resolved(_ model: M) -> V? {
    let object: (any PersistentModel)?
    switch stored(model) {
    case .value(let value): return value
    case .key(let key): object = destination(of: model, key)
    case .absent: object = recorded(model)
    }
    let value = object.map { _destination($0, V.self) }
    // What could not be read is read again.
    if value == nil, model._$state?.core?.deferredError != nil { return nil }
    if isKept(model) { store(.value(value), model) }
    return value
  }

  override func assign(_ value: V?, to model: M) {
    // What an initializer does for a relationship that starts empty.
    if value == nil, model._$state == nil, case .value(nil) = stored(model) { return }
    Relationships.assign(model, index, to: value.map { .object($0) } ?? .none) {
      store(.value(value), model)
    }
  }
}
