// SPDX-License-Identifier: Apache-2.0

import RealmFile

extension RealmWriter {
  /// In 4, 8 or 16 bytes, as the numbers allow; in none if all are zero or
  /// all are null.
  mutating func decimals(_ values: [RealmValue]) -> Int {
    let numbers = values.map { value -> RealmDecimal? in
      guard case .decimal(let number) = value else { return nil }
      return number
    }
    if numbers.allSatisfy({ $0 == nil }) { return node.fixed([], width: 0, count: values.count) }
    if numbers.allSatisfy({ $0 == RealmDecimal() }) {
      return node.fixed([], width: 0, count: values.count, .context)
    }
    let isNarrow = numbers.allSatisfy { $0.map { $0.kind == .finite } ?? true }
    if isNarrow, numbers.allSatisfy({ Self.fits($0, 1 << 23, 101, 90) }) {
      return node.fixed(
        numbers.flatMap { Self.bytes(Self.bits32($0)) }, width: 4, count: values.count)
    }
    if isNarrow, numbers.allSatisfy({ Self.fits($0, 1 << 53, 398, 369) }) {
      return node.fixed(
        numbers.flatMap { Self.bytes(Self.bits64($0)) }, width: 8, count: values.count)
    }
    return node.fixed(
      numbers.flatMap { number -> [UInt8] in
        let (low, high) = Self.bits128(number)
        return Self.bytes(low) + Self.bytes(high)
      }, width: 16, count: values.count)
  }

  private static func fits(_ number: RealmDecimal?, _ limit: UInt128, _ low: Int, _ high: Int)
    -> Bool
  {
    guard let number else { return true }
    return number.coefficient < limit && number.exponent >= -low && number.exponent <= high
  }

  private static func bits32(_ number: RealmDecimal?) -> UInt32 {
    guard let number else { return 0x7C00_00AA }
    return (number.isNegative ? 1 << 31 : 0) | UInt32(number.exponent + 101) << 23
      | UInt32(number.coefficient)
  }

  private static func bits64(_ number: RealmDecimal?) -> UInt64 {
    guard let number else { return 0x7C00_0000_0000_00AA }
    return (number.isNegative ? 1 << 63 : 0) | UInt64(number.exponent + 398) << 53
      | UInt64(number.coefficient)
  }

  static func bits128(_ number: RealmDecimal?) -> (low: UInt64, high: UInt64) {
    guard let number else { return (0xAA, 0x7C00_0000_0000_0000) }
    let sign: UInt64 = number.isNegative ? 1 << 63 : 0
    switch number.kind {
    case .nan: return (0, sign | 0x7C00_0000_0000_0000)
    case .infinity: return (0, sign | 0x7800_0000_0000_0000)
    case .finite:
      return (
        UInt64(truncatingIfNeeded: number.coefficient),
        sign | UInt64(number.exponent + 6176) << 49 | UInt64(number.coefficient >> 64)
      )
    }
  }
}
