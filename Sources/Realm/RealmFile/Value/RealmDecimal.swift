// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A decimal number of up to 34 digits.
///
/// `Foundation.Decimal` has more digits, but its exponent ends at 127 where
/// this one's ends at 6,111, and it has no infinity: see ``decimal``.
public struct RealmDecimal: Hashable, Sendable {
  /// The kind of a decimal.
  public enum Kind: Hashable, Sendable {
    /// A number, which is coefficient × 10^exponent.
    case finite
    /// Infinity.
    case infinity
    /// Not a number.
    case nan
  }

  /// The kind of a decimal.
  public var kind: Kind
  /// Whether it is below zero. Zero has a sign too.
  public var isNegative: Bool
  /// The digits, as a number below 10^34.
  public var coefficient: UInt128
  /// The exponent: the coefficient is multiplied by this power of ten.
  public var exponent: Int

  /// Makes a number of its parts.
  public init(
    kind: Kind = .finite, isNegative: Bool = false, coefficient: UInt128 = 0, exponent: Int = 0
  ) {
    self.kind = kind
    self.isNegative = isNegative
    self.coefficient = coefficient
    self.exponent = exponent
  }

  /// The number as a `Foundation.Decimal`; `nil` if it does not fit, as
  /// infinity and exponents beyond ±127 do not.
  ///
  /// `NaN` is `Decimal.nan`; the sign of zero is lost.
  public var decimal: Decimal? {
    switch kind {
    case .nan: return .nan
    case .infinity: return nil
    case .finite: break
    }
    if coefficient == 0 { return 0 }
    var digits = coefficient
    var exponent = exponent
    // Zeros at the end move into the exponent, and back.
    while exponent < -128, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    while exponent > 127, digits < UInt128.max / 10 {
      (digits, exponent) = (digits * 10, exponent - 1)
    }
    guard (-128...127).contains(exponent) else { return nil }
    return Decimal(
      string: "\(isNegative ? "-" : "")\(digits)e\(exponent)", locale: Locale(identifier: "C"))
  }
}

extension RealmDecimal: CustomStringConvertible {
  /// `12.50`, `-3E+40`, `NaN`, `Inf`: all digits of the number.
  public var description: String {
    let sign = isNegative ? "-" : ""
    switch kind {
    case .nan: return "NaN"
    case .infinity: return sign + "Inf"
    case .finite: break
    }
    let digits = String(coefficient)
    let scientific = exponent + digits.utf8.count - 1
    if exponent == 0 { return sign + digits }
    if exponent < 0, scientific >= -6 {
      let whole = digits.utf8.count + exponent
      if whole > 0 { return sign + digits.prefix(whole) + "." + digits.dropFirst(whole) }
      return sign + "0." + String(repeating: "0", count: -whole) + digits
    }
    var text = sign + digits.prefix(1)
    if digits.utf8.count > 1 { text += "." + digits.dropFirst() }
    return text + "E" + (scientific < 0 ? "" : "+") + "\(scientific)"
  }
}
