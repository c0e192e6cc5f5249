// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The identity of a record in its zone, the same on all devices.
package struct RecordID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The name of the model.
  package var type: String
  /// A UUID's text, or what the app derives from the data (defaults that each device inserts).
  package var name: String

  package init(_ type: String, _ name: String) {
    self.type = type
    self.name = name
  }

  // By bytes, as a database compares. To Swift's strings, "é" in one and in two scalars is the same.
  package static func == (a: RecordID, b: RecordID) -> Bool {
    a.name.utf8.elementsEqual(b.name.utf8) && a.type.utf8.elementsEqual(b.type.utf8)
  }

  package static func < (a: RecordID, b: RecordID) -> Bool {
    if !a.type.utf8.elementsEqual(b.type.utf8) { return a.type.utf8.lexicographicallyPrecedes(b.type.utf8) }
    return a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in type.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xff))
    for byte in name.utf8 { hasher.combine(byte) }
  }

  package var description: String { "\(type):\(name)" }

  package var digest: UInt64 {
    var digest = Digest()
    digest.add(type)
    digest.add(name)
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
