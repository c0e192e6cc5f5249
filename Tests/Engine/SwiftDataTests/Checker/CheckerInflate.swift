// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads raw DEFLATE (RFC 1951), bit by bit.
struct CheckerInflate {
  struct Malformed: Error {}

  private let input: [UInt8]
  private var bit = 0
  private var output: [UInt8] = []

  static func inflate(_ data: Data) throws -> Data {
    var reader = CheckerInflate(input: [UInt8](data))
    while true {
      let isLast = try reader.bits(1) == 1
      switch try reader.bits(2) {
      case 0: try reader.stored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try reader.block(Codes(lengths), Codes([Int](repeating: 5, count: 30)))
      case 2:
        let (literals, distances) = try reader.dynamicCodes()
        try reader.block(literals, distances)
      default: throw Malformed()
      }
      guard !isLast else { break }
    }
    guard (reader.bit + 7) / 8 == data.count else { throw Malformed() }
    return Data(reader.output)
  }

  private init(input: [UInt8]) { self.input = input }

  private mutating func bits(_ count: Int) throws -> Int {
    var value = 0
    for position in 0..<count {
      guard bit / 8 < input.count else { throw Malformed() }
      value |= Int(input[bit / 8] >> (bit % 8) & 1) << position
      bit += 1
    }
    return value
  }

  /// Canonical Huffman codes: by length, then by symbol.
  private struct Codes {
    var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) {
      var code = 0
      for length in 1...15 {
        for (symbol, its) in lengths.enumerated() where its == length {
          symbols[length << 16 | code] = symbol
          code += 1
        }
        code <<= 1
      }
    }
  }

  private mutating func symbol(_ codes: Codes) throws -> Int {
    var code = 0
    for length in 1...15 {
      code = try code << 1 | bits(1)
      if let symbol = codes.symbols[length << 16 | code] { return symbol }
    }
    throw Malformed()
  }

  private mutating func stored() throws {
    bit = (bit + 7) / 8 * 8
    let count = try bits(16)
    guard try bits(16) == count ^ 0xffff else { throw Malformed() }
    for _ in 0..<count { output.append(UInt8(try bits(8))) }
  }

  private mutating func dynamicCodes() throws -> (Codes, Codes) {
    let (literals, distances, count) = try (bits(5) + 257, bits(5) + 1, bits(4) + 4)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<count { lengths[order[index]] = try bits(3) }
    let codes = Codes(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      switch try symbol(codes) {
      case 16:
        guard let last = all.last else { throw Malformed() }
        all += [Int](repeating: last, count: try bits(2) + 3)
      case 17: all += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: all += [Int](repeating: 0, count: try bits(7) + 11)
      case let length: all.append(length)
      }
    }
    guard all.count == literals + distances else { throw Malformed() }
    return (Codes(Array(all[..<literals])), Codes(Array(all[literals...])))
  }

  private mutating func block(_ literals: Codes, _ distances: Codes) throws {
    while true {
      let value = try symbol(literals)
      if value < 256 {
        output.append(UInt8(value))
        continue
      }
      if value == 256 { return }
      let length: Int
      switch value {
      case ..<265: length = value - 254
      case 285: length = 258
      default:
        let extra = (value - 261) / 4
        length = try (4 + (value - 261) % 4) << extra + 3 + bits(extra)
      }
      let code = try symbol(distances)
      let extra = max(0, code / 2 - 1)
      let distance = try code < 4 ? code + 1 : (2 + code % 2) << extra + 1 + bits(extra)
      guard distance <= output.count else { throw Malformed() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
