import Observation

/// An attribute or relationship in storage of type `_Stored<V>`.
class TypedPropertyDescription<M: PersistentModel, V>: _PropertyDescription, @unchecked Sendable {
  private let storage: ReferenceWritableKeyPath<M, _Stored<V>>
  /// Where the object keeps it; a key path would be five times as slow.
  private let offset: Int?
  let keyPath: KeyPath<M, V>?

  init(
    index: Int, name: String, kind: Kind, metadata: Schema.PropertyMetadata?,
    codec: _AnyAttributeCodec? = nil, storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) {
    self.storage = storage
    offset = TypeReflection.offset(of: "_\(name)", inClass: M.self)
    keyPath = metadata?.keypath as? KeyPath<M, V>
    super.init(
      index: index, name: name, valueType: V.self, kind: kind, metadata: metadata, codec: codec)
  }

  @inline(__always)
  final func typed(_ model: any PersistentModel) -> M { unsafeDowncast(model, to: M.self) }

  @inline(__always)
  final func stored(_ model: any PersistentModel) -> _Stored<V> {
    guard let offset else { return typed(model)[keyPath: storage] }
    return withExtendedLifetime(model) { Self.pointer(model, offset).pointee }
  }

  @inline(__always)
  final func store(_ value: _Stored<V>, _ model: any PersistentModel) {
    guard let offset else { return typed(model)[keyPath: storage] = value }
    withExtendedLifetime(model) { Self.pointer(model, offset).pointee = value }
  }

  @inline(__always)
  private static func pointer(_ model: any PersistentModel, _ offset: Int)
    -> UnsafeMutablePointer<_Stored<V>>
  {
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    return base.advanced(by: offset).assumingMemoryBound(to: _Stored<V>.self)
  }

  override func unload(_ model: any PersistentModel) { store(.absent, model) }

  override func isLoaded(_ model: any PersistentModel) -> Bool {
    !stored(model).isAbsent
  }

  override func copyStored(from source: any PersistentModel, to target: any PersistentModel) {
    store(stored(source), target)
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
    switch stored(model) {
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

final class OptionalToOnePropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, V?>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    switch stored(model) {
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

final class ToManyPropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, [V]>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    guard case .value(let values) = stored(model) else { return .fault }
    return .objects(values)
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .objects(let objects):
      store(.value(objects.map { unsafeDowncast($0, to: V.self) }), model)
    case .none: store(.value([]), model)
    default: store(.absent, model)
    }
  }

  override func setMembers(_ members: ArraySlice<any PersistentModel>, of model: any PersistentModel) {
    store(.value(members.map { unsafeDowncast($0, to: V.self) }), model)
  }

  override func append(_ member: any PersistentModel, to model: any PersistentModel) {
    guard case .value(var values) = stored(model) else { return }
    // The array is taken out, so that appending does not copy it.
    store(.absent, model)
    values.append(unsafeDowncast(member, to: V.self))
    store(.value(values), model)
  }

  override func remove(_ member: any PersistentModel, from model: any PersistentModel) {
    guard case .value(var values) = stored(model) else { return }
    store(.absent, model)
    if let index = values.lastIndex(where: { $0 === member }) { values.remove(at: index) }
    store(.value(values), model)
  }

  override func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool {
    guard case .value(let values) = stored(model) else { return false }
    return values.contains { $0 === member }
  }
}

final class OptionalToManyPropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, [V]?>, @unchecked Sendable
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    switch stored(model) {
    case .value(.some(let values)): .objects(values)
    case .value(nil): .none
    default: .fault
    }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .objects(let objects):
      store(.value(objects.map { unsafeDowncast($0, to: V.self) }), model)
    case .none: store(.value(nil), model)
    default: store(.absent, model)
    }
  }

  override func setMembers(_ members: ArraySlice<any PersistentModel>, of model: any PersistentModel) {
    store(.value(members.map { unsafeDowncast($0, to: V.self) }), model)
  }

  override func append(_ member: any PersistentModel, to model: any PersistentModel) {
    guard case .value(.some(var values)) = stored(model) else { return }
    // The array is taken out, so that appending does not copy it.
    store(.absent, model)
    values.append(unsafeDowncast(member, to: V.self))
    store(.value(values), model)
  }

  override func remove(_ member: any PersistentModel, from model: any PersistentModel) {
    guard case .value(.some(var values)) = stored(model) else { return }
    store(.absent, model)
    if let index = values.lastIndex(where: { $0 === member }) { values.remove(at: index) }
    store(.value(values), model)
  }

  override func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool {
    guard case .value(.some(let values)) = stored(model) else { return false }
    return values.contains { $0 === member }
  }
}
