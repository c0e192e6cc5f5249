// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value in a Realm file: of a property, or in a collection.
///
/// Collections are read as a whole. Where one may be larger than memory,
/// ``RealmRow/elements(of:)`` goes through it element by element.
public enum RealmValue: Hashable, Sendable {
  /// No value, or a link to nothing.
  case null
  /// A whole number.
  case int(Int64)
  /// A truth value.
  case bool(Bool)
  /// A number of 32 bits.
  case float(Float)
  /// A number of 64 bits.
  case double(Double)
  /// A text. Bytes that are no UTF-8 are replaced by U+FFFD.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment.
  case timestamp(RealmTimestamp)
  /// A decimal number.
  case decimal(RealmDecimal)
  /// An identifier of 12 bytes.
  case objectID(RealmObjectID)
  /// An identifier of 16 bytes.
  case uuid(UUID)
  /// A link to an object, which may be an embedded one.
  case link(RealmLink)
  /// A list, in its order.
  case list([RealmValue])
  /// A set, in the order of the file, which differs between formats.
  case set([RealmValue])
  /// A dictionary, in the order of the file.
  case dictionary([RealmEntry])

  /// Whether there is no value.
  public var isNull: Bool { self == .null }
}

/// An entry of a dictionary.
public struct RealmEntry: Hashable, Sendable {
  /// The key: a string in all that SDKs write, `.int` if the column says so.
  public var key: RealmValue
  /// The value, which may be null.
  public var value: RealmValue

  /// Makes an entry.
  public init(key: RealmValue, value: RealmValue) {
    self.key = key
    self.value = value
  }

  /// The key as text, as it is in the file.
  ///
  /// Realm refuses keys that contain a dot or start with `$`. Apps write such
  /// keys as `%2E` and `%24`: see ``decodedName``.
  public var name: String {
    switch key {
    case .string(let text): text
    case .int(let number): "\(number)"
    default: ""
    }
  }

  /// The key as text, with `%2E` read as a dot and `%24` as a dollar sign.
  public var decodedName: String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    return name.replacingOccurrences(of: "%2E", with: ".", options: .caseInsensitive)
      .replacingOccurrences(of: "%24", with: "$")
  }
}
