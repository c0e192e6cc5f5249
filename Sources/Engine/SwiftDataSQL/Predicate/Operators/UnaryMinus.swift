// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

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
