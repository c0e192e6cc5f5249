// SPDX-License-Identifier: Apache-2.0

/// Sixty-four bits that find accidents, not attacks: FNV-1a with a last mix, so that sums of digests do not cancel out.
package struct Digest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  package mutating func add(_ words: UInt64...) {
    for word in words {
      state = Self.mix(state ^ word) &* 0x100_0000_01b3
    }
  }

  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
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
