// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs == rhs`.
extension PredicateExpressions.Equal: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if left.isConstant, right.isConstant, let value = try? translator.fold(self) { return value }
    return .scalar(try translator.equal(left, right, self))
  }
}

/// `lhs != rhs`.
extension PredicateExpressions.NotEqual: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if left.isConstant, right.isConstant, let value = try? translator.fold(self) { return value }
    return .scalar(translator.not(try translator.equal(left, right, self)))
  }
}

/// `lhs < rhs` and its kin.
extension PredicateExpressions.Comparison: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if left.isConstant, right.isConstant { return try translator.fold(self) }
    if let cases = try enumComparison(left, right, translator) { return cases }
    return .scalar(try translator.compare(left, op.sql, right, self))
  }

  /// The cases of an enum need not be ordered as their stored values are:
  /// those on the right side of a captured one are looked for.
  private func enumComparison(
    _ left: SQLTerm, _ right: SQLTerm, _ translator: PredicateTranslator
  ) throws -> SQLTerm? {
    guard let values = TypeInspection.values(ofEnum: LHS.Output.self) as? [LHS.Output] else {
      return nil
    }
    let term: SQLTerm
    let matching: [LHS.Output]
    if case .constant(let value) = right, let value = value as? LHS.Output {
      term = left
      matching = values.filter { holds($0, value) }
    } else if case .constant(let value) = left, let value = value as? LHS.Output {
      term = right
      matching = values.filter { holds(value, $0) }
    } else {
      return nil
    }
    return .scalar(
      translator.or(try matching.map { try translator.equal(term, .constant($0), self) })
    )
  }

  private func holds(_ a: LHS.Output, _ b: LHS.Output) -> Bool {
    switch op {
    case .lessThan: a < b
    case .lessThanOrEqual: a <= b
    case .greaterThan: a > b
    case .greaterThanOrEqual: a >= b
    @unknown default: false
    }
  }
}

extension PredicateExpressions.ComparisonOperator {
  var sql: SQLOperator {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    @unknown default: .less
    }
  }
}
