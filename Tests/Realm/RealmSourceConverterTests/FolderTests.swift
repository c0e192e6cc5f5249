// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import RealmSourceConverter
import Testing

/// Folders, reports, and what is wrong with either.
@Suite struct FolderTests {
  private func folder(_ files: [String: Data]) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("convert-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, data) in files {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    return url
  }

  private func kind(_ body: () throws -> Void) -> RealmSourceError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? RealmSourceError)?.kind
    }
  }

  @Test func badInputIsRefused() throws {
    let url = try folder(["A.swift": Data("class A {}".utf8), "b.txt": Data()])
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(kind { _ = try RealmSourceFolder(url.appendingPathComponent("none")) } == .notFound)
    #expect(kind { _ = try RealmSourceFolder(url.appendingPathComponent("A.swift")) } == .notAFolder)
    let empty = try folder(["b.txt": Data()])
    defer { try? FileManager.default.removeItem(at: empty) }
    #expect(kind { _ = try RealmSourceFolder(empty) } == .noSources)
    let damaged = try folder(["A.swift": Data([0xFF, 0xFE, 0x00])])
    defer { try? FileManager.default.removeItem(at: damaged) }
    #expect(kind { _ = try RealmSourceFolder(damaged) } == .unreadable)
    let sources = try RealmSourceFolder(url)
    let files = RealmSourceConverter(sources.sources).convert().files
    #expect(kind { try sources.write(files, to: url.appendingPathComponent("out")) } == .targetInSource)
    #expect(kind { try sources.write(files, to: url) } == .targetInSource)
    #expect(kind { try sources.write(files, to: empty) } == .targetNotEmpty)
    #expect(kind { try sources.write(files, to: empty, overwrites: true) } == nil)
    #expect(FileManager.default.fileExists(atPath: empty.appendingPathComponent("A.swift").path))
  }

  @Test func filesKeepTheirPlaces() throws {
    let url = try folder([
      "Models/Dog.swift": Data("import RealmSwift\nclass Dog: Object { @Persisted var name = \"\" }\n".utf8),
      "Other.swift": Data("struct Other {}\n".utf8), "Pods/X.swift": Data("import RealmSwift".utf8),
    ])
    let target = url.deletingLastPathComponent().appendingPathComponent(url.lastPathComponent + "-out")
    defer {
      try? FileManager.default.removeItem(at: url)
      try? FileManager.default.removeItem(at: target)
    }
    let sources = try RealmSourceFolder(url)
    let conversion = RealmSourceConverter(sources.sources).convert()
    try sources.write(conversion.files, to: target)
    #expect(sources.sources.map(\.path) == ["Models/Dog.swift", "Other.swift"])
    let text = try String(contentsOf: target.appendingPathComponent("Models/Dog.swift"), encoding: .utf8)
    #expect(text.contains("@Model"))
    let other = try String(contentsOf: target.appendingPathComponent("Other.swift"), encoding: .utf8)
    #expect(other == "struct Other {}\n")
  }

  @Test func syntaxErrorsStay() {
    let text = "import RealmSwift\nclass Dog: Object {\n  @Persisted var name = \n"
    let result = converted(text)
    #expect(result == "// TODO(realm): This file is not converted, since it has syntax errors.\n" + text)
  }

  @Test func theAuditCounts() throws {
    let conversion = RealmSourceConverter([
      RealmSource(
        path: "A.swift",
        text: """
          import RealmSwift
          class Dog: Object { @Persisted var next: Dog? }
          func work(config: Realm.Configuration) {
            DispatchQueue.global().async { let realm = try! Realm(); try! realm.write { realm.add(Dog()) } }
            print(Dog().freeze())
            _ = user.flexibleSyncConfiguration()
          }
          """)
    ]).convert()
    let audit = conversion.audit
    #expect(audit.types.map(\.name) == ["Dog"])
    #expect(audit.relationships.map(\.becomes) == ["a relationship, inverse 'Dog.dogs'"])
    #expect(audit.usage["writes"] == 1)
    #expect(audit.usage["insertions"] == 1)
    #expect(audit.threading.map(\.what) == ["work on a dispatch queue", "frozen objects"])
    #expect(audit.sync.map(\.line) == [6])
    #expect(audit.markdown.contains("| Dog | object | 1 |"))
    let decoded = try JSONDecoder().decode(RealmAudit.self, from: audit.json())
    #expect(decoded == audit)
  }

  @Test func sourcesAreComparedWithAFile() {
    let conversion = RealmSourceConverter([
      RealmSource(
        path: "A.swift",
        text: """
          import RealmSwift
          class Dog: Object {
            @Persisted(primaryKey: true) var id: Int
            @Persisted var name: String
            @Persisted var age: Double
            @Persisted var gone: Int
          }
          class Cat: Object { @Persisted var name: String }
          """)
    ]).convert()
    let file = RealmSchema(
      format: 24,
      classes: [
        RealmClass(
          name: "Dog", tableName: "class_Dog", key: RealmTableKey(1),
          properties: [
            RealmProperty(name: "id", type: .int), RealmProperty(name: "name", type: .string, isOptional: true),
            RealmProperty(name: "age", type: .int), RealmProperty(name: "more", type: .int),
          ], primaryKey: "id"),
        RealmClass(name: "Bird", tableName: "class_Bird", key: RealmTableKey(2), properties: []),
      ])
    #expect(
      conversion.schema.differences(from: file).map(\.description) == [
        "Dog.name: It may be missing in the file, but not in the sources.",
        "Dog.age: It is 'Double' in the sources, 'int' in the file.",
        "Dog.gone: The file does not have this property.",
        "Dog.more: The sources do not declare this property.",
        "Cat: The file does not have this class.", "Bird: The sources do not declare this class.",
      ])
  }
}
