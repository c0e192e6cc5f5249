// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// The model, or what a closure is called with.
extension PredicateExpressions.Variable: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    guard let term = translator.variables[key] else {
      throw translator.unsupported(self, "The variable is not part of this predicate.")
    }
    return term
  }
}
