// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The range of transactions that the token comparisons of a predicate allow, so that a store need not read the others.
///
/// Only comparisons joined by `&&` count. The predicate is still evaluated on every transaction that is read.
struct HistoryTokenBounds {
  /// The stores that the comparisons are about; all if `nil`.
  private(set) var stores: Set<String>?
  /// By store, the number that all wanted transactions are greater than.
  private(set) var after: [String: Int64] = [:]
  /// By store, the number that all wanted transactions are less than.
  private(set) var before: [String: Int64] = [:]
  /// By store, the number of the token that reading goes on from.
  private(set) var start: [String: Int64] = [:]
  /// Whether the changes must be loaded to evaluate the predicate.
  private(set) var needsChanges = false

  /// - Throws: ``SwiftDataError`` if the predicate is nested too deeply.
  init(_ predicate: Predicate<DefaultHistoryTransaction>?) throws {
    guard let predicate else { return }
    var nesting = NestingGuard()
    needsChanges = try Self.mentionsChanges(predicate.expression, &nesting)
    collect(predicate.expression)
  }

  func includes(_ store: String) -> Bool { stores?.contains(store) ?? true }

  private mutating func collect(_ node: Any) {
    if let conjunction = node as? any ConjunctionNode {
      collect(conjunction.left)
      collect(conjunction.right)
    } else if let comparison = node as? any ComparisonNode {
      if Self.isToken(comparison.left), let token = Self.token(comparison.right) {
        note(comparison.comparison, token)
      } else if Self.isToken(comparison.right), let token = Self.token(comparison.left) {
        note(comparison.comparison.mirrored, token)
      }
    }
  }

  private mutating func note(_ comparison: TokenComparison, _ token: DefaultHistoryToken) {
    let entries = token.tokenValue ?? [:]
    guard !entries.isEmpty else { return }
    let named = Set(entries.keys)
    stores = stores.map { $0.intersection(named) } ?? named
    for (store, number) in entries {
      switch comparison {
      case .greater: raise(store, number, from: number)
      case .greaterOrEqual: raise(store, number > .min ? number - 1 : number, from: number)
      case .less: before[store] = min(before[store] ?? number, number)
      case .lessOrEqual: before[store] = min(before[store] ?? .max, number < .max ? number + 1 : number)
      }
    }
  }

  private mutating func raise(_ store: String, _ number: Int64, from token: Int64) {
    after[store] = max(after[store] ?? number, number)
    start[store] = max(start[store] ?? token, token)
  }

  private static func isToken(_ node: Any) -> Bool {
    guard let path = node as? any TransactionPathNode else { return false }
    return path.anyKeyPath == \DefaultHistoryTransaction.token
  }

  private static func token(_ node: Any) -> DefaultHistoryToken? {
    if let value = node as? any ConstantNode { return value.constant as? DefaultHistoryToken }
    if let unwrap = node as? any UnwrapNode { return token(unwrap.wrapped) }
    return nil
  }

  private static func mentionsChanges(_ node: Any, _ nesting: inout NestingGuard) throws -> Bool {
    try nesting.enter(nil)
    defer { nesting.leave() }
    if let path = node as? any TransactionPathNode,
      path.anyKeyPath == \DefaultHistoryTransaction.changes
    {
      return true
    }
    if node is any ConstantNode { return false }
    // All of them: how deep the whole tree is, is asked here.
    return try Mirror(reflecting: node).children.reduce(false) {
      try mentionsChanges($1.value, &nesting) || $0
    }
  }
}

private enum TokenComparison {
  case greater, greaterOrEqual, less, lessOrEqual

  /// With the sides exchanged.
  var mirrored: TokenComparison {
    switch self {
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    }
  }
}

// The shapes of Foundation's nodes, without their types.

private protocol ConjunctionNode {
  var left: Any { get }
  var right: Any { get }
}
extension PredicateExpressions.Conjunction: ConjunctionNode {
  fileprivate var left: Any { lhs }
  fileprivate var right: Any { rhs }
}

private protocol ComparisonNode {
  var left: Any { get }
  var right: Any { get }
  var comparison: TokenComparison { get }
}
extension PredicateExpressions.Comparison: ComparisonNode {
  fileprivate var left: Any { lhs }
  fileprivate var right: Any { rhs }
  fileprivate var comparison: TokenComparison {
    switch op {
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    @unknown default: .less
    }
  }
}

private protocol TransactionPathNode { var anyKeyPath: AnyKeyPath { get } }
extension PredicateExpressions.KeyPath: TransactionPathNode {
  fileprivate var anyKeyPath: AnyKeyPath { keyPath }
}

private protocol ConstantNode { var constant: Any { get } }
extension PredicateExpressions.Value: ConstantNode { fileprivate var constant: Any { value } }

private protocol UnwrapNode { var wrapped: Any { get } }
extension PredicateExpressions.ForcedUnwrap: UnwrapNode { fileprivate var wrapped: Any { inner } }
