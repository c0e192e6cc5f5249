/// A set of property indexes in one word: what a row brings, what a save
/// writes, what has changed.
///
/// Properties from the 64th on share the last bit, so a model of any width
/// is handled; such properties are then read and written together.
@frozen
public struct _PropertyMask: Equatable, Sendable {
  public var bits: UInt64

  @inlinable
  public init(bits: UInt64) { self.bits = bits }

  public static let all = _PropertyMask(bits: .max)
  public static let none = _PropertyMask(bits: 0)

  @inlinable
  public static func bit(_ index: Int) -> UInt64 { 1 &<< UInt64(index < 63 ? index : 63) }

  @inlinable
  public func contains(_ index: Int) -> Bool { bits & Self.bit(index) != 0 }

  @inlinable
  public mutating func insert(_ index: Int) { bits |= Self.bit(index) }

  @inlinable
  public func union(_ other: _PropertyMask) -> _PropertyMask { .init(bits: bits | other.bits) }

  @inlinable
  public func subtracting(_ other: _PropertyMask) -> _PropertyMask {
    .init(bits: bits & ~other.bits)
  }

  @inlinable
  public func intersection(_ other: _PropertyMask) -> _PropertyMask {
    .init(bits: bits & other.bits)
  }

  @inlinable
  public var isEmpty: Bool { bits == 0 }
}
