// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import Testing

/// Each part of `Scripts/nightly` says what it is for, by whatever path it is called, and does nothing then.
@Suite struct NightlyHelpTests {
  private static let folder = Repository.root.appendingPathComponent("Scripts/nightly.d")

  private static let parts: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent($0).path) }
      .sorted()
  }()

  /// Runs a command of the shell in a folder.
  private func run(_ command: String, in folder: URL) throws -> (status: Int32, output: String) {
    let result = try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", #"cd "$1" && shift && exec bash $@"#, "sh", folder.path, command])
    return (result.status, result.output)
  }

  @Test func partsAreThere() {
    #expect(Self.parts.count > 20)
  }

  /// A part that did its work instead would run for minutes; what stands before its help decides, so that is looked at first.
  @Test(arguments: parts) func partsSayWhatTheyDo(_ part: String) throws {
    let lines = try Repository.text("Scripts/nightly.d/\(part)").split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "set -euo pipefail"))
    try #require(
      lines[start + 1] == #"source "$(dirname "${BASH_SOURCE[0]}")/../usage""#,
      "\(part) has to begin with Scripts/usage.")
    let expected = lines[2..<start].prefix { $0.hasPrefix("#") }.map { $0.dropFirst($0.hasPrefix("# ") ? 2 : 1) }
      .joined(separator: "\n")
    #expect(expected.contains("Scripts/nightly \(part)"))
    for (command, folder) in [
      ("Scripts/nightly.d/\(part) --help", Repository.root), ("./\(part) -h", Self.folder),
      ("Scripts/nightly \(part) --help", Repository.root),
    ] {
      let (status, output) = try run(command, in: folder)
      #expect(status == 0, "\(command)")
      #expect(output.trimmingCharacters(in: .newlines) == expected, "\(command)")
    }
  }
}
