// SPDX-License-Identifier: Apache-2.0

import Observation

/// A property of `M` whose accessors the macro has written.
///
/// Its methods do not depend on the storage's type, whose metadata a call would
/// have to look up: that took longer than creating an object.
class AccessedPropertyDescription<M: PersistentModel, Value>: PropertyDescription {
  /// The slow path of the getter: the value is not loaded, or is observed.
  func value(of model: M) -> Value { _placeholder() }
  /// Implements the setter.
  func assign(_ value: Value, to model: M) {}
}

/// A property whose value lies in the object, in storage of its own type.
class StoredPropertyDescription<M: PersistentModel, Storage: PropertyStorage>:
  AccessedPropertyDescription<M, Storage.Value>
{
  typealias Value = Storage.Value

  private let storage: ReferenceWritableKeyPath<M, Storage>
  /// Where the object keeps it; a key path would be five times as slow.
  final let offset: Int?
  let keyPath: KeyPath<M, Value>?

  init(
    index: Int, name: String, kind: Kind, metadata: Schema.PropertyMetadata?,
    codec: AnyAttributeCodec? = nil, storage: ReferenceWritableKeyPath<M, Storage>
  ) {
    self.storage = storage
    // The first name is that of a property with attributes which the macro does not know, or in a class in which the
    // other one is that of something else.
    offset =
      TypeReflection.offset(of: "_$_\(name)", inClass: M.self)
      ?? TypeReflection.offset(of: "_\(name)", inClass: M.self)
    keyPath = metadata?.keypath as? KeyPath<M, Value>
    super.init(
      index: index, name: name, valueType: Value.self, kind: kind, metadata: metadata,
      codec: codec)
  }

  // MARK: Storage

  @inline(__always)
  // The description of a class is asked about its own objects only: as an entity's, whose objects are checked (`isOfItsRow`).
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
    // The offset is the runtime's, for this class and a field of this type.
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    return base.advanced(by: offset).assumingMemoryBound(to: Storage.self)
  }

  override func unload(_ model: any PersistentModel) { store(.absent, model) }

  override func isLoaded(_ model: any PersistentModel) -> Bool { !stored(model).isAbsent }

  override func copyStored(from source: any PersistentModel, to target: any PersistentModel) {
    store(stored(source), target)
  }

  // MARK: Accessors

  final override func value(of model: M) -> Value {
    #if DEBUG
      if let state = model._$state { state.core?.checkHome(.read, state.entity?.name, name) }
    #endif
    if ObservationProbe.isTracking, let keyPath {
      if let reader = ModelReading.reader {
        model.ensuredState.ensuredExtra.readers.add(reader, index)
      } else {
        _registrar(of: model).access(model, keyPath: keyPath)
      }
    }
    if let value = stored(model).loaded { return value }
    guard let core = model._$state?.core else {
      _fault(model, index)
      return stored(model).loaded ?? resolved(model)
    }
    core.turn.enter()
    defer { core.turn.leave() }
    _fault(model, index)
    return stored(model).loaded ?? resolved(model)
  }

  /// A value that the object's row does not bring. It is kept for the next
  /// time, unless the reference could keep objects alive that no context looks
  /// after.
  ///
  /// Here: an attribute that no row has. The row is gone, or the instance was
  /// made without values.
  func resolved(_ model: M) -> Value {
    let value = standIn(model)
    // What could not be read is read again.
    if model._$state?.isFault == true { return value }
    store(.value(value), model)
    return value
  }

  private func standIn(_ model: M) -> Value {
    if let extra = model._$state?.extra {
      if let value = extra.recorder?.markedValue(of: Value.self) { return value }
      if let value = extra.backing?.value(of: self) as? Value { return value }
    }
    // An `.ephemeral` attribute starts from its default after every fetch.
    if isEphemeral, let value = metadata?.defaultValue as? Value { return value }
    if let value = Placeholder.make(Value.self) ?? metadata?.defaultValue as? Value { return value }
    return _placeholder()
  }

  /// An object without a context only stores; the rest enrols the object with
  /// its context.
  override func assign(_ value: Value, to model: M) {
    guard let state = model._$state else { return store(.value(value), model) }
    guard let core = state.core else { return assign(value, to: model, state) }
    core.turn.enter()
    defer { core.turn.leave() }
    // A fault is read first, so that a save after this write has every value
    // and a rollback something to go back to.
    if state.isFault { core.fireFault(model, state, index) }
    core.willChange(model, state, index)
    assign(value, to: model, state)
  }

  /// Stores a value, and tells those who observe the property.
  @inline(__always)
  private func assign(_ value: Value, to model: M, _ state: _ModelState) {
    guard let extra = state.extra else { return store(.value(value), model) }
    extra.tellReaders(index)
    guard let registrar = extra.registrar, let keyPath else { return store(.value(value), model) }
    registrar.withMutation(of: model, keyPath: keyPath) { store(.value(value), model) }
  }

  override func write(_ value: Any, to model: any PersistentModel) {
    if let value = value as? Value { assign(value, to: typed(model)) }
  }

  override func read(_ model: any PersistentModel) -> Any? {
    keyPath.map { typed(model)[keyPath: $0] }
  }

  override func notify(_ model: any PersistentModel, _ body: () -> Void) {
    guard let extra = model._$state?.extra else { return body() }
    extra.tellReaders(index)
    guard let registrar = extra.registrar, let keyPath else { return body() }
    let model = typed(model)
    registrar.willSet(model, keyPath: keyPath)
    body()
    registrar.didSet(model, keyPath: keyPath)
  }
}
