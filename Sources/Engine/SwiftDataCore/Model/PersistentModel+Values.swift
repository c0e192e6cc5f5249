// SPDX-License-Identifier: Apache-2.0

// Apple's accessors by key path. For macro-made models they go through the
// property; hand-written models keep their values in the backing data.

extension PersistentModel {
  /// The value of a property.
  @_disfavoredOverload
  public func getValue<V: Decodable>(forKey key: KeyPath<Self, V>) -> V { _value(key) }
  /// The model that a to-one relationship leads to.
  public func getValue<V: PersistentModel>(forKey key: KeyPath<Self, V>) -> V { _value(key) }
  /// The model that an optional to-one relationship leads to, if any.
  public func getValue<V: PersistentModel>(forKey key: KeyPath<Self, V?>) -> V? { _value(key) }
  /// The models of a to-many relationship.
  public func getValue<V: RelationshipCollection, O>(forKey key: KeyPath<Self, V>) -> V
  where O == V.PersistentElement { _value(key) }
  /// The models of a to-many relationship whose class is `Decodable`.
  public func getValue<V: Decodable & RelationshipCollection, O>(forKey key: KeyPath<Self, V>) -> V
  where O == V.PersistentElement { _value(key) }
  /// The value of a property with `.transformable(by:)`.
  public func getTransformableValue<V>(forKey key: KeyPath<Self, V>) -> V { _value(key) }

  /// Assigns a property.
  @_disfavoredOverload
  public func setValue<V: Encodable>(forKey key: KeyPath<Self, V>, to new: V) { _assign(key, new) }
  /// Assigns a to-one relationship.
  public func setValue<V: PersistentModel>(forKey key: KeyPath<Self, V>, to new: V) {
    _assign(key, new)
  }
  /// Assigns an optional to-one relationship, or takes its model away.
  public func setValue<V: PersistentModel>(forKey key: KeyPath<Self, V?>, to new: V?) {
    _assign(key, new)
  }
  /// Assigns a to-many relationship.
  public func setValue<V: RelationshipCollection, O>(forKey key: KeyPath<Self, V>, to new: V)
  where O == V.PersistentElement { _assign(key, new) }
  /// Assigns a to-many relationship whose class is `Encodable`.
  public func setValue<V: Encodable & RelationshipCollection, O>(
    forKey key: KeyPath<Self, V>, to new: V
  ) where O == V.PersistentElement { _assign(key, new) }
  /// Assigns a property with `.transformable(by:)`.
  public func setTransformableValue<V>(forKey key: KeyPath<Self, V>, to new: V) {
    _assign(key, new)
  }

  private func _value<V>(_ key: KeyPath<Self, V>) -> V {
    if let own = HandWrittenModels.values(of: self) { return own.read(key, of: self) }
    return self[keyPath: key]
  }

  private func _assign<V>(_ key: KeyPath<Self, V>, _ new: V) {
    if let own = HandWrittenModels.values(of: self) { return own.write(key, new, of: self) }
    if let writable = key as? ReferenceWritableKeyPath<Self, V> { self[keyPath: writable] = new }
  }
}
