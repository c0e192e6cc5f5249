// SPDX-License-Identifier: Apache-2.0

/// A Huffman code for writing.
struct HuffmanEncoder {
  let lengths: [UInt8]
  private let codes: [Int]

  init(lengths: [UInt8]) {
    self.lengths = lengths
    codes = HuffmanLengths.codes(lengths)
  }

  func write(_ symbol: Int, _ bits: inout BitWriter) {
    bits.write(codes[symbol], Int(lengths[symbol]))
  }
}

/// The two codes of a block: of bytes and lengths, and of distances.
struct DeflateCodes {
  let literals: HuffmanEncoder
  let distances: HuffmanEncoder
  let header: DeflateHeader

  static let fixed = DeflateCodes(
    literals: DeflateTables.fixedLiteralLengths, distances: DeflateTables.fixedDistanceLengths)

  private init(literals: [UInt8], distances: [UInt8]) {
    self.literals = HuffmanEncoder(lengths: literals)
    self.distances = HuffmanEncoder(lengths: distances)
    header = DeflateHeader(literals: literals, distances: distances)
  }

  /// The best codes for a block.
  init(for block: DeflateBlock) {
    var literals = [Int](repeating: 0, count: DeflateTables.literalCount)
    var distances = [Int](repeating: 0, count: DeflateTables.distanceCount)
    literals[DeflateTables.endOfBlock] = 1
    for token in block.tokens {
      guard token.length > 0 else {
        literals[Int(token.value)] += 1
        continue
      }
      let symbol = Int(DeflateTables.lengthSymbols[Int(token.length)])
      literals[DeflateTables.endOfBlock + 1 + symbol] += 1
      distances[DeflateTables.distanceSymbol(Int(token.value))] += 1
    }
    let limit = DeflateTables.maximumCodeLength
    self.init(
      literals: HuffmanLengths.lengths(literals, limit: limit),
      distances: HuffmanLengths.lengths(distances, limit: limit))
  }

  /// How many bits a block takes, without the header of the codes.
  func size(of block: DeflateBlock) -> Int {
    var size = 3 + Int(literals.lengths[DeflateTables.endOfBlock])
    for token in block.tokens {
      guard token.length > 0 else {
        size += Int(literals.lengths[Int(token.value)])
        continue
      }
      let symbol = Int(DeflateTables.lengthSymbols[Int(token.length)])
      let place = DeflateTables.distanceSymbol(Int(token.value))
      size += Int(literals.lengths[DeflateTables.endOfBlock + 1 + symbol])
      size += DeflateTables.lengthExtraBits[symbol] + DeflateTables.distanceExtraBits[place]
      size += Int(distances.lengths[place])
    }
    return size
  }
}
