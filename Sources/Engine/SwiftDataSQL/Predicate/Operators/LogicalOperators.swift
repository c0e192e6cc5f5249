// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs && rhs`. What a constant side decides is not asked of the store.
extension PredicateExpressions.Conjunction: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    if case .constant(let value) = left {
      return value as? Bool == false ? left : try translator.translate(rhs)
    }
    let right = try translator.translate(rhs)
    return .scalar(
      translator.and([try translator.truth(left, lhs), try translator.truth(right, rhs)]))
  }
}

/// `lhs || rhs`. What a constant side decides is not asked of the store.
extension PredicateExpressions.Disjunction: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    if case .constant(let value) = left {
      return value as? Bool == true ? left : try translator.translate(rhs)
    }
    let right = try translator.translate(rhs)
    return .scalar(
      translator.or([try translator.truth(left, lhs), try translator.truth(right, rhs)]))
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
        result.expression = .when(.test(condition.expression, .isNotNull), result.expression)
        result.null = .undefined
        return .scalar(result)
      }
      return translator.notConstant(
        try translator.choose(condition.expression, positive, negative, self), Output.self, self)
    }
  }
}
