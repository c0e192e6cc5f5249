// SPDX-License-Identifier: Apache-2.0

/// Sixty-four bits that find accidents, not attacks: FNV-1a with a last mix, so that sums of digests do not cancel out.
package struct Digest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  package mutating func add(_ word: UInt64) { state = Self.mix(state ^ word) &* 0x100_0000_01b3 }

  // Not an array of any number of them: that would be an allocation for each value of each record.
  package mutating func add(_ first: UInt64, _ second: UInt64) {
    add(first)
    add(second)
  }

  package mutating func add(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ rest: UInt64...) {
    add(first, second)
    add(third)
    for word in rest { add(word) }
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte: byte) }
  }

  package mutating func add(_ text: String) { text.withBytes { add(text: $0) } }

  mutating func add(text: UnsafeRawBufferPointer) {
    add(text)
    // An end, so that ("ab", "c") differs from ("a", "bc").
    add(byte: 0xff)
  }

  package var value: UInt64 { Self.mix(state) }

  private static func mix(_ word: UInt64) -> UInt64 {
    var word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
