// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The order that `.localizedStandard` stands for here: like a file browser's,
/// the same on every platform and in every locale, in memory and in the store.
///
/// Strings compare by, in turn,
/// 1. their characters without case and accents: controls, white space,
///    `_ - , ; : ! ? . ' " ( ) [ ] { } @ * / \ & # %` `` ` `` `^ + < = > | ~ $`,
///    digits (a run of digits by its number), letters, then all other
///    characters by code point;
/// 2. accents: the character without one first;
/// 3. case: lower case first;
/// 4. bytes, so that only identical strings are equal.
///
/// The order of the ASCII characters is that of the CLDR root collation, on
/// which Foundation's comparison is built. Foundation's own comparison cannot
/// be used: it depends on the locale, and an index in a file must not.
package enum StandardStringOrder {
  /// The order of two strings; of `.localized` if not `isNumeric`.
  package static func compare(_ a: String, _ b: String, isNumeric: Bool = true) -> ComparisonResult {
    var a = a
    var b = b
    let order = a.withUTF8 { a in b.withUTF8 { b in compare(utf8: a, b, isNumeric: isNumeric) } }
    return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
  }

  /// The order of two UTF-8 strings: negative, zero or positive. Bytes that
  /// are not UTF-8 compare as U+FFFD. Digits compare one by one if not
  /// `isNumeric`, as `.localized` sorts.
  package static func compare(
    utf8 a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, isNumeric: Bool = true
  ) -> Int32 {
    switch compareASCII(a, b, isNumeric) {
    case .decided(let order): order
    case .notASCII: compareGeneral(a, b, isNumeric)
    }
  }

  private enum FastResult {
    case decided(Int32)
    case notASCII
  }

  /// Compares up to the first difference in the main weights, or to the first
  /// byte that is not ASCII. What follows a difference cannot matter: accents
  /// never change a main weight.
  private static func compareASCII(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, _ isNumeric: Bool
  ) -> FastResult {
    var i = 0
    var j = 0
    var caseOrder: Int32 = 0
    return ASCIIWeights.withTable { weights in
      while i < a.count && j < b.count {
        let x = a[i]
        let y = b[j]
        if x == y && !(isNumeric && isDigit(x)) {
          if x >= 0x80 { return .notASCII }
          i += 1
          j += 1
          continue
        }
        if (x | y) >= 0x80 { return .notASCII }
        if isNumeric && isDigit(x) && isDigit(y) {
          let order = compareNumbers(a, &i, b, &j)
          if order != 0 { return .decided(order) }
          continue
        }
        let difference = Int32(weights[Int(x)]) - Int32(weights[Int(y)])
        if difference != 0 { return .decided(difference) }
        // Only the case differs: lower case has the greater byte.
        if caseOrder == 0 { caseOrder = x > y ? -1 : 1 }
        i += 1
        j += 1
      }
      // An accent may follow the end of the shorter string.
      if i < a.count { return a[i] < 0x80 ? .decided(1) : .notASCII }
      if j < b.count { return b[j] < 0x80 ? .decided(-1) : .notASCII }
      return .decided(caseOrder != 0 ? caseOrder : compareBytes(a, b))
    }
  }

  private static func compareGeneral(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, _ isNumeric: Bool
  ) -> Int32 {
    var left = FoldedUnits(a, isNumeric: isNumeric)
    var right = FoldedUnits(b, isNumeric: isNumeric)
    var accentOrder: Int32 = 0
    var caseOrder: Int32 = 0
    while true {
      switch (left.next(), right.next()) {
      case (nil, nil):
        if accentOrder != 0 { return accentOrder }
        return caseOrder != 0 ? caseOrder : compareBytes(a, b)
      case (nil, _): return -1
      case (_, nil): return 1
      case (let x?, let y?):
        if let first = x.digits, let second = y.digits {
          var i = first.lowerBound
          var j = second.lowerBound
          let order = compareNumbers(a, &i, b, &j)
          if order != 0 { return order }
        } else if x.weight != y.weight {
          return x.weight < y.weight ? -1 : 1
        }
        if accentOrder == 0, x.marks != y.marks { accentOrder = x.marks < y.marks ? -1 : 1 }
        if caseOrder == 0, x.isUppercase != y.isUppercase { caseOrder = x.isUppercase ? 1 : -1 }
      }
    }
  }

  /// Compares two runs of digits by number, and moves behind them.
  private static func compareNumbers(
    _ a: UnsafeBufferPointer<UInt8>, _ i: inout Int, _ b: UnsafeBufferPointer<UInt8>,
    _ j: inout Int
  ) -> Int32 {
    while i < a.count && a[i] == UInt8(ascii: "0") { i += 1 }
    while j < b.count && b[j] == UInt8(ascii: "0") { j += 1 }
    var order: Int32 = 0
    while i < a.count && j < b.count && isDigit(a[i]) && isDigit(b[j]) {
      if order == 0 { order = Int32(a[i]) - Int32(b[j]) }
      i += 1
      j += 1
    }
    let isLeftLonger = i < a.count && isDigit(a[i])
    let isRightLonger = j < b.count && isDigit(b[j])
    if isLeftLonger { return 1 }
    return isRightLonger ? -1 : order
  }

  private static func compareBytes(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    for k in 0..<min(a.count, b.count) where a[k] != b[k] { return a[k] < b[k] ? -1 : 1 }
    return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
