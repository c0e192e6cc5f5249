/// SHA-256 and SHA-512 (FIPS 180-4), for the version hashes that a store's
/// metadata keeps. Nothing secret passes through here.
enum SHA2 {
  static func sha256(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    digest(
      message, into: &state, constants: shortConstants,
      rotations: (
        small0: (7, 18, 3), small1: (17, 19, 10), big0: (2, 13, 22), big1: (6, 11, 25)
      ))
    return bytes(state)
  }

  static func sha512(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt64] = [
      0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
      0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]
    digest(
      message, into: &state, constants: constants,
      rotations: (
        small0: (1, 8, 7), small1: (19, 61, 6), big0: (28, 34, 39), big1: (14, 18, 41)
      ))
    return bytes(state)
  }

  private typealias Rotations = (
    small0: (Int, Int, Int), small1: (Int, Int, Int), big0: (Int, Int, Int), big1: (Int, Int, Int)
  )

  @inline(__always)
  private static func digest<Word: FixedWidthInteger & UnsignedInteger>(
    _ message: [UInt8], into state: inout [Word], constants: [Word], rotations: Rotations
  ) {
    let wordSize = Word.bitWidth / 8
    let blockSize = wordSize * 16
    // The end is marked by a bit, and by the length in the last eight bytes.
    let blocks = (message.count + 1 + wordSize * 2 + blockSize - 1) / blockSize
    var padded = message
    padded.reserveCapacity(blocks * blockSize)
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: blocks * blockSize - padded.count - 8))
    padded.append(contentsOf: bytes([UInt64(message.count) &* 8]))

    // A store of fifty entities has some hundreds of hashes, made whenever it is opened: no array
    // is made or checked for each block.
    var schedule = [Word](repeating: 0, count: constants.count)
    padded.withUnsafeBufferPointer { padded in
      constants.withUnsafeBufferPointer { constants in
        schedule.withUnsafeMutableBufferPointer { schedule in
          state.withUnsafeMutableBufferPointer { state in
            for block in stride(from: 0, to: padded.count, by: blockSize) {
              let bytes = UnsafeBufferPointer(rebasing: padded[block..<block + blockSize])
              expand(bytes, wordSize, into: schedule, rotations)
              compress(schedule, constants, into: state, rotations)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func rotate<Word: FixedWidthInteger>(_ word: Word, _ count: Int) -> Word {
    word &>> Word(truncatingIfNeeded: count)
      | word &<< Word(truncatingIfNeeded: Word.bitWidth &- count)
  }

  @inline(__always)
  private static func expand<Word: FixedWidthInteger & UnsignedInteger>(
    _ block: UnsafeBufferPointer<UInt8>, _ wordSize: Int,
    into schedule: UnsafeMutableBufferPointer<Word>, _ rotations: Rotations
  ) {
    for index in 0..<16 {
      var word: Word = 0
      for byte in 0..<wordSize {
        word = word &<< 8 | Word(truncatingIfNeeded: block[index &* wordSize &+ byte])
      }
      schedule[index] = word
    }
    let (a, b, c) = rotations.small0, (d, e, f) = rotations.small1
    for index in 16..<schedule.count {
      let early = schedule[index &- 15], late = schedule[index &- 2]
      let first = rotate(early, a) ^ rotate(early, b) ^ early &>> Word(truncatingIfNeeded: c)
      let second = rotate(late, d) ^ rotate(late, e) ^ late &>> Word(truncatingIfNeeded: f)
      schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
    }
  }

  @inline(__always)
  private static func compress<Word: FixedWidthInteger & UnsignedInteger>(
    _ schedule: UnsafeMutableBufferPointer<Word>, _ constants: UnsafeBufferPointer<Word>,
    into state: UnsafeMutableBufferPointer<Word>, _ rotations: Rotations
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let (p, q, r) = rotations.big1, (s, t, u) = rotations.big0
    for index in schedule.indices {
      let sum1 = rotate(e, p) ^ rotate(e, q) ^ rotate(e, r)
      let first = h &+ sum1 &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ schedule[index]
      let sum0 = rotate(a, s) ^ rotate(a, t) ^ rotate(a, u)
      let second = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static func bytes<Word: FixedWidthInteger>(_ words: [Word]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * Word.bitWidth / 8)
    for word in words {
      withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// The constants of SHA-256 are the upper halves of the first 64 of SHA-512.
  private static let shortConstants = constants.prefix(64).map {
    UInt32(truncatingIfNeeded: $0 >> 32)
  }

  private static let constants: [UInt64] = [
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
  ]
}
