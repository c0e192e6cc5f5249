// SPDX-License-Identifier: Apache-2.0

/// SHA-256 and SHA-512 (FIPS 180-4) of whole messages, for the version hashes
/// of stores.
package enum SHA2 {
  package static func sha256(_ message: [UInt8]) -> [UInt8] {
    digest(
      message,
      SHA2Rounds<UInt32>([
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
      ]))
  }

  package static func sha512(_ message: [UInt8]) -> [UInt8] {
    digest(
      message,
      SHA2Rounds<UInt64>([
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
      ]))
  }

  @inline(__always)
  private static func digest<Word: SHA2Word>(
    _ message: [UInt8], _ beginning: SHA2Rounds<Word>
  ) -> [UInt8] {
    var rounds = beginning
    let whole = message.count / SHA2Rounds<Word>.blockSize * SHA2Rounds<Word>.blockSize
    message.withUnsafeBytes { rounds.take(UnsafeRawBufferPointer(rebasing: $0[..<whole])) }
    rounds.finish(message[whole...], length: message.count)
    return rounds.bytes(8)
  }
}

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
