import Foundation

// Foundation's nodes make a range of both bounds first, and end the program where the upper one is less than the lower
// one. In `($0.from...$0.to).contains(day)` the bounds are those of a row.

extension PredicateExpressions {
  /// `(lower...upper).contains(element)` and `(lower..<upper).contains(element)`: `false` where the bounds are the
  /// wrong way round.
  public struct RangeContains<
    Lower: PredicateExpression, Upper: PredicateExpression, Element: PredicateExpression
  >: PredicateExpression
  where Lower.Output == Upper.Output, Element.Output == Lower.Output, Lower.Output: Comparable {
    public typealias Output = Bool

    public let lower: Lower
    public let upper: Upper
    public let isClosed: Bool
    public let element: Element

    public init(lower: Lower, upper: Upper, isClosed: Bool, element: Element) {
      self.lower = lower
      self.upper = upper
      self.isClosed = isClosed
      self.element = element
    }

    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let (first, last) = (try lower.evaluate(bindings), try upper.evaluate(bindings))
      let value = try element.evaluate(bindings)
      return first <= value && (isClosed ? value <= last : value < last)
    }
  }

  // More specific than Foundation's, for both macros.

  public static func build_contains<Lower, Upper, Element>(
    _ range: ClosedRange<Lower, Upper>, _ element: Element
  ) -> RangeContains<Lower, Upper, Element> {
    RangeContains(lower: range.lower, upper: range.upper, isClosed: true, element: element)
  }

  public static func build_contains<Lower, Upper, Element>(
    _ range: Range<Lower, Upper>, _ element: Element
  ) -> RangeContains<Lower, Upper, Element> {
    RangeContains(lower: range.lower, upper: range.upper, isClosed: false, element: element)
  }
}

extension PredicateExpressions.RangeContains: CustomStringConvertible {
  public var description: String {
    "RangeContains(lower: \(lower), upper: \(upper), isClosed: \(isClosed), element: \(element))"
  }
}

extension PredicateExpressions.RangeContains: Sendable
where Lower: Sendable, Upper: Sendable, Element: Sendable {}
extension PredicateExpressions.RangeContains: Codable
where Lower: Codable, Upper: Codable, Element: Codable {}
extension PredicateExpressions.RangeContains: StandardPredicateExpression
where
  Lower: StandardPredicateExpression, Upper: StandardPredicateExpression,
  Element: StandardPredicateExpression
{}
