// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `subject.contains(regex)`, as `#Predicate` writes it.
extension PredicateExpressions.StringContainsPattern: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    try translator.contains(subject, regex, self)
  }
}

/// `subject.contains(regex)`, as Foundation writes it.
extension PredicateExpressions.StringContainsRegex: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    try translator.contains(subject, regex, self)
  }
}

extension PredicateTranslator {
  fileprivate func contains(
    _ subject: some PredicateExpression, _ regex: some PredicateExpression,
    _ node: some PredicateExpression
  ) throws -> SQLTerm {
    let subject = try translate(subject)
    let regex = try translate(regex)
    if subject.isConstant, regex.isConstant { return try fold(node) }
    guard case .constant(let value?) = regex else {
      throw unsupported(node, "A pattern must be captured.")
    }
    let pattern: String
    switch value {
    case let value as PredicateExpressions.PredicateRegex: pattern = value.stringRepresentation
    case let value as any RegexComponent:
      guard let known = PredicateExpressions.PredicateRegex(value) else { fallthrough }
      pattern = known.stringRepresentation
    default: throw unsupported(node, "The pattern has no textual form.")
    }
    do {
      _ = try PatternSearch.search(pattern)
    } catch let error as SwiftDataError {
      throw unsupported(
        node, error.explanation, advice: error.advice ?? "Check the regular expression.",
        underlying: error.underlying)
    }
    let text = try text(subject, node)
    return .scalar(
      test(
        .regex, text,
        SQLScalar(expression: .bound(.text(pattern)), type: .string, null: .never)))
  }
}
