// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// `root.lowercased()`.
  public struct StringLowercased<Root: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol {
    /// The type of the result.
    public typealias Output = String

    /// The text.
    public let root: Root

    /// The operation with its operands.
    public init(root: Root) { self.root = root }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      try root.evaluate(bindings).lowercased()
    }
  }

  /// Creates the node: what `#Predicate` expands the operation to.
  public static func build_lowercased<Root>(_ root: Root) -> StringLowercased<Root> {
    StringLowercased(root: root)
  }
}

extension PredicateExpressions.StringLowercased: CustomStringConvertible {
  /// `StringLowercased(…)` with its operand.
  public var description: String { "StringLowercased(root: \(root))" }
}

extension PredicateExpressions.StringLowercased: Sendable where Root: Sendable {}

extension PredicateExpressions.StringLowercased: Codable where Root: Codable {}

extension PredicateExpressions.StringLowercased: StandardPredicateExpression
where Root: StandardPredicateExpression {}

extension PredicateExpressions {
  /// `root.uppercased()`.
  public struct StringUppercased<Root: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol {
    /// The type of the result.
    public typealias Output = String

    /// The text.
    public let root: Root

    /// The operation with its operands.
    public init(root: Root) { self.root = root }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      try root.evaluate(bindings).uppercased()
    }
  }

  /// Creates the node: what `#Predicate` expands the operation to.
  public static func build_uppercased<Root>(_ root: Root) -> StringUppercased<Root> {
    StringUppercased(root: root)
  }
}

extension PredicateExpressions.StringUppercased: CustomStringConvertible {
  /// `StringUppercased(…)` with its operand.
  public var description: String { "StringUppercased(root: \(root))" }
}

extension PredicateExpressions.StringUppercased: Sendable where Root: Sendable {}

extension PredicateExpressions.StringUppercased: Codable where Root: Codable {}

extension PredicateExpressions.StringUppercased: StandardPredicateExpression
where Root: StandardPredicateExpression {}
