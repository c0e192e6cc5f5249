// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs / rhs` of integers: towards zero, in SQL as in Swift.
extension PredicateExpressions.IntDivision: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if case .constant(let a as LHS.Output) = left, case .constant(let b as LHS.Output) = right {
      guard let value = SafeArithmetic.divide(a, b) else {
        throw translator.unsupported(self, "The division has no result.")
      }
      return .constant(value)
    }
    return try translator.arithmetic(.divide, left, right, LHS.Output.self, self)
  }
}

/// `lhs % rhs`: with the sign of `lhs`, in SQL as in Swift.
extension PredicateExpressions.IntRemainder: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if case .constant(let a as LHS.Output) = left, case .constant(let b as LHS.Output) = right {
      guard let value = SafeArithmetic.remainder(a, b) else {
        throw translator.unsupported(self, "The division has no result.")
      }
      return .constant(value)
    }
    return try translator.arithmetic(.remainder, left, right, LHS.Output.self, self)
  }
}

/// Both, in predicates on models.
extension PredicateExpressions.CheckedDivision: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    isRemainder
      ? try PredicateExpressions.IntRemainder(lhs: lhs, rhs: rhs).translate(translator)
      : try PredicateExpressions.IntDivision(lhs: lhs, rhs: rhs).translate(translator)
  }
}

/// `lhs / rhs` of floating-point numbers.
extension PredicateExpressions.FloatDivision: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if left.isConstant, right.isConstant { return try translator.fold(self) }
    return try translator.arithmetic(.divide, left, right, LHS.Output.self, self)
  }
}
