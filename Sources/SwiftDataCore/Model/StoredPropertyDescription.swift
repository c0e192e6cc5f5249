import Observation

/// A property whose value lies in the object, in storage of its own type.
class StoredPropertyDescription<M: PersistentModel, V, Storage: _PropertyStorage>:
  _PropertyDescription, @unchecked Sendable
{
  private let storage: ReferenceWritableKeyPath<M, Storage>
  /// Where the object keeps it; a key path would be five times as slow.
  final let offset: Int?
  let keyPath: KeyPath<M, V>?

  init(
    index: Int, name: String, kind: Kind, metadata: Schema.PropertyMetadata?,
    codec: _AnyAttributeCodec? = nil, storage: ReferenceWritableKeyPath<M, Storage>
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
  final func stored(_ model: any PersistentModel) -> Storage {
    guard let offset else { return typed(model)[keyPath: storage] }
    return withExtendedLifetime(model) { Self.pointer(model, offset).pointee }
  }

  @inline(__always)
  final func store(_ value: Storage, _ model: any PersistentModel) {
    guard let offset else { return typed(model)[keyPath: storage] = value }
    withExtendedLifetime(model) { Self.pointer(model, offset).pointee = value }
  }

  @inline(__always)
  private static func pointer(_ model: any PersistentModel, _ offset: Int)
    -> UnsafeMutablePointer<Storage>
  {
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    return base.advanced(by: offset).assumingMemoryBound(to: Storage.self)
  }

  override func unload(_ model: any PersistentModel) { store(.absent, model) }

  override func isLoaded(_ model: any PersistentModel) -> Bool { !stored(model).isAbsent }

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
