// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftDataRealm

/// Realm's values of any type in the shape that Swift gives the enum of the generated models.
enum AnyValueForm {
  static let null = "null"
  /// The cases, in the order of the columns: those without a payload come last.
  static let cases = [
    "int", "bool", "float", "double", "string", "data", "date", "decimal", "objectID", "uuid",
    "object", "list", "dictionary", null,
  ]

  /// The case and its payload, whose members have numbers where they have no names.
  static func parts(
    _ value: RealmValue, _ form: JSONForm
  ) throws -> (name: String, payload: JSONValue?) {
    switch value {
    case .null: return (null, nil)
    case .link(let link):
      return (
        "object",
        .object([
          .init("type", .string(form.file.table(link.table)?.name ?? "")),
          .init("key", .integer(link.key.rawValue)),
        ])
      )
    case .list(let values), .set(let values):
      return ("list", first(.array(try values.map { try json($0, form) })))
    case .dictionary(let entries):
      return (
        "dictionary",
        first(.object(try entries.map { .init($0.decodedName, try json($0.value, form)) }))
      )
    case .int: return ("int", first(try form.scalar(value)))
    case .bool: return ("bool", first(try form.scalar(value)))
    case .float: return ("float", first(try form.scalar(value)))
    case .double: return ("double", first(try form.scalar(value)))
    case .string: return ("string", first(try form.scalar(value)))
    case .data: return ("data", first(try form.scalar(value)))
    case .timestamp: return ("date", first(try form.scalar(value)))
    case .decimal: return ("decimal", first(try form.scalar(value)))
    case .objectID: return ("objectID", first(try form.scalar(value)))
    case .uuid: return ("uuid", first(try form.scalar(value)))
    }
  }

  static func json(_ value: RealmValue, _ form: JSONForm) throws -> JSONValue {
    let (name, payload) = try parts(value, form)
    return .object([.init(name, payload ?? .object([]))])
  }

  private static func first(_ value: JSONValue) -> JSONValue { .object([.init("_0", value)]) }
}
