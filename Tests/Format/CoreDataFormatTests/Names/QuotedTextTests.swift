// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Testing

/// Quotes are bytes to a database, whatever stands behind them.
@Suite struct QuotedTextTests {
  private func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

  /// For Swift, a quote with one of these behind it is another character.
  @Test(arguments: ["", "\u{301}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{20DD}"])
  func quotesAreDoubled(_ mark: String) {
    #expect(bytes("a'\(mark)b\"".inSingleQuotes) == bytes("'a''\(mark)b\"'"))
    #expect(bytes("a\"\(mark)b'".inDoubleQuotes) == bytes("\"a\"\"\(mark)b'\""))
    #expect(bytes("'\(mark)".inSingleQuotes) == bytes("'''\(mark)'"))
    #expect(bytes("\(mark)a".inSingleQuotes) == bytes("'\(mark)a'"))
    for text in ["a'\(mark)b", "\(mark)", "'", "''\(mark)'", "é😀", "", "\(mark)'"] {
      #expect(bytes(text.inSingleQuotes.betweenSingleQuotes) == bytes(text))
    }
  }

  @Test func whatIsNotBetweenQuotesHasNoContent() {
    for text in ["", "'", "a", "'a", "a'", "\"a\""] { #expect(text.betweenSingleQuotes == nil) }
  }
}
