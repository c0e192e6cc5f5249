// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs && rhs`. What a constant side decides is not asked of the store.
extension PredicateExpressions.Conjunction: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm { try translator.translate(chain: self) }
}

extension PredicateExpressions.Conjunction: LogicalChain {
  fileprivate var isConjunction: Bool { true }
  fileprivate var sides: [any PredicateExpression] { [lhs, rhs] }
}

/// `lhs || rhs`. What a constant side decides is not asked of the store.
extension PredicateExpressions.Disjunction: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm { try translator.translate(chain: self) }
}

extension PredicateExpressions.Disjunction: LogicalChain {
  fileprivate var isConjunction: Bool { false }
  fileprivate var sides: [any PredicateExpression] { [lhs, rhs] }
}

/// A node of `a && b && c`, or of `a || b || c`: Swift has a tree of pairs.
private protocol LogicalChain {
  var isConjunction: Bool { get }
  var sides: [any PredicateExpression] { get }
}

extension PredicateTranslator {
  /// All parts of a chain of one operator at once, whatever pairs they are in.
  fileprivate func translate(chain: any LogicalChain) throws -> SQLTerm {
    let isConjunction = chain.isConjunction
    // What decides the whole where it is the first that is evaluated.
    let decisive = !isConjunction
    var parts: [(term: SQLTerm, node: any PredicateExpression)] = []
    var waiting = Array(chain.sides.reversed())
    while let node = waiting.popLast() {
      if let inner = node as? any LogicalChain, inner.isConjunction == isConjunction {
        waiting += inner.sides.reversed()
        continue
      }
      let term = try translate(node)
      if case .constant(let value as Bool) = term {
        if value != decisive { continue }
        if parts.isEmpty { return term }
        // Nothing is evaluated after it.
        waiting = []
      }
      parts.append((term, node))
    }
    guard let only = parts.first else { return .constant(!decisive) }
    if parts.count == 1 { return only.term }
    let truths = try parts.map { try truth($0.term, $0.node) }
    return .scalar(isConjunction ? and(truths) : or(truths))
  }
}

/// `!wrapped`.
extension PredicateExpressions.Negation: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(wrapped)
    if term.isConstant { return try translator.fold(self) }
    return .scalar(translator.not(try translator.truth(term, wrapped)))
  }
}

/// `test ? trueBranch : falseBranch`, and `if`/`else`.
extension PredicateExpressions.Conditional: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    switch try translator.translate(test) {
    case .constant(let value):
      return try translator.translate(value as? Bool == true ? trueBranch : falseBranch)
    case let term:
      let condition = try translator.truth(term, test)
      let positive = try translator.translate(trueBranch)
      let negative = try translator.translate(falseBranch)
      // Where the test itself fails, so does the whole.
      if condition.null == .undefined {
        guard
          case .scalar(var result) = try translator.choose(
            condition.expression, positive, negative, self),
          // One NULL cannot say both: failed, and nil.
          result.null != .absent
        else {
          throw translator.unsupported(self, "The test unwraps a value that may be nil.")
        }
        result.expression = .when(.test(condition.expression, .isNull), .null, otherwise: result.expression)
        result.null = .undefined
        return .scalar(result)
      }
      return translator.notConstant(
        try translator.choose(condition.expression, positive, negative, self), Output.self, self)
    }
  }
}
