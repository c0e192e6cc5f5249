// What `@Relationship(inverse:)` may name. The macros' output calls it, so that the compiler says where it is no
// relationship; the schema tells whether it is one of the other class.

public func _inverse<M: PersistentModel, V: PersistentModel>(_ keyPath: KeyPath<M, V>) -> AnyKeyPath { keyPath }

public func _inverse<M: PersistentModel, V: PersistentModel>(_ keyPath: KeyPath<M, V?>) -> AnyKeyPath { keyPath }

public func _inverse<M: PersistentModel, V: PersistentModel>(_ keyPath: KeyPath<M, [V]>) -> AnyKeyPath { keyPath }

public func _inverse<M: PersistentModel, V: PersistentModel>(_ keyPath: KeyPath<M, [V]?>) -> AnyKeyPath { keyPath }

@_disfavoredOverload
@available(
  *, unavailable,
  message: "an inverse is a relationship of the other model: a model, an optional one or an array of models"
)
public func _inverse<M, V>(_ keyPath: KeyPath<M, V>) -> AnyKeyPath { keyPath }
