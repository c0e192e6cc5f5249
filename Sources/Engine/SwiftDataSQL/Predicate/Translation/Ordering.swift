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
    if layout.dialect == .postgres { return .binary(decimalOrder(a), symbol, decimalOrder(b)) }
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
