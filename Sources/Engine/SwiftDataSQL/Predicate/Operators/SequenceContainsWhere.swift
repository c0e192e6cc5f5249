// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `sequence.contains { … }`.
extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(sequence)
    if term.isConstant {
      // Once for each captured element.
      var parts: [SQLScalar] = []
      for element in try sequence.evaluate(translator.bindings) {
        let part = try translator.with(variable, bound: element) {
          try translator.truth(translator.translate(test), test)
        }
        if part.expression == .yes { return .boolean(.yes) }
        parts.append(part)
      }
      return .scalar(translator.or(parts))
    }
    let found = try translator.exists(translator.sequence(term, self), self) { element in
      try translator.with(variable, as: element) { try translator.condition(test) }
    }
    return .boolean(found)
  }
}
