// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Regular expressions: the same answers as Swift's, in bounded time.
@Suite struct PatternTests {
  @Model final class Line {
    var number: Int
    var text: String
    init(number: Int, text: String) { (self.number, self.text) = (number, text) }
  }

  private func matches(_ pattern: String, _ texts: [String], isSaved: Bool) throws -> [Bool] {
    let context = ModelContext(try memoryContainer(Line.self))
    for (number, text) in texts.enumerated() { context.insert(Line(number: number, text: text)) }
    if isSaved { try context.save() }
    let regex = try Regex(pattern)
    let found = Set(
      try context.fetch(FetchDescriptor<Line>(predicate: #Predicate { $0.text.contains(regex) })).map(\.number))
    return texts.indices.map { found.contains($0) }
  }

  /// Each has so many ways to divide a text among its parts that trying them would not end.
  private static let costly = [
    "(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*)*x", "(a?){40}a{40}!", "a*a*a*a*a*a*a*a*b", "(x+x+)+y", "^(([a-z])+.)+[A-Z]",
    #"\b(\w+\s?)+\b$"#, "(?i)(A+)+$", "(?:a|b|ab)+c", "(a{1,30}){1,30}$", "((a*)*)*b", "(a|b|c|d|aa)+?[^a!]$",
  ]

  @Test(arguments: [false, true]) func costlyPatternsEnd(isSaved: Bool) throws {
    let texts = [String(repeating: "a", count: 300) + "!", String(repeating: "x", count: 300), "aaab"]
    for pattern in Self.costly { _ = try matches(pattern, texts, isSaved: isSaved) }
    #expect(try matches("(a+)+$", texts + ["baa"], isSaved: isSaved) == [false, false, false, true])
    #expect(try matches("(a+)+!$", texts, isSaved: isSaved) == [true, false, false])
  }

  @Test(arguments: [false, true]) func whatCannotBeBoundedIsRefused(isSaved: Bool) throws {
    for pattern in [#"(b+)\1(a+)+$"#, "(?=(a+)+$)a", #"(a|b)\1(a|aa)+$"#, "(?x) (a +) + $"] {
      let error = #expect(throws: SwiftDataError.self, "\(pattern)") {
        try matches(pattern, [String(repeating: "a", count: 60) + "!"], isSaved: isSaved)
      }
      #expect(error == .unsupportedPredicate && error?.explanation.contains("exponential") == true)
    }
    // One way only: nothing to try again.
    for pattern in ["(?>a+)+$", "(a++)+$", #"(a)\1+"#, "(?=.*a)(?=.*b).{2,}"] {
      #expect(throws: Never.self, "\(pattern)") { try matches(pattern, ["ab", "aab"], isSaved: isSaved) }
    }
  }

  // MARK: Against Swift's own engine

  private static let texts = [
    "", "a", "b", "aa", "ab", "ba", "aab", "abab", "abc", "a\nb", "a\n", "\n", "a b", " a", "ab cd", "A", "aB", "é",
    "e\u{301}",
    "e", "1", "a1", "12 34", "a-b", "a.b", "a]b", "{2}", "a{2}", "👨‍👩‍👧", "ß", "SS", "\r\n", "a\r\nb", "_", "\t", "x|y",
    "^", "$",
    "a$", "(a)", "caab", "bbbb",
  ]

  @Test(arguments: [
    "(a|b)+$", "^(a|b)*$", "(a*)*b", "(?:ab)+c?", "a?b?a?b?", "(a|b|c)+", "(a+|b)*$", "^$", "(^|b)(a|b)*", "(a|b)*?c",
    "([a-c]|\\d)+", "[^a]+(b|c)+", "(.|b)+\\n?b", "(\\w+\\s?)+$", "\\b(a|b)+\\b", "(\\d+\\s*)+$", "(a|)+b", "(a{2})+b*",
    "(a{0,2}b){1,2}", "(?i)(a|b)+B", "(?m)^(a|b)+$", "(?s)(.|x)*b", "(\\.|-|\\])+", "(e|é)+", "([[:alpha:]]|_)+$",
    "(\\p{Lu}|ß)+",
    "(a\\{2\\}|b)+", "(\\^|\\$|\\|)+", "([\\^$])+", "(?<name>a|b)+", "(a|b)+\\z", "\\A(a|b)+", "(\\W|a)+b",
    "(\\S+)+\\s(\\S+)+",
    "(👨‍👩‍👧|a)+", "(?=a)(a|b)+", "(a|b)+(?!c)", "(x*)*", "((a|b)(a|b))+$", "(\\t|_)+", "([^\\n]*)*\\nb", "(\\s|a)+b",
  ])
  func theSameAsSwift(_ pattern: String) throws {
    let expected = try Self.texts.map { $0.contains(try Regex(pattern)) }
    for isSaved in [false, true] {
      let found = try matches(pattern, Self.texts, isSaved: isSaved)
      for (index, text) in Self.texts.enumerated() where found[index] != expected[index] {
        Issue.record(
          "\(pattern) in \(text.debugDescription): \(found[index]), Swift says \(expected[index]), saved: \(isSaved)")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func randomPatterns(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func pattern(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 3 ? 3 : 9), using: &generator) {
      case 0: return ["a", "b", "c"].randomElement(using: &generator)!
      case 1: return [".", "[ab]", "[^b]", "\\w", "\\d", "\\s"].randomElement(using: &generator)!
      case 2: return ["^", "$", "\\b", "a"].randomElement(using: &generator)!
      case 3, 4: return "(" + pattern(depth + 1) + "|" + pattern(depth + 1) + ")"
      case 5:
        return "(?:" + pattern(depth + 1) + ")" + ["*", "+", "?", "{1,2}", "{2}", "*?", "+?"].randomElement(
          using: &generator)!
      default: return pattern(depth + 1) + pattern(depth + 1)
      }
    }
    // Short ones: Swift's engine may take long for the rest.
    let texts = Self.texts.filter { $0.count < 5 }
    for _ in 0..<60 {
      let pattern = pattern(0)
      guard pattern.count < 60, let regex = try? Regex(pattern) else { continue }
      let expected = texts.map { $0.contains(regex) }
      let found = try matches(pattern, texts, isSaved: false)
      #expect(found == expected, "seed \(seed): \(pattern)")
    }
  }
}
