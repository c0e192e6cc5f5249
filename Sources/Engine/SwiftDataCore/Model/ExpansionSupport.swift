// SPDX-License-Identifier: Apache-2.0

// What expansions of the macros call to say something to the compiler.

/// The function as one that belongs to no actor.
///
/// For closures that only read the shape of a class: they touch no instance, and so are safe on any thread, though
/// default values, key paths and conformances in them are an actor's.
public func _withoutIsolation<Isolated, Function>(
  _ function: Isolated, as type: Function.Type
) -> Function {
  // Isolation is no part of a function's representation.
  unsafeBitCast(function, to: type)
}

extension [Schema.PropertyMetadata] {
  /// Adds what `#Index` says.
  public mutating func append<M: PersistentModel>(_ index: Schema.Index<M>, of _: M.Type) {
    appendConstraint(index)
  }

  /// Adds what `#Unique` says.
  public mutating func append<M: PersistentModel>(_ unique: Schema.Unique<M>, of _: M.Type) {
    appendConstraint(unique)
  }

  /// Refused by the compiler: `#Index` says it of another class than the one that it stands in.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "'#Index' names another class than the one that it stands in; name this one, or move it there"
  )
  public mutating func append<M: PersistentModel, N: PersistentModel>(
    _ index: Schema.Index<N>, of _: M.Type
  ) {}

  /// Refused by the compiler: `#Unique` says it of another class than the one that it stands in.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "'#Unique' names another class than the one that it stands in; name this one, or move it there"
  )
  public mutating func append<M: PersistentModel, N: PersistentModel>(
    _ unique: Schema.Unique<N>, of _: M.Type
  ) {}

  private mutating func appendConstraint(_ constraint: any SchemaProperty) {
    append(
      Schema.PropertyMetadata(
        name: constraint.name, keypath: \Schema.encodingVersion, defaultValue: nil,
        metadata: constraint))
  }
}

extension Schema.Index.Types: ExpressibleByArrayLiteral {
  /// A sorted index: the form in which `#Index` is mostly written.
  public init(arrayLiteral elements: PartialKeyPath<P>...) { self = .binary(elements) }
}

/// What `@Relationship(inverse:)` may name: a relationship of the other model. The macros' output calls it, so that the
/// compiler says where it is something else; the schema tells whether it is one of the other class.
public func _inverse<M: PersistentModel, V: _ModelOrModels>(_ keyPath: KeyPath<M, V>) -> AnyKeyPath { keyPath }

/// Takes the loaded value out of a to-one relationship's storage.
///
/// Part of what the `@Model` macro generates.
@inlinable
public func _take<Model: AnyObject>(_ storage: inout _Stored<Model?>) -> Model? {
  guard case .value(let value) = storage else { return nil }
  storage = .absent
  return value
}

/// Releases an object, and those that only it holds, one after the other.
///
/// Each would release the next within its own deinitializer otherwise, and a long chain has more of them than a stack
/// has room for. Part of what the `@Model` macro generates.
@inlinable
public func _releaseChain<Model: AnyObject>(_ head: consuming Model?, _ next: (Model) -> Model?) {
  var current = head
  while isKnownUniquelyReferenced(&current), let object = current {
    current = next(object)
  }
}
