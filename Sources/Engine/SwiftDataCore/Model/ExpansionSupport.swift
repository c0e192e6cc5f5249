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
