// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A scalar without case and accents: up to four scalars.
struct FoldedScalar {
  private var scalars: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  private(set) var count = 0
  /// The accents that were taken off.
  var marks: UInt64 = 0
  var isUppercase = false

  subscript(index: Int) -> UInt32 {
    switch index {
    case 0: scalars.0
    case 1: scalars.1
    case 2: scalars.2
    default: scalars.3
    }
  }

  mutating func append(_ scalar: UInt32) {
    switch count {
    case 0: scalars.0 = scalar
    case 1: scalars.1 = scalar
    case 2: scalars.2 = scalar
    case 3: scalars.3 = scalar
    default: return
    }
    count += 1
  }
}

/// Case and accents of single scalars.
///
/// Accents are taken off Latin, Greek and Cyrillic characters. In other
/// scripts marks are not accents: か and が are different letters.
enum ScalarFolding {
  /// Scalars below this are looked up in a table that is made at first use.
  private static let tableEnd: UInt32 = 0x3100

  private static let table: (positions: [UInt16], entries: [FoldedScalar]) = {
    // Position 0 stands for a scalar that folds to itself.
    var positions = [UInt16](repeating: 0, count: Int(tableEnd))
    var entries = [FoldedScalar()]
    for scalar in 0x80..<tableEnd {
      let folded = computeFold(scalar)
      let isUnchanged =
        folded.count == 1 && folded[0] == scalar && folded.marks == 0 && !folded.isUppercase
      if isUnchanged { continue }
      positions[Int(scalar)] = UInt16(entries.count)
      entries.append(folded)
    }
    return (positions, entries)
  }()

  static func fold(_ scalar: UInt32) -> FoldedScalar {
    if scalar < tableEnd {
      let position = table.positions[Int(scalar)]
      return position == 0 ? unchanged(scalar) : table.entries[Int(position)]
    }
    switch scalar {
    case 0x3100...0x9FFF, 0x20000...0x2F7FF, 0xE000...0xF8FF, 0xFFFD: return unchanged(scalar)
    case 0xAC00...0xD7A3: return hangul(scalar)
    default: return computeFold(scalar)
    }
  }

  /// Whether a scalar is an accent, if it follows a character that takes them.
  static func isMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0300...0x036F, 0x0483...0x0487, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20F0,
      0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// Whether marks that follow the scalar are accents.
  static func takesMarks(_ scalar: UInt32) -> Bool { scalar < 0x0510 }

  /// Adds an accent. The first four count; strings that differ in a later one
  /// only are told apart by their bytes.
  static func appending(_ mark: UInt32, to marks: UInt64) -> UInt64 {
    for shift in [UInt64(48), 32, 16, 0] where marks & (0xFFFF << shift) == 0 {
      return marks | UInt64(mark & 0xFFFF) << shift
    }
    return marks
  }

  private static func unchanged(_ scalar: UInt32) -> FoldedScalar {
    var folded = FoldedScalar()
    folded.append(scalar)
    return folded
  }

  private static func computeFold(_ scalar: UInt32) -> FoldedScalar {
    guard let unicodeScalar = Unicode.Scalar(scalar) else { return unchanged(0xFFFD) }
    var folded = FoldedScalar()
    var base: UInt32 = 0
    for part in String(unicodeScalar).decomposedStringWithCanonicalMapping.unicodeScalars {
      if folded.count > 0, isMark(part.value), takesMarks(base) {
        folded.marks = appending(part.value, to: folded.marks)
        continue
      }
      // By way of upper case, so that ß, ς and ﬁ become ss, σ and fi.
      for lower in part.properties.uppercaseMapping.lowercased().unicodeScalars {
        // The way up may bring an accent along, as for ŉ or ΐ.
        if folded.count > 0, isMark(lower.value) { continue }
        // Lower-casing a whole word ends it with a final sigma.
        base = lower.value == 0x03C2 ? 0x03C3 : lower.value
        folded.append(base)
      }
      if part.properties.isUppercase { folded.isUppercase = true }
    }
    return folded
  }

  /// The letters of a Korean syllable, by the arithmetic of the Unicode Standard.
  private static func hangul(_ scalar: UInt32) -> FoldedScalar {
    let index = scalar - 0xAC00
    var folded = FoldedScalar()
    folded.append(0x1100 + index / 588)
    folded.append(0x1161 + index % 588 / 28)
    if index % 28 != 0 { folded.append(0x11A7 + index % 28) }
    return folded
  }
}
