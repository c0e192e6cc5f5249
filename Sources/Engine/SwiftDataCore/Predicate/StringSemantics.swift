// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// What the string operators of a predicate mean, in one place: in-memory
/// evaluation and the functions that stores register both call these, so
/// pending objects and rows match alike.
package enum StringSemantics {
  /// `contains`, as the predicate's node evaluates it: by `Character`, so
  /// that `"é"` does not contain `"e"`, however it is composed.
  package static func contains(_ string: String, _ part: String) -> Bool {
    elements(string, contain: part)
  }

  // The generic form is the one Foundation's node calls; on `String` itself
  // overload resolution would pick another.
  private static func elements<Base: Collection, Other: Collection>(
    _ base: Base, contain other: Other
  ) -> Bool where Base.Element == Other.Element, Base.Element: Equatable { base.contains(other) }

  package static func startsWith(_ string: String, _ prefix: String) -> Bool {
    string.starts(with: prefix)
  }

  package static func endsWith(_ string: String, _ suffix: String) -> Bool {
    string.reversed().starts(with: suffix.reversed())
  }

  /// `localizedStandardContains`: an empty part is found nowhere.
  package static func standardContains(_ string: String, _ part: String) -> Bool {
    StandardStringFold.contains(string, folded: StandardStringFold.fold(part))
  }

  package static func localizedCompare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    lhs.localizedCompare(rhs)
  }

  package static func caseInsensitiveCompare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    lhs.caseInsensitiveCompare(rhs)
  }
}

/// Comparisons of UTF-8 text in place, as a store finds it in a row.
extension StringSemantics {
  package typealias UTF8Text = UnsafeBufferPointer<UInt8>

  package static func contains(utf8 string: UTF8Text, _ part: UTF8Text) -> Bool {
    if isSimple(string), isSimple(part) { return position(of: part, in: string) != nil }
    return contains(text(string), text(part))
  }

  package static func starts(utf8 string: UTF8Text, with prefix: UTF8Text) -> Bool {
    if isSimple(string), isSimple(prefix) {
      return string.count >= prefix.count
        && zip(string, prefix).allSatisfy { $0 == $1 }
    }
    return startsWith(text(string), text(prefix))
  }

  package static func ends(utf8 string: UTF8Text, with suffix: UTF8Text) -> Bool {
    if isSimple(string), isSimple(suffix) {
      return string.count >= suffix.count
        && zip(string[(string.count - suffix.count)...], suffix).allSatisfy { $0 == $1 }
    }
    return endsWith(text(string), text(suffix))
  }

  /// Compares as Swift compares strings: by canonical equivalence.
  package static func compare(utf8 lhs: UTF8Text, _ rhs: UTF8Text) -> Int32 {
    let count = min(lhs.count, rhs.count)
    let order = count == 0 ? 0 : memcmp(lhs.baseAddress!, rhs.baseAddress!, count)
    if order == 0, lhs.count == rhs.count { return 0 }
    if isASCII(lhs), isASCII(rhs) {
      return order != 0 ? order : lhs.count < rhs.count ? -1 : 1
    }
    let left = text(lhs)
    let right = text(rhs)
    return left == right ? 0 : left < right ? -1 : 1
  }

  /// How many characters there are.
  package static func count(utf8 string: UTF8Text) -> Int {
    isSimple(string) ? string.count : text(string).count
  }

  private static func text(_ bytes: UTF8Text) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isASCII(_ text: UTF8Text) -> Bool { text.allSatisfy { $0 < 0x80 } }

  /// One byte is one character: all ASCII, and no CR, which may form one
  /// character with the LF that follows.
  private static func isSimple(_ text: UTF8Text) -> Bool {
    text.allSatisfy { $0 < 0x80 && $0 != 0x0D }
  }

  private static func position(of part: UTF8Text, in string: UTF8Text) -> Int? {
    guard let base = string.baseAddress, let first = part.first else {
      return part.isEmpty ? 0 : nil
    }
    let last = string.count - part.count
    var position = 0
    while position <= last {
      guard let found = memchr(base + position, Int32(first), last - position + 1) else {
        return nil
      }
      position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + position, part.baseAddress!, part.count) == 0 { return position }
      position += 1
    }
    return nil
  }
}
