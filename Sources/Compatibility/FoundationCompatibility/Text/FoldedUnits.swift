// SPDX-License-Identifier: Apache-2.0

/// Walks through a UTF-8 string, character by character without case and
/// accents, as ``StandardStringOrder`` compares and `StandardStringFold`
/// folds.
struct FoldedUnits {
  /// A character without case and accents, or a run of digits.
  struct Unit {
    /// The folded scalar. Of a run of digits, its first digit.
    var scalar: UInt32
    /// The accents that were taken off, the first in the highest place.
    var marks: UInt64
    var isUppercase: Bool
    /// Where a run of ASCII digits lies.
    var digits: Range<Int>?

    var weight: UInt32 { ASCIIWeights.weight(of: scalar) }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// What is left of a character that folds to several.
  private var pending = FoldedScalar()
  private var pendingIndex = 0
  /// Whether a run of digits is one unit.
  private let isNumeric: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, isNumeric: Bool = true) {
    self.bytes = bytes
    self.isNumeric = isNumeric
  }

  mutating func next() -> Unit? {
    if pendingIndex < pending.count { return nextPending() }
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    if isNumeric, StandardStringOrder.isDigit(byte) { return digitRun() }
    if byte < 0x80 {
      position += 1
      let isUppercase = byte &- 0x41 < 26
      return Unit(
        scalar: UInt32(isUppercase ? byte | 0x20 : byte), marks: trailingMarks(after: 0),
        isUppercase: isUppercase)
    }
    pending = ScalarFolding.fold(decode())
    pendingIndex = 0
    return nextPending()
  }

  private mutating func nextPending() -> Unit? {
    let scalar = pending[pendingIndex]
    pendingIndex += 1
    let isLast = pendingIndex == pending.count
    var marks = isLast ? pending.marks : 0
    if isLast, ScalarFolding.takesMarks(scalar) { marks = trailingMarks(after: marks) }
    return Unit(scalar: scalar, marks: marks, isUppercase: pending.isUppercase)
  }

  private mutating func digitRun() -> Unit {
    let start = position
    while position < bytes.count, StandardStringOrder.isDigit(bytes[position]) { position += 1 }
    // The marks are behind the digits, and no part of them.
    let digits = start..<position
    return Unit(
      scalar: UInt32(bytes[start]), marks: trailingMarks(after: 0), isUppercase: false, digits: digits)
  }

  /// Consumes the combining marks that follow.
  private mutating func trailingMarks(after marks: UInt64) -> UInt64 {
    var marks = marks
    while position < bytes.count, bytes[position] >= 0xCC {
      let start = position
      let scalar = decode()
      guard ScalarFolding.isMark(scalar) else {
        position = start
        break
      }
      marks = ScalarFolding.appending(scalar, to: marks)
    }
    return marks
  }

  /// Reads one scalar; U+FFFD, and one byte, for what is not UTF-8.
  private mutating func decode() -> UInt32 {
    let first = bytes[position]
    position += 1
    let length: Int
    var scalar: UInt32
    switch first {
    case 0x00...0x7F: return UInt32(first)
    case 0xC2...0xDF: (length, scalar) = (1, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, scalar) = (2, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, scalar) = (3, UInt32(first & 0x07))
    default: return 0xFFFD
    }
    guard position + length <= bytes.count else { return 0xFFFD }
    for offset in 0..<length {
      let byte = bytes[position + offset]
      guard byte & 0xC0 == 0x80 else { return 0xFFFD }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    // Overlong forms, surrogates and what is beyond Unicode.
    let least: UInt32 = length == 1 ? 0x80 : length == 2 ? 0x800 : 0x10000
    guard scalar >= least, Unicode.Scalar(scalar) != nil else { return 0xFFFD }
    position += length
    return scalar
  }
}
