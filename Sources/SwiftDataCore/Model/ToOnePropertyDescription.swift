/// A to-one relationship that always has a destination.
final class ToOnePropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, V>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    if let address = address(model, as: AnyObject.self) {
      return withExtendedLifetime(model) {
        switch address.pointee {
        case .absent: .fault
        case .key(let key): .key(key)
        case .value(let value): .object(unsafeDowncast(value, to: V.self))
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
    case .object(let object): store(.value(unsafeDowncast(object, to: V.self)), model)
    case .key(let key): store(.key(key), model)
    default: store(.absent, model)
    }
  }
}

/// A to-one relationship that may be empty.
final class OptionalToOnePropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, V?>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    if let address = address(model, as: AnyObject?.self) {
      return withExtendedLifetime(model) {
        switch address.pointee {
        case .absent: .fault
        case .key(let key): .key(key)
        case .value(nil): .none
        case .value(.some(let value)): .object(unsafeDowncast(value, to: V.self))
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
    case .object(let object): store(.value(unsafeDowncast(object, to: V.self)), model)
    case .key(let key): store(.key(key), model)
    case .none: store(.value(nil), model)
    default: store(.absent, model)
    }
  }
}
