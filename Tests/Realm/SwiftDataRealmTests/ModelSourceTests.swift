// SPDX-License-Identifier: Apache-2.0

import Foundation
import SharedFixtures
import SwiftDataRealm
import Testing

/// The Swift that is written for Realm files.
///
/// `Tests/Support/Models/RealmModels` has it as it was written, and the build compiles it.
@Suite struct ModelSourceTests {
  /// The file that is compiled.
  static func compiled(_ module: String) throws -> String {
    var tests = URL(fileURLWithPath: #filePath)
    while tests.lastPathComponent != "Tests" { tests.deleteLastPathComponent() }
    return try String(
      contentsOf: tests.appendingPathComponent("Support/Models/RealmModels/\(module)/Models.swift"), encoding: .utf8)
  }

  @Test func aSchemaWithEverything() throws {
    let text = RealmModelSource(Schemas.everything, file: "everything.realm").text
    #expect(text == (try Self.compiled("EverythingModels")))
  }

  @Test(
    .enabled(if: SharedFixtures.realms != nil, Comment(rawValue: SharedFixtures.realmAbsence)),
    arguments: [
      ("PetModels", "fmt20-realm-swift__default-v3"), ("StudioModels", "fmt24-realm-studio"),
      ("GuidModels", "fmt23-realm-dotnet__guids"), ("OldModels", "9_to_10_pk_table"),
    ])
  func filesOfRealm(_ module: String, _ part: String) throws {
    let url = try #require(SharedFixtures.allRealms.first { $0.lastPathComponent.contains(part) })
    let file = try RealmFile(url: url)
    let text = RealmModelSource(file.schema, file: url.lastPathComponent).text
    #expect(text == (try Self.compiled(module)))
  }

  @Test func textOfFilesIsNoCode() {
    let evil = "a\nimport Evil\n//"
    let schema = Schemas.schema(
      Schemas.type(evil, Schemas.value(evil, .int), Schemas.link(evil, evil, .list)),
      Schemas.type("Gone\u{2028}", kind: .asymmetric))
    let text = RealmModelSource(schema, file: evil).text
    #expect(!text.contains("\nimport Evil"))
    #expect(!text.unicodeScalars.contains("\u{2028}"))
    #expect(!RealmSchemaOutline(schema).text.contains("\nimport Evil"))
  }

  @Test func outlines() {
    let schema = Schemas.schema(
      Schemas.type(
        "Dog", primaryKey: "name", Schemas.value("name", .string),
        Schemas.value("tags", .string, .list, optional: true), Schemas.link("owner", "Person"),
        Schemas.value("age", .int, indexed: true), Schemas.value("any", .mixed, optional: true)),
      Schemas.type("Place", kind: .embedded, Schemas.value("x", .double)))
    #expect(
      RealmSchemaOutline(schema).text == """
        Dog
          name: string, primary key
          tags: list of string?
          owner: link to Person?
          age: int, indexed
          any: mixed

        Place (embedded)
          x: double

        """)
  }
}
