// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lower ..< upper`.
extension PredicateExpressions.Range: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    .range(
      SQLRange(
        lower: try translator.translate(lower), upper: try translator.translate(upper),
        isClosed: false))
  }
}

/// `lower ... upper`.
extension PredicateExpressions.ClosedRange: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    .range(
      SQLRange(
        lower: try translator.translate(lower), upper: try translator.translate(upper),
        isClosed: true))
  }
}

/// `range.contains(element)`.
extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let range = try translator.translate(self.range)
    let element = try translator.translate(self.element)
    switch range {
    case .constant(let value):
      if element.isConstant { return try translator.fold(self) }
      guard let range = SQLRange(value) else {
        throw translator.unsupported(
          self, "\(RangeExpression.Output.self) is not a range that the store supports.")
      }
      return .scalar(try translator.contains(range, element, self))
    case .range(let range):
      return .scalar(try translator.contains(range, element, self))
    default: throw translator.unsupported(self, "This is not a range.")
    }
  }
}

extension PredicateTranslator {
  func contains(_ range: SQLRange, _ element: SQLTerm, _ node: Any) throws -> SQLScalar {
    var tests: [SQLScalar] = []
    for (bound, symbol) in [
      (range.lower, SQLOperator.greaterOrEqual),
      (range.upper, range.isClosed ? SQLOperator.lessOrEqual : .less),
    ] {
      guard let bound else { continue }
      if case .constant(let bound) = bound, case .constant(let value) = element {
        tests.append(truth(CapturedOrder.holds(value, symbol, bound)))
      } else {
        tests.append(try compare(element, symbol, bound, node))
      }
    }
    return and(tests)
  }
}

extension SQLRange {
  /// A captured range.
  init?(_ value: Any?) {
    guard let range = value as? any CapturedRange else { return nil }
    self.init(
      lower: range.lowerValue.map { .constant($0) }, upper: range.upperValue.map { .constant($0) },
      isClosed: range.isClosed)
  }
}

/// The range types of the standard library, without their bound's type.
protocol CapturedRange {
  var lowerValue: Any? { get }
  var upperValue: Any? { get }
  var isClosed: Bool { get }
}

enum CapturedOrder {
  /// Compares two captured values of one type.
  static func holds(_ left: Any?, _ symbol: SQLOperator, _ right: Any?) -> Bool {
    guard let left = left as? any Comparable, let right else { return false }
    func open<C: Comparable>(_ left: C) -> Bool {
      guard let right = right as? C else { return false }
      return switch symbol {
      case .greaterOrEqual: left >= right
      case .lessOrEqual: left <= right
      case .less: left < right
      default: false
      }
    }
    return open(left)
  }
}

extension Range: CapturedRange {
  var lowerValue: Any? { lowerBound }
  var upperValue: Any? { upperBound }
  var isClosed: Bool { false }
}

extension ClosedRange: CapturedRange {
  var lowerValue: Any? { lowerBound }
  var upperValue: Any? { upperBound }
  var isClosed: Bool { true }
}

extension PartialRangeFrom: CapturedRange {
  var lowerValue: Any? { lowerBound }
  var upperValue: Any? { nil }
  var isClosed: Bool { false }
}

extension PartialRangeUpTo: CapturedRange {
  var lowerValue: Any? { nil }
  var upperValue: Any? { upperBound }
  var isClosed: Bool { false }
}

extension PartialRangeThrough: CapturedRange {
  var lowerValue: Any? { nil }
  var upperValue: Any? { upperBound }
  var isClosed: Bool { true }
}
