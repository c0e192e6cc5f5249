// SPDX-License-Identifier: Apache-2.0

import Foundation

// Foundation's nodes compute as Swift does, and trap where the result of integers does not fit. Objects
// that have not been saved are matched in memory, with whatever values they hold.

extension PredicateExpressions {
  /// `lhs + rhs`, `-` and `*` of integers: evaluation throws where the result does not fit.
  public struct CheckedArithmetic<LHS: PredicateExpression, RHS: PredicateExpression>:
    PredicateExpression
  where LHS.Output == RHS.Output, LHS.Output: FixedWidthInteger {
    /// The type of the result.
    public typealias Output = LHS.Output

    /// Which operation it is.
    public let op: ArithmeticOperator
    /// The left operand.
    public let lhs: LHS
    /// The right operand.
    public let rhs: RHS

    /// The operation with its operands.
    public init(lhs: LHS, rhs: RHS, op: ArithmeticOperator) {
      self.lhs = lhs
      self.rhs = rhs
      self.op = op
    }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      let (left, right) = (try lhs.evaluate(bindings), try rhs.evaluate(bindings))
      return switch op {
      case .add: try checked(left.addingReportingOverflow(right))
      case .subtract: try checked(left.subtractingReportingOverflow(right))
      case .multiply: try checked(left.multipliedReportingOverflow(by: right))
      }
    }
  }

  /// `lhs / rhs` and `lhs % rhs` of integers: evaluation throws where the result does not exist.
  public struct CheckedDivision<LHS: PredicateExpression, RHS: PredicateExpression>:
    PredicateExpression
  where LHS.Output == RHS.Output, LHS.Output: FixedWidthInteger {
    /// The type of the result.
    public typealias Output = LHS.Output

    /// Whether the remainder is meant, not the quotient.
    public let isRemainder: Bool
    /// The left operand.
    public let lhs: LHS
    /// The right operand.
    public let rhs: RHS

    /// The operation with its operands.
    public init(lhs: LHS, rhs: RHS, isRemainder: Bool) {
      self.lhs = lhs
      self.rhs = rhs
      self.isRemainder = isRemainder
    }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      let (left, right) = (try lhs.evaluate(bindings), try rhs.evaluate(bindings))
      // The least number modulo -1 is 0, although Swift traps there too.
      if isRemainder, right == 0 - 1 { return 0 }
      return try checked(
        isRemainder
          ? left.remainderReportingOverflow(dividingBy: right)
          : left.dividedReportingOverflow(by: right))
    }
  }

  // `#Predicate` for models writes these. Other numbers have no results that do not fit.

  public static func _arithmetic<LHS, RHS>(lhs: LHS, rhs: RHS, op: ArithmeticOperator)
    -> CheckedArithmetic<LHS, RHS>
  { CheckedArithmetic(lhs: lhs, rhs: rhs, op: op) }

  @_disfavoredOverload
  public static func _arithmetic<LHS, RHS>(lhs: LHS, rhs: RHS, op: ArithmeticOperator)
    -> Arithmetic<LHS, RHS>
  { Arithmetic(lhs: lhs, rhs: rhs, op: op) }

  public static func _division<LHS, RHS>(lhs: LHS, rhs: RHS) -> CheckedDivision<LHS, RHS> {
    CheckedDivision(lhs: lhs, rhs: rhs, isRemainder: false)
  }

  @_disfavoredOverload
  public static func _division<LHS, RHS>(lhs: LHS, rhs: RHS) -> FloatDivision<LHS, RHS> {
    FloatDivision(lhs: lhs, rhs: rhs)
  }

  public static func _remainder<LHS, RHS>(lhs: LHS, rhs: RHS) -> CheckedDivision<LHS, RHS> {
    CheckedDivision(lhs: lhs, rhs: rhs, isRemainder: true)
  }

  public static func _minus<Wrapped>(_ wrapped: Wrapped) -> CheckedArithmetic<Value<Wrapped.Output>, Wrapped>
  where Wrapped.Output: FixedWidthInteger & SignedNumeric {
    CheckedArithmetic(lhs: Value(0), rhs: wrapped, op: .subtract)
  }

  @_disfavoredOverload
  public static func _minus<Wrapped>(_ wrapped: Wrapped) -> UnaryMinus<Wrapped> {
    UnaryMinus(wrapped)
  }
}

private func checked<V: FixedWidthInteger>(_ result: (partialValue: V, overflow: Bool)) throws -> V {
  guard result.overflow else { return result.partialValue }
  throw SwiftDataError(
    .unsupportedPredicate, "A number computed by the predicate does not fit into \(V.self).")
}

extension PredicateExpressions.CheckedArithmetic: CustomStringConvertible {
  /// `Arithmetic(…)` with the operator and both operands.
  public var description: String { "Arithmetic(lhs: \(lhs), operator: \(op), rhs: \(rhs))" }
}

extension PredicateExpressions.CheckedDivision: CustomStringConvertible {
  /// `IntDivision(…)` or `IntRemainder(…)` with both operands.
  public var description: String {
    "\(isRemainder ? "IntRemainder" : "IntDivision")(lhs: \(lhs), rhs: \(rhs))"
  }
}

extension PredicateExpressions.CheckedArithmetic: Sendable where LHS: Sendable, RHS: Sendable {}
extension PredicateExpressions.CheckedDivision: Sendable where LHS: Sendable, RHS: Sendable {}
extension PredicateExpressions.CheckedArithmetic: Codable where LHS: Codable, RHS: Codable {}
extension PredicateExpressions.CheckedDivision: Codable where LHS: Codable, RHS: Codable {}
extension PredicateExpressions.CheckedArithmetic: StandardPredicateExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {}
extension PredicateExpressions.CheckedDivision: StandardPredicateExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {}
