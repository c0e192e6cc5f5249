// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An encrypted value, as it is in a field: bytes with a mark, the number of the key, a nonce, and what is encrypted.
///
/// The core compares, merges and passes on encrypted values; it never looks into them. Of a large value, this is the
/// envelope (`SealedBlob`).
package struct SealedValue: Hashable, Sendable {
  /// What no other value begins with by chance. The last byte is the version.
  private static let mark: [UInt8] = [0x95, 0x53, 0x44, 0x73, 0x65, 0x61, 0x6c, 0x01]
  package static let nonceLength = 12
  package static let tagLength = 16
  private static let header = mark.count + 16 + nonceLength

  package var key: UniqueNumber
  package var nonce: Data
  /// The ciphertext and its tag.
  package var body: Data

  package init(key: UniqueNumber, nonce: Data, body: Data) {
    self.key = key
    self.nonce = nonce
    self.body = body
  }

  /// Nil: the value is not encrypted, or was cut.
  package init?(_ value: SyncValue) {
    let bytes: Data
    switch value {
    case .bytes(let data): bytes = Data(data)
    case .sealedBlob(let sealed): bytes = Data(sealed.envelope)
    default: return nil
    }
    guard Self.isSealed(bytes), bytes.count >= Self.header + Self.tagLength else { return nil }
    let start = Self.mark.count
    key = UniqueNumber(high: Self.number(bytes, start), low: Self.number(bytes, start + 8))
    nonce = bytes[(start + 16)..<Self.header]
    body = bytes[Self.header...]
  }

  package var value: SyncValue { .bytes(bytes) }

  package var bytes: Data {
    var data = Data(Self.mark)
    for number in [key.high, key.low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        data.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    return data + nonce + body
  }

  private static func number(_ bytes: Data, _ start: Int) -> UInt64 {
    bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  fileprivate static func isSealed(_ data: Data) -> Bool { data.starts(with: mark) }
}

extension SyncValue {
  /// Whether it is encrypted. A value that was cut after the mark is, too, but nobody can read it.
  package var isSealed: Bool {
    switch self {
    case .bytes(let data): SealedValue.isSealed(data)
    case .sealedBlob: true
    default: false
    }
  }
}
