// SPDX-License-Identifier: Apache-2.0

import RealmFile

/// The types of Swift for those of Realm.
enum SwiftTypes {
  /// The type of a plain value, and Realm's value for one that was not given;
  /// `nil` for links and what has no counterpart.
  static func value(
    _ type: RealmProperty.ValueType
  ) -> (name: String, initial: String)? {
    switch type {
    case .int: ("Int", "0")
    case .bool: ("Bool", "false")
    case .string: ("String", "\"\"")
    case .data: ("Data", "Data()")
    case .timestamp: ("Date", "Date()")
    case .float: ("Float", "0")
    case .double: ("Double", "0")
    case .decimal: ("Decimal", "0")
    case .objectID: ("String", "\"\"")
    case .uuid: ("UUID", "UUID()")
    case .mixed, .link, .anyLink, .rows, .unsupported: nil
    }
  }

  /// What the type does not say, or not as well as Realm's.
  static func note(_ type: RealmProperty.ValueType) -> String? {
    switch type {
    case .objectID: "An ObjectId, as 24 hexadecimal digits."
    case .decimal:
      "A Decimal128. Decimal has no infinity, and exponents of at most 127."
    default: nil
    }
  }

  /// A collection of values of a type.
  static func collection(
    _ collection: RealmProperty.Collection?, of type: String, isOptional: Bool
  ) -> (name: String, initial: String?) {
    let element = type + (isOptional ? "?" : "")
    switch collection {
    case .list: return ("[\(element)]", "[]")
    case .set: return ("Set<\(element)>", "[]")
    case .dictionary: return ("[String: \(element)]", "[:]")
    case nil: return (element, isOptional ? "nil" : nil)
    }
  }
}
