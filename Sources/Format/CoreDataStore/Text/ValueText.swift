// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Store {
  /// A value on one line, for people.
  package func text(_ value: StoredValue) -> String {
    switch value {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .float(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value), .url(let value): Self.oneLine(value)
    case .date(let value): DateText.text(value)
    case .uuid(let value): value.uuidString
    case .data(let value): "<\(value.count) bytes>"
    case .external(let file):
      file.size.map { "<\($0) bytes in \(file.name)>" } ?? "<missing file \(file.name)>"
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .archived(let value): Self.oneLine("\(ArchivedJSON.root(value))")
    case .composite(let fields):
      "{" + fields.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ") + "}"
    case .enumeration(let name, nil): name
    case .enumeration(let name, let payload?): "\(name)(\(text(payload)))"
    case .json(let value): Self.oneLine("\(value)")
    case .object(let object): "\(object)"
    case .objects(let objects): "[" + objects.map { "\($0)" }.joined(separator: ", ") + "]"
    }
  }

  /// Line breaks and what steers a terminal are made visible.
  package static func oneLine(_ text: String) -> String {
    guard
      text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
