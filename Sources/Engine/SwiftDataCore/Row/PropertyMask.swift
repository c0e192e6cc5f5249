// SPDX-License-Identifier: Apache-2.0

/// A set of property indexes in one word: what a row brings, what a save
/// writes, what has changed.
///
/// Properties from the 64th on share the last bit, so a model of any width
/// is handled; such properties are then read and written together.
@frozen
@usableFromInline
package struct PropertyMask: Equatable, Sendable {
  @usableFromInline package var bits: UInt64

  @inlinable
  package init(bits: UInt64) { self.bits = bits }

  @usableFromInline package static let all = PropertyMask(bits: .max)
  @usableFromInline package static let none = PropertyMask(bits: 0)

  /// The bit that all properties from this index on share.
  @inlinable
  package static var sharedBit: Int { 63 }

  @inlinable
  package static func bit(_ index: Int) -> UInt64 {
    1 &<< UInt64(index < sharedBit ? index : sharedBit)
  }

  @inlinable
  package func contains(_ index: Int) -> Bool { bits & Self.bit(index) != 0 }

  @inlinable
  package mutating func insert(_ index: Int) { bits |= Self.bit(index) }

  @inlinable
  package func union(_ other: PropertyMask) -> PropertyMask { .init(bits: bits | other.bits) }

  @inlinable
  package func subtracting(_ other: PropertyMask) -> PropertyMask {
    .init(bits: bits & ~other.bits)
  }

  @inlinable
  package func intersection(_ other: PropertyMask) -> PropertyMask {
    .init(bits: bits & other.bits)
  }

  @inlinable
  package var isEmpty: Bool { bits == 0 }
}
