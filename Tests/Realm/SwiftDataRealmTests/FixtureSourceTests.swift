// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFixtures
import SwiftDataRealm
import Testing

/// What `swiftdata realm schema --swift` writes for files of Realm's SDKs, as the compiler reads it.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct FixtureSourceTests {
  /// Sources that may stand in one module.
  private struct Batch {
    var types: Set<String> = []
    var files: [(name: String, text: String)] = []
  }

  @Test func everySourceCompiles() throws {
    guard let compiler = SwiftCompiler() else {
      print("skipped: \(SwiftCompiler.absence)")
      return
    }
    var batches: [Batch] = []
    var bodies: Set<String> = []
    for fixture in Fixtures.all {
      let text = RealmModelSource(try fixture.open().schema, file: fixture.file).text
      // The first lines name the file; after them files of the same app are the same.
      let body = text.drop { $0 != "\n" }.split(separator: "\n").filter { !$0.hasPrefix("//") }
      guard bodies.insert(body.joined(separator: "\n")).inserted else { continue }
      let types = Self.types(in: text)
      let index = batches.firstIndex { $0.types.isDisjoint(with: types) } ?? batches.count
      if index == batches.count { batches.append(Batch()) }
      batches[index].types.formUnion(types)
      batches[index].files.append((fixture.file + ".swift", text))
    }
    #expect(bodies.count > 10)
    for batch in batches { #expect(try compiler.errors(in: batch.files) == []) }
  }

  /// The names of the types that a source declares.
  private static func types(in text: String) -> Set<String> {
    var types: Set<String> = []
    for line in text.split(separator: "\n") {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "`" }
      guard line.first != " ", line.first != "/",
        let keyword = words.firstIndex(where: { ["class", "enum", "struct"].contains($0) }),
        words.indices.contains(keyword + 1)
      else { continue }
      types.insert(String(words[keyword + 1]))
    }
    return types
  }
}
