// SPDX-License-Identifier: Apache-2.0

/// The values of a backing data, property by property, whatever kind of backing data it is.
enum BackingDataValues {
  /// The value of a property; `nil` if the backing data's class has no such property.
  static func value<B: BackingData>(of property: PropertyDescription, in backingData: B) -> Any? {
    let own = B.Model._$description.property(named: property.name)
    guard let own, let keyPath = ModelKeyPaths.keyPath(own.index, of: B.Model.self) else { return nil }
    if let detached = backingData as? any DetachedValues {
      return own.metadata.flatMap { detached.storedValues[$0.keypath] } ?? detached.storedValues[keyPath]
    }
    if (own.metadata?.metadata as? Schema.Attribute)?._transformerName != nil {
      return transformable(keyPath, backingData)
    }
    switch own.kind {
    case .attribute:
      guard let type = own.valueType as? any Codable.Type else { return nil }
      return attribute(type, keyPath, backingData)
    case .toOne(let type), .toMany(let type):
      return related(type, keyPath, backingData)
    }
  }

  private static func attribute<B: BackingData, V: Codable>(
    _: V.Type, _ keyPath: PartialKeyPath<B.Model>, _ backingData: B
  ) -> Any? {
    (keyPath as? KeyPath<B.Model, V>).map { backingData.getValue(forKey: $0) }
  }

  private static func transformable<B: BackingData>(
    _ keyPath: PartialKeyPath<B.Model>, _ backingData: B
  ) -> Any? {
    func open<V>(_: V.Type) -> Any? {
      (keyPath as? KeyPath<B.Model, V>).map { backingData.getTransformableValue(forKey: $0) }
    }
    return _openExistential(type(of: keyPath).valueType, do: open)
  }

  private static func related<B: BackingData, D: PersistentModel>(
    _: D.Type, _ keyPath: PartialKeyPath<B.Model>, _ backingData: B
  ) -> Any? {
    switch keyPath {
    case let keyPath as KeyPath<B.Model, D?>: backingData.getValue(forKey: keyPath)
    case let keyPath as KeyPath<B.Model, D>: backingData.getValue(forKey: keyPath)
    case let keyPath as KeyPath<B.Model, [D]>: backingData.getValue(forKey: keyPath)
    case let keyPath as KeyPath<B.Model, [D]?>: backingData.getValue(forKey: keyPath)
    default: nil
    }
  }

  /// The values that `Target`, a superclass or a subclass, shares with the backing data's class.
  static func detached<B: BackingData, Target: PersistentModel>(
    from backingData: B, for target: Target.Type
  ) -> DetachedBackingData<Target> {
    let detached = DetachedBackingData<Target>(for: target)
    detached.persistentModelID = backingData.persistentModelID
    if backingData._isFault { return detached }
    func open<S: BackingData>(_ source: S) {
      for property in target._$description.properties {
        guard let key = property.metadata?.keypath, let value = value(of: property, in: source) else {
          continue
        }
        detached.values[key] = value
      }
    }
    open(SnapshotReader.concrete(backingData))
    return detached
  }

  /// Gives an object values by key path.
  static func assign<M: PersistentModel>(_ values: [AnyKeyPath: Any], to model: M) {
    let description = M._$description
    for (keyPath, value) in values {
      // Of this class or of a superclass.
      guard let path = description.path(keyPath), let name = path.properties.first,
        path.properties.count == 1, path.elements.isEmpty
      else { continue }
      description.property(named: name)?.write(value, to: model)
    }
  }
}

/// A backing data of the program's own, whose values an object has not asked for yet.
final class KeptBackingData {
  private let backingData: any BackingData

  init(_ backingData: any BackingData) { self.backingData = backingData }

  func value(of property: PropertyDescription) -> Any? {
    func open<B: BackingData>(_ backingData: B) -> Any? {
      BackingDataValues.value(of: property, in: backingData)
    }
    return open(backingData)
  }

  /// Gives the object every value that it has not asked for.
  func fill(_ model: any PersistentModel) {
    assign(
      type(of: model)._$description.properties.filter { !$0.isConstant && !$0.isLoaded(model) }, of: model)
  }

  /// Gives the object the values of the properties.
  func assign(_ properties: [PropertyDescription], of model: any PersistentModel) {
    for property in properties {
      if let value = value(of: property) { property.write(value, to: model) }
    }
  }
}
