// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `<`, `<=`, `>`, `>=`.
extension PredicateTranslator {
  func compare(_ left: SQLTerm, _ symbol: SQLOperator, _ right: SQLTerm, _ node: Any) throws
    -> SQLScalar
  {
    if left.isConstant { return try compare(right, symbol.mirrored, left, node) }
    guard case .scalar(let a) = left else {
      if case .row = left {
        throw unsupported(
          node, "The store does not order identifiers as PersistentIdentifier does.")
      }
      return try compare(.scalar(scalar(left, like: .string, node)), symbol, right, node)
    }
    let b = try scalar(right, like: a.type, node)
    if a.enumeration != nil || b.enumeration != nil {
      throw unsupported(
        node, "The order of an enum's cases differs from that of the stored values.",
        advice: "Compare the raw values, or use contains(_:) of an array of cases.")
    }
    switch a.type {
    case .decimal: return compareDecimals(a, symbol, b)
    case .string:
      // As Swift compares strings; bytes would differ for text that is not in
      // Unicode's composed form.
      return test(a, b, .binary(a.expression, symbol, .collated(b.expression, .canonical)))
    default:
      if b.expression == .bound(.null) { return truth(false, of: [left]) }  // NaN
      return test(a, b, .binary(a.expression, symbol, b.expression))
    }
  }

  private func test(_ a: SQLScalar, _ b: SQLScalar, _ expression: SQLExpression) -> SQLScalar {
    SQLScalar(
      expression: definedTest(a, b, expression), type: .boolean,
      null: max(nullOfTest(a.null), nullOfTest(b.null)))
  }

  /// A comparison of decimals with one that is captured: an index serves it.
  private func compareDecimals(_ a: SQLScalar, _ symbol: SQLOperator, _ b: SQLScalar) -> SQLScalar {
    test(a, b, decimals(a.expression, symbol, b.expression))
  }

  /// Decimals are numbers in their column, but for what is not a number and
  /// what early versions wrote: that is text, which sorts after all numbers and
  /// is compared by a function. So is what was computed.
  func decimals(_ a: SQLExpression, _ symbol: SQLOperator, _ b: SQLExpression) -> SQLExpression {
    if layout.dialect == .postgres { return numerics(a, symbol, b) }
    let exact = SQLExpression.binary(.call(.decimalCompare, a, b), symbol, .verbatim("0"))
    switch (a, b.boundValue) {
    case (.column, .integer?), (.column, .real?):
      let numbers = SQLExpression.binary(a, symbol, b)
      let isText = SQLExpression.binary(a, .greaterOrEqual, .verbatim("''"))
      let isUpward = symbol == .greater || symbol == .greaterOrEqual
      return .any([
        .all([numbers, isUpward ? Self.isNumber(a) : .yes]), .all([isText, exact]),
      ])
    default: return exact
    }
  }

  /// For PostgreSQL, what is not a number is greater than all numbers, in Swift it is less. An index serves a comparison of a
  /// column with a number, and of equal values.
  private func numerics(_ a: SQLExpression, _ symbol: SQLOperator, _ b: SQLExpression) -> SQLExpression {
    let notANumber = SQLExpression.verbatim("'NaN'")
    switch (symbol, a, b) {
    case (.equal, .column, _): return .binary(a, symbol, b)
    case (.greater, .column, .bound(let value)) where Self.isNumber(value),
      (.greaterOrEqual, .column, .bound(let value)) where Self.isNumber(value):
      return .all([.binary(a, symbol, b), .binary(a, .less, notANumber)])
    case (.less, .column, .bound(let value)) where Self.isNumber(value),
      (.lessOrEqual, .column, .bound(let value)) where Self.isNumber(value):
      return .any([.binary(a, symbol, b), .binary(a, .equal, notANumber)])
    default: return .binary(decimalOrder(a), symbol, decimalOrder(b))
    }
  }

  private static func isNumber(_ value: SQLValue) -> Bool { SQLFunctions.decimal(value)?.isNaN == false }

  /// The expression that orders a column of decimals.
  func decimalOrder(_ column: SQLExpression) -> SQLExpression {
    guard layout.dialect == .sqlite, case .column = column else { return .call(.decimalOrder, column) }
    return .choice(
      [SQLBranch(condition: Self.isNumber(column), value: column)],
      otherwise: .call(.decimalOrder, column))
  }

  private static func isNumber(_ column: SQLExpression) -> SQLExpression {
    .binary(column, .less, .verbatim("''"))
  }
}

extension SQLOperator {
  /// With its sides exchanged.
  var mirrored: SQLOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
