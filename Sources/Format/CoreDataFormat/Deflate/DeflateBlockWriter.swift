// SPDX-License-Identifier: Apache-2.0

/// Writes each block in the form that takes the least room.
struct DeflateBlockWriter {
  private let input: [UInt8]
  var bits = BitWriter()

  init(input: [UInt8]) { self.input = input }

  mutating func write(_ block: DeflateBlock, isLast: Bool) {
    let dynamic = DeflateCodes(for: block)
    let fixed = DeflateCodes.fixed
    let dynamicSize = dynamic.header.size + dynamic.size(of: block)
    let fixedSize = fixed.size(of: block)
    let storedSize = (block.range.count + 4) * 8 + 7
    if storedSize < min(dynamicSize, fixedSize) {
      writeStored(block.range, isLast: isLast)
    } else if fixedSize <= dynamicSize {
      start(kind: 1, isLast: isLast)
      write(block, fixed)
    } else {
      start(kind: 2, isLast: isLast)
      dynamic.header.write(&bits)
      write(block, dynamic)
    }
  }

  private mutating func start(kind: Int, isLast: Bool) {
    bits.write(isLast ? 1 : 0, 1)
    bits.write(kind, 2)
  }

  private mutating func writeStored(_ range: Range<Int>, isLast: Bool) {
    var start = range.lowerBound
    repeat {
      let end = min(range.upperBound, start + 0xFFFF)
      self.start(kind: 0, isLast: isLast && end == range.upperBound)
      bits.alignToByte()
      bits.write(end - start, 16)
      bits.write(~(end - start) & 0xFFFF, 16)
      bits.write(input[start..<end])
      start = end
    } while start < range.upperBound
  }

  private mutating func write(_ block: DeflateBlock, _ codes: DeflateCodes) {
    for token in block.tokens {
      guard token.length > 0 else {
        codes.literals.write(Int(token.value), &bits)
        continue
      }
      let (length, distance) = (Int(token.length), Int(token.value))
      let symbol = Int(DeflateTables.lengthSymbols[length])
      codes.literals.write(DeflateTables.endOfBlock + 1 + symbol, &bits)
      bits.write(
        length - DeflateTables.lengthBases[symbol], DeflateTables.lengthExtraBits[symbol])
      let place = DeflateTables.distanceSymbol(distance)
      codes.distances.write(place, &bits)
      bits.write(
        distance - DeflateTables.distanceBases[place], DeflateTables.distanceExtraBits[place])
    }
    codes.literals.write(DeflateTables.endOfBlock, &bits)
  }
}
