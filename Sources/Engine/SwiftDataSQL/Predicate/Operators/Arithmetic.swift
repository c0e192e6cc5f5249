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

/// `-wrapped`.
extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(wrapped)
    if case .constant(let value as Wrapped.Output) = term {
      guard let value = SafeArithmetic.apply(.subtract, 0, value) else {
        throw translator.unsupported(self, "The result does not fit into \(Wrapped.Output.self).")
      }
      return .constant(value)
    }
    if Wrapped.Output.self == Decimal.self {
      return try translator.arithmetic(
        .subtract, .constant(Decimal.zero), term, Decimal.self, self)
    }
    var scalar = try translator.scalar(term, like: .integer64, self)
    // SQLite subtracts from the integer zero, which loses the sign of a negative zero.
    scalar.expression =
      scalar.type == .double || scalar.type == .float
      ? .binary(scalar.expression, .multiply, .verbatim("-1.0")) : .minus(scalar.expression)
    return .scalar(scalar)
  }
}

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
