// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the compiler cannot check has its reason beside it.
@Suite struct UnsafeCodeTests {
  private static let constructs = [
    "@unchecked Sendable", "unsafeDowncast(", "unsafeBitCast(", "nonisolated(unsafe)", "unowned(unsafe)",
    "@exclusivity(unchecked)", "@_silgen_name",
  ]

  /// How far away the comment may be, in lines.
  private static let distance = 3

  @Test func everyUnsafeConstructHasAReason() throws {
    var found = 0
    for path in Repository.sources(below: "Sources") {
      let text = try Repository.text(path)
      guard Self.constructs.contains(where: { text.range(of: $0) != nil }) else { continue }
      let lines = Self.lines(of: text)
      for (index, line) in lines.enumerated() {
        guard let construct = Self.constructs.first(where: { line.code.contains($0) }) else { continue }
        found += 1
        let first = max(0, index - Self.distance)
        let last = min(lines.count - 1, index + Self.distance)
        let hasReason = lines[first...last].contains { $0.hasComment }
        #expect(hasReason, "\(path):\(index + 1): no comment says why \(construct) is right")
      }
    }
    #expect(found > 50)
  }

  private struct Line {
    /// Without comments and without what stands in a string of several lines, such as generated code.
    var code = ""
    var hasComment = false
  }

  private static func lines(of text: String) -> [Line] {
    var isInString = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { text in
      let quotes = text.components(separatedBy: "\"\"\"").count - 1
      defer { if quotes % 2 == 1 { isInString.toggle() } }
      if isInString || quotes > 0 { return Line() }
      guard let comment = text.range(of: "//") else { return Line(code: String(text)) }
      return Line(code: String(text[..<comment.lowerBound]), hasComment: true)
    }
  }
}
