// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// Digits may carry accents, as letters may.
@Suite struct FoldedDigitTests {
  private static let pieces = [
    "0", "1", "9", "10", "007", "a", "E", " ", "-", "\u{301}", "\u{308}", "\u{323}", "\u{E9}", "\u{391}", "\u{439}",
  ]

  private func string(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...7, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test func foldingIsFoundations() {
    #expect(StandardStringFold.fold("0\u{301}") == "0")
    #expect(StandardStringFold.fold("a10\u{301}\u{308}5") == "a105")
    for seed in UInt64(1)...2_000 {
      var random = SeededGenerator(seed: seed)
      // A mark by itself at the beginning has nothing to be taken off from.
      let text = "x" + string(&random)
      let expected = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      #expect(
        Array(StandardStringFold.fold(text).unicodeScalars) == Array(expected.unicodeScalars),
        "seed \(seed): \(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  /// Accents decide between strings that are equal without them.
  @Test func numbersAreComparedWithoutTheirAccents() {
    let ordered = [("2\u{301}", "10"), ("2", "2\u{301}"), ("2\u{301}", "2a")]
    for (a, b) in ordered {
      let order: ComparisonResult = StandardStringOrder.compare(a, b)
      #expect(order.rawValue == -1, "\(a) \(b)")
    }
  }
}
