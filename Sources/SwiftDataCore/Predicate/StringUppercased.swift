import Foundation

extension PredicateExpressions {
  /// `root.uppercased()`.
  public struct StringUppercased<Root: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol {
    public typealias Output = String

    public let root: Root

    public init(root: Root) { self.root = root }

    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      try root.evaluate(bindings).uppercased()
    }
  }

  public static func build_uppercased<Root>(_ root: Root) -> StringUppercased<Root> {
    StringUppercased(root: root)
  }
}

extension PredicateExpressions.StringUppercased: CustomStringConvertible {
  public var description: String { "StringUppercased(root: \(root))" }
}

extension PredicateExpressions.StringUppercased: Sendable where Root: Sendable {}

extension PredicateExpressions.StringUppercased: Codable where Root: Codable {}

extension PredicateExpressions.StringUppercased: StandardPredicateExpression
where Root: StandardPredicateExpression {}
