// SPDX-License-Identifier: Apache-2.0

/// The binary encodings of IEEE 754-2008, with the coefficient as an integer.
extension RealmDecimal {
  /// The NaN values that stand for null.
  static let null128 = (low: UInt64(0xAA), high: UInt64(0x7C00_0000_0000_0000))
  static let null64: UInt64 = 0x7C00_0000_0000_00AA
  static let null32: UInt32 = 0x7C00_00AA

  private static let limit128: UInt128 = 10_000_000_000_000_000_000_000_000_000_000_000

  /// Reads the form of 128 bits.
  init(low: UInt64, high: UInt64) {
    isNegative = high >> 63 == 1
    coefficient = 0
    exponent = 0
    kind = .finite
    switch (high >> 58) & 0x1F {
    case 0x1F: kind = .nan
    case 0x1E: kind = .infinity
    default:
      if (high >> 61) & 3 == 3 {
        // The coefficient would be beyond its limit, which counts as zero.
        exponent = Int((high >> 47) & 0x3FFF) - 6176
      } else {
        exponent = Int((high >> 49) & 0x3FFF) - 6176
        let digits = UInt128(high & 0x1_FFFF_FFFF_FFFF) << 64 | UInt128(low)
        coefficient = digits < Self.limit128 ? digits : 0
      }
    }
  }

  /// Reads the form of 64 bits.
  init(bits64 bits: UInt64) {
    isNegative = bits >> 63 == 1
    coefficient = 0
    exponent = 0
    kind = .finite
    switch (bits >> 58) & 0x1F {
    case 0x1F: kind = .nan
    case 0x1E: kind = .infinity
    default:
      let digits: UInt64
      if (bits >> 61) & 3 == 3 {
        exponent = Int((bits >> 51) & 0x3FF) - 398
        digits = 1 << 53 | bits & 0x7_FFFF_FFFF_FFFF
      } else {
        exponent = Int((bits >> 53) & 0x3FF) - 398
        digits = bits & 0x1F_FFFF_FFFF_FFFF
      }
      coefficient = digits < 10_000_000_000_000_000 ? UInt128(digits) : 0
    }
  }

  /// Reads the form of 32 bits.
  init(bits32 bits: UInt32) {
    isNegative = bits >> 31 == 1
    coefficient = 0
    exponent = 0
    kind = .finite
    switch (bits >> 26) & 0x1F {
    case 0x1F: kind = .nan
    case 0x1E: kind = .infinity
    default:
      let digits: UInt32
      if (bits >> 29) & 3 == 3 {
        exponent = Int((bits >> 21) & 0xFF) - 101
        digits = 1 << 23 | bits & 0x1F_FFFF
      } else {
        exponent = Int((bits >> 23) & 0xFF) - 101
        digits = bits & 0x7F_FFFF
      }
      coefficient = digits < 10_000_000 ? UInt128(digits) : 0
    }
  }
}
