// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A strings file: `"key" = "value";` pairs with comments, in UTF-8 or UTF-16, as people write them.
///
/// Foundation reads it as a property list, which fails in programs that are linked statically. The binary form, which Xcode
/// makes of it for an app's bundle, does not occur here: SwiftPM copies the file as it is.
enum StringsFile {
  /// What the file says, or nil if it is not one.
  static func pairs(_ data: Data) -> [String: String]? {
    guard let text = text(data) else { return nil }
    var scanner = Scanner(text)
    return scanner.pairs()
  }

  private static func text(_ data: Data) -> String? {
    let mark = [UInt8](data.prefix(3))
    if mark.starts(with: [0xEF, 0xBB, 0xBF]) { return String(validating: data.dropFirst(3), as: UTF8.self) }
    guard mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]), data.count % 2 == 0 else {
      return String(validating: data, as: UTF8.self)
    }
    let bytes = [UInt8](data.dropFirst(2))
    let high = mark[0] == 0xFE ? 0 : 1
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
    }
    return String(validating: units, as: UTF16.self)
  }

  private struct Scanner {
    private let text: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

    mutating func pairs() -> [String: String]? {
      var result: [String: String] = [:]
      while true {
        guard skipSpace() else { return nil }
        if next == nil { return result }
        guard let key = word(), skipSpace() else { return nil }
        // A key alone is its own value.
        var value = key
        if take("=") {
          guard skipSpace(), let said = word(), skipSpace() else { return nil }
          value = said
        }
        guard take(";") else { return nil }
        result[key] = value
      }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard next == scalar else { return false }
      index += 1
      return true
    }

    /// Passes white space and comments; false if a comment has no end.
    private mutating func skipSpace() -> Bool {
      while let scalar = next {
        if scalar.properties.isWhitespace {
          index += 1
        } else if scalar == "/", index + 1 < text.count, text[index + 1] == "/" {
          while let scalar = next, scalar != "\n", scalar != "\r" { index += 1 }
        } else if scalar == "/", index + 1 < text.count, text[index + 1] == "*" {
          index += 2
          while index + 1 < text.count, !(text[index] == "*" && text[index + 1] == "/") { index += 1 }
          guard index + 1 < text.count else { return false }
          index += 2
        } else {
          return true
        }
      }
      return true
    }

    /// A quoted text, or a plain word of letters, digits and a few signs.
    private mutating func word() -> String? {
      guard take("\"") else {
        let start = index
        while let scalar = next, isOfWord(scalar) { index += 1 }
        return index > start ? String(String.UnicodeScalarView(text[start..<index])) : nil
      }
      var units: [UInt16] = []
      while let scalar = next {
        index += 1
        switch scalar {
        case "\"": return String(decoding: units, as: UTF16.self)
        case "\\":
          guard let unit = escaped() else { return nil }
          units.append(contentsOf: unit)
        default: units.append(contentsOf: String(scalar).utf16)
        }
      }
      return nil
    }

    private func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-.$:".unicodeScalars.contains(scalar)
    }

    /// What follows a backslash: a control character's letter, `U` and four hexadecimal digits of UTF-16, three octal digits,
    /// or a character that stands for itself.
    private mutating func escaped() -> [UInt16]? {
      guard let scalar = next else { return nil }
      index += 1
      switch scalar {
      case "n": return [10]
      case "t": return [9]
      case "r": return [13]
      case "a": return [7]
      case "b": return [8]
      case "f": return [12]
      case "v": return [11]
      case "U", "u": return number(digits: 4, radix: 16)
      case "0"..."7":
        index -= 1
        return number(digits: 3, radix: 8)
      default: return Array(String(scalar).utf16)
      }
    }

    private mutating func number(digits: Int, radix: UInt16) -> [UInt16]? {
      var value: UInt16 = 0, count = 0
      while count < digits, let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue,
        digit < radix
      {
        let (product, overflows) = value.multipliedReportingOverflow(by: radix)
        guard !overflows else { return nil }
        value = product + UInt16(digit)
        index += 1
        count += 1
      }
      return count > 0 ? [value] : nil
    }
  }
}
