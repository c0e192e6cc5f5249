// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSQL
import Testing

/// Texts of which Swift says that they are equal, in the store's conditions. PostgreSQL's tests compare the same texts.
@Suite struct CanonicalTextTests {
  @Test func storesCompareAsSwift() throws {
    let (compared, differences) = try CanonicalTexts.differences(memoryContainer(CanonicalTexts.Line.self), every: 32)
    #expect(compared > 1_000)
    #expect(differences.isEmpty, "\(differences.prefix(20).joined(separator: "\n"))")
  }

  @Test func eachRangeOfAPrefixIsThere() {
    func ranges(_ prefix: String) -> [[String]] {
      PrefixRange.all(ofPrefix: prefix).map { range in
        [range.lower, range.upper].map { text in
          text.unicodeScalars.map { $0.isASCII ? String($0) : String($0.value, radix: 16) }.joined()
        }
      }
    }
    #expect(ranges("Zoë") == [["Zo", "Zp"]])
    #expect(ranges("a\u{7F}") == [["a\u{7F}", "a80"]])
    #expect(ranges("aKb") == [["aKb", "aKc"], ["a212a", "a212b"]])
    #expect(ranges(";") == [[";", "<"], ["37e", "37f"]])
    #expect(ranges("`K") == [["`K", "`L"], ["1fef", "1ff0"], ["`212a", "`212b"]])
    // No more of them than are worth it.
    #expect(ranges("KKKKKK").map { $0[0] } == ["KKKK", "212a", "K212a", "KK212a", "KKK212a"])
    for prefix in ["", "ë", "\r\na", "\0a", "\u{212A}"] { #expect(ranges(prefix).isEmpty) }
  }
}
