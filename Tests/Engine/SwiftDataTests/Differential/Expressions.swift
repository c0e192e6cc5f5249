// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A node of a predicate whose type is known at run time only.
typealias Expr<Value> = any StandardPredicateExpression<Value>

/// Puts nodes together. The macro makes the same trees, but a thousand of them would take it an hour.
enum Build {
  typealias E = PredicateExpressions

  static func value<V: Codable & Sendable>(_ value: V) -> Expr<V> { E.Value(value) }

  static func path<M, V>(_ root: E.Variable<M>, _ path: any KeyPath<M, V> & Sendable) -> Expr<V> {
    E.KeyPath(root: root, keyPath: path)
  }

  static func member<W, V>(_ root: Expr<W>, _ path: any KeyPath<W, V> & Sendable) -> Expr<V> {
    func open<R: StandardPredicateExpression<W>>(_ root: R) -> Expr<V> {
      E.KeyPath(root: root, keyPath: path)
    }
    return open(root)
  }

  // MARK: Conditions

  static func equal<V: Equatable>(_ lhs: Expr<V>, _ rhs: Expr<V>, negated: Bool = false) -> Expr<Bool> {
    func open<L: StandardPredicateExpression<V>, R: StandardPredicateExpression<V>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<Bool> {
      negated ? E.NotEqual(lhs: lhs, rhs: rhs) : E.Equal(lhs: lhs, rhs: rhs)
    }
    return open(lhs, rhs)
  }

  static func compare<V: Comparable>(
    _ lhs: Expr<V>, _ operation: E.ComparisonOperator, _ rhs: Expr<V>
  ) -> Expr<Bool> {
    func open<L: StandardPredicateExpression<V>, R: StandardPredicateExpression<V>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<Bool> { E.Comparison(lhs: lhs, rhs: rhs, op: operation) }
    return open(lhs, rhs)
  }

  static func isNil<V: Codable & Equatable>(_ value: Expr<V?>, negated: Bool = false) -> Expr<Bool> {
    equal(value, E.NilLiteral<V>(), negated: negated)
  }

  static func and(_ lhs: Expr<Bool>, _ rhs: Expr<Bool>) -> Expr<Bool> {
    func open<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<Bool> { E.Conjunction(lhs: lhs, rhs: rhs) }
    return open(lhs, rhs)
  }

  static func or(_ lhs: Expr<Bool>, _ rhs: Expr<Bool>) -> Expr<Bool> {
    func open<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<Bool> { E.Disjunction(lhs: lhs, rhs: rhs) }
    return open(lhs, rhs)
  }

  static func not(_ wrapped: Expr<Bool>) -> Expr<Bool> {
    func open<W: StandardPredicateExpression<Bool>>(_ wrapped: W) -> Expr<Bool> {
      E.Negation(wrapped)
    }
    return open(wrapped)
  }

  static func choose<V>(_ test: Expr<Bool>, _ yes: Expr<V>, _ no: Expr<V>) -> Expr<V> {
    func open<
      T: StandardPredicateExpression<Bool>, Y: StandardPredicateExpression<V>,
      N: StandardPredicateExpression<V>
    >(_ test: T, _ yes: Y, _ no: N) -> Expr<V> {
      E.Conditional(test: test, trueBranch: yes, falseBranch: no)
    }
    return open(test, yes, no)
  }

  // MARK: Optionals

  static func coalesce<V>(_ lhs: Expr<V?>, _ rhs: Expr<V>) -> Expr<V> {
    func open<L: StandardPredicateExpression<V?>, R: StandardPredicateExpression<V>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<V> { E.NilCoalesce(lhs: lhs, rhs: rhs) }
    return open(lhs, rhs)
  }

  static func unwrap<V>(_ inner: Expr<V?>) -> Expr<V> {
    func open<I: StandardPredicateExpression<V?>>(_ inner: I) -> Expr<V> { E.ForcedUnwrap(inner) }
    return open(inner)
  }

  // MARK: Numbers

  static func arithmetic<V: Numeric>(
    _ lhs: Expr<V>, _ operation: E.ArithmeticOperator, _ rhs: Expr<V>
  ) -> Expr<V> {
    func open<L: StandardPredicateExpression<V>, R: StandardPredicateExpression<V>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<V> { E.Arithmetic(lhs: lhs, rhs: rhs, op: operation) }
    return open(lhs, rhs)
  }

  static func divide(_ lhs: Expr<Int>, _ rhs: Expr<Int>, remainder: Bool) -> Expr<Int> {
    func open<L: StandardPredicateExpression<Int>, R: StandardPredicateExpression<Int>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<Int> {
      remainder ? E.IntRemainder(lhs: lhs, rhs: rhs) : E.IntDivision(lhs: lhs, rhs: rhs)
    }
    return open(lhs, rhs)
  }

  static func divide(_ lhs: Expr<Double>, _ rhs: Expr<Double>) -> Expr<Double> {
    func open<L: StandardPredicateExpression<Double>, R: StandardPredicateExpression<Double>>(
      _ lhs: L, _ rhs: R
    ) -> Expr<Double> { E.FloatDivision(lhs: lhs, rhs: rhs) }
    return open(lhs, rhs)
  }

  static func minus<V: SignedNumeric>(_ wrapped: Expr<V>) -> Expr<V> {
    func open<W: StandardPredicateExpression<V>>(_ wrapped: W) -> Expr<V> { E.UnaryMinus(wrapped) }
    return open(wrapped)
  }
}
