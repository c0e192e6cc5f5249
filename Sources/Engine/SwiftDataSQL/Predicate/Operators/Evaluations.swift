// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `predicate.evaluate(input)`: the other predicate becomes part of this one.
extension PredicateExpressions.PredicateEvaluate: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    guard try translator.translate(predicate).isConstant else {
      throw translator.unsupported(self, "The predicate must be captured.")
    }
    let inner = try predicate.evaluate(translator.bindings)
    return try translator.inline(
      (repeat each inner.variable), (repeat each input), inner.expression)
  }
}

/// `expression.evaluate(input)`.
extension PredicateExpressions.ExpressionEvaluate: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    guard try translator.translate(expression).isConstant else {
      throw translator.unsupported(self, "The expression must be captured.")
    }
    let inner = try expression.evaluate(translator.bindings)
    return try translator.inline(
      (repeat each inner.variable), (repeat each input), inner.expression)
  }
}

extension PredicateExpressions.CapturedPredicate: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm { .constant(value) }
}

extension PredicateExpressions.CapturedExpression: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm { .constant(value) }
}

extension PredicateTranslator {
  /// Translates `body` while its variables stand for the inputs.
  fileprivate func inline<each Input: PredicateExpression>(
    _ variables: (repeat PredicateExpressions.Variable<(each Input).Output>),
    _ inputs: (repeat each Input), _ body: any PredicateExpression
  ) throws -> SQLTerm {
    let (outerVariables, outerBindings) = (self.variables, bindings)
    defer { (self.variables, bindings) = (outerVariables, outerBindings) }
    // All inputs first: an inner variable may be one of the outer ones.
    var terms: [SQLTerm] = []
    for input in repeat each inputs { terms.append(try translate(input)) }
    var position = 0
    var bound = bindings
    for (variable, input) in repeat (each variables, each inputs) {
      self.variables[variable.key] = terms[position]
      if terms[position].isConstant { bound[variable] = try input.evaluate(bindings) }
      position += 1
    }
    bindings = bound
    return try translate(body)
  }
}
