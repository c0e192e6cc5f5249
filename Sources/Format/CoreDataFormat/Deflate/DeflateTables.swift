// SPDX-License-Identifier: Apache-2.0

/// The numbers of RFC 1951.
enum DeflateTables {
  static let endOfBlock = 256
  static let windowSize = 32_768
  static let minimumMatch = 3
  static let maximumMatch = 258
  static let maximumCodeLength = 15
  static let literalCount = 286
  static let distanceCount = 30

  /// The least length that each symbol from 257 on stands for.
  static let lengthBases: [Int] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  static let lengthExtraBits: [Int] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  /// The least distance that each symbol stands for.
  static let distanceBases: [Int] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
  ]
  static let distanceExtraBits: [Int] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
  /// In which order the lengths of the codes of code lengths come.
  static let codeLengthOrder: [Int] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  static let fixedLiteralLengths: [UInt8] =
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
    + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)
  /// Two of these never occur.
  static let fixedDistanceLengths: [UInt8] = Array(repeating: 5, count: 32)

  /// The symbol of a length, as an index of the tables.
  static let lengthSymbols: [UInt8] = {
    var symbols = [UInt8](repeating: 0, count: maximumMatch + 1)
    for (symbol, base) in lengthBases.enumerated() {
      for length in base...maximumMatch { symbols[length] = UInt8(symbol) }
    }
    return symbols
  }()

  /// The symbol of a distance of 1 to 32,768.
  static func distanceSymbol(_ distance: Int) -> Int {
    // Two symbols for each power of two.
    let value = distance - 1
    if value < 4 { return max(0, value) }
    let bits = Int.bitWidth - value.leadingZeroBitCount
    return (bits - 1) * 2 + (value >> (bits - 2) & 1)
  }
}
