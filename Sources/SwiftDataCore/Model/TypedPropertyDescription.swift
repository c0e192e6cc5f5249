import Observation

/// An attribute or relationship in storage of type `_Stored<V>`.
class TypedPropertyDescription<M: PersistentModel, V>: _PropertyDescription, @unchecked Sendable {
  let storage: ReferenceWritableKeyPath<M, _Stored<V>>
  let keyPath: KeyPath<M, V>?

  init(
    index: Int, name: String, kind: Kind, metadata: Schema.PropertyMetadata?,
    codec: _AnyAttributeCodec? = nil, storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) {
    self.storage = storage
    keyPath = metadata?.keypath as? KeyPath<M, V>
    super.init(
      index: index, name: name, valueType: V.self, kind: kind, metadata: metadata, codec: codec)
  }

  @inline(__always)
  final func typed(_ model: any PersistentModel) -> M { unsafeDowncast(model, to: M.self) }

  override func unload(_ model: any PersistentModel) { typed(model)[keyPath: storage] = .absent }

  override func isLoaded(_ model: any PersistentModel) -> Bool {
    !typed(model)[keyPath: storage].isAbsent
  }

  override func copyStored(from source: any PersistentModel, to target: any PersistentModel) {
    typed(target)[keyPath: storage] = typed(source)[keyPath: storage]
  }

  override func read(_ model: any PersistentModel) -> Any? {
    keyPath.map { typed(model)[keyPath: $0] }
  }

  override func notify(_ model: any PersistentModel, _ body: () -> Void) {
    guard let registrar = model._$state?.extra?.registrar, let keyPath else { return body() }
    let model = typed(model)
    registrar.willSet(model, keyPath: keyPath)
    body()
    registrar.didSet(model, keyPath: keyPath)
  }
}

final class ToOnePropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, V>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    switch typed(model)[keyPath: storage] {
    case .absent: .fault
    case .key(let key): .key(key)
    case .value(let value): .object(value)
    }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .object(let object): typed(model)[keyPath: storage] = .value(unsafeDowncast(object, to: V.self))
    case .key(let key): typed(model)[keyPath: storage] = .key(key)
    default: typed(model)[keyPath: storage] = .absent
    }
  }
}

final class OptionalToOnePropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, V?>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    switch typed(model)[keyPath: storage] {
    case .absent: .fault
    case .key(let key): .key(key)
    case .value(nil): .none
    case .value(.some(let value)): .object(value)
    }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .object(let object): typed(model)[keyPath: storage] = .value(unsafeDowncast(object, to: V.self))
    case .key(let key): typed(model)[keyPath: storage] = .key(key)
    case .none: typed(model)[keyPath: storage] = .value(nil)
    default: typed(model)[keyPath: storage] = .absent
    }
  }
}

final class ToManyPropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, [V]>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    guard case .value(let values) = typed(model)[keyPath: storage] else { return .fault }
    return .objects(values)
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .objects(let objects):
      typed(model)[keyPath: storage] = .value(objects.map { unsafeDowncast($0, to: V.self) })
    case .none: typed(model)[keyPath: storage] = .value([])
    default: typed(model)[keyPath: storage] = .absent
    }
  }

  override func append(_ member: any PersistentModel, to model: any PersistentModel) {
    let model = typed(model)
    guard case .value(var values) = model[keyPath: storage] else { return }
    // The array is taken out, so that appending does not copy it.
    model[keyPath: storage] = .absent
    values.append(unsafeDowncast(member, to: V.self))
    model[keyPath: storage] = .value(values)
  }

  override func remove(_ member: any PersistentModel, from model: any PersistentModel) {
    let model = typed(model)
    guard case .value(var values) = model[keyPath: storage] else { return }
    model[keyPath: storage] = .absent
    if let index = values.lastIndex(where: { $0 === member }) { values.remove(at: index) }
    model[keyPath: storage] = .value(values)
  }

  override func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool {
    guard case .value(let values) = typed(model)[keyPath: storage] else { return false }
    return values.contains { $0 === member }
  }
}

final class OptionalToManyPropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, [V]?>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    switch typed(model)[keyPath: storage] {
    case .value(.some(let values)): .objects(values)
    case .value(nil): .none
    default: .fault
    }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .objects(let objects):
      typed(model)[keyPath: storage] = .value(objects.map { unsafeDowncast($0, to: V.self) })
    case .none: typed(model)[keyPath: storage] = .value(nil)
    default: typed(model)[keyPath: storage] = .absent
    }
  }

  override func append(_ member: any PersistentModel, to model: any PersistentModel) {
    let model = typed(model)
    guard case .value(.some(var values)) = model[keyPath: storage] else { return }
    // The array is taken out, so that appending does not copy it.
    model[keyPath: storage] = .absent
    values.append(unsafeDowncast(member, to: V.self))
    model[keyPath: storage] = .value(values)
  }

  override func remove(_ member: any PersistentModel, from model: any PersistentModel) {
    let model = typed(model)
    guard case .value(.some(var values)) = model[keyPath: storage] else { return }
    model[keyPath: storage] = .absent
    if let index = values.lastIndex(where: { $0 === member }) { values.remove(at: index) }
    model[keyPath: storage] = .value(values)
  }

  override func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool {
    guard case .value(.some(let values)) = typed(model)[keyPath: storage] else { return false }
    return values.contains { $0 === member }
  }
}
