import Foundation
import SwiftDataCore

/// `lhs == rhs`.
extension PredicateExpressions.Equal: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if left.isConstant, right.isConstant { return try translator.fold(self) }
    return SQLTerm.scalar(try translator.equal(left, right, self)).simplified
  }
}
