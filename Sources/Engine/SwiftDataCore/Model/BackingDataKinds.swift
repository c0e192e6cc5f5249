// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The seed of an object whose values come from a row: it has none of its own.
/// No class, so that handing it to an object counts no references.
struct _FaultBackingData<Model: PersistentModel>: UntypedBackingData, Sendable {
  var persistentModelID: PersistentIdentifier? {
    get { nil }
    set {}
  }
  var metadata: Any { () }
  var _isFault: Bool { true }

  init(for modelType: Model.Type) {}

  func value<V>(_ keyPath: KeyPath<Model, V>) -> V { _placeholder() }
  func store<V>(_ keyPath: KeyPath<Model, V>, _ value: V) {}
}

/// Values without an object: what ``PersistentModel/createBackingData()``
/// returns, and what hand-written models keep theirs in.
final class DetachedBackingData<Model: PersistentModel>: UntypedBackingData {
  var values: [AnyKeyPath: Any] = [:]
  /// The link of a hand-written model to its context.
  let storage = _ModelStateStorage()
  /// The model that the link is of. An identity map holds its address until
  /// the link goes, which may be after the model: an unowned reference keeps
  /// the memory there, so that the map can see that the model is deallocated.
  private unowned var model: AnyObject?
  private var address: UInt = 0
  var persistentModelID: PersistentIdentifier?
  var metadata: Any { () }

  init(for modelType: Model.Type) {}

  deinit {
    // The model may live on, with another backing data.
    ownState.unregister(address)
  }

  /// The link, which is that of `model` unless another one's is registered.
  func ownState(of model: AnyObject) -> _ModelState {
    let state = ownState
    let address = UInt(bitPattern: Unmanaged.passUnretained(model).toOpaque())
    if self.address != address, state.isDetached {
      self.model = model
      self.address = address
    }
    return state
  }

  func value<V>(_ keyPath: KeyPath<Model, V>) -> V {
    if let value = values[keyPath] as? V { return value }
    // A key path of a subclass differs from its superclass's, though both lead to one property.
    if let declared = declared(keyPath), let value = values[declared] as? V { return value }
    return _placeholder()
  }

  func store<V>(_ keyPath: KeyPath<Model, V>, _ value: V) {
    values[values[keyPath] == nil ? declared(keyPath) ?? keyPath : keyPath] = value
  }

  /// The key path by which the class that declares the property knows it.
  private func declared(_ keyPath: AnyKeyPath) -> AnyKeyPath? {
    // The root of a hierarchy declares all itself. Its description may be in the making.
    guard Model.Root.self != Model.self else { return nil }
    let description = Model._$description
    guard let path = description.path(keyPath), path.elements.isEmpty,
      path.properties.count == 1, let name = path.properties.first
    else { return nil }
    return description.property(named: name)?.metadata?.keypath
  }
}

/// A view of an instance's typed storage.
final class ModelBackingData<Model: PersistentModel>: UntypedBackingData {
  private let model: Model?

  init(model: Model) { self.model = model }
  init(for modelType: Model.Type) { model = nil }

  var persistentModelID: PersistentIdentifier? {
    get { model?.persistentModelID }
    set {}
  }

  var metadata: Any { model?._$state as Any }

  func value<V>(_ keyPath: KeyPath<Model, V>) -> V {
    guard let model else { return _placeholder() }
    return model[keyPath: keyPath]
  }

  func store<V>(_ keyPath: KeyPath<Model, V>, _ value: V) {
    guard let model, let writable = keyPath as? ReferenceWritableKeyPath<Model, V> else { return }
    model[keyPath: writable] = value
  }
}

extension PersistentModel {
  /// Values to make an instance from.
  public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
    DetachedBackingData<P>(for: P.self)
  }
}

extension BackingData {
  /// Copies the values into backing data of the concrete subclass `CurrentClass`.
  public func _generateCurrentClassBackingData<CurrentClass: PersistentModel>()
    -> any BackingData<CurrentClass>
  { BackingDataValues.detached(from: self, for: CurrentClass.self) }

  /// Copies the values into backing data of a superclass of `givenType`.
  public func _superClassBackingData<SuperClass: PersistentModel>(
    of givenType: any PersistentModel.Type
  ) -> any BackingData<SuperClass> {
    BackingDataValues.detached(from: self, for: SuperClass.self)
  }
}

// MARK: What the macro's expansion calls

/// The backing data of an instance: a view of its properties.
public func _backingData<M: PersistentModel>(of model: M) -> any BackingData<M> {
  ModelBackingData(model: model)
}

/// Takes over the values of `backingData`.
public func _adopt<M: PersistentModel>(_ backingData: any BackingData<M>, for model: M) {
  if backingData._isFault { return }
  if let detached = backingData as? any DetachedValues {
    BackingDataValues.assign(detached.storedValues, to: model)
  } else {
    KeptBackingData(backingData).assign(M._$description.properties, of: model)
  }
}

/// The last step of `init(backingData:)`: takes over values, if there are any.
@inlinable
public func _initialize<M: PersistentModel, N: PersistentModel>(
  _ model: M, from backingData: any BackingData<N>
) {
  if backingData._isFault { return }
  _takeValues(model, backingData)
}

/// `_initialize` for a class that names something it inherits from. The compiler refuses the call where that is a
/// class, which then is no model: "'self' used in method call '_superclassMustBeModel' before 'super.init' call".
@inlinable
public func _superclassMustBeModel<M: PersistentModel, N: PersistentModel>(
  _ model: M, from backingData: any BackingData<N>
) {
  _initialize(model, from: backingData)
}

/// Values at hand are taken over at once. A backing data of the program's own is asked for each when it is read
/// first, or when the object is inserted.
@usableFromInline
func _takeValues<M: PersistentModel, N: PersistentModel>(
  _ model: M, _ backingData: any BackingData<N>
) {
  if let detached = backingData as? any DetachedValues {
    return BackingDataValues.assign(detached.storedValues, to: model)
  }
  let kept = KeptBackingData(backingData)
  kept.assign(M._$description.properties.filter(\.isConstant), of: model)
  model.ensuredState.ensuredExtra.backing = kept
}

protocol DetachedValues { var storedValues: [AnyKeyPath: Any] { get } }
extension DetachedBackingData: DetachedValues {
  var storedValues: [AnyKeyPath: Any] { values }
}
