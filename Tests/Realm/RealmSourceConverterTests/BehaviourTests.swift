// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmBehaviour
import RealmSourceConverter
import Testing

/// Scripts that were written for Realm, converted, compiled and run: what they find has to be what Realm finds.
@Suite struct BehaviourTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("RealmBehaviour")

  /// The compiled sources are those that the converter writes now: `swiftdata realm convert
  /// Tests/Realm/RealmBehaviour/Realm --to Tests/Realm/RealmBehaviour/Converted --overwrite` renews them.
  @Test func theCompiledScriptsAreConverted() throws {
    let sources = try RealmSourceFolder(Self.folder.appendingPathComponent("Realm"))
    let conversion = RealmSourceConverter(sources.sources).convert()
    let converted = Self.folder.appendingPathComponent("Converted")
    for file in conversion.files {
      let text = try String(contentsOf: converted.appendingPathComponent(file.path), encoding: .utf8)
      #expect(text == file.text, "\(file.path)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: converted.path)
    #expect(Set(names) == Set(conversion.files.map(\.path)))
  }

  @Test(arguments: Suite.all.indices)
  func script(_ index: Int) throws {
    let script = Suite.all[index]
    let failures = try Suite.run(script)
    #expect(failures == [], "\(script.name), \(script.page)")
  }

  @Test func thereAreManyScripts() {
    #expect(Suite.all.count >= 150)
    #expect(Set(Suite.all.map(\.name)).count == Suite.all.count)
    #expect(Suite.all.allSatisfy { !$0.page.isEmpty })
  }
}
