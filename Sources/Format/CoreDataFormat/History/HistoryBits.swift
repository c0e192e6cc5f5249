// SPDX-License-Identifier: Apache-2.0

/// The bits of ACHANGE.ZCOLUMNS: which properties an update has changed.
///
/// The most significant bit comes first. Bits stand for to-one relationships
/// by name (two if there is an entity column), then hidden columns of others'
/// to-many relationships, attributes by name (one per column), and to-many
/// relationships by name. Of the last group Core Data's order is not known
/// for certain: in a file from elsewhere one may be taken for another.
package enum HistoryBits {
  /// The meaning of each bit.
  ///
  /// - Parameters:
  ///   - toOne: to-one relationships, with a slot for each of their columns.
  ///   - hidden: columns of others' to-many relationships, in the order of
  ///     their owners and names.
  ///   - attributes: with a slot for each of their columns.
  package static func slots<Slot>(
    toOne: [(name: String, slots: [Slot])], hidden: [Slot],
    attributes: [(name: String, slots: [Slot])], toMany: [(name: String, slot: Slot)]
  ) -> [Slot] {
    toOne.sorted { $0.name < $1.name }.flatMap(\.slots) + hidden
      + attributes.sorted { $0.name < $1.name }.flatMap(\.slots)
      + toMany.sorted { $0.name < $1.name }.map(\.slot)
  }

  /// The bytes for `count` bits.
  package static func bytes(_ count: Int, isSet: (Int) -> Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (count + 7) / 8)
    for bit in 0..<count where isSet(bit) { bytes[bit / 8] |= mask(bit) }
    return bytes
  }

  /// Whether a bit is set; what lies beyond the bytes is not.
  package static func isSet(_ bit: Int, in bytes: [UInt8]) -> Bool {
    bit / 8 < bytes.count && bytes[bit / 8] & mask(bit) != 0
  }

  private static func mask(_ bit: Int) -> UInt8 { 0x80 >> UInt8(bit % 8) }
}
