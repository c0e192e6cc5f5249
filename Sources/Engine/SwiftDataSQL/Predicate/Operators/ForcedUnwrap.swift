// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `inner!`: a row whose value is `nil` does not match.
extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(inner)
    if case .constant(let value) = term {
      guard value != nil else { throw translator.unsupported(self, "The predicate unwraps nil.") }
      return term
    }
    return translator.unwrapped(term, null: .undefined)
  }
}
