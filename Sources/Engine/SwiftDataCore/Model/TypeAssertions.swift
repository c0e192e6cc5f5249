// SPDX-License-Identifier: Apache-2.0

// What the macro's expansion asks the compiler of a property's type, at the property. The builder's overloads tell what
// the type is; where it is of no use, the result does not fit here, and the error names the type.

/// Types that can be persisted otherwise than by being `Codable`, or models, which have overloads of their own. There are
/// none: the name is what the compiler says is missing.
public protocol _CodableOrModel {}

/// What `@Relationship` may stand at, and what an inverse may be: a model, an optional one, or an array of models.
public protocol _ModelOrModels {}

extension Optional: _ModelOrModels where Wrapped: _ModelOrModels {}
extension Array: _ModelOrModels where Element: PersistentModel {}

/// A property that can be persisted.
@frozen
public struct _Persistable {
  @inlinable
  init() {}
}

/// A to-many relationship.
@frozen
public struct _PersistableList<Member> {
  @inlinable
  init() {}
}

/// A property of a type that is neither `Codable` nor a model.
@frozen
public struct _Unpersistable<Value> {
  @inlinable
  init() {}
}

/// A property with `@Relationship` whose type is no model, and no array of models.
@frozen
public struct _Unrelated<Value> {
  @inlinable
  init() {}
}

/// A property whose type has models in it in another way than an array has.
@frozen
public struct _Misshapen<Value> {
  @inlinable
  init() {}
}

/// The types that ``_persisted(_:)`` accepts.
public protocol _PersistedType {}
extension _Persistable: _PersistedType {}
extension _PersistableList: _PersistedType {}
extension _Unpersistable: _PersistedType where Value: _CodableOrModel {}
extension _Unrelated: _PersistedType where Value: _ModelOrModels {}
extension _Misshapen: _PersistedType where Value: _ModelOrModels {}

/// The types that ``_shaped(_:)`` accepts: also those for which the macro has an error of its own, which says what to
/// write.
public protocol _ShapedType {}
extension _Persistable: _ShapedType {}
extension _PersistableList: _ShapedType {}
extension _Unpersistable: _ShapedType where Value: _CodableOrModel {}
extension _Unrelated: _ShapedType where Value: _ModelOrModels {}
extension _Misshapen: _ShapedType {}

/// Types other than lists of models, and models in other shapes: about those the macro has errors of its own.
public protocol _OtherwisePersisted {}
extension _Persistable: _OtherwisePersisted {}
extension _Unpersistable: _OtherwisePersisted {}
extension _Unrelated: _OtherwisePersisted {}

/// The type of a property can be persisted. If it cannot, the compiler says of it what is missing.
@inlinable
@inline(__always)
public func _persisted<Property: _PersistedType>(_: Property) {}

/// The shape of a property can be persisted. An array of optionals, or a set of models, does not compile.
@inlinable
@inline(__always)
public func _shaped<Property: _ShapedType>(_: Property) {}

// MARK: Superclasses

/// The class that two types inherit from.
@frozen
public struct _CommonClass<Class> {
  @inlinable
  init() {}
}

/// The types that ``_superclass(_:)`` accepts.
public protocol _ModelSuperclass {}
extension _CommonClass: _ModelSuperclass where Class: PersistentModel {}
extension _Persistable: _ModelSuperclass {}

/// What the constraint of `a` and `b` is, if it is a class. A protocol that only classes conform to is no type that both
/// could be converted to.
@inlinable
@inline(__always)
public func _common<Class: AnyObject>(_ a: Class, _ b: Class) -> _CommonClass<Class> { _CommonClass() }

/// The constraint is a protocol.
@_disfavoredOverload
@inlinable
@inline(__always)
public func _common<A, B>(_ a: A, _ b: B) -> _Persistable { _Persistable() }

/// A model's superclass is a model. If it is not, the compiler says so.
@inlinable
@inline(__always)
public func _superclass<Superclass: _ModelSuperclass>(_: Superclass) {}
