// SPDX-License-Identifier: Apache-2.0

/// What a file says of its state, beyond where its content begins.
///
/// Space that no version needs any more is used again: after some writes the content may begin where it did before.
enum FileVersion {
  /// The place of the number of the last transaction in the topmost node.
  private static let place = 6
  /// How much is read at once.
  private static let chunk = 1 << 20

  /// The number of the last transaction; for a file that keeps none, as copies do, a sum of all of it.
  static func numbers(_ source: any ByteSource) throws -> [UInt64] {
    guard let top = try RealmFileHeader(source).top else { return [] }
    let node = try Pass(source).node(at: top)
    if node.count > place, case .number(let version) = try node.slot(place) {
      return [UInt64(bitPattern: version)]
    }
    return [try sum(source)]
  }

  private static func sum(_ source: any ByteSource) throws -> UInt64 {
    var sum: UInt64 = 0
    var offset = 0
    while offset < source.size {
      let bytes = try source.bytes(at: offset, count: min(chunk, source.size - offset))
      bytes.withBytes { bytes in
        for start in stride(from: 0, through: bytes.count - 8, by: 8) {
          sum = mixed(sum, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
        }
      }
      offset += bytes.count
      source.trim()
    }
    return sum
  }

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}
