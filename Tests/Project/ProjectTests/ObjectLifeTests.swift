// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The life of an object changes in one place, which Architecture draws.
@Suite struct ObjectLifeTests {
  @Test func oneFileChangesTheLifeOfObjects() throws {
    let setters = try Repository.sources(below: "Sources").filter { try Repository.text($0).contains("_setLife(") }
    // The enum's own file; the state that keeps it; and registration, which makes a stored object of a row.
    #expect(
      setters == [
        "Sources/Engine/SwiftDataCore/Context/ObjectLife.swift",
        "Sources/Engine/SwiftDataCore/Context/ObjectRegistry.swift",
        "Sources/Engine/SwiftDataCore/Model/ModelState.swift",
      ])
  }

  @Test func theDiagramHasEachLife() throws {
    let source = try Repository.text("Sources/Engine/SwiftDataCore/Context/ObjectLife.swift")
    let cases = source.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.first == "case" && words.count > 1 && !words[1].hasPrefix(".") ? String(words[1]) : nil
    }
    #expect(cases.count == 7)
    let text = try Repository.text("Documentation/Architecture.md")
    let diagram = try #require(
      text.components(separatedBy: "stateDiagram-v2").dropFirst().first?.components(separatedBy: "```").first)
    for life in cases { #expect(diagram.contains(life), "the diagram has no \(life)") }
  }
}
