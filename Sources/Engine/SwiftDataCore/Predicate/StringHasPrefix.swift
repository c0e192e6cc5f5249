// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// `root.hasPrefix(other)`, by characters, as `starts(with:)` compares.
  public struct StringHasPrefix<Root: PredicateExpression, Other: PredicateExpression>:
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
      try StringSemantics.startsWith(
        String(root.evaluate(bindings)), String(other.evaluate(bindings)))
    }
  }

  /// Creates the node: what `#Predicate` expands the operation to.
  public static func build_hasPrefix<Root, Other>(_ root: Root, _ other: Other)
    -> StringHasPrefix<Root, Other>
  { StringHasPrefix(root: root, other: other) }
}

extension PredicateExpressions.StringHasPrefix: CustomStringConvertible {
  /// `StringHasPrefix(…)` with both operands.
  public var description: String {
    "StringHasPrefix(root: \(root), other: \(other))"
  }
}

extension PredicateExpressions.StringHasPrefix: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringHasPrefix: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringHasPrefix: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
