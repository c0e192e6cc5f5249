// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a field of a synced record has.
package enum SyncValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes(Data)
  /// Seconds since 2001.
  case date(Double)
  case uuid(UUID)
  /// The other end of a to-one relationship.
  case reference(RecordID)
  /// A text or bytes that are too large for a record.
  indirect case blob(BlobReference)
  /// The same, whose bytes travel encrypted.
  indirect case sealedBlob(SealedBlob)
}

extension SyncValue: Hashable {
  // Numbers are compared by their bits: NaN equals itself, or a row that has one would be uploaded forever.
  package static func == (a: SyncValue, b: SyncValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)), (.date(let a), .date(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): Self.equal(a, b)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.reference(let a), .reference(let b)): a == b
    case (.blob(let a), .blob(let b)): a == b
    case (.sealedBlob(let a), .sealedBlob(let b)): a == b
    default: false
    }
  }

  /// Compares scalars: strings that only look alike ("é" in one and in two scalars) are an edit.
  private static func equal(_ a: String, _ b: String) -> Bool { a.hasBytes(of: b) }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension SyncValue {
  /// A digest that is equal on every device and in every process.
  package var digest: UInt64 {
    var digest = Digest()
    switch self {
    case .null: digest.add(0)
    case .bool(let value): digest.add(value ? 2 : 1)
    case .integer(let value): digest.add(3, UInt64(bitPattern: value))
    case .real(let value): digest.add(4, value.bitPattern)
    case .text(let value):
      digest.add(5)
      digest.add(value)
    case .bytes(let value):
      digest.add(6)
      value.withUnsafeBytes { digest.add($0) }
    case .date(let value): digest.add(7, value.bitPattern)
    case .uuid(let value):
      digest.add(8)
      withUnsafeBytes(of: value.uuid) { digest.add($0) }
    case .reference(let value): digest.add(9, value.digest)
    case .blob(let value):
      digest.add(value.isText ? 11 : 10, UInt64(truncatingIfNeeded: value.size))
      digest.add(value.high.high, value.high.low)
      digest.add(value.low.high, value.low.low)
    case .sealedBlob(let value):
      digest.add(12, UInt64(truncatingIfNeeded: value.blob.size))
      digest.add(value.blob.high.high, value.blob.high.low)
      digest.add(value.blob.low.high, value.blob.low.low)
      value.envelope.withUnsafeBytes { digest.add($0) }
    }
    return digest.value
  }
}
