// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Damages bytes in the ways in which files are damaged and attacked.
struct ByteMutator {
  var random: SeededGenerator

  mutating func mutate(_ data: Data, with other: Data) -> Data {
    var bytes = [UInt8](data)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return Data(bytes) }
      change(&bytes, other)
    }
    return Data(bytes)
  }

  private static let interesting: [UInt8] = [
    0, 1, 0x0F, 0x10, 0x13, 0x14, 0x7F, 0x80, 0xAF, 0xDF, 0xFF,
  ]
  private static let large: [UInt64] = [
    1 << 60, 1 << 31, 1 << 32, .max, UInt64(Int64.max), 1 << 16,
  ]

  private mutating func change(_ bytes: inout [UInt8], _ other: Data) {
    let position = position(in: bytes)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes[position] = UInt8.random(in: 0...255, using: &random)
    case 3: bytes[position] = Self.interesting.randomElement(using: &random) ?? 0
    case 4: bytes[position] &+= Bool.random(using: &random) ? 1 : 255
    case 5:
      let value = (Self.large.randomElement(using: &random) ?? 0).bigEndian
      let replacement = withUnsafeBytes(of: value) { Array($0) }
      for (index, byte) in replacement.enumerated() where position + index < bytes.count {
        bytes[position + index] = byte
      }
    case 6: bytes.removeSubrange(range(from: position, in: bytes))
    case 7: bytes.insert(contentsOf: bytes[range(from: position, in: bytes)], at: position)
    case 8: bytes.removeLast(Int.random(in: 1...min(bytes.count, 40), using: &random))
    default:
      guard let start = other.indices.randomElement(using: &random) else { return }
      let piece = other[start..<min(other.endIndex, start + 16)]
      bytes.replaceSubrange(range(from: position, in: bytes), with: piece)
    }
  }

  /// Often near the end, where property lists say what they hold.
  private mutating func position(in bytes: [UInt8]) -> Int {
    if Int.random(in: 0..<4, using: &random) == 0 {
      return Int.random(in: max(0, bytes.count - 48)..<bytes.count, using: &random)
    }
    return Int.random(in: 0..<bytes.count, using: &random)
  }

  private mutating func range(from position: Int, in bytes: [UInt8]) -> Range<Int> {
    let end = min(bytes.count, position + Int.random(in: 1...24, using: &random))
    return position..<end
  }
}

/// Repeatable random numbers (SplitMix64); tests print the seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
