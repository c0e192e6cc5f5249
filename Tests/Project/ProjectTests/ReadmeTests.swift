// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Documentation/Tests.md says where everything is tested.
@Suite struct ReadmeTests {
  /// The second column of its table.
  private func places() throws -> [String] {
    let lines = try Repository.text("Documentation/Tests.md").split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.filter { $0.hasPrefix("| ") }
    return rows.compactMap { $0.split(separator: "|").last.map(String.init) }
  }

  /// The folders with tests, without their rooms: targets, and the themes of the largest.
  private func folders() throws -> Set<String> {
    var folders: Set<String> = []
    for path in Repository.sources(below: "Tests") {
      let text = try Repository.text(path)
      guard text.contains("@Test") || text.contains(": XCTestCase") else { continue }
      let parts = path.split(separator: "/").map(String.init)
      folders.insert(parts[2] == "SwiftDataTests" ? "\(parts[2])/\(parts[3])" : parts[2])
    }
    return folders
  }

  @Test func everyFolderWithTestsIsNamed() throws {
    let named = Set(
      try places().flatMap { place in
        place.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      })
    let folders = try folders()
    #expect(folders.count > 20)
    let absent = folders.filter { folder in
      !named.contains { $0 == folder || $0.hasPrefix(folder + "/") }
    }
    #expect(absent.isEmpty, "not in the table: \(absent.sorted())")
    let all = FileManager.default.enumerator(atPath: Repository.root.appendingPathComponent("Tests").path)
    let paths = all?.allObjects as? [String] ?? []
    for name in named { #expect(paths.contains { $0.hasSuffix("/\(name)") }, "\(name) is not there") }
  }

  /// Who looks at the project for the first time reads one page.
  @Test func theReadmeIsOnePage() throws {
    let lines = try Repository.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(lines <= 151, "README.md has \(lines) lines, of at most 150")
  }
}
