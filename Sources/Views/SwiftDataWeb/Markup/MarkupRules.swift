// SPDX-License-Identifier: Apache-2.0

/// Which addresses and styles may reach a browser. Which elements and attributes may, `Element.Kind` and
/// `Element.Attribute.Name` say.
///
/// What views show comes from people. Text and values of attributes are escaped wherever they are written; this is about
/// what no escaping makes harmless.
enum MarkupRules {
  /// The declarations of a style that are harmless, in their order.
  ///
  /// Nothing that fetches, and no character that ends a declaration, a rule or an element.
  static func style(_ text: String) -> String {
    if isHarmless(text) { return text }
    var result = ""
    for declaration in text.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = trimmed(parts[0])
      let value = trimmed(parts[1])
      guard isProperty(name), isValue(value) else { continue }
      if !result.isEmpty { result += ";" }
      result += name
      result += ":"
      result += value
    }
    return result
  }

  /// Whether all declarations are harmless, and none has a space around its name or its value: what the host writes is
  /// so, and one pass over the bytes tells.
  private static func isHarmless(_ text: String) -> Bool {
    let bytes = text.utf8
    var isName = true
    // Of the name or the value.
    var length = 0
    var last: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: ":") where isName && length > 0:
        isName = false
        length = -1
      case UInt8(ascii: ";") where !isName && length > 0 && last != UInt8(ascii: " "):
        isName = true
        length = -1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        break
      case UInt8(ascii: "("):
        if isName || functionNames.contains(where: { $0.ends(bytes[..<index]) }) { return false }
      case UInt8(ascii: " "):
        if isName || length == 0 { return false }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "."),
        UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        if isName { return false }
      default:
        return false
      }
      last = byte
      length += 1
    }
    return bytes.isEmpty || (!isName && length > 0 && last != UInt8(ascii: " "))
  }

  /// Whether an address leads to a page or a picture, and runs nothing.
  static func isAddress(_ address: String, ofImage: Bool = false) -> Bool {
    // Browsers drop tabs, line ends and leading spaces before they read the scheme.
    let text = address.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }
    guard let end = text.firstIndex(where: { ":/?#".unicodeScalars.contains($0) }), text[end] == ":" else {
      return true
    }
    let scheme = String(String.UnicodeScalarView(text[..<end])).lowercased()
    if ofImage, scheme == "data" {
      let rest = String(String.UnicodeScalarView(text[end...])).lowercased()
      return imageTypes.contains { rest.hasPrefix(":image/\($0);base64,") }
    }
    return (ofImage ? ["http", "https"] : schemes).contains(scheme)
  }

  private static func isProperty(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || isDigit($0) || $0 == UInt8(ascii: "-")
      }
  }

  private static func isValue(_ value: String) -> Bool {
    guard !value.isEmpty,
      !value.unicodeScalars.contains(where: { $0.value < 0x20 || "{}<>\\".unicodeScalars.contains($0) })
    else { return false }
    let lowercased = value.lowercased()
    return !functions.contains { lowercased.contains($0 + "(") } && !["@", "/*"].contains { lowercased.contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// Functions that fetch or run something.
  private static let functions = ["url", "image", "image-set", "expression"]
  private static let functionNames = functions.map { Array($0.utf8) }
  private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "sms", "facetime"]
  private static let imageTypes = ["png", "jpeg", "gif", "webp", "bmp", "avif"]
}

extension [UInt8] {
  /// Whether text ends with these small letters, or with capital ones.
  fileprivate func ends(_ text: Substring.UTF8View) -> Bool {
    text.suffix(count).elementsEqual(self) { $0 | 0x20 == $1 | 0x20 }
  }
}
