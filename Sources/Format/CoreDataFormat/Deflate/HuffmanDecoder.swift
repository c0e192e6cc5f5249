// SPDX-License-Identifier: Apache-2.0

/// Finds the symbols of a canonical Huffman code.
///
/// Short codes are looked up at once; the few longer ones bit by bit, so that
/// a stream of many small blocks does not cost a large table for each.
struct HuffmanDecoder {
  /// Symbol and length of every code of up to so many bits, by the bits as
  /// they come; a length of 0 where a longer code begins.
  private var table: [(symbol: UInt16, length: UInt8)]
  private let tableBits: Int
  /// How many codes there are of each length.
  private var counts = [Int](repeating: 0, count: DeflateTables.maximumCodeLength + 1)
  /// By length, then by number.
  private var symbols: [UInt16] = []
  let isEmpty: Bool

  /// - Parameter lengths: Of the code of each symbol; 0 where it has none.
  /// - Returns: `nil` if no code has such lengths.
  init?(lengths: some Collection<UInt8>) {
    var longest = 0
    for length in lengths where length > 0 {
      counts[Int(length)] += 1
      longest = max(longest, Int(length))
    }
    isEmpty = longest == 0
    tableBits = min(longest, 9)
    table = Array(repeating: (0, 0), count: 1 << tableBits)
    var left = 1
    var firstCodes = [Int](repeating: 0, count: counts.count + 1)
    var offsets = [Int](repeating: 0, count: counts.count + 1)
    for length in 1..<counts.count {
      left = left * 2 - counts[length]
      guard left >= 0 else { return nil }
      firstCodes[length + 1] = (firstCodes[length] + counts[length]) << 1
      offsets[length + 1] = offsets[length] + counts[length]
    }
    // Codes with gaps are not valid, but for that of one symbol.
    guard left == 0 || longest <= 1 else { return nil }
    symbols = Array(repeating: 0, count: offsets[counts.count])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[offsets[length]] = UInt16(symbol)
      offsets[length] += 1
      enter(code: firstCodes[length], symbol: UInt16(symbol), length: length)
      firstCodes[length] += 1
    }
  }

  private mutating func enter(code: Int, symbol: UInt16, length: Int) {
    guard length <= tableBits else { return }
    // Codes come highest bit first, everything else lowest first.
    var reversed = 0
    for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
    for index in stride(from: reversed, to: table.count, by: 1 << length) {
      table[index] = (symbol, UInt8(length))
    }
  }

  func next(_ bits: inout BitReader) throws -> Int {
    let peeked = Int(bits.peek(DeflateTables.maximumCodeLength))
    let entry = table[peeked & (1 << tableBits - 1)]
    if entry.length > 0 {
      try bits.skip(Int(entry.length))
      return Int(entry.symbol)
    }
    var code = 0, first = 0, index = 0
    for length in 1..<counts.count {
      code |= peeked >> (length - 1) & 1
      if code - first < counts[length] {
        try bits.skip(length)
        return Int(symbols[index + code - first])
      }
      index += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    throw bits.error("There is no such code.")
  }
}
