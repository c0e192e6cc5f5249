// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `sequence.filter { … }`, which `count`, `isEmpty` and others can be asked of.
extension PredicateExpressions.Filter: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(sequence)
    if term.isConstant {
      do {
        return .constant(try evaluate(translator.bindings))
      } catch {
        throw translator.unsupported(
          self, "A captured sequence cannot be filtered by stored values.",
          advice: "Use contains(where:) or allSatisfy instead.")
      }
    }
    var result = try translator.sequence(term, self)
    let (variable, filter) = (variable, filter)
    // What the variables of enclosing closures stand for now.
    let (variables, bindings) = (translator.variables, translator.bindings)
    result.filters.append { element in
      let (outerVariables, outerBindings) = (translator.variables, translator.bindings)
      defer { (translator.variables, translator.bindings) = (outerVariables, outerBindings) }
      (translator.variables, translator.bindings) = (variables, bindings)
      return try translator.with(variable, as: element) { try translator.condition(filter) }
    }
    return .sequence(result)
  }
}
