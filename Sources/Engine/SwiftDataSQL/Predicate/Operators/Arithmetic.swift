// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs + rhs`, `lhs - rhs`, `lhs * rhs`.
extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if case .constant(let a as LHS.Output) = left, case .constant(let b as LHS.Output) = right {
      guard let value = SafeArithmetic.apply(op, a, b) else {
        throw translator.unsupported(self, "The result does not fit into \(LHS.Output.self).")
      }
      return .constant(value)
    }
    return try translator.arithmetic(op.symbol, left, right, LHS.Output.self, self)
  }
}

/// `+`, `-` and `*` of integers in predicates on models.
extension PredicateExpressions.CheckedArithmetic: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    try PredicateExpressions.Arithmetic(lhs: lhs, rhs: rhs, op: op).translate(translator)
  }
}

extension PredicateExpressions.ArithmeticOperator {
  fileprivate var symbol: SQLOperator {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    @unknown default: .add
    }
  }
}
