// SPDX-License-Identifier: Apache-2.0

/// Pieces of JSON.
package enum JSONText {
  /// A text between quotes.
  package static func string(_ value: String) -> String {
    var text = ""
    write(value, to: &text)
    return text
  }

  /// Adds a text between quotes to another.
  package static func write(_ value: String, to text: inout String) {
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

  /// Numbers that JSON has no digits for are strings.
  package static func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> String {
    if value.isNaN { return "\"nan\"" }
    if value.isInfinite { return value < 0 ? "\"-inf\"" : "\"inf\"" }
    return value.description
  }
}
