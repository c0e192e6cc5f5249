// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// A captured value or a literal.
extension PredicateExpressions.Value: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    .constant(PredicateTranslator.flatten(value))
  }
}

/// The identifier of a captured model.
extension PredicateExpressions.CapturedIdentifier: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm { .constant(value) }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm { .constant(nil) }
}

/// A value where an optional of its type is wanted.
extension PredicateExpressions.OptionalPromotion: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    try translator.translate(wrapped)
  }
}

/// The literal `[]`.
extension PredicateExpressions.EmptyLiteral: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    .constant(PredicateTranslator.flatten([] as Output))
  }
}

/// The model, or what a closure is called with.
extension PredicateExpressions.Variable: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    guard let term = translator.variables[key] else {
      throw translator.unsupported(self, "The variable is not part of this predicate.")
    }
    return term
  }
}
