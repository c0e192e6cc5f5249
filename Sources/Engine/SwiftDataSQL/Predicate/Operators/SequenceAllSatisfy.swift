// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `sequence.allSatisfy { … }`.
extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(sequence)
    if term.isConstant {
      var parts: [SQLScalar] = []
      for element in try sequence.evaluate(translator.bindings) {
        let part = try translator.with(variable, bound: element) {
          try translator.truth(translator.translate(test), test)
        }
        if part.expression == .no { return .boolean(.no) }
        parts.append(part)
      }
      return .scalar(translator.and(parts))
    }
    let counterexample = try translator.exists(translator.sequence(term, self), self) { element in
      try translator.with(variable, as: element) {
        let truth = try translator.truth(translator.translate(test), test)
        // A failed evaluation does not satisfy anything.
        return truth.null == .undefined
          ? .test(truth.expression, .isNotTrue) : translator.not(truth).expression
      }
    }
    return .boolean(.not(counterexample))
  }
}
