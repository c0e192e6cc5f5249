// SPDX-License-Identifier: Apache-2.0

/// Search without case and accents, as `localizedStandardContains` does, the
/// same in memory and in the store.
///
/// ```swift
/// let needle = StandardStringFold.fold("strasse")
/// StandardStringFold.contains("Große Straße", folded: needle)  // true
/// ```
///
/// Latin, Greek and Cyrillic letters lose their accents; other scripts are
/// taken as they are. Nothing contains the empty string, as in Foundation.
package enum StandardStringFold {
  /// The string without case and accents.
  package static func fold(_ string: String) -> String {
    var string = string
    return string.withUTF8 { String(decoding: fold(utf8: $0), as: UTF8.self) }
  }

  /// The UTF-8 string without case and accents.
  package static func fold(utf8 bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      guard byte < 0x80 else {
        // An accent may belong to the last ASCII character: begin there.
        appendGeneral(bytes, from: max(0, index - 1), to: &result)
        return result
      }
      result.append(lowercase(byte))
    }
    return result
  }

  private static func appendGeneral(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to result: inout [UInt8]
  ) {
    if start < result.count { result.removeLast(result.count - start) }
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    var units = FoldedUnits(rest)
    while let unit = units.next() {
      if let digits = unit.digits {
        result += rest[digits]
      } else if unit.scalar < 0x80 {
        result.append(UInt8(unit.scalar))
      } else if let scalar = Unicode.Scalar(unit.scalar) {
        result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// Whether `string` contains a string that ``fold(_:)`` returned.
  package static func contains(_ string: String, folded needle: String) -> Bool {
    var string = string
    var needle = needle
    return string.withUTF8 { string in
      needle.withUTF8 { contains(utf8: string, folded: $0) }
    }
  }

  /// Whether a UTF-8 string contains a folded one.
  package static func contains(
    utf8 string: UnsafeBufferPointer<UInt8>, folded needle: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = needle.first else { return false }
    // Bytes of ASCII text are compared where they are.
    if string.allSatisfy({ $0 < 0x80 }) {
      guard string.count >= needle.count else { return false }
      for start in 0...(string.count - needle.count)
      where lowercase(string[start]) == first {
        if (1..<needle.count).allSatisfy({ lowercase(string[start + $0]) == needle[$0] }) {
          return true
        }
      }
      return false
    }
    // UTF-8 synchronizes itself: a match of bytes is a match of scalars.
    return fold(utf8: string).withUnsafeBufferPointer { string in
      guard string.count >= needle.count else { return false }
      for start in 0...(string.count - needle.count) where string[start] == first {
        if (1..<needle.count).allSatisfy({ string[start + $0] == needle[$0] }) { return true }
      }
      return false
    }
  }

  @inline(__always)
  private static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
