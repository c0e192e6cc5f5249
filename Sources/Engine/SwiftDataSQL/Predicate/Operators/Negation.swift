// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `!wrapped`.
extension PredicateExpressions.Negation: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(wrapped)
    if term.isConstant { return try translator.fold(self) }
    return .scalar(translator.not(try translator.truth(term, wrapped)))
  }
}
