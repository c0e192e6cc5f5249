// SPDX-License-Identifier: Apache-2.0

/// Quotes around a text, each quote within it doubled, as SQL, CSV and FTS5 have them.
///
/// All of these look at bytes. For Swift a quote with a combining mark behind it is another `Character`, so that
/// `replacing("'", with: "''")` leaves it alone, and the text ends there.
extension StringProtocol {
  /// A literal of SQL.
  package var inSingleQuotes: String { quoted(by: UInt8(ascii: "'")) }

  /// A name in SQL, a cell of CSV, a word of a search.
  package var inDoubleQuotes: String { quoted(by: UInt8(ascii: "\"")) }

  /// The text of a literal of SQL; `nil` if it does not stand between single quotes.
  package var betweenSingleQuotes: String? {
    let quote = UInt8(ascii: "'")
    guard utf8.count > 1, utf8.first == quote, Array(utf8.suffix(1)) == [quote] else { return nil }
    var bytes: [UInt8] = []
    var isSecond = false
    for byte in utf8.dropFirst().dropLast() {
      isSecond = byte == quote && !isSecond
      if !isSecond { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter quote: ASCII, which is no part of another scalar's bytes.
  private func quoted(by quote: UInt8) -> String {
    var bytes: [UInt8] = [quote]
    bytes.reserveCapacity(utf8.count + 2)
    for byte in utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }
}
