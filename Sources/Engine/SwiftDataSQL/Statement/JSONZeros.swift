// SPDX-License-Identifier: Apache-2.0

/// U+0000 in strings of JSON that SQLite reads: its JSON functions end a string there.
///
/// The JSON that they are given has a mark in its place, a noncharacter with a digit after it, which strings taken out
/// of it are rid of again. A mark that a string has of its own gets another digit.
enum JSONZeros {
  private static let mark: Unicode.Scalar = "\u{FFFE}"
  private static let markBytes = Array("\u{FFFE}".utf8)
  private static let zero = Array("\u{FFFE}0".utf8)
  private static let own = Array("\u{FFFE}1".utf8)

  /// A text of JSON, with marks.
  static func hidden(inJSON text: String) -> String {
    // Nothing else can be a mark, or stand for U+0000.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == markBytes[0] }) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let (replacement, length) = unit(bytes[index...])
      result += replacement ?? bytes[index..<index + length]
      index += length
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// How long the escape, the mark or the byte at the beginning is, and what takes its place.
  private static func unit(_ bytes: ArraySlice<UInt8>) -> (replacement: ArraySlice<UInt8>?, length: Int) {
    if bytes.starts(with: markBytes) { return (own[...], markBytes.count) }
    guard bytes.first == UInt8(ascii: "\\") else { return (nil, 1) }
    guard bytes.count >= 6, bytes.dropFirst().first == UInt8(ascii: "u") else { return (nil, min(2, bytes.count)) }
    return switch UInt32(String(decoding: bytes.dropFirst(2).prefix(4), as: UTF8.self), radix: 16) {
    case 0: (zero[...], 6)
    case mark.value: (own[...], 6)
    default: (nil, 6)
    }
  }

  /// A string as it is in JSON with marks.
  static func hidden(_ string: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\0": result += [mark, "0"]
      case mark: result += [mark, "1"]
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A string that was taken out of JSON with marks, as it was.
  static func shown(_ string: String) -> String {
    guard string.unicodeScalars.contains(mark) else { return string }
    var result = String.UnicodeScalarView()
    var isMarked = false
    for scalar in string.unicodeScalars {
      if isMarked {
        result.append(scalar == "0" ? "\0" : mark)
        isMarked = false
      } else if scalar == mark {
        isMarked = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
