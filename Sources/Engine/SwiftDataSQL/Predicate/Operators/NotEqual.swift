// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs != rhs`.
extension PredicateExpressions.NotEqual: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    let right = try translator.translate(rhs)
    if left.isConstant, right.isConstant, let value = try? translator.fold(self) { return value }
    return .scalar(translator.not(try translator.equal(left, right, self)))
  }
}
