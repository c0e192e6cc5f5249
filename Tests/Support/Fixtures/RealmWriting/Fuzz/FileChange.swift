// SPDX-License-Identifier: Apache-2.0

/// Changes bytes of a file.
///
/// Most changes are where decisions are made: heads of nodes, references.
struct FileChange {
  var bytes: [UInt8]

  mutating func make(_ random: inout SplitMix) {
    for _ in 0..<Int.random(in: 1...6, using: &random) { makeOne(&random) }
  }

  private mutating func makeOne(_ random: inout SplitMix) {
    let unit = unit(&random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: set(unit + 4, random.next())
    case 1: set(unit + 7, random.next())
    case 2: set(unit + Int.random(in: 5...6, using: &random), random.next())
    case 3:
      // A reference to somewhere else.
      let target = UInt64(self.unit(&random))
      for byte in 0..<2 { set(unit + byte, target >> UInt64(8 * byte)) }
    case 4:
      // A node of somewhere else.
      copy(from: self.unit(&random), to: unit, count: 16)
    case 5: bytes.removeLast(min(bytes.count - 1, 8 * Int.random(in: 0...16, using: &random)))
    case 6: set(Int.random(in: 0..<24, using: &random), random.next())
    case 7:
      // A whole number at its limits.
      let limits: [Int64] = [.max, .min, -1, 1 << 31, 1 << 32, 1 << 24 - 1, Int64(bytes.count)]
      let limit = limits.randomElement(using: &random) ?? 0
      for byte in 0..<8 { set(unit + byte, UInt64(bitPattern: limit) >> UInt64(8 * byte)) }
    case 8:
      // A longer piece: whole leaves change places.
      copy(
        from: self.unit(&random), to: unit, count: 8 * Int.random(in: 1...32, using: &random))
    default:
      let place = Int.random(in: 0..<bytes.count, using: &random)
      set(place, UInt64([0, 0xFF, 0x7F, 0x80, 1].randomElement(using: &random) ?? 0))
    }
  }

  /// Where a node may begin.
  private func unit(_ random: inout SplitMix) -> Int {
    Int.random(in: 0..<max(1, bytes.count / 8), using: &random) * 8
  }

  private mutating func copy(from source: Int, to target: Int, count: Int) {
    for byte in 0..<count where source + byte < bytes.count {
      set(target + byte, UInt64(bytes[source + byte]))
    }
  }

  private mutating func set(_ index: Int, _ value: UInt64) {
    if bytes.indices.contains(index) { bytes[index] = UInt8(truncatingIfNeeded: value) }
  }
}
