// SPDX-License-Identifier: Apache-2.0

// Calls that cannot mean what they say. Without these declarations the compiler's errors speak of overloads and
// generic parameters; with them, of what to write.

extension ModelContext {
  /// An optional is no model.
  @_disfavoredOverload
  @available(*, unavailable, message: "unwrap the optional first: 'if let model { context.insert(model) }'")
  public func insert<T: PersistentModel>(_ model: T?) {}

  /// An array is no model.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "insert one model after the other: 'for model in models { context.insert(model) }'"
  )
  public func insert<T: PersistentModel>(_ models: [T]) {}

  /// An optional is no model.
  @_disfavoredOverload
  @available(*, unavailable, message: "unwrap the optional first: 'if let model { context.delete(model) }'")
  public func delete<T: PersistentModel>(_ model: T?) {}

  /// An array is no model.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "delete one model after the other: 'for model in models { context.delete(model) }'"
  )
  public func delete<T: PersistentModel>(_ models: [T]) {}

  /// A class is no model.
  @_disfavoredOverload
  @available(*, unavailable, message: "name the argument to delete all models of a class: 'delete(model: Trip.self)'")
  public func delete<T: PersistentModel>(_ model: T.Type) throws {}

  /// A class says not which of its models are wanted.
  @_disfavoredOverload
  @available(*, unavailable, message: "say what to fetch by a descriptor: 'fetch(FetchDescriptor<Trip>())'")
  public func fetch<T: PersistentModel>(_ model: T.Type) throws -> [T] { [] }
}
