import Foundation

extension JSONValue: CustomStringConvertible {
  /// On one line.
  public var description: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// On several lines, two spaces deep.
  public var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let value): Self.write(value, to: &text)
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
        Self.write(member.name, to: &text)
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

  static func write(_ value: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Most texts need no escape.
    let isPlain = value.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xE2
    }
    guard !isPlain else {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
