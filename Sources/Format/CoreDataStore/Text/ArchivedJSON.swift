// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Values of archives as JSON that tells all their types.
///
/// Arrays, dictionaries, texts and numbers are themselves; the rest is an
/// object of one member: `{"$date": …}`, `{"$data": …}`, `{"$set": […]}`, and, of
/// numbers that JSON lacks, `{"$double": "inf"}`.
enum ArchivedJSON {
  /// At the top, what is no collection is `{"$archive": …}`: a text alone
  /// stands for bytes.
  static func root(_ value: ArchivedValue) -> JSONValue {
    switch value {
    case .array, .dictionary: json(value)
    default: tagged("$archive", json(value))
    }
  }

  private static func tagged(_ name: String, _ value: JSONValue) -> JSONValue {
    .object([.init(name, value)])
  }

  private static func json(_ value: ArchivedValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .integer(value)
    case .double(let value): value.isFinite ? .double(value) : tagged("$double", .double(value))
    case .string(let value): .string(value)
    case .decimal(let value): tagged("$decimal", .string("\(value)"))
    case .date(let value): tagged("$date", .string(DateText.text(value)))
    case .data(let value): tagged("$data", .string(value.base64EncodedString()))
    case .uuid(let value): tagged("$uuid", .string(value.uuidString))
    case .url(let value): tagged("$url", .string(value))
    case .array(let members): .array(members.map(json))
    case .set(let members): tagged("$set", .array(members.map(json)))
    case .dictionary(let entries): dictionary(entries)
    case .unknown(let name): tagged("$class", .string(name))
    }
  }

  private static func dictionary(_ entries: [ArchivedValue.Entry]) -> JSONValue {
    var members: [JSONValue.Member] = []
    for entry in entries {
      guard case .string(let key) = entry.key, !key.hasPrefix("$") else {
        return tagged(
          "$dictionary", .array(entries.map { .array([json($0.key), json($0.value)]) }))
      }
      members.append(.init(key, json(entry.value)))
    }
    return .object(members)
  }

  static func value(_ json: JSONValue) throws -> ArchivedValue {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let value): return .string(value)
    case .number(let digits):
      if let value = Int64(digits) { return .integer(value) }
      if let value = UInt64(digits) { return .unsigned(value) }
      if let value = Double(digits) { return .double(value) }
      throw ValueEncoder.Unfit("a number is too large")
    case .array(let values): return .array(try values.map(value))
    case .object(let members):
      if members.count == 1, members[0].name.hasPrefix("$"),
        let value = try tagged(members[0].name, members[0].value)
      {
        return value
      }
      return .dictionary(
        try members.map { .init(key: .string($0.name), value: try value($0.value)) })
    }
  }

  static func decimal(_ text: String) -> Decimal? {
    text == "NaN" ? .nan : Decimal(string: text, locale: nil)
  }

  private static func tagged(_ name: String, _ json: JSONValue) throws -> ArchivedValue? {
    switch (name, json) {
    case ("$double", .string(let text)): return Double(text).map { .double($0) }
    case ("$decimal", .string(let text)): return decimal(text).map { .decimal($0) }
    case ("$date", .string(let text)): return DateText.date(text).map { .date($0) }
    case ("$data", .string(let text)): return Data(base64Encoded: text).map { .data($0) }
    case ("$uuid", .string(let text)): return UUID(uuidString: text).map { .uuid($0) }
    case ("$url", .string(let text)): return .url(text)
    case ("$set", .array(let values)): return .set(try values.map(value))
    case ("$dictionary", .array(let pairs)):
      return .dictionary(
        try pairs.map { pair in
          guard case .array(let parts) = pair, parts.count == 2 else {
            throw ValueEncoder.Unfit("$dictionary holds pairs")
          }
          return .init(key: try value(parts[0]), value: try value(parts[1]))
        })
    default: return nil
    }
  }
}
