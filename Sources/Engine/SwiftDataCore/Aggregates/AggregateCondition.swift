// SPDX-License-Identifier: Apache-2.0

/// A condition that selects groups: an aggregate compared with a value.
///
/// ```swift
/// having: .count > 10 && .maximum(\.year) < 2000
/// ```
public struct AggregateCondition<Model: PersistentModel>: @unchecked Sendable {
  // Unchecked: constants only, of which key paths do not say that they can be sent.
  indirect enum Tree {
    case test(
      ProjectionRequest.Function, PartialKeyPath<Model>?, ProjectionRequest.Condition.Comparison,
      Any)
    case all([AggregateCondition])
    case any([AggregateCondition])
  }

  let tree: Tree

  /// Both conditions.
  public static func && (lhs: Self, rhs: Self) -> Self { Self(tree: .all([lhs, rhs])) }
  /// At least one of the conditions.
  public static func || (lhs: Self, rhs: Self) -> Self { Self(tree: .any([lhs, rhs])) }
}

/// An order of groups by one of their aggregates.
public struct AggregateOrder<Model: PersistentModel>: Sendable {
  let function: ProjectionRequest.Function
  // Key paths are immutable, though not marked as such.
  nonisolated(unsafe) let keyPath: PartialKeyPath<Model>?
  let isAscending: Bool

  /// Smallest first.
  public static func ascending<V>(_ aggregate: Aggregate<Model, V>) -> Self {
    Self(function: aggregate.function, keyPath: aggregate.keyPath, isAscending: true)
  }

  /// Greatest first.
  public static func descending<V>(_ aggregate: Aggregate<Model, V>) -> Self {
    Self(function: aggregate.function, keyPath: aggregate.keyPath, isAscending: false)
  }
}

extension Aggregate {
  fileprivate func test<V>(_ comparison: ProjectionRequest.Condition.Comparison, _ value: V)
    -> AggregateCondition<Model>
  { AggregateCondition(tree: .test(function, keyPath, comparison, value)) }
}

extension Aggregate where Value: Comparable {
  /// Groups whose aggregate is less than a value.
  public static func < (lhs: Self, rhs: Value) -> AggregateCondition<Model> { lhs.test(.less, rhs) }
  /// Groups whose aggregate is at most a value.
  public static func <= (lhs: Self, rhs: Value) -> AggregateCondition<Model> {
    lhs.test(.lessOrEqual, rhs)
  }
  /// Groups whose aggregate is more than a value.
  public static func > (lhs: Self, rhs: Value) -> AggregateCondition<Model> {
    lhs.test(.greater, rhs)
  }
  /// Groups whose aggregate is at least a value.
  public static func >= (lhs: Self, rhs: Value) -> AggregateCondition<Model> {
    lhs.test(.greaterOrEqual, rhs)
  }
  /// Groups whose aggregate equals a value.
  public static func == (lhs: Self, rhs: Value) -> AggregateCondition<Model> {
    lhs.test(.equal, rhs)
  }
  /// Groups whose aggregate does not equal a value.
  public static func != (lhs: Self, rhs: Value) -> AggregateCondition<Model> {
    lhs.test(.notEqual, rhs)
  }
}

extension Aggregate {
  /// Groups whose aggregate is less than a value.
  public static func < <V: Comparable>(lhs: Self, rhs: V) -> AggregateCondition<Model>
  where Value == V? { lhs.test(.less, rhs) }
  /// Groups whose aggregate is at most a value.
  public static func <= <V: Comparable>(lhs: Self, rhs: V) -> AggregateCondition<Model>
  where Value == V? { lhs.test(.lessOrEqual, rhs) }
  /// Groups whose aggregate is more than a value.
  public static func > <V: Comparable>(lhs: Self, rhs: V) -> AggregateCondition<Model>
  where Value == V? { lhs.test(.greater, rhs) }
  /// Groups whose aggregate is at least a value.
  public static func >= <V: Comparable>(lhs: Self, rhs: V) -> AggregateCondition<Model>
  where Value == V? { lhs.test(.greaterOrEqual, rhs) }
}
