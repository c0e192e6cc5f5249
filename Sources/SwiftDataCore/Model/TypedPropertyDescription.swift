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

  /// The storage seen as that of another type of the same layout, so that no
  /// metadata of `_Stored<V>` has to be looked up: that was two thirds of what
  /// assigning a relationship cost.
  @inline(__always)
  final func address<U>(_ model: any PersistentModel, as _: U.Type)
    -> UnsafeMutablePointer<_Stored<U>>?
  {
    guard let offset else { return nil }
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    return base.advanced(by: offset).assumingMemoryBound(to: _Stored<U>.self)
  }

  /// Where the list of a loaded to-many relationship lies: at the beginning
  /// of its storage, whose size shows that a tag follows it.
  @inline(__always)
  final func list<Member>(_ model: any PersistentModel, of _: Member.Type)
    -> UnsafeMutablePointer<[Member]>?
  {
    guard let offset, MemoryLayout<_Stored<[AnyObject]>>.size == 9 else { return nil }
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    return base.advanced(by: offset).assumingMemoryBound(to: [Member].self)
  }

  /// Members as an array of their class. Written as references, since `map` in
  /// generic code copies each through its metadata: a tenth of prefetching.
  static func list<Member: AnyObject>(_ members: ArraySlice<any PersistentModel>) -> [Member] {
    [Member](unsafeUninitializedCapacity: members.count) { buffer, count in
      guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      let references = base.assumingMemoryBound(to: Unmanaged<AnyObject>.self)
      for member in members {
        references[count] = Unmanaged.passRetained(member as AnyObject)
        count += 1
      }
    }
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
