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
    guard case .column = text.expression, case .text(let value)? = prefix.expression.boundValue else { return exact }
    let ranges = PrefixRange.all(ofPrefix: value).map { range in
      SQLExpression.all([
        .binary(text.expression, .greaterOrEqual, .bound(.text(range.lower))),
        .binary(text.expression, .less, .bound(.text(range.upper))),
      ])
    }
    guard !ranges.isEmpty else { return exact }
    var result = exact
    result.expression = .all([.any(ranges), exact.expression])
    return result
  }
}

/// The texts from one on, up to another: of their bytes.
package struct PrefixRange: Equatable {
  /// The first of them.
  package let lower: String
  /// The first text after all of them.
  package let upper: String

  /// Together, the ranges have every text that begins with a text equal to the prefix, and others. There is none if nothing
  /// is certain of the bytes such texts begin with.
  ///
  /// A character of ASCII is one byte in every form of a text, but for three: U+212A (kelvin sign) equals `K`, U+037E (Greek
  /// question mark) `;`, and U+1FEF (varia) the grave accent. The texts that begin with such a twin have a range of their
  /// own. So there is one for each of these characters and not one for each combination of them.
  package static func all(ofPrefix prefix: String) -> [PrefixRange] {
    var lead = ""
    var found: [PrefixRange] = []
    for character in prefix {
      guard let byte = character.asciiValue, byte != 0, character != "\r\n" else { break }
      if let twin = twins[character] {
        // What has been certain so far is enough: many ranges take longer than the rows that they leave out.
        if found.count == limit { break }
        found.append(PrefixRange(from: lead, to: twin))
      }
      lead.append(character)
    }
    guard let last = lead.popLast()?.unicodeScalars.first else { return [] }
    return [PrefixRange(from: lead, to: last)] + found
  }

  private static let twins: [Character: Unicode.Scalar] = ["K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}"]
  private static let limit = 4

  /// The texts that begin with some characters and a scalar, which is followed by others.
  private init(from lead: String, to last: Unicode.Scalar) {
    func text(_ scalar: Unicode.Scalar) -> String {
      var scalars = lead.unicodeScalars
      scalars.append(scalar)
      return String(scalars)
    }
    lower = text(last)
    // UTF-8 sorts as the scalars do. No such scalar is the last one, or stands before the surrogates.
    upper = Unicode.Scalar(last.value + 1).map(text) ?? lower
  }
}
