// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Numbers in the key of a localized text: written as in the language and the region of the page.
extension RegionalText {
  /// As `%lld` writes it.
  init(whole number: Int64) {
    self.init(number, "lld") { environment in
      let locale = environment.locale
      // What needs no mark between its digits, as most do.
      if 0..<1000 ~= number, locale.numberingSystem.identifier == "latn" { return String(number) }
      return IntegerFormatStyle<Int64>(locale: locale).format(number)
    }
  }

  /// As `%llu` writes a number that is too large for one with a sign.
  init(large number: UInt64) {
    self.init(number, "llu") { IntegerFormatStyle<UInt64>(locale: $0.locale).format(number) }
  }

  /// As `%lf` writes it: with six decimals.
  init(fraction number: Double) {
    self.init(number, "lf") {
      FloatingPointFormatStyle<Double>(locale: $0.locale).precision(.fractionLength(6)).format(number)
    }
  }

  /// A number as a format of C writes it, with the decimal mark and the groups of the page's region.
  init<T: CVarArg>(_ number: T, specifier: String) {
    let text = String(format: specifier, number)
    // Zeros that fill a field are no groups of a number.
    let isFilled = specifier.drop { $0 != "%" }.dropFirst().prefix { "0-+ #".contains($0) }.contains("0")
    self.init(number as? any Equatable ?? text, specifier) {
      isFilled ? text : String(format: specifier, locale: $0.locale, number)
    }
  }
}
