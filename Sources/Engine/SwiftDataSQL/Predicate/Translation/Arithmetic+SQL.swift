// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

extension PredicateTranslator {
  /// `+`, `-`, `*`, `/` and `%` in the type that Swift would use.
  func arithmetic(
    _ symbol: SQLOperator, _ left: SQLTerm, _ right: SQLTerm, _ type: any Any.Type, _ node: Any
  ) throws -> SQLTerm {
    let column = (type as? any _ColumnValue.Type)?._columnType ?? .integer64
    let a = try scalar(left, like: column, node)
    let b = try scalar(right, like: column, node)
    var null = max(a.null, b.null)
    let expression: SQLExpression
    switch column {
    case .decimal:
      let functions: [SQLOperator: SQLFunctionName] = [
        .add: .decimalAdd, .subtract: .decimalSubtract, .multiply: .decimalMultiply,
        .divide: .decimalDivide,
      ]
      guard let function = functions[symbol] else {
        throw unsupported(node, "The remainder of decimals is not supported.")
      }
      expression = .call(function, a.expression, b.expression)
    case .double where symbol == .divide:
      expression = .call(.divideReal, a.expression, b.expression)
      null = max(null, .notANumber)
    case .float:
      // Twice the precision and more: rounding the result once is exact.
      let exact =
        symbol == .divide
        ? SQLExpression.call(.divideReal, a.expression, b.expression)
        : .binary(a.expression, symbol, b.expression)
      expression = .call(.roundToFloat, exact)
      null = max(null, .notANumber)
    case .double:
      expression = .binary(a.expression, symbol, b.expression)
      // Infinity less infinity is no number.
      null = max(null, .notANumber)
    default:
      expression = .binary(a.expression, symbol, b.expression)
      // NULL after a division by zero.
      if symbol == .divide || symbol == .remainder, !Self.alwaysDivides(b.expression) { null = .undefined }
    }
    return .scalar(SQLScalar(expression: expression, type: column, null: null))
  }

  /// Whether every integer can be divided by a constant: not by zero, and the least one not by -1.
  private static func alwaysDivides(_ divisor: SQLExpression) -> Bool {
    guard case .bound(.integer(let value)) = divisor else { return false }
    return value != 0 && value != -1
  }

  /// The least or greatest element.
  func extremum(_ name: SQLFunctionName, of sequence: SQLSequence, _ node: Any) throws -> SQLTerm {
    var type = _ColumnType.integer64
    let query = try query(sequence, node) { element in
      guard case .scalar(let scalar) = element, scalar.enumeration == nil else {
        throw unsupported(node, "These elements have no order in the store.")
      }
      type = scalar.type
      switch type {
      case .decimal:
        return (
          [.function(name == .minimum ? .decimalMinimum : .decimalMaximum, [scalar.expression])],
          .yes
        )
      case .string:
        return ([.function(name, [.collated(scalar.expression, .canonical)])], .yes)
      default: return ([.function(name, [scalar.expression])], .yes)
      }
    }
    return .scalar(SQLScalar(expression: .query(query), type: type, null: .absent, defined: sequence.defined))
  }
}

/// Arithmetic on captured values that answers `nil` where Swift would trap.
enum SafeArithmetic {
  static func apply<N: Numeric>(
    _ symbol: PredicateExpressions.ArithmeticOperator, _ a: N, _ b: N
  ) -> N? {
    guard let integer = a as? any FixedWidthInteger else {
      return switch symbol {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      @unknown default: nil
      }
    }
    func open<I: FixedWidthInteger>(_ a: I) -> N? {
      guard let b = b as? I else { return nil }
      let result =
        switch symbol {
        case .add: a.addingReportingOverflow(b)
        case .subtract: a.subtractingReportingOverflow(b)
        case .multiply: a.multipliedReportingOverflow(by: b)
        @unknown default: (partialValue: a, overflow: true)
        }
      return result.overflow ? nil : result.partialValue as? N
    }
    return open(integer)
  }

  static func divide<N: BinaryInteger>(_ a: N, _ b: N) -> N? {
    guard b != 0, let integer = a as? any FixedWidthInteger else { return nil }
    func open<I: FixedWidthInteger>(_ a: I) -> N? {
      guard let b = b as? I else { return nil }
      let result = a.dividedReportingOverflow(by: b)
      return result.overflow ? nil : result.partialValue as? N
    }
    return open(integer)
  }

  static func remainder<N: BinaryInteger>(_ a: N, _ b: N) -> N? {
    guard b != 0, let integer = a as? any FixedWidthInteger else { return nil }
    func open<I: FixedWidthInteger>(_ a: I) -> N? {
      guard let b = b as? I else { return nil }
      let result = a.remainderReportingOverflow(dividingBy: b)
      return result.overflow ? nil : result.partialValue as? N
    }
    return open(integer)
  }
}
