import Foundation

extension PredicateExpressions {
  /// `root.hasSuffix(other)`, by characters.
  public struct StringHasSuffix<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    public typealias Output = Bool

    public let root: Root
    public let other: Other

    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try _StringSemantics.endsWith(
        String(root.evaluate(bindings)), String(other.evaluate(bindings)))
    }
  }

  public static func build_hasSuffix<Root, Other>(_ root: Root, _ other: Other)
    -> StringHasSuffix<Root, Other>
  { StringHasSuffix(root: root, other: other) }
}

extension PredicateExpressions.StringHasSuffix: CustomStringConvertible {
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
