// SPDX-License-Identifier: Apache-2.0

import Foundation

// Foundation wants a `Sendable` key path to a `Comparable` value. Models have more to sort by: properties of classes
// that are isolated to an actor, and values that have an order only in the store.
extension SortDescriptor where Compared: PersistentModel {
  // Says the same as Foundation's initializer. Without it the compiler could not choose between that one, whose key
  // path is the narrower type, and the next, which is for models only.

  /// Sorts by a property of a model.
  public init<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable, order: SortOrder = .forward
  ) {
    self = PlainSortDescriptor.make(keyPath, order)
  }

  /// Sorts by a property of a model that is isolated to an actor.
  public init<Value: Comparable>(_ keyPath: KeyPath<Compared, Value>, order: SortOrder = .forward) {
    self = PlainSortDescriptor.make(_sendable(keyPath), order)
  }

  /// Sorts by an optional property of a model.
  public init<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) {
    self = PlainSortDescriptor.make(keyPath, order)
  }

  /// Sorts by an optional property of a model that is isolated to an actor.
  public init<Value: Comparable>(_ keyPath: KeyPath<Compared, Value?>, order: SortOrder = .forward) {
    self = PlainSortDescriptor.make(_sendable(keyPath), order)
  }

  /// Sorts by a flag: `false` comes before `true`.
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<Compared, Bool>, order: SortOrder = .forward) {
    self = PlainSortDescriptor.make(_sendable(keyPath.appending(path: \.sortRank)), order)
  }

  /// Sorts by an optional flag: `nil`, `false`, `true`.
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<Compared, Bool?>, order: SortOrder = .forward) {
    self = PlainSortDescriptor.make(_sendable(keyPath.appending(path: \.sortRank)), order)
  }

  /// Sorts by an enum, in the order of its raw values.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: KeyPath<Compared, Value>, order: SortOrder = .forward
  ) where Value.RawValue: Comparable & Sendable {
    self = PlainSortDescriptor.make(_sendable(keyPath.appending(path: \.sortRank)), order)
  }

  /// Sorts by an optional enum, in the order of its raw values; `nil` comes first.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: KeyPath<Compared, Value?>, order: SortOrder = .forward
  ) where Value.RawValue: Comparable & Sendable {
    self = PlainSortDescriptor.make(_sendable(keyPath.appending(path: \.sortRank)), order)
  }
}

/// Foundation's initializers: where nothing is known of the type, the ones above do not take part.
private enum PlainSortDescriptor {
  static func make<T, Value: Comparable>(
    _ keyPath: any KeyPath<T, Value> & Sendable, _ order: SortOrder
  ) -> SortDescriptor<T> { SortDescriptor<T>(keyPath, order: order) }

  static func make<T, Value: Comparable>(
    _ keyPath: any KeyPath<T, Value?> & Sendable, _ order: SortOrder
  ) -> SortDescriptor<T> { SortDescriptor<T>(keyPath, order: order) }
}
