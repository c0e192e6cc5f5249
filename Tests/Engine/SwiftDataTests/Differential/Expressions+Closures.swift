// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Nodes with a closure, and searches.
///
/// A node makes its variable itself, and its type contains that of the closure's result. `body` is therefore run
/// twice: once to find out the type. It must make the same tree each time.
extension Build {
  /// `wrapped.flatMap { … }` and `wrapped?.…`, for a result that is no optional.
  static func map<V, R>(_ wrapped: Expr<V?>, _ body: (E.Variable<V>) -> Expr<R>) -> Expr<R?> {
    func open<W: StandardPredicateExpression<V?>, T: StandardPredicateExpression<R>>(
      _ wrapped: W, _ sample: T
    ) -> Expr<R?> { E.OptionalFlatMap(wrapped) { body($0) as? T ?? sample } }
    return open(wrapped, body(E.Variable()))
  }

  /// `flatMap` whose closure returns an optional.
  static func flatMap<V, R>(_ wrapped: Expr<V?>, _ body: (E.Variable<V>) -> Expr<R?>) -> Expr<R?> {
    func open<W: StandardPredicateExpression<V?>, T: StandardPredicateExpression<R?>>(
      _ wrapped: W, _ sample: T
    ) -> Expr<R?> {
      E.OptionalFlatMap<W, V, T, R>(wrapped) { body($0) as? T ?? sample }
    }
    return open(wrapped, body(E.Variable()))
  }

  enum Quantifier { case any, all, filtered }

  static func elements<V>(
    _ sequence: Expr<[V]>, _ quantifier: Quantifier, _ body: (E.Variable<V>) -> Expr<Bool>
  ) -> Expr<Bool> {
    func open<S: StandardPredicateExpression<[V]>, T: StandardPredicateExpression<Bool>>(
      _ sequence: S, _ sample: T
    ) -> Expr<Bool> {
      switch quantifier {
      case .any: E.SequenceContainsWhere(sequence) { body($0) as? T ?? sample }
      case .all: E.SequenceAllSatisfy(sequence) { body($0) as? T ?? sample }
      case .filtered:
        E.KeyPath(
          root: E.build_filter(sequence) { body($0) as? T ?? sample }, keyPath: \[V].isEmpty)
      }
    }
    return open(sequence, body(E.Variable()))
  }

  /// `sequence.filter { … }.count`
  static func count<V>(_ sequence: Expr<[V]>, _ body: (E.Variable<V>) -> Expr<Bool>) -> Expr<Int> {
    func open<S: StandardPredicateExpression<[V]>, T: StandardPredicateExpression<Bool>>(
      _ sequence: S, _ sample: T
    ) -> Expr<Int> {
      E.KeyPath(root: E.build_filter(sequence) { body($0) as? T ?? sample }, keyPath: \[V].count)
    }
    return open(sequence, body(E.Variable()))
  }

  static func contains<V: Equatable>(_ sequence: Expr<[V]>, _ element: Expr<V>) -> Expr<Bool> {
    func open<S: StandardPredicateExpression<[V]>, T: StandardPredicateExpression<V>>(
      _ sequence: S, _ element: T
    ) -> Expr<Bool> { E.SequenceContains(sequence: sequence, element: element) }
    return open(sequence, element)
  }

  static func contains<V: Comparable & Codable & Sendable>(_ range: ClosedRange<V>, _ element: Expr<V>)
    -> Expr<Bool>
  {
    func open<T: StandardPredicateExpression<V>>(_ element: T) -> Expr<Bool> {
      E.RangeExpressionContains(range: E.Value(range), element: element)
    }
    return open(element)
  }

  static func extremum<V: Comparable>(_ elements: Expr<[V]>, greatest: Bool) -> Expr<V?> {
    func open<S: StandardPredicateExpression<[V]>>(_ elements: S) -> Expr<V?> {
      greatest ? E.SequenceMaximum(elements: elements) : E.SequenceMinimum(elements: elements)
    }
    return open(elements)
  }

  static func lookUp(_ table: Expr<[String: Int]>, _ key: String) -> Expr<Int?> {
    func open<S: StandardPredicateExpression<[String: Int]>>(_ table: S) -> Expr<Int?> {
      E.build_subscript(table, E.Value(key))
    }
    return open(table)
  }

  // MARK: Text

  enum TextTest: CaseIterable { case contains, starts, hasPrefix, hasSuffix, standard, sameFolded, regex }

  static func text(_ test: TextTest, _ lhs: Expr<String>, _ rhs: Expr<String>) -> Expr<Bool> {
    func open<L: StandardPredicateExpression<String>, R: StandardPredicateExpression<String>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<Bool> {
      switch test {
      case .contains: E.CollectionContainsCollection(base: lhs, other: rhs)
      case .starts: E.SequenceStartsWith(base: lhs, prefix: rhs)
      case .hasPrefix: E.build_hasPrefix(lhs, rhs)
      case .hasSuffix: E.build_hasSuffix(lhs, rhs)
      case .standard: E.build_localizedStandardContains(lhs, rhs)
      case .sameFolded:
        E.Equal(
          lhs: E.build_caseInsensitiveCompare(lhs, rhs), rhs: E.Value(ComparisonResult.orderedSame))
      case .regex: E.build_contains(lhs, E.build_Arg(/^[ab]|\d$/))
      }
    }
    return open(lhs, rhs)
  }

  enum TextChange: CaseIterable { case lowercased, uppercased, trimmed }

  static func text(_ change: TextChange, _ root: Expr<String>) -> Expr<String> {
    func open<R: StandardPredicateExpression<String>>(_ root: R) -> Expr<String> {
      switch change {
      case .lowercased: E.build_lowercased(root)
      case .uppercased: E.build_uppercased(root)
      case .trimmed: E.build_trimmingCharacters(root, in: E.Value(CharacterSet.whitespacesAndNewlines))
      }
    }
    return open(root)
  }
}
