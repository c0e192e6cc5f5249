// SPDX-License-Identifier: Apache-2.0

import Foundation

extension KeyedArchive {
  /// An object in an archive: its class, and its fields by key.
  package struct Object: Sendable {
    let archive: KeyedArchive
    /// Its number in the archive; the same for every reference to it.
    package let number: UInt32
    /// The name of its class, then those of the superclasses.
    package let classNames: [String]
    let fields: [String: PropertyListValue]

    /// The name of its class.
    package var className: String { classNames.first ?? "" }

    /// The keys of the fields.
    package var keys: Set<String> { Set(fields.keys).subtracting(["$class"]) }

    /// Whether its class, or a superclass, has the name.
    package func isKind(of className: String) -> Bool { classNames.contains(className) }
  }
}

/// A field that is absent and one that holds nothing are the same: `nil`.
extension KeyedArchive.Object {
  /// What a field holds, or leads to.
  ///
  /// - Throws: ``KeyedArchiveError`` if it refers to an object that there is
  ///   not.
  package func item(_ key: String) throws -> KeyedArchive.Item? {
    guard let field = fields[key] else { return nil }
    let item = try archive.item(field)
    if case .null = item { return nil }
    return item
  }

  /// The string in a field; mutable ones too.
  ///
  /// - Throws: ``KeyedArchiveError`` if the field is no string.
  package func string(_ key: String) throws -> String? {
    try item(key).map { item in
      guard let string = try item.string else { throw mismatch(key, item, "a string") }
      return string
    }
  }

  /// The integer in a field.
  ///
  /// - Throws: ``KeyedArchiveError`` if the field is no integer.
  package func integer(_ key: String) throws -> Int64? {
    try item(key).map { item in
      guard case .value(.integer(let value)) = item else { throw mismatch(key, item, "an integer") }
      return value
    }
  }

  /// The truth value in a field.
  ///
  /// - Throws: ``KeyedArchiveError`` if the field is neither true nor false.
  package func bool(_ key: String) throws -> Bool? {
    try item(key).map { item in
      switch item {
      case .value(.bool(let value)): return value
      // Truth values of C's are integers.
      case .value(.integer(let value)): return value != 0
      default: throw mismatch(key, item, "a truth value")
      }
    }
  }

  /// The number in a field, of whatever kind.
  ///
  /// - Throws: ``KeyedArchiveError`` if the field is no number.
  package func double(_ key: String) throws -> Double? {
    try item(key).map { item in
      guard case .value(let value) = item, let double = value.double else {
        throw mismatch(key, item, "a number")
      }
      return double
    }
  }

  /// The data in a field; mutable data too.
  ///
  /// - Throws: ``KeyedArchiveError`` if the field is no data.
  package func data(_ key: String) throws -> Data? {
    try item(key).map { item in
      guard let data = try item.data else { throw mismatch(key, item, "data") }
      return data
    }
  }

  /// The object that a field refers to.
  ///
  /// - Throws: ``KeyedArchiveError`` if the field is no object with a class.
  package func object(_ key: String) throws -> KeyedArchive.Object? {
    try item(key).map { item in
      guard case .object(let object) = item else { throw mismatch(key, item, "an object") }
      return object
    }
  }

  func mismatch(
    _ key: String, _ item: KeyedArchive.Item, _ expected: String
  ) -> KeyedArchiveError {
    KeyedArchiveError("\(key) of \(className) is \(item.kind), not \(expected).", object: number)
  }
}

extension KeyedArchive.Item {
  /// A string, also one in an object: mutable strings are.
  var string: String? {
    get throws {
      switch self {
      case .value(.string(let value)): return value
      case .object(let object) where object.isKind(of: "NSString"):
        if let bytes = try object.fields["NS.bytes"].flatMap({ try object.archive.item($0).data }) {
          return String(decoding: bytes, as: UTF8.self)
        }
        guard case .value(.string(let value)) = try object.item("NS.string") else { return nil }
        return value
      default: return nil
      }
    }
  }

  /// Data, also in an object: mutable data is.
  var data: Data? {
    get throws {
      switch self {
      case .value(.data(let value)): return value
      case .object(let object) where object.isKind(of: "NSData"):
        guard case .value(.data(let value)) = try object.item("NS.data") else { return nil }
        return value
      default: return nil
      }
    }
  }
}
