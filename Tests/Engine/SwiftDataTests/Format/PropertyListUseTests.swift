// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Foundation's reader and writer of property lists fail in programs that are
/// linked statically; the library has its own.
@Suite struct PropertyListUseTests {
  @Test func noSourceOfTheLibraryNamesFoundationsOwn() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Sources").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let names = ["Serialization", "Encoder", "Decoder"].map { "PropertyList\($0)" }
    var count = 0
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let code = text.split(separator: "\n").filter {
        !$0.drop(while: \.isWhitespace).hasPrefix("//")
      }
      count += 1
      // The files of user defaults are Foundation's own, and name no classes.
      if path == "Engine/SwiftData/UserDefaults/DefaultsFile.swift" { continue }
      for name in names { #expect(!code.contains { $0.contains(name) }, "\(path) names \(name)") }
    }
    #expect(count > 300)
  }
}
