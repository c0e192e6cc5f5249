// SPDX-License-Identifier: Apache-2.0

/// The values of one model instance, by key path.
///
/// In this module models keep their values in typed stored properties; a
/// backing data is a view of them, or, from ``PersistentModel/createBackingData()``,
/// a set of values to make an instance from.
public protocol BackingData<Model> {
  /// The class whose values these are.
  associatedtype Model: PersistentModel

  /// No values yet.
  init(for modelType: Model.Type)

  /// The identity of the values' row, if they have one.
  var persistentModelID: PersistentIdentifier? { get set }
  /// Further data besides the values; its type is private to the backing data.
  var metadata: Any { get }
  /// Whether this is the seed of an object whose values come from a row.
  var _isFault: Bool { get }

  /// The value of a property.
  func getValue<V: Decodable>(forKey: KeyPath<Model, V>) -> V
  /// The value of a property.
  func getValue<V: PersistentModel>(forKey: KeyPath<Model, V>) -> V
  /// The value of a property.
  func getValue<V: PersistentModel>(forKey: KeyPath<Model, V?>) -> V?
  /// The value of a property.
  func getValue<V: RelationshipCollection, O>(forKey: KeyPath<Model, V>) -> V
  where O == V.PersistentElement
  /// The value of a property.
  func getValue<V: Decodable & RelationshipCollection, O>(forKey: KeyPath<Model, V>) -> V
  where O == V.PersistentElement
  /// The value of a property with `.transformable(by:)`.
  func getTransformableValue<V>(forKey: KeyPath<Model, V>) -> V

  /// Sets the value of a property.
  func setValue<V: Encodable>(forKey: KeyPath<Model, V>, to newValue: V)
  /// Sets the value of a property.
  func setValue<V: PersistentModel>(forKey: KeyPath<Model, V>, to newValue: V)
  /// Sets the value of a property.
  func setValue<V: PersistentModel>(forKey: KeyPath<Model, V?>, to newValue: V?)
  /// Sets the value of a property.
  func setValue<V: RelationshipCollection, O>(forKey: KeyPath<Model, V>, to newValue: V)
  where O == V.PersistentElement
  /// Sets the value of a property.
  func setValue<V: Encodable & RelationshipCollection, O>(forKey: KeyPath<Model, V>, to newValue: V)
  where O == V.PersistentElement
  /// Sets the value of a property with `.transformable(by:)`.
  func setTransformableValue<V>(forKey: KeyPath<Model, V>, to newValue: V)
}

extension BackingData {
  /// False: backing data are no seeds of faults unless they say so.
  public var _isFault: Bool { false }
}

/// The types of a to-many relationship: `[Model]` or `[Model]?`.
public protocol RelationshipCollection {
  /// The class of the members.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The class of the members.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  /// The class of the members.
  public typealias PersistentElement = Wrapped.Element
}

/// A backing data whose ten accessors are two untyped ones.
protocol UntypedBackingData: BackingData {
  func value<V>(_ keyPath: KeyPath<Model, V>) -> V
  func store<V>(_ keyPath: KeyPath<Model, V>, _ value: V)
}

extension UntypedBackingData {
  /// The value of an attribute.
  public func getValue<V: Decodable>(forKey key: KeyPath<Model, V>) -> V { value(key) }
  /// The model that a to-one relationship leads to.
  public func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V>) -> V { value(key) }
  /// The model that an optional to-one relationship leads to, if any.
  public func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>) -> V? { value(key) }
  /// The models of a to-many relationship.
  public func getValue<V: RelationshipCollection, O>(forKey key: KeyPath<Model, V>) -> V
  where O == V.PersistentElement { value(key) }
  /// The models of a to-many relationship whose class is `Decodable`.
  public func getValue<V: Decodable & RelationshipCollection, O>(forKey key: KeyPath<Model, V>) -> V
  where O == V.PersistentElement { value(key) }
  /// The value of a property with `.transformable(by:)`.
  public func getTransformableValue<V>(forKey key: KeyPath<Model, V>) -> V { value(key) }

  /// Sets the value of an attribute.
  public func setValue<V: Encodable>(forKey key: KeyPath<Model, V>, to new: V) { store(key, new) }
  /// Sets the model that a to-one relationship leads to.
  public func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V>, to new: V) {
    store(key, new)
  }
  /// Sets the model that an optional to-one relationship leads to, or none.
  public func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>, to new: V?) {
    store(key, new)
  }
  /// Sets the models of a to-many relationship.
  public func setValue<V: RelationshipCollection, O>(forKey key: KeyPath<Model, V>, to new: V)
  where O == V.PersistentElement { store(key, new) }
  /// Sets the models of a to-many relationship whose class is `Encodable`.
  public func setValue<V: Encodable & RelationshipCollection, O>(
    forKey key: KeyPath<Model, V>, to new: V
  ) where O == V.PersistentElement { store(key, new) }
  /// Sets the value of a property with `.transformable(by:)`.
  public func setTransformableValue<V>(forKey key: KeyPath<Model, V>, to new: V) { store(key, new) }
}
