// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The value of a binary property list.
///
/// Foundation's `PropertyListSerialization` reads most of this too, but not
/// the references (`uid`) that archives are made of.
///
/// ```swift
/// let value = try PropertyListValue(binary: data)
/// let version = value["$version"]?.integer
/// let same = try value.binary()
/// ```
package enum PropertyListValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`; smaller ones are read as ``integer(_:)``.
  case unsigned(UInt64)
  case real(Double)
  /// A real number that is stored in four bytes.
  case float(Float)
  case date(Date)
  case data(Data)
  case string(String)
  /// A reference to an object of an archive.
  case uid(UInt32)
  case array([PropertyListValue])
  case set([PropertyListValue])
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
  /// The value, if it is true or false.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value, if it is an integer of 64 bits with sign.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The value, if it is a date.
  package var date: Date? { if case .date(let value) = self { value } else { nil } }
  /// The value, if it is data.
  package var data: Data? { if case .data(let value) = self { value } else { nil } }
  /// The value, if it is a string.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number of the object, if it is a reference.
  package var uid: UInt32? { if case .uid(let value) = self { value } else { nil } }

  /// Any number, rounded if it is an integer of more than 53 bits.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .real(let value): value
    case .float(let value): Double(value)
    default: nil
    }
  }

  /// The members of an array or a set.
  package var members: [PropertyListValue]? {
    switch self {
    case .array(let members), .set(let members): members
    default: nil
    }
  }

  /// The entries, if it is a dictionary.
  package var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let value) = self { value } else { nil }
  }

  /// The value of a dictionary's key; `nil` also if this is no dictionary.
  package subscript(key: String) -> PropertyListValue? { dictionary?[key] }

  /// The kind of the value, for errors: never the value itself.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .unsigned: "an integer"
    case .real, .float: "a real number"
    case .date: "a date"
    case .data: "data"
    case .string: "a string"
    case .uid: "a reference"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }
}

/// Why bytes are no binary property list, or a value cannot be one.
package struct PropertyListError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problem.
  package let reason: String
  /// Where, in bytes from the start; `nil` when writing.
  package let position: Int?

  init(_ reason: String, at position: Int? = nil) {
    self.reason = reason
    self.position = position
  }

  /// The problem, and its place.
  package var description: String {
    guard let position else { return "The value cannot be a binary property list: \(reason)" }
    return "No binary property list, at byte \(position): \(reason)"
  }
}

/// Bounds of the work that a property list may cause.
///
/// A list of a few bytes can name one container many times, and so describe
/// something that is larger than memory. Lists that Apple's software writes
/// stay far below these bounds.
enum PropertyListLimits {
  /// Containers in containers. Archives need four. Those of so many still fit
  /// on the small stacks of threads that programs start on Apple's platforms.
  static let depth = 64

  /// How many values a list of so many bytes may describe, each counted as
  /// often as it is named.
  static func values(inBytes count: Int) -> Int { bound(count, factor: 16) }

  /// How many bytes may be read from a list of so many: each object has
  /// bytes of its own, though a few may share them.
  static func reading(ofBytes count: Int) -> Int { bound(count, factor: 4) }

  private static func bound(_ count: Int, factor: Int) -> Int {
    let (product, overflows) = count.multipliedReportingOverflow(by: factor)
    let (sum, overflowsToo) = product.addingReportingOverflow(1024)
    return overflows || overflowsToo ? .max / 2 : sum
  }
}
