// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How decimals lie in a column that is declared DECIMAL.
///
/// The column has numeric affinity: whatever number is written, Core Data's
/// included, ends as an integer of 64 bits or as a double. So that is what is
/// written here. Of a decimal that neither holds, the nearest double is kept:
/// 17 digits of up to 38. A double is read as the shortest decimal that is
/// nearest to it, so what has up to 15 digits comes back as it was.
///
/// What is not a number is the text `NaN`, as a NULL would be refused, or worse,
/// where the property is not optional.
package enum DecimalColumn {
  /// The value of a decimal in a column.
  package enum Number: Hashable, Sendable {
    case integer(Int64)
    case real(Double)
    case notANumber

    package init(_ decimal: Decimal) {
      if decimal.isNaN {
        self = .notANumber
        return
      }
      let digits = decimal.description
      if let integer = Int64(digits) {
        self = .integer(integer)
      } else {
        self = Double(digits).map { .real($0) } ?? .notANumber
      }
    }
  }

  package static let notANumber = "NaN"

  /// Early versions of this library wrote a decimal that no double holds exactly as
  /// text: this letter, which kept the affinity off, and all digits. So do files that have rows of a database for a while.
  package static let formerMark: Character = "d"
  /// Before a computed decimal that SQLite's numbers do not hold, on its way from
  /// one function to the next, or to the program. No column has such a text.
  package static let exactMark: Character = "x"

  /// The decimal of a column that holds a double; not a number if it is
  /// beyond what decimals reach.
  package static func decimal(_ real: Double) -> Decimal {
    guard real.isFinite else { return .nan }
    if real == 0 { return 0 }
    return Decimal(string: "\(real)", locale: nil) ?? extreme(real) ?? .nan
  }

  /// A number near the ends of what decimals reach. Foundation reads none with an
  /// exponent of its own beyond a byte, though the digits have room to shift.
  private static func extreme(_ real: Double) -> Decimal? {
    let parts = "\(abs(real))".split(separator: "e")
    guard parts.count == 2, var exponent = Int(parts[1]) else { return nil }
    let places = parts[0].split(separator: ".")
    var digits = places.joined()
    exponent -= places.count > 1 ? places[1].count : 0
    if exponent > 127 {
      guard exponent < 127 + 39 else { return nil }
      digits += String(repeating: "0", count: exponent - 127)
      exponent = 127
    } else if exponent < -128 {
      guard -128 - exponent < digits.count else { return 0 }
      digits.removeLast(-128 - exponent)
      exponent = -128
    }
    return Decimal(string: "\(real < 0 ? "-" : "")\(digits)e\(exponent)", locale: nil)
  }

  /// The decimal of a text, with all its digits; `nil` if it is none.
  package static func decimal(text: String) -> Decimal? {
    let isMarked = text.first == formerMark || text.first == exactMark
    let digits = isMarked ? String(text.dropFirst()) : text
    if digits == notANumber { return .nan }
    // Foundation takes the sign of "-Infinity" for a zero.
    guard digits.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Decimal(string: digits, locale: nil)
  }

  /// The text of a decimal, with all its digits, which a column keeps as it is.
  package static func text(_ decimal: Decimal) -> String { "\(formerMark)\(decimal)" }

  /// The value that a decimal has once it has been written and read.
  package static func rounded(_ decimal: Decimal) -> Decimal {
    switch Number(decimal) {
    case .integer(let value): Decimal(value)
    case .real(let value): self.decimal(value)
    case .notANumber: .nan
    }
  }
}
