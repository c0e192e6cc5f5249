// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value of the types of property lists, as a keyed archive holds it.
///
/// Core Data stores transformable attributes as such archives, and so does
/// SwiftData arrays: those of plain values as arrays of them, those of types
/// of one's own as ``json``.
///
/// ```swift
/// switch try ArchivedValue(keyedArchive: bytes) {
/// case .array(let members): …
/// case .unknown(let className): …  // the bytes are all that there is
/// default: …
/// }
/// ```
///
/// What is mutable reads as what is not: `NSMutableArray` as an array.
package indirect enum ArchivedValue: Equatable, Sendable {
  /// `NSNull`, or nothing.
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`; smaller ones are read as ``integer(_:)``.
  case unsigned(UInt64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  /// As text: not every address is one for this platform.
  case url(String)
  case array([ArchivedValue])
  /// In the order of the archive.
  case set([ArchivedValue])
  /// In the order of the archive.
  case dictionary([Entry])
  /// An object of another class.
  case unknown(String)

  /// A key of a dictionary, mostly a string, and its value.
  package struct Entry: Equatable, Sendable {
    /// Mostly a string.
    package var key: ArchivedValue
    /// The meaning of the key.
    package var value: ArchivedValue

    /// An entry of a key and a value.
    package init(key: ArchivedValue, value: ArchivedValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value of a string key; `nil` also if this is no dictionary.
  package subscript(key: String) -> ArchivedValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == .string(key) }?.value
  }

  /// The JSON that SwiftData archives for an array of `Codable` values.
  ///
  /// Data that only looks like JSON is not told apart: the caller knows
  /// whether the property holds data.
  package var json: Data? {
    guard case .data(let data) = self,
      let first = data.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    else { return nil }
    return data
  }
}
