// SPDX-License-Identifier: Apache-2.0

// The names of Apple's expansion that hand-written code uses: `_$backingData`, in which an init accessor puts a value, and
// `_name`, which it initializes with an empty one.
//
// A class whose code does so gets both from the macro, and keeps what it is given until the object is first used.

/// The type of the empty storage beside a property in Apple's expansion.
public struct _SwiftDataNoType: Sendable {
  /// Creates the only value, which takes no room.
  @inlinable
  public init() {}
}

/// The values that an object's initializer has given it, until the object takes them over; then a view of the object.
final class InitialValues<Model: PersistentModel>: UntypedBackingData {
  private var values: [AnyKeyPath: Any] = [:]
  private weak var model: Model?

  init(for modelType: Model.Type) {}

  var persistentModelID: PersistentIdentifier? {
    get { model?.persistentModelID }
    set {}
  }

  var metadata: Any { () }

  func value<V>(_ keyPath: KeyPath<Model, V>) -> V {
    if let value = values[keyPath] as? V { return value }
    return model?[keyPath: keyPath] ?? _placeholder()
  }

  func store<V>(_ keyPath: KeyPath<Model, V>, _ value: V) {
    if let model, let writable = keyPath as? ReferenceWritableKeyPath<Model, V> {
      model[keyPath: writable] = value
    } else {
      values[keyPath] = value
    }
  }

  func settle(_ model: Model) {
    self.model = model
    guard !values.isEmpty else { return }
    let given = values
    values = [:]
    BackingDataValues.assign(given, to: model)
  }
}

/// The value of `_$backingData` in classes whose hand-written code uses that name.
public func _initialValues<M: PersistentModel>(_: M.Type) -> any BackingData<M> { InitialValues<M>(for: M.self) }

/// An initializer gives a property its value.
public func _setInitial<M: PersistentModel, V>(
  _ backingData: any BackingData<M>, _ keyPath: KeyPath<M, V>, _ value: V
) {
  (backingData as? InitialValues<M>)?.store(keyPath, value)
}

/// Gives an object what its initializer has set.
public func _settle<M: PersistentModel>(_ backingData: any BackingData<M>, _ model: M) {
  (backingData as? InitialValues<M>)?.settle(model)
}

extension PersistentModel {
  /// ``persistentBackingData`` under the name that it has in Apple's expansion, for methods that use it.
  public var _$backingData: any BackingData<Self> {
    get { persistentBackingData }
    set { persistentBackingData = newValue }
  }
}
