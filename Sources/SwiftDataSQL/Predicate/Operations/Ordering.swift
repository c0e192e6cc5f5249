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
        node, "The order of an enum's cases is not that of the values in the store.",
        advice: "Compare the raw values, or ask whether an array of cases contains the value.")
    }
    switch a.type {
    case .decimal: return compareDecimals(a, symbol, b)
    case .string:
      // As Swift compares strings; bytes would differ for text that is not in
      // Unicode's composed form.
      return test(a, b, .binary(a.expression, symbol, .collated(b.expression, .canonical)))
    default:
      if b.expression == .bound(.null) { return truth(false) }  // NaN
      return test(a, b, .binary(a.expression, symbol, b.expression))
    }
  }

  private func test(_ a: SQLScalar, _ b: SQLScalar, _ expression: SQLExpression) -> SQLScalar {
    SQLScalar(
      expression: expression, type: .boolean,
      null: max(nullOfTest(a.null), nullOfTest(b.null)))
  }

  /// Most decimals are numbers in their column, and an index serves them;
  /// those that neither an integer nor a double holds exactly are text, which
  /// sorts after all numbers and is compared by a function.
  private func compareDecimals(_ a: SQLScalar, _ symbol: SQLOperator, _ b: SQLScalar) -> SQLScalar {
    let zero = SQLExpression.verbatim("0")
    let exact = SQLExpression.binary(
      .call(.decimalCompare, a.expression, b.expression), symbol, zero)
    switch (a.expression, b.expression.boundValue) {
    case (.column, .integer?), (.column, .real?):
      let isText = SQLExpression.binary(a.expression, .greaterOrEqual, .verbatim("''"))
      let numbers = SQLExpression.binary(a.expression, symbol, b.expression)
      let isNumber = SQLExpression.binary(a.expression, .less, .verbatim("''"))
      let isUpward = symbol == .greater || symbol == .greaterOrEqual
      return test(
        a, b,
        .any([.all([numbers, isUpward ? isNumber : .yes]), .all([isText, exact])]))
    default: return test(a, b, exact)
    }
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
