import Foundation
import SwiftDataCore

/// `subject.contains(regex)`.
extension PredicateExpressions.StringContainsRegex: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let subject = try translator.translate(self.subject)
    let regex = try translator.translate(self.regex)
    if subject.isConstant, regex.isConstant { return try translator.fold(self) }
    guard case .constant(let value?) = regex else {
      throw translator.unsupported(self, "A pattern must be captured.")
    }
    let pattern: String
    switch value {
    case let value as PredicateExpressions.PredicateRegex: pattern = value.stringRepresentation
    case let value as any RegexComponent:
      guard let known = PredicateExpressions.PredicateRegex(value) else { fallthrough }
      pattern = known.stringRepresentation
    default: throw translator.unsupported(self, "The pattern cannot be written as text.")
    }
    guard RegexCache.shared.regex(pattern) != nil else {
      throw translator.unsupported(
        self, "The pattern does not compile.", advice: "Check the regular expression.")
    }
    let text = try translator.text(subject, self)
    return .scalar(
      translator.test(
        .regex, text,
        SQLScalar(expression: .bound(.text(pattern)), type: .string, null: .never)))
  }
}
