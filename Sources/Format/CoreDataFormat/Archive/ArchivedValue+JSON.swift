// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ArchivedValue {
  /// The value as JSON that `JSONDecoder` reads with its default strategies:
  /// dates as seconds since 2001, data in base 64. Data that is all there is
  /// in the archive is JSON already: so attributes of `Codable` types are kept.
  ///
  /// ```swift
  /// try ArchivedValue.array([.string("a"), .integer(1)]).jsonText()  // ["a",1]
  /// ```
  ///
  /// Numbers that JSON lacks are the strings `nan`, `inf` and `-inf`.
  ///
  /// - Throws: ``KeyedArchiveError`` if there is an ``unknown(_:)`` in it, or
  ///   values lie in one another too deeply.
  package func jsonText() throws -> String {
    if case .data(let json) = self { return String(decoding: json, as: UTF8.self) }
    var text = ""
    try write(to: &text, depth: 0)
    return text
  }

  private func write(to text: inout String, depth: Int) throws {
    guard depth < ArchivedValueReader.maximumDepth else {
      throw KeyedArchiveError(
        "More than \(ArchivedValueReader.maximumDepth) values lie in one another.")
    }
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .unsigned(let value): text += "\(value)"
    case .double(let value): text += Self.number(value)
    case .decimal(let value): text += value.isNaN ? "\"nan\"" : "\(value)"
    case .string(let value), .url(let value): Self.quote(value, &text)
    case .date(let value): text += Self.number(value.timeIntervalSinceReferenceDate)
    case .data(let value): Self.quote(value.base64EncodedString(), &text)
    case .uuid(let value): Self.quote(value.uuidString, &text)
    case .array(let members), .set(let members):
      try Self.list(members, "[", "]", &text) { try $0.write(to: &$1, depth: depth + 1) }
    case .dictionary(let entries): try Self.write(entries, &text, depth)
    case .unknown(let className):
      throw KeyedArchiveError("An object of \(className) has no form in JSON.")
    }
  }

  /// As `Dictionary` codes itself: an object for keys of strings and numbers,
  /// otherwise keys and values in turn.
  private static func write(_ entries: [Entry], _ text: inout String, _ depth: Int) throws {
    let keys = entries.map { entry -> String? in
      switch entry.key {
      case .string(let key): key
      case .integer(let key): "\(key)"
      default: nil
      }
    }
    if keys.contains(nil) {
      try list(entries, "[", "]", &text) {
        try $0.key.write(to: &$1, depth: depth + 1)
        $1 += ","
        try $0.value.write(to: &$1, depth: depth + 1)
      }
      return
    }
    try list(zip(keys, entries), "{", "}", &text) {
      quote($0.0 ?? "", &$1)
      $1 += ":"
      try $0.1.value.write(to: &$1, depth: depth + 1)
    }
  }

  private static func list<S: Sequence>(
    _ members: S, _ open: String, _ close: String, _ text: inout String,
    _ write: (S.Element, inout String) throws -> Void
  ) rethrows {
    text += open
    var isFirst = true
    for member in members {
      if !isFirst { text += "," }
      isFirst = false
      try write(member, &text)
    }
    text += close
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "\"nan\"" }
    if value.isInfinite { return value < 0 ? "\"-inf\"" : "\"inf\"" }
    return "\(value)"
  }

  private static func quote(_ value: String, _ text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
