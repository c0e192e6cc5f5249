// SPDX-License-Identifier: Apache-2.0

/// How a block says what its codes are: the lengths, with runs of equal ones
/// shortened, in a code of their own.
struct DeflateHeader {
  private struct Item {
    let symbol: Int
    var extra = 0
    var extraBits = 0
  }

  private let literalCount: Int
  private let distanceCount: Int
  private let items: [Item]
  private let encoder: HuffmanEncoder
  /// How many lengths of the code of lengths are written.
  private let lengthCount: Int
  /// In bits.
  let size: Int

  init(literals: [UInt8], distances: [UInt8]) {
    literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    items = Self.items(Array(literals.prefix(literalCount) + distances.prefix(distanceCount)))
    var frequencies = [Int](repeating: 0, count: DeflateTables.codeLengthOrder.count)
    for item in items { frequencies[item.symbol] += 1 }
    let lengths = HuffmanLengths.lengths(frequencies, limit: 7)
    encoder = HuffmanEncoder(lengths: lengths)
    lengthCount = max(4, (DeflateTables.codeLengthOrder.lastIndex { lengths[$0] > 0 } ?? 0) + 1)
    size = items.reduce(14 + lengthCount * 3) { $0 + Int(lengths[$1.symbol]) + $1.extraBits }
  }

  func write(_ bits: inout BitWriter) {
    bits.write(literalCount - 257, 5)
    bits.write(distanceCount - 1, 5)
    bits.write(lengthCount - 4, 4)
    for symbol in DeflateTables.codeLengthOrder.prefix(lengthCount) {
      bits.write(Int(encoder.lengths[symbol]), 3)
    }
    for item in items {
      encoder.write(item.symbol, &bits)
      bits.write(item.extra, item.extraBits)
    }
  }

  private static func items(_ lengths: [UInt8]) -> [Item] {
    var items: [Item] = []
    var start = 0
    while start < lengths.count {
      let length = lengths[start]
      var end = start + 1
      while end < lengths.count, lengths[end] == length { end += 1 }
      var run = end - start
      if length == 0 {
        while run >= 11 {
          let times = min(run, 138)
          items.append(Item(symbol: 18, extra: times - 11, extraBits: 7))
          run -= times
        }
        if run >= 3 {
          items.append(Item(symbol: 17, extra: run - 3, extraBits: 3))
          run = 0
        }
      } else {
        items.append(Item(symbol: Int(length)))
        run -= 1
        while run >= 3 {
          let times = min(run, 6)
          items.append(Item(symbol: 16, extra: times - 3, extraBits: 2))
          run -= times
        }
      }
      items += repeatElement(Item(symbol: Int(length)), count: run)
      start = end
    }
    return items
  }
}
