// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// `root.trimmingCharacters(in: set)`.
  public struct StringTrimmingCharacters<Root: PredicateExpression, Set: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Set.Output == CharacterSet {
    /// The type of the result.
    public typealias Output = String

    /// The text.
    public let root: Root
    /// The characters that are trimmed.
    public let set: Set

    /// The operation with its operands.
    public init(root: Root, set: Set) {
      self.root = root
      self.set = set
    }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      try root.evaluate(bindings).trimmingCharacters(in: set.evaluate(bindings))
    }
  }

  /// Creates the node: what `#Predicate` expands the operation to.
  public static func build_trimmingCharacters<Root, Set>(_ root: Root, in set: Set)
    -> StringTrimmingCharacters<Root, Set>
  { StringTrimmingCharacters(root: root, set: set) }
}

extension PredicateExpressions.StringTrimmingCharacters: CustomStringConvertible {
  /// `StringTrimmingCharacters(…)` with the text and the set of characters.
  public var description: String { "StringTrimmingCharacters(root: \(root), set: \(set))" }
}

extension PredicateExpressions.StringTrimmingCharacters: Sendable
where Root: Sendable, Set: Sendable {}

extension PredicateExpressions.StringTrimmingCharacters: Codable
where Root: Codable, Set: Codable {}

extension PredicateExpressions.StringTrimmingCharacters: StandardPredicateExpression
where Root: StandardPredicateExpression, Set: StandardPredicateExpression {}
