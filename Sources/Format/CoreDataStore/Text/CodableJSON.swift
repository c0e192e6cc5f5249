// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The JSON of collections of `Codable` values, as coders with the default strategies write and read it.
///
/// Such a collection lies in an archive: as Core Data's own objects, which are exported with all their types
/// (``ArchivedJSON``), or as this JSON. What an import writes is this JSON, which every decoder takes.
package enum CodableJSON {
  /// The bytes that the library writes for a collection: an archive of texts, or, of anything else, one of its JSON.
  ///
  /// - Parameter valueClass: What the model calls the collection: `Array<String>`.
  package static func archive(_ json: JSONValue, _ valueClass: String?) throws -> Data {
    if valueClass == "Array<String>", case .array(let members) = json {
      let texts = members.compactMap { member in if case .string(let text) = member { text } else { nil } }
      if texts.count == members.count { return try ArchivedValue.array(texts.map { .string($0) }).keyedArchive() }
    }
    return try ArchivedValue.data(Data(json.compact.utf8)).keyedArchive()
  }

  /// Without the marks of types: a date is its seconds since 2001, bytes are base64. Digits stay as they are.
  static func plain(_ json: JSONValue) -> JSONValue {
    switch json {
    case .array(let values): .array(values.map(plain))
    case .object(let members):
      marked(members) ?? .object(members.map { .init($0.name, plain($0.value)) })
    default: json
    }
  }

  /// Whether a part looks like a mark, and is none, as this is the JSON already.
  static func isAmbiguous(_ json: JSONValue) -> Bool {
    switch json {
    case .array(let values): values.contains(where: isAmbiguous)
    case .object(let members): marked(members) != nil || members.contains { isAmbiguous($0.value) }
    default: false
    }
  }

  /// `nil` for an object that is no mark.
  private static func marked(_ members: [JSONValue.Member]) -> JSONValue? {
    guard members.count == 1, let mark = members.first, mark.name.hasPrefix("$") else { return nil }
    switch (mark.name, mark.value) {
    case ("$archive", let value): return plain(value)
    case ("$date", .string(let text)):
      return DateText.date(text).map { .double($0.timeIntervalSinceReferenceDate) }
    case ("$data", .string), ("$uuid", .string), ("$url", .string), ("$double", .string): return mark.value
    case ("$decimal", .string(let text)):
      guard let decimal = ArchivedJSON.decimal(text) else { return nil }
      return decimal.isNaN ? .string("nan") : .number("\(decimal)")
    case ("$set", .array(let values)): return .array(values.map(plain))
    case ("$dictionary", .array(let pairs)): return dictionary(pairs)
    default: return nil
    }
  }

  /// As `Dictionary` codes itself: whole numbers are names of members, other keys stand before their values in a list.
  private static func dictionary(_ pairs: [JSONValue]) -> JSONValue? {
    var entries: [(key: JSONValue, value: JSONValue)] = []
    for pair in pairs {
      guard case .array(let parts) = pair, parts.count == 2 else { return nil }
      entries.append((parts[0], plain(parts[1])))
    }
    let members = entries.compactMap { entry -> JSONValue.Member? in
      switch entry.key {
      case .string(let name): .init(name, entry.value)
      case .number(let digits) where Int(digits) != nil: .init(digits, entry.value)
      default: nil
      }
    }
    return members.count == entries.count ? .object(members) : .array(entries.flatMap { [plain($0.key), $0.value] })
  }
}
