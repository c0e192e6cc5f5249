// SPDX-License-Identifier: Apache-2.0

import SourceText

extension JSONValue: CustomStringConvertible {
  /// On one line.
  package var description: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// On several lines, two spaces deep.
  package var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  /// Without spaces, as `JSONEncoder` writes it.
  package var compact: String {
    switch self {
    case .array(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(JSONValue.string($0.name)):\($0.value.compact)" }.joined(separator: ",") + "}"
    default: description
    }
  }

  func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let value): JSONText.write(value, to: &text)
    case .array(let values):
      // Lists of scalars stay on their line.
      let isFlat = values.allSatisfy(\.isScalar)
      let inner = isFlat ? nil : indent
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += inner == nil ? ", " : "," }
        Self.breakLine(&text, inner.map { $0 + 1 })
        value.write(to: &text, indent: inner.map { $0 + 1 })
      }
      if !values.isEmpty { Self.breakLine(&text, inner) }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += indent == nil ? ", " : "," }
        Self.breakLine(&text, indent.map { $0 + 1 })
        JSONText.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, indent: indent.map { $0 + 1 })
      }
      if !members.isEmpty { Self.breakLine(&text, indent) }
      text += "}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private static func breakLine(_ text: inout String, _ indent: Int?) {
    guard let indent else { return }
    text += "\n" + String(repeating: "  ", count: indent)
  }
}
