// SPDX-License-Identifier: Apache-2.0

import Foundation
import SharedFixtures
import SwiftDataRealm
import Testing

/// The command `swiftdata realm`, as it is typed.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct CommandTests {
  private static let key = String(repeating: "01", count: 64)

  private func object(_ result: Tool.Result) throws -> [String: Any] {
    #expect(result.code == 0, "\(result.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func inspect() throws {
    let path = try Fixtures.file("fmt24-realm-studio").path
    let text = try Tool.run("realm", "inspect", path)
    #expect(text.code == 0)
    #expect(text.output.contains("24 (Realm Swift 10.49 and later)"))
    #expect(text.output.contains("Cat"))
    #expect(!text.output.contains("\u{1B}"))
    #expect(!text.output.contains("metadata"))
    #expect(try Tool.run("realm", "inspect", path, "--all").output.contains("metadata"))
    let answer = try object(Tool.run("realm", "inspect", path, "--json"))
    #expect(answer["format"] as? Int == 24)
    #expect(answer["encrypted"] as? Bool == false)
    #expect((answer["classes"] as? [Any])?.count == 4)
  }

  @Test func schema() throws {
    let url = try Fixtures.file("fmt24-realm-studio")
    let file = try RealmFile(url: url)
    let outline = try Tool.run("realm", "schema", url.path)
    #expect(outline.output == RealmSchemaOutline(file.schema).text)
    let swift = try Tool.run("realm", "schema", url.path, "--swift")
    #expect(swift.output == RealmModelSource(file.schema, file: url.lastPathComponent).text)
    let json = try object(Tool.run("realm", "schema", url.path, "--json"))
    #expect((json["classes"] as? [Any])?.count == 4)
  }

  @Test func export() throws {
    let url = try Fixtures.file("fmt24-realm-studio")
    let folder = try TemporaryFolder()
    let target = folder.url.appendingPathComponent("out.json")
    let printed = try Tool.run("realm", "export", url.path)
    _ = try object(printed)
    let written = try Tool.run("realm", "export", url.path, "--output", target.path)
    #expect(written.code == 0)
    #expect(try String(contentsOf: target, encoding: .utf8) == printed.output)
    // A file that is there stays.
    let again = try Tool.run("realm", "export", url.path, "--output", target.path)
    #expect(again.code == 2)
    #expect(try String(contentsOf: target, encoding: .utf8) == printed.output)
  }

  @Test func encryptedFiles() throws {
    let path = try Fixtures.file("alltypes-default-encrypted").path
    let missing = try Tool.run("realm", "inspect", path)
    #expect(missing.code == 2)
    #expect(missing.errors.contains("Give its key"))
    #expect(try Tool.run("realm", "inspect", path, "--key", Self.key).code == 0)
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("key")
    for content in [Data(repeating: 1, count: 64), Data(Self.key.utf8)] {
      try content.write(to: file)
      #expect(try Tool.run("realm", "schema", path, "--key-file", file.path).code == 0)
    }
    let wrong = try Tool.run(
      "realm", "inspect", path, "--key", String(repeating: "02", count: 64))
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("The key does not fit"))
    // Which key it was is nobody's business.
    #expect(!wrong.errors.contains("0202"))
    #expect(try Tool.run("realm", "inspect", path, "--key", "x", "--key-file", "y").code == 64)
  }

  @Test func whatIsNoRealmIsSaidSo() throws {
    let none = try Tool.run("realm", "inspect", "/nowhere/default.realm")
    #expect(none.code == 2)
    #expect(none.errors.contains("There is no such file."))
  }
}
