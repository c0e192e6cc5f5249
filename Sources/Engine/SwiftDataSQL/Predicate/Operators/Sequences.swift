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
    let sequence = try translator.sequence(term, self)
    var canFail = false
    let found = try translator.exists(sequence, self) { element in
      try translator.with(variable, as: element) {
        let term = try translator.translate(test)
        if case .scalar(let scalar) = term, scalar.null == .undefined { canFail = true }
        return try translator.condition(of: term, test)
      }
    }
    guard canFail else { return .scalar(translator.whereDefined([.sequence(sequence)], isTrue: found)) }
    // Of no element it is known that none is found as long as one fails.
    let failed = try translator.exists(sequence, self) { element in
      try translator.with(variable, as: element) {
        .test(try translator.truth(translator.translate(test), test).expression, .isNull)
      }
    }
    let branches = [SQLBranch(condition: found, value: .yes), SQLBranch(condition: .not(failed), value: .no)]
    return .scalar(
      translator.whereDefined(
        [.sequence(sequence)],
        SQLScalar(expression: .choice(branches, otherwise: nil), type: .boolean, null: .undefined)))
  }
}

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
    let sequence = try translator.sequence(term, self)
    var canFail = false
    let counterexample = try translator.exists(sequence, self) { element in
      try translator.with(variable, as: element) {
        let truth = try translator.truth(translator.translate(test), test)
        // A failed evaluation does not satisfy anything.
        canFail = truth.null == .undefined
        return canFail ? .test(truth.expression, .isNotTrue) : translator.not(truth).expression
      }
    }
    guard canFail else {
      return .scalar(translator.whereDefined([.sequence(sequence)], isTrue: .not(counterexample)))
    }
    // Nor does it contradict.
    let contradicted = try translator.exists(sequence, self) { element in
      try translator.with(variable, as: element) {
        translator.not(try translator.truth(translator.translate(test), test)).condition
      }
    }
    let branches = [
      SQLBranch(condition: .not(counterexample), value: .yes), SQLBranch(condition: contradicted, value: .no),
    ]
    return .scalar(
      translator.whereDefined(
        [.sequence(sequence)],
        SQLScalar(expression: .choice(branches, otherwise: nil), type: .boolean, null: .undefined)))
  }
}

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
    var canFail = false
    let failed = try translator.exists(result, self) { element in
      try translator.with(variable, as: element) {
        let truth = try translator.truth(translator.translate(filter), filter)
        canFail = truth.null == .undefined
        return .test(truth.expression, .isNull)
      }
    }
    // All elements are looked at before anything is asked of those that are left.
    if canFail { result.require(.not(failed)) }
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

/// `elements.min()`.
extension PredicateExpressions.SequenceMinimum: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(elements)
    if term.isConstant { return try translator.fold(self) }
    return try translator.extremum(.minimum, of: translator.sequence(term, self), self)
  }
}

/// `elements.max()`.
extension PredicateExpressions.SequenceMaximum: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(elements)
    if term.isConstant { return try translator.fold(self) }
    return try translator.extremum(.maximum, of: translator.sequence(term, self), self)
  }
}
