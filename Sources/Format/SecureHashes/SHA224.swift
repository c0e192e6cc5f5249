// SPDX-License-Identifier: Apache-2.0

/// The hash of 28 bytes that Realm signs pages with.
///
/// Here because swift-crypto has none shorter than 256 bits. It is SHA-256
/// with another beginning, cut off.
package struct SHA224: Sendable {
  private var rounds = SHA2Rounds<UInt32>([
    0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939,
    0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4,
  ])
  private var length = 0

  package init() {}

  /// Takes in whole blocks of 64 bytes.
  package mutating func update(blocks bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count % SHA2Rounds<UInt32>.blockSize == 0)
    length += bytes.count
    rounds.take(bytes)
  }

  /// The hash. All that was taken in before came in whole blocks.
  package mutating func finish(_ rest: [UInt8] = []) -> [UInt8] {
    rounds.finish(rest, length: length + rest.count)
    return rounds.bytes(7)
  }
}
