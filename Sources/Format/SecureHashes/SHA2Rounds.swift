// SPDX-License-Identifier: Apache-2.0

/// The compression function of SHA-2, for words of 32 or of 64 bits (FIPS 180-4).
struct SHA2Rounds<Word: SHA2Word>: Sendable {
  /// In bytes.
  static var blockSize: Int { Word.bitWidth * 2 }

  private var state: [Word]
  private var schedule = [Word](repeating: 0, count: Word.constants.count)

  /// - Parameter beginning: eight words.
  init(_ beginning: [Word]) { state = beginning }

  /// Takes in whole blocks.
  ///
  /// A store of fifty entities has some hundreds of hashes, and an encrypted file one for each page: no array is made or
  /// checked for a block.
  @inline(__always)
  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    Word.constants.withUnsafeBufferPointer { constants in
      schedule.withUnsafeMutableBufferPointer { schedule in
        state.withUnsafeMutableBufferPointer { state in
          for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
            for index in 0..<16 {
              schedule[index] = Word(
                bigEndian: bytes.loadUnaligned(
                  fromByteOffset: start &+ index &* (Word.bitWidth / 8), as: Word.self))
            }
            Self.expand(schedule)
            Self.compress(schedule, constants, into: state)
          }
        }
      }
    }
  }

  /// Takes in the rest of a message, which is marked by a bit, and by its length in the last eight bytes.
  ///
  /// - Parameter length: of the whole message, in bytes.
  mutating func finish(_ rest: some Collection<UInt8>, length: Int) {
    var last = Array(rest) + [0x80]
    // The length has room for two words.
    while (last.count + Word.bitWidth / 4) % Self.blockSize != 0 { last.append(0) }
    last.append(contentsOf: repeatElement(0, count: Word.bitWidth / 4 - 8))
    withUnsafeBytes(of: (UInt64(length) &* 8).bigEndian) { last.append(contentsOf: $0) }
    last.withUnsafeBytes { take($0) }
  }

  /// The first words of the state.
  func bytes(_ count: Int) -> [UInt8] {
    state.prefix(count).flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  @inline(__always)
  private static func rotate(_ word: Word, _ count: Int) -> Word {
    word &>> Word(truncatingIfNeeded: count)
      | word &<< Word(truncatingIfNeeded: Word.bitWidth &- count)
  }

  @inline(__always)
  private static func expand(_ schedule: UnsafeMutableBufferPointer<Word>) {
    let (a, b, c) = Word.rotations.small0, (d, e, f) = Word.rotations.small1
    for index in 16..<schedule.count {
      let early = schedule[index &- 15], late = schedule[index &- 2]
      let first = rotate(early, a) ^ rotate(early, b) ^ early &>> Word(truncatingIfNeeded: c)
      let second = rotate(late, d) ^ rotate(late, e) ^ late &>> Word(truncatingIfNeeded: f)
      schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
    }
  }

  @inline(__always)
  private static func compress(
    _ schedule: UnsafeMutableBufferPointer<Word>, _ constants: UnsafeBufferPointer<Word>,
    into state: UnsafeMutableBufferPointer<Word>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let (p, q, r) = Word.rotations.big1, (s, t, u) = Word.rotations.big0
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
}
