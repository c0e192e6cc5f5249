// SPDX-License-Identifier: Apache-2.0

import Foundation

// On Darwin these are Foundation's own.
#if !canImport(Darwin)
  extension PredicateExpressions {
    /// `root.localizedStandardContains(other)`: without regard to case and
    /// diacritics, as people expect of a search field.
    public struct StringLocalizedStandardContains<
      Root: PredicateExpression, Other: PredicateExpression
    >:
      PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The type of the result.
      public typealias Output = Bool

      /// The text.
      public let root: Root
      /// The other text.
      public let other: Other

      /// The operation with its operands.
      public init(root: Root, other: Other) {
        self.root = root
        self.other = other
      }

      /// Evaluates the operation in memory, with the given bindings.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try StringSemantics.standardContains(
          String(root.evaluate(bindings)), String(other.evaluate(bindings)))
      }
    }

    /// Creates the node: what `#Predicate` expands the operation to.
    public static func build_localizedStandardContains<Root, Other>(_ root: Root, _ other: Other)
      -> StringLocalizedStandardContains<Root, Other>
    { StringLocalizedStandardContains(root: root, other: other) }
  }

  extension PredicateExpressions.StringLocalizedStandardContains: CustomStringConvertible {
    /// `StringLocalizedStandardContains(…)` with both operands.
    public var description: String {
      "StringLocalizedStandardContains(root: \(root), other: \(other))"
    }
  }

  extension PredicateExpressions.StringLocalizedStandardContains: Sendable
  where Root: Sendable, Other: Sendable {}

  extension PredicateExpressions.StringLocalizedStandardContains: Codable
  where Root: Codable, Other: Codable {}

  extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
