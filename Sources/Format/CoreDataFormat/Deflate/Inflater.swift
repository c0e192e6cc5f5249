// SPDX-License-Identifier: Apache-2.0

/// Undoes DEFLATE.
struct Inflater {
  private var bits: BitReader
  private var output: [UInt8] = []
  private let limit: Int

  /// DEFLATE makes bytes at most 1,032 times smaller; archives become a tenth.
  private static let maximumRatio = 256
  /// Up to here the ratio does not matter.
  private static let harmlessSize = 1 << 20

  init(input: [UInt8], limit: Int) {
    bits = BitReader(input)
    let (most, overflows) = input.count.multipliedReportingOverflow(by: Self.maximumRatio)
    self.limit = overflows ? limit : min(limit, max(Self.harmlessSize, most))
  }

  mutating func inflate() throws -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try bits.read(1) == 1
      switch try bits.read(2) {
      case 0: try stored()
      case 1: try fixed()
      case 2: try dynamic()
      default: throw bits.error("There is no such kind of block.")
      }
    }
    return output
  }

  private mutating func stored() throws {
    bits.alignToByte()
    let count = try bits.read(16)
    guard try bits.read(16) == ~count & 0xFFFF else {
      throw bits.error("The length of a block is damaged.")
    }
    let bytes = try bits.bytes(count)
    try makeRoom(count)
    output += bytes
  }

  private mutating func fixed() throws {
    guard let literals = Self.fixedLiterals, let distances = Self.fixedDistances else {
      throw bits.error("There is no fixed code.")
    }
    try block(literals: literals, distances: distances)
  }

  private mutating func dynamic() throws {
    let literalCount = try bits.read(5) + 257
    let distanceCount = try bits.read(5) + 1
    let lengthCount = try bits.read(4) + 4
    guard literalCount <= DeflateTables.literalCount, distanceCount <= DeflateTables.distanceCount
    else { throw bits.error("A block has too many codes.") }
    var lengthLengths = [UInt8](repeating: 0, count: DeflateTables.codeLengthOrder.count)
    for symbol in DeflateTables.codeLengthOrder.prefix(lengthCount) {
      lengthLengths[symbol] = UInt8(truncatingIfNeeded: try bits.read(3))
    }
    guard let decoder = HuffmanDecoder(lengths: lengthLengths), !decoder.isEmpty else {
      throw bits.error("The code of code lengths is not valid.")
    }
    let lengths = try codeLengths(literalCount + distanceCount, decoder)
    guard lengths[DeflateTables.endOfBlock] > 0 else {
      throw bits.error("A block has no end.")
    }
    guard let literals = HuffmanDecoder(lengths: lengths[..<literalCount]),
      let distances = HuffmanDecoder(lengths: lengths[literalCount...])
    else { throw bits.error("The codes of a block are not valid.") }
    try block(literals: literals, distances: distances)
  }

  private mutating func codeLengths(_ count: Int, _ decoder: HuffmanDecoder) throws -> [UInt8] {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(count)
    while lengths.count < count {
      let symbol = try decoder.next(&bits)
      let repeated: UInt8
      let times: Int
      switch symbol {
      case 0..<16: (repeated, times) = (UInt8(truncatingIfNeeded: symbol), 1)
      case 16:
        guard let last = lengths.last else { throw bits.error("There is no length to repeat.") }
        (repeated, times) = (last, try bits.read(2) + 3)
      case 17: (repeated, times) = (0, try bits.read(3) + 3)
      default: (repeated, times) = (0, try bits.read(7) + 11)
      }
      guard times <= count - lengths.count else {
        throw bits.error("A block has too many lengths.")
      }
      lengths += repeatElement(repeated, count: times)
    }
    return lengths
  }

  private mutating func block(literals: HuffmanDecoder, distances: HuffmanDecoder) throws {
    while true {
      let symbol = try literals.next(&bits)
      switch symbol {
      case ..<DeflateTables.endOfBlock:
        try makeRoom(1)
        output.append(UInt8(truncatingIfNeeded: symbol))
      case DeflateTables.endOfBlock:
        return
      default:
        try copy(lengthSymbol: symbol - DeflateTables.endOfBlock - 1, distances)
      }
    }
  }

  private mutating func copy(lengthSymbol: Int, _ distances: HuffmanDecoder) throws {
    guard lengthSymbol < DeflateTables.lengthBases.count else {
      throw bits.error("There is no such length.")
    }
    let length =
      try DeflateTables.lengthBases[lengthSymbol]
      + bits.read(DeflateTables.lengthExtraBits[lengthSymbol])
    guard !distances.isEmpty else { throw bits.error("There is no such code.") }
    let symbol = try distances.next(&bits)
    guard symbol < DeflateTables.distanceBases.count else {
      throw bits.error("There is no such distance.")
    }
    let distance =
      try DeflateTables.distanceBases[symbol]
      + bits.read(DeflateTables.distanceExtraBits[symbol])
    guard distance <= output.count else {
      throw bits.error("It refers to bytes before its start.")
    }
    try makeRoom(length)
    let start = output.count - distance
    // The copy may overlap itself, which repeats it.
    for index in start..<(start + length) { output.append(output[index]) }
  }

  private func makeRoom(_ count: Int) throws {
    guard count <= limit - output.count else {
      throw bits.error("It becomes larger than \(limit) bytes.")
    }
  }

  private static let fixedLiterals =
    HuffmanDecoder(lengths: DeflateTables.fixedLiteralLengths)
  private static let fixedDistances =
    HuffmanDecoder(lengths: DeflateTables.fixedDistanceLengths)
}
