// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs || rhs`. What a constant side decides is not asked of the store.
extension PredicateExpressions.Disjunction: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    if case .constant(let value) = left {
      return value as? Bool == true ? left : try translator.translate(rhs)
    }
    let right = try translator.translate(rhs)
    return .scalar(
      translator.or([try translator.truth(left, lhs), try translator.truth(right, rhs)]))
  }
}
