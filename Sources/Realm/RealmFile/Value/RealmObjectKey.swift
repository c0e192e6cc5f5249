// SPDX-License-Identifier: Apache-2.0

/// The key of an object within its table.
///
/// Unique within the table, and stable as long as the object exists. In
/// formats below 10 it is the number of the row, which changes when rows
/// before it are deleted.
public struct RealmObjectKey: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number in the file.
  public var rawValue: Int64

  /// Takes the number in the file.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Takes the number in the file.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  /// Whether the link leads to an object, rather than to none or to one that
  /// has not arrived from a server or was deleted there.
  var isResolved: Bool { rawValue >= 0 }
}

extension RealmObjectKey: CustomStringConvertible {
  public var description: String { "\(rawValue)" }
}

/// The key of a table within its file.
public struct RealmTableKey: RawRepresentable, Hashable, Sendable {
  /// The number in the file.
  public var rawValue: UInt32

  /// Takes the number in the file.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Takes the number in the file.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The number that stands for no table.
  static let none = RealmTableKey(0x7FFF_FFFF)
}

/// A link to an object.
public struct RealmLink: Hashable, Sendable {
  /// The table that the object is in.
  public var table: RealmTableKey
  /// The object's key there.
  public var key: RealmObjectKey

  /// Makes a link.
  public init(table: RealmTableKey, key: RealmObjectKey) {
    self.table = table
    self.key = key
  }
}
