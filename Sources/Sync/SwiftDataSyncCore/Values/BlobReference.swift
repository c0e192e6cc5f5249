// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A large value that is kept beside its record: what it is, and how long. Its bytes travel on their own.
///
/// The core compares and merges references; that the bytes are where they are needed is for who stands between it and the
/// store, and for the server.
package struct BlobReference: Hashable, Comparable, Sendable, Codable {
  /// The first half of the bytes' SHA-256.
  package var high: UniqueNumber
  package var low: UniqueNumber
  /// In bytes.
  package var size: Int
  /// Whether the value is a text, and the bytes are its UTF-8.
  package var isText: Bool

  package init(high: UniqueNumber, low: UniqueNumber, size: Int, isText: Bool) {
    (self.high, self.low, self.size, self.isText) = (high, low, size, isText)
  }

  /// - Parameter sha256: 32 bytes; nil if there are fewer or more.
  package init?(sha256: [UInt8], size: Int, isText: Bool) {
    guard sha256.count == 32 else { return nil }
    func word(_ index: Int) -> UInt64 { sha256[(index * 8)..<(index * 8 + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(
      high: UniqueNumber(high: word(0), low: word(1)), low: UniqueNumber(high: word(2), low: word(3)), size: size,
      isText: isText)
  }

  /// - Parameter name: The SHA-256 as 64 hexadecimal digits in lower case; nil if it is anything else.
  package init?(name: String, size: Int, isText: Bool) {
    var bytes: [UInt8] = []
    var half: UInt8?
    for digit in name.utf8 {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = half {
        bytes.append(first << 4 | value)
        half = nil
      } else {
        half = value
      }
    }
    guard half == nil else { return nil }
    self.init(sha256: bytes, size: size, isText: isText)
  }

  package var sha256: [UInt8] {
    [high.high, high.low, low.high, low.low].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  /// The SHA-256 as 64 hexadecimal digits: the name of the bytes, whatever kind of value they are.
  package var name: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: sha256.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  package static func < (a: Self, b: Self) -> Bool {
    if a.high != b.high { return a.high < b.high }
    if a.low != b.low { return a.low < b.low }
    return a.size == b.size ? !a.isText && b.isText : a.size < b.size
  }
}

/// A large value whose bytes travel encrypted.
///
/// The bytes are encrypted with a key of their own. So a rotation of keys renews the envelope, and leaves the bytes where
/// they are.
package struct SealedBlob: Hashable, Sendable, Codable {
  /// The encrypted bytes, as bytes.
  package var blob: BlobReference
  /// The bytes of a `SealedValue`: what the value is, and the key of its bytes.
  package var envelope: Data

  package init(blob: BlobReference, envelope: Data) { (self.blob, self.envelope) = (blob, envelope) }
}

extension SyncValue {
  /// What travels beside the record that has this value; nil: nothing does.
  package var blob: BlobReference? {
    switch self {
    case .blob(let blob): blob
    case .sealedBlob(let sealed): sealed.blob
    default: nil
    }
  }
}

extension SyncRecord {
  /// The large values that it has.
  package var blobs: Set<BlobReference> { Self.blobs(fields) }

  static func blobs(_ fields: FieldMap) -> Set<BlobReference> {
    var found: Set<BlobReference> = []
    for (_, register) in fields { if let blob = register.value.blob { found.insert(blob) } }
    return found
  }
}

extension RecordChange {
  /// The large values that it writes.
  package var blobs: Set<BlobReference> { SyncRecord.blobs(fields) }
}

extension Refusal {
  /// How the reason of a change begins that refers to a large value which the zone does not have: upload that, and the change
  /// again.
  package static let blobMark = "blob: "
}
