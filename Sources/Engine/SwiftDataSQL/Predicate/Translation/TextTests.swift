// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

extension PredicateTranslator {
  /// A function that says something of two texts.
  func test(_ name: SQLFunctionName, _ text: SQLScalar, _ part: SQLScalar) -> SQLScalar {
    SQLScalar(
      expression: .call(name, text.expression, part.expression), type: .boolean,
      null: max(nullOfTest(text.null), nullOfTest(part.null)))
  }

  /// Whether a text starts with another. What a captured prefix begins with
  /// bounds the text from both sides, so that an index serves it; the function
  /// has the last word.
  func startsWith(_ text: SQLScalar, _ prefix: SQLScalar) -> SQLScalar {
    let exact = test(.startsWith, text, prefix)
    guard case .column = text.expression, case .text(let value)? = prefix.expression.boundValue,
      let (lower, upper) = Self.bounds(ofPrefix: value)
    else { return exact }
    var result = exact
    result.expression = .all([
      .binary(text.expression, .greaterOrEqual, .bound(.text(lower))),
      .binary(text.expression, .less, .bound(.text(upper))),
      exact.expression,
    ])
    return result
  }

  /// The characters that every form of the prefix begins with, and the first
  /// text after all that begin so.
  static func bounds(ofPrefix prefix: String) -> (lower: String, upper: String)? {
    let certain = prefix.prefix { $0.isASCII && $0 != "\r\n" && $0.asciiValue != 0 }
    guard let last = certain.last?.asciiValue else { return nil }
    // U+007F is followed by the first text that is not ASCII.
    let next = last < 0x7F ? Character(Unicode.Scalar(last + 1)) : "\u{80}"
    return (String(certain), String(certain.dropLast()) + String(next))
  }
}
