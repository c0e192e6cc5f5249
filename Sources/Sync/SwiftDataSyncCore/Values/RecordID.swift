// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The identity of a record in its zone, the same on all devices.
package struct RecordID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The name of the model.
  package let type: String
  private let key: RecordName
  /// An identity is looked up in some twenty tables on its way to the server, and its text is the same in all of them.
  private let hash: UInt32
  /// A UUID's text, or what the app derives from the data (defaults that each device inserts).
  package var name: String { key.text }

  package init(_ type: String, _ name: String) { self.init(type, RecordName(name)) }

  /// - Parameter name: The bytes of the name.
  package init(_ type: String, utf8 name: UnsafeRawBufferPointer) { self.init(type, RecordName(utf8: name)) }

  private init(_ type: String, _ name: RecordName) {
    self.type = type
    key = name
    // Both: a client chooses them, and could send thousands of records of one name.
    var hasher = Hasher()
    type.hashBytes(into: &hasher)
    key.hash(into: &hasher)
    hash = UInt32(truncatingIfNeeded: hasher.finalize())
  }

  // By bytes, as a database compares. To Swift's strings, "é" in one and in two scalars is the same.
  package static func == (a: RecordID, b: RecordID) -> Bool {
    a.hash == b.hash && a.key == b.key && a.type.hasBytes(of: b.type)
  }

  package static func < (a: RecordID, b: RecordID) -> Bool {
    let order = a.type.compareBytes(with: b.type)
    return order == 0 ? a.key < b.key : order < 0
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  package var description: String { "\(type):\(name)" }

  private enum CodingKeys: String, CodingKey { case type, name }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode(String.self, forKey: .type), try container.decode(String.self, forKey: .name))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(name, forKey: .name)
  }

  /// How many bytes the name has.
  var nameLength: Int { key.length }

  /// The bytes of the name, without making a text of them.
  package func withName<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { key.withBytes(body) }

  package var digest: UInt64 {
    var digest = Digest()
    digest.add(type)
    key.withBytes { digest.add(text: $0) }
    return digest.value
  }
}

/// A number of 128 bits that nobody else has drawn: of an upload, or of one membership in a to-many relationship.
///
/// It comes from the randomness that the core is given, never from a counter: a counter that a power failure set back
/// would give the same number to two memberships.
package struct UniqueNumber: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(using random: inout some RandomNumberGenerator) {
    high = random.next()
    low = random.next()
  }

  package static func < (a: Self, b: Self) -> Bool { a.high == b.high ? a.low < b.low : a.high < b.high }

  package var description: String { String(high, radix: 36) + String(low, radix: 36) }
}

// Identities are the keys of all tables of a zone; one byte after the other, these would be half of a merge's work.
extension String {
  func hasBytes(of other: String) -> Bool {
    isAlike(other) || (utf8.count == other.utf8.count && compareBytes(with: other) == 0)
  }

  /// Whether both are copies of one string, or short ones with the same bytes: these are a part of the string itself. If not,
  /// they may have the same bytes all the same.
  func isAlike(_ other: String) -> Bool {
    Swift.withUnsafeBytes(of: self) { own in
      Swift.withUnsafeBytes(of: other) { own.order(before: $0) == 0 }
    }
  }

  /// Less than zero: this one comes first.
  func compareBytes(with other: String) -> Int {
    withBytes { a in
      other.withBytes { b in
        a.order(before: b)
      }
    }
  }

  func hashBytes(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: $0) }
    // An end, so that ("ab", "c") differs from ("a", "bc").
    hasher.combine(UInt8(0xff))
  }

  /// Texts that another language has made may have no bytes of UTF-8; a copy of them has.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) { return result }
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Less than zero: these bytes come first.
  func order(before other: UnsafeRawBufferPointer) -> Int {
    guard let first = baseAddress, let second = other.baseAddress else { return count - other.count }
    let order = memcmp(first, second, Swift.min(count, other.count))
    return order == 0 ? count - other.count : Int(order)
  }
}
