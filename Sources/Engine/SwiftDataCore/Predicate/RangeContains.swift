// SPDX-License-Identifier: Apache-2.0

import Foundation

// Foundation's nodes make a range of both bounds first, and end the program where the upper one is less than the lower
// one. In `($0.from...$0.to).contains(day)` the bounds are those of a row. Two comparisons say the same, are `false` where
// the bounds are the wrong way round, and every translator of predicates knows them.

extension PredicateExpressions {
  /// `(lower...upper).contains(element)`, as `element >= lower && element <= upper`.
  public static func build_contains<Lower, Upper, Element>(
    _ range: ClosedRange<Lower, Upper>, _ element: Element
  ) -> Conjunction<Comparison<Element, Lower>, Comparison<Element, Upper>> where Element.Output == Lower.Output {
    contains(range.lower, range.upper, element, .lessThanOrEqual)
  }

  /// `(lower..<upper).contains(element)`, as `element >= lower && element < upper`.
  public static func build_contains<Lower, Upper, Element>(
    _ range: Range<Lower, Upper>, _ element: Element
  ) -> Conjunction<Comparison<Element, Lower>, Comparison<Element, Upper>> where Element.Output == Lower.Output {
    contains(range.lower, range.upper, element, .lessThan)
  }

  private static func contains<Lower, Upper, Element>(
    _ lower: Lower, _ upper: Upper, _ element: Element, _ end: ComparisonOperator
  ) -> Conjunction<Comparison<Element, Lower>, Comparison<Element, Upper>>
  where
    Element: PredicateExpression, Lower: PredicateExpression, Upper: PredicateExpression,
    Element.Output == Lower.Output, Element.Output == Upper.Output, Element.Output: Comparable
  {
    Conjunction(
      lhs: Comparison(lhs: element, rhs: lower, op: .greaterThanOrEqual),
      rhs: Comparison(lhs: element, rhs: upper, op: end))
  }
}
