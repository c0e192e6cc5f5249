// SPDX-License-Identifier: Apache-2.0

import Foundation

// On Darwin these are Foundation's own.
#if !canImport(Darwin)
  extension PredicateExpressions {
    /// `root.caseInsensitiveCompare(other)`.
    public struct StringCaseInsensitiveCompare<
      Root: PredicateExpression, Other: PredicateExpression
    >:
      PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The type of the result.
      public typealias Output = ComparisonResult

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
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        try StringSemantics.caseInsensitiveCompare(
          String(root.evaluate(bindings)), String(other.evaluate(bindings)))
      }
    }

    /// Creates the node: what `#Predicate` expands the operation to.
    public static func build_caseInsensitiveCompare<Root, Other>(_ root: Root, _ other: Other)
      -> StringCaseInsensitiveCompare<Root, Other>
    { StringCaseInsensitiveCompare(root: root, other: other) }
  }

  extension PredicateExpressions.StringCaseInsensitiveCompare: CustomStringConvertible {
    /// `StringCaseInsensitiveCompare(…)` with both operands.
    public var description: String {
      "StringCaseInsensitiveCompare(root: \(root), other: \(other))"
    }
  }

  extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
  where Root: Sendable, Other: Sendable {}

  extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
  where Root: Codable, Other: Codable {}

  extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
