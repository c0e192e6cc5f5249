// SPDX-License-Identifier: Apache-2.0

/// A field: its value, and when it was written.
package struct Register: Hashable, Sendable, Codable {
  package var value: SyncValue
  package var stamp: Stamp

  package init(_ value: SyncValue, _ stamp: Stamp) {
    self.value = value
    self.stamp = stamp
  }

  /// The later one. Two values of one stamp, which a device may give that a power failure set back, are told apart by
  /// their digests, so that all choose the same.
  package static func later(_ a: Register, _ b: Register) -> Register {
    if a.stamp != b.stamp { return a.stamp < b.stamp ? b : a }
    return a.value.digest < b.value.digest ? b : a
  }
}

/// Whether a record exists.
package struct Life: Hashable, Sendable, Codable {
  package var isDeleted: Bool
  package var stamp: Stamp
  /// The record that has taken this one in: both had the same unique value.
  package var successor: RecordID?

  package init(isDeleted: Bool, stamp: Stamp, successor: RecordID? = nil) {
    self.isDeleted = isDeleted
    self.stamp = stamp
    self.successor = successor
  }
}
