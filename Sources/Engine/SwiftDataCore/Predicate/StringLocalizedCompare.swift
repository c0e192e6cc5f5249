// SPDX-License-Identifier: Apache-2.0

import Foundation

// On Darwin these are Foundation's own.
#if !canImport(Darwin)
  extension PredicateExpressions {
    /// `root.localizedCompare(other)`: the order of the current locale.
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>:
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
        try StringSemantics.localizedCompare(
          String(root.evaluate(bindings)), String(other.evaluate(bindings)))
      }
    }

    /// Creates the node: what `#Predicate` expands the operation to.
    public static func build_localizedCompare<Root, Other>(_ root: Root, _ other: Other)
      -> StringLocalizedCompare<Root, Other>
    { StringLocalizedCompare(root: root, other: other) }
  }

  extension PredicateExpressions.StringLocalizedCompare: CustomStringConvertible {
    /// `StringLocalizedCompare(…)` with both operands.
    public var description: String {
      "StringLocalizedCompare(root: \(root), other: \(other))"
    }
  }

  extension PredicateExpressions.StringLocalizedCompare: Sendable
  where Root: Sendable, Other: Sendable {}

  extension PredicateExpressions.StringLocalizedCompare: Codable
  where Root: Codable, Other: Codable {}

  extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
