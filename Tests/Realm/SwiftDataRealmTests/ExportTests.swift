// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFixtures
import SharedFixtures
import SwiftDataRealm
import Testing

/// The objects of Realm files as JSON.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct ExportTests {
  private func export(_ file: RealmFile, classes: [String] = []) throws -> [String: Any] {
    var text = ""
    try RealmJSONExport(file, classes: classes).write { text += $0 }
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(object as? [String: Any])
  }

  @Test(arguments: Fixtures.all)
  func everyObjectIsThere(_ fixture: RealmFixture) throws {
    let file = try fixture.open()
    let answer = try export(file)
    #expect(answer["format"] as? Int == file.schema.format)
    let classes = try #require(answer["classes"] as? [String: [[String: Any]]])
    #expect(Set(classes.keys) == Set(file.schema.appClasses.map(\.name)))
    for (name, objects) in classes {
      let table = try file.table(name)
      #expect(objects.count == table.count)
      let names = table.type.properties.filter { $0.type != .unsupported }.map(\.name)
      for object in objects { #expect(Set(object.keys) == Set(names + ["$key"])) }
    }
  }

  @Test func valuesAsJSON() throws {
    let url = try Fixtures.file("fmt24-realm-studio")
    let classes = try #require(try export(RealmFile(url: url), classes: ["Cat"])["classes"] as? [String: Any])
    #expect(Array(classes.keys) == ["Cat"])
    #expect(throws: RealmFileError.self) {
      try RealmJSONExport(RealmFile(url: url), classes: ["Unicorn"])
    }
  }

  @Test func progressIsTold() throws {
    let file = try RealmFile(url: Fixtures.file("fmt24-realm-studio"))
    var steps: [Int] = []
    var total = 0
    try RealmJSONExport(file).write(
      progress: {
        steps.append($0); total = $1
      }, to: { _ in })
    #expect(steps == Array(1...23))
    #expect(total == 23)
  }
}
