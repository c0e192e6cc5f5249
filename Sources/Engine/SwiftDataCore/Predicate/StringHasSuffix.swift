// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// `root.hasSuffix(other)`, by characters.
  public struct StringHasSuffix<Root: PredicateExpression, Other: PredicateExpression>:
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
      try StringSemantics.endsWith(
        String(root.evaluate(bindings)), String(other.evaluate(bindings)))
    }
  }

  /// Creates the node: what `#Predicate` expands the operation to.
  public static func build_hasSuffix<Root, Other>(_ root: Root, _ other: Other)
    -> StringHasSuffix<Root, Other>
  { StringHasSuffix(root: root, other: other) }
}

extension PredicateExpressions.StringHasSuffix: CustomStringConvertible {
  /// `StringHasSuffix(…)` with both operands.
  public var description: String {
    "StringHasSuffix(root: \(root), other: \(other))"
  }
}

extension PredicateExpressions.StringHasSuffix: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringHasSuffix: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringHasSuffix: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
