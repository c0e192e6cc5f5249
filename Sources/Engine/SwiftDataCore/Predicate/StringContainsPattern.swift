// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// `subject.contains(regex)`, in bounded time: Foundation's node matches as long as the pattern makes it.
  public struct StringContainsPattern<Subject: PredicateExpression, Pattern: PredicateExpression>:
    PredicateExpression
  where
    Subject.Output: BidirectionalCollection, Subject.Output.SubSequence == Substring,
    Pattern.Output: RegexComponent
  {
    /// The type of the result.
    public typealias Output = Bool

    /// The text that is searched.
    public let subject: Subject
    /// The pattern.
    public let regex: Pattern

    /// The operation with its operands.
    public init(subject: Subject, regex: Pattern) {
      self.subject = subject
      self.regex = regex
    }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let subject = try subject.evaluate(bindings)
      let regex = try regex.evaluate(bindings)
      // Only what has been put together in code, with captures that transform, has no text.
      guard let pattern = Self.text(of: regex) else { return subject.contains(regex) }
      return try PatternSearch.search(pattern).matches(in: String(subject[...]))
    }

    /// The regular expression as text, if it can be written so.
    public static func text(of regex: some RegexComponent) -> String? {
      (regex as? PredicateRegex ?? PredicateRegex(regex))?.stringRepresentation
    }
  }

  // More constrained, and so preferred to Foundation's.
  /// Creates the node: what `#Predicate` expands the operation to.
  public static func build_contains<Subject, Pattern>(_ subject: Subject, _ regex: Pattern)
    -> StringContainsPattern<Subject, Pattern>
  where Subject: StandardPredicateExpression, Pattern: StandardPredicateExpression {
    StringContainsPattern(subject: subject, regex: regex)
  }
}

extension PredicateExpressions.StringContainsPattern: CustomStringConvertible {
  /// `StringContainsRegex(…)`, the name that Foundation uses, with both operands.
  public var description: String { "StringContainsRegex(subject: \(subject), regex: \(regex))" }
}

extension PredicateExpressions.StringContainsPattern: Sendable
where Subject: Sendable, Pattern: Sendable {}
extension PredicateExpressions.StringContainsPattern: Codable
where Subject: Codable, Pattern: Codable {}
extension PredicateExpressions.StringContainsPattern: StandardPredicateExpression
where Subject: StandardPredicateExpression, Pattern: StandardPredicateExpression {}
