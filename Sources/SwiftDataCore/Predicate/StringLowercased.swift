import Foundation

extension PredicateExpressions {
  /// `root.lowercased()`.
  public struct StringLowercased<Root: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol {
    public typealias Output = String

    public let root: Root

    public init(root: Root) { self.root = root }

    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      try root.evaluate(bindings).lowercased()
    }
  }

  public static func build_lowercased<Root>(_ root: Root) -> StringLowercased<Root> {
    StringLowercased(root: root)
  }
}

extension PredicateExpressions.StringLowercased: CustomStringConvertible {
  public var description: String { "StringLowercased(root: \(root))" }
}

extension PredicateExpressions.StringLowercased: Sendable where Root: Sendable {}

extension PredicateExpressions.StringLowercased: Codable where Root: Codable {}

extension PredicateExpressions.StringLowercased: StandardPredicateExpression
where Root: StandardPredicateExpression {}
