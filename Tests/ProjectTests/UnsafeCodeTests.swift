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
      let lines = try Self.lines(of: path)
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

  private static func lines(of path: String) throws -> [Line] {
    var isInString = false
    return try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).map { text in
      let quotes = text.components(separatedBy: "\"\"\"").count - 1
      defer { if quotes % 2 == 1 { isInString.toggle() } }
      if isInString || quotes > 0 { return Line() }
      guard let comment = text.range(of: "//") else { return Line(code: String(text)) }
      return Line(code: String(text[..<comment.lowerBound]), hasComment: true)
    }
  }
}
