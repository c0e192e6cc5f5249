// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

/// A type of Swift that values of a Realm file can be read as.
public protocol RealmReadable {
  /// The value; `nil` if it is of another type.
  init?(_ value: RealmValue)
}

extension RealmRow {
  /// The value of a property as a type of Swift.
  ///
  /// ```swift
  /// let track = Track(id: try row.get("id"), title: try row.get("title"), genre: try row.get("genre"))
  /// ```
  ///
  /// An optional type takes null; arrays, sets and dictionaries take collections.
  ///
  /// - Throws: ``RealmFileError`` if there is no such property, or its value is of another type.
  public func get<T: RealmReadable>(_ name: String, as type: T.Type = T.self) throws -> T {
    let value = try self[name]
    if let result = T(value) { return result }
    throw RealmFileError(
      .unsupported, "The value is not of type \(T.self).", property: name, object: key,
      advice: value == .null ? "It is null: read it as an optional." : "Read it as another type.")
  }
}

extension Bool: RealmReadable {
  /// A truth value; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    guard case .bool(let value) = value else { return nil }
    self = value
  }
}

extension Int: RealmReadable {
  /// An integer; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    guard case .int(let number) = value else { return nil }
    self.init(exactly: number)
  }
}

extension Int64: RealmReadable {
  /// An integer; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    guard case .int(let number) = value else { return nil }
    self = number
  }
}

extension Float: RealmReadable {
  /// A float; `nil` for a value of another type, also for a double.
  public init?(_ value: RealmValue) {
    guard case .float(let number) = value else { return nil }
    self = number
  }
}

extension Double: RealmReadable {
  /// A double or a float; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    switch value {
    case .double(let number): self = number
    case .float(let number): self = Double(number)
    default: return nil
    }
  }
}

extension String: RealmReadable {
  /// A text, or an object identifier as text; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    switch value {
    case .string(let text): self = text
    case .objectID(let id): self = "\(id)"
    default: return nil
    }
  }
}

extension Data: RealmReadable {
  /// Bytes; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    guard case .data(let data) = value else { return nil }
    self = data
  }
}

extension Date: RealmReadable {
  /// A date, rounded to what `Date` can represent; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    guard case .timestamp(let moment) = value else { return nil }
    self = moment.date
  }
}

extension UUID: RealmReadable {
  /// A UUID; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    guard case .uuid(let id) = value else { return nil }
    self = id
  }
}

extension Decimal: RealmReadable {
  /// A decimal number; `nil` for a value of another type, or if `Decimal` cannot represent it.
  public init?(_ value: RealmValue) {
    guard case .decimal(let number) = value, let decimal = number.decimal else { return nil }
    self = decimal
  }
}

extension RealmLink: RealmReadable {
  /// A link; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    guard case .link(let link) = value else { return nil }
    self = link
  }
}

extension RealmValue: RealmReadable {
  /// The value itself.
  public init?(_ value: RealmValue) { self = value }
}

extension Optional: RealmReadable where Wrapped: RealmReadable {
  /// Null, or a value of the wrapped type; `nil` for a value of another type.
  public init?(_ value: RealmValue) {
    if value == .null {
      self = .none
    } else if let wrapped = Wrapped(value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
}

extension Array: RealmReadable where Element: RealmReadable {
  /// The elements of a list or set; `nil` for another value, or if an element is of another type.
  public init?(_ value: RealmValue) {
    switch value {
    case .list(let values), .set(let values):
      let elements = values.compactMap { Element($0) }
      guard elements.count == values.count else { return nil }
      self = elements
    default: return nil
    }
  }
}

extension Set: RealmReadable where Element: RealmReadable {
  /// The elements of a list or set; `nil` for another value, or if an element is of another type.
  public init?(_ value: RealmValue) {
    guard let elements = [Element](value) else { return nil }
    self = Set(elements)
  }
}

extension Dictionary: RealmReadable where Key == String, Value: RealmReadable {
  /// The entries of a dictionary; `nil` for another value, or if an entry is of another type.
  public init?(_ value: RealmValue) {
    guard case .dictionary(let entries) = value else { return nil }
    var result: [String: Value] = [:]
    for entry in entries {
      guard let value = Value(entry.value) else { return nil }
      result[entry.decodedName] = value
    }
    self = result
  }
}
