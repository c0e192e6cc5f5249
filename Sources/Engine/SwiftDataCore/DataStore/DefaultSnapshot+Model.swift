// SPDX-License-Identifier: Apache-2.0

extension PersistentModel {
  /// The model's values as they are now, unsaved ones included: a value that can be sent between actors and encoded.
  ///
  /// ```swift
  /// let values = trip.snapshot()
  /// Task.detached { print(values[\Trip.name] ?? "") }
  /// ```
  ///
  /// Attributes are there as values, relationships as identifiers: models in a relationship are not loaded for more than
  /// that. `.transformable` attributes that are not Codable are left out. Properties that are not loaded yet are read
  /// from the store.
  ///
  /// This is an addition: Apple's framework makes snapshots for custom stores only.
  public func snapshot() -> DefaultSnapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    func open<B: BackingData>(_ backingData: B) -> DefaultSnapshot {
      DefaultSnapshot(from: backingData, relatedBackingDatas: &related)
    }
    return open(persistentBackingData)
  }
}

extension DefaultSnapshot {
  /// The value of an attribute; `nil` if the snapshot has none of this type under the property's name.
  ///
  /// ```swift
  /// let name = snapshot[\Trip.name]
  /// ```
  public subscript<T: PersistentModel, V: Codable>(_ keyPath: KeyPath<T, V>) -> V? {
    guard let name = SchemaKeyPaths.name(of: keyPath, in: T.self) else { return nil }
    return values[name]?.typed(V.self)
  }

  /// The identifiers of the models that a relationship leads to; none if it leads to none, or is unknown.
  ///
  /// ```swift
  /// let stops = snapshot.identifiers(of: \Trip.stops)
  /// ```
  public func identifiers<T: PersistentModel>(of keyPath: PartialKeyPath<T>) -> [PersistentIdentifier] {
    guard let name = SchemaKeyPaths.name(of: keyPath, in: T.self), let value = values[name] else { return [] }
    return switch value {
    case .identifier(let identifier): [identifier]
    case .identifiers(let list): list
    case .none, .value, .array, .object, .wrongType: []
    }
  }
}
