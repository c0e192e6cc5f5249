// SPDX-License-Identifier: Apache-2.0

/// SHA-256 (FIPS 180-4) of a message that comes in parts, for contents that are too large to be in memory.
package struct RunningSHA256: Sendable {
  private var rounds = SHA2Rounds<UInt32>([
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ])
  /// What does not fill a block yet.
  private var rest: [UInt8] = []
  private var length = 0

  package init() {}

  /// Takes in the next part, of any length.
  package mutating func update(_ part: UnsafeRawBufferPointer) {
    length += part.count
    let block = SHA2Rounds<UInt32>.blockSize
    var start = 0
    if !rest.isEmpty {
      start = min(block - rest.count, part.count)
      rest.append(contentsOf: part[..<start])
      guard rest.count == block else { return }
      rest.withUnsafeBytes { rounds.take($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = (part.count - start) / block * block
    rounds.take(UnsafeRawBufferPointer(rebasing: part[start..<start + whole]))
    rest.append(contentsOf: part[(start + whole)...])
  }

  /// The 32 bytes of the hash of all that was taken in.
  package consuming func finish() -> [UInt8] {
    rounds.finish(rest, length: length)
    return rounds.bytes(8)
  }
}
