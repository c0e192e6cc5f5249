// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends text as it stands between the tags of HTML.
  mutating func appendHTML(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "'"): append("&#39;")
      case UInt8(ascii: "`"): append("&#96;")
      // Browsers would change it to a line feed.
      case 13: append("&#13;")
      // Browsers keep all others as they are.
      case 0: append("\u{FFFD}")
      default: append(byte)
      }
    }
  }

  /// Appends text as a string of JSON, quotes included.
  mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    appendJSON(part: text)
    append(UInt8(ascii: "\""))
  }

  /// Appends a part of a string of JSON.
  mutating func appendJSON(part text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 10: append("\\n")
      case 0..<32:
        append("\\u00")
        append(hexDigit(byte >> 4))
        append(hexDigit(byte & 15))
      default: append(byte)
      }
    }
  }

  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text that has been escaped, or that needs no escaping.
  mutating func append(verbatim text: String) {
    append(contentsOf: text.utf8)
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
