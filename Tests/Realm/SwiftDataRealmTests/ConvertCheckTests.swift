// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `swiftdata realm convert --check`
@Suite struct ConvertCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func convert(_ files: [String: String]) throws -> (result: Tool.Result, texts: [String: String]) {
    let source = folder.url.appendingPathComponent("source")
    let target = folder.url.appendingPathComponent("target")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: source.appendingPathComponent(name)) }
    let result = try Tool.run("realm", "convert", source.path, "--to", target.path, "--check")
    var texts: [String: String] = [:]
    for name in files.keys {
      texts[name] = try? String(contentsOf: target.appendingPathComponent(name), encoding: .utf8)
    }
    return (result, texts)
  }

  private static let models = """
    import RealmSwift
    class Dog: Object {
      @Persisted(primaryKey: true) var id: Int
      @Persisted var name: String
    }

    """

  @Test func whatCompilesHasNoNotes() throws {
    guard SwiftCompiler() != nil else { return print("skipped: \(SwiftCompiler.absence)") }
    let (result, texts) = try convert([
      "Models.swift": Self.models,
      "Usage.swift": """
      import RealmSwift
      func rename(_ id: Int, in realm: Realm) throws {
        try realm.write { realm.create(Dog.self, value: ["id": id, "name": "Rex"], update: .modified) }
      }

      """,
    ])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("The compiler found no errors."))
    #expect(texts["Usage.swift"]?.contains("TODO") == false)
  }

  @Test func eachErrorHasANote() throws {
    guard SwiftCompiler() != nil else { return print("skipped: \(SwiftCompiler.absence)") }
    let (result, texts) = try convert([
      "Models.swift": Self.models,
      "Usage.swift": """
      import RealmSwift
      func work(_ realm: Realm) throws {
        try realm.writeCopy(toFile: URL(fileURLWithPath: "/tmp/copy.realm"))
        print(realm.objects(Dog.self).count)
        let schema = realm.schema.objectSchema
      }

      """,
    ])
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.output.contains("The compiler found 2 errors; each is marked."), "\(result.output)")
    let lines = (texts["Usage.swift"] ?? "").split(separator: "\n").map(String.init)
    let marked = lines.indices.filter { lines[$0].contains("// TODO(realm): The compiler says: ") }
    #expect(marked.count == 2)
    #expect(marked.allSatisfy { lines[$0 + 1].contains("writeCopy") || lines[$0 + 1].contains("objectSchema") })
  }

  @Test func whatStillNeedsRealmHasANote() throws {
    guard SwiftCompiler() != nil else { return print("skipped: \(SwiftCompiler.absence)") }
    let (result, texts) = try convert([
      "Models.swift": "import RealmSwift\nclass Cat: Object { @Persisted var id = 0; @Persisted var name: String? }\n",
      "Usage.swift": """
      import RealmSwift
      func count(_ realm: Realm) -> Int { realm.objects(Cat.self).filter("name == %@", NSNull()).count }
      func open() throws -> Realm { try Realm(configuration: Realm.Configuration(schemaVersion: 2)) }
      var token: NotificationToken?
      func work(_ configuration: SyncConfiguration) {}

      """,
    ])
    #expect(result.code == 1, "\(result.output)")
    #expect(texts["Models.swift"]?.contains("TODO") == false)
    let text = texts["Usage.swift"] ?? ""
    #expect(
      text.contains("TODO(realm): The compiler says: cannot find type 'SyncConfiguration' in scope"), "\(text)")
    #expect(!result.output.contains("Not checked"))
  }

  /// What other modules bring cannot be known.
  @Test func filesWithOtherModulesAreSaid() throws {
    guard SwiftCompiler() != nil else { return print("skipped: \(SwiftCompiler.absence)") }
    let (result, texts) = try convert([
      "Models.swift": Self.models,
      "Other.swift": "import NetworkThing\nimport RealmSwift\nfunc load() -> Thing { Thing() }\n",
    ])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("Not checked, since they import NetworkThing: Other.swift."), "\(result.output)")
    #expect(texts["Other.swift"]?.contains("TODO") == false)
  }

  /// The compiler would end with the first file that it has checked.
  @Test func errorsOfAllFilesHaveNotes() throws {
    guard SwiftCompiler() != nil else { return print("skipped: \(SwiftCompiler.absence)") }
    var files = ["Models.swift": Self.models]
    for number in 0..<12 {
      files["File\(number).swift"] = """
        import RealmSwift
        func compact\(number)(_ realm: Realm) -> Bool { realm.objects(Dog.self).isFrozenIn\(number) }

        """
    }
    let (result, texts) = try convert(files)
    #expect(result.code == 1)
    #expect(result.output.contains("The compiler found 12 errors"), "\(result.output)")
    for number in 0..<12 {
      #expect(texts["File\(number).swift"]?.contains("TODO(realm): The compiler says: ") == true)
    }
  }

  /// Not of types, but of what is there when it is used.
  @Test func whatIsNotInitializedHasANote() throws {
    guard SwiftCompiler() != nil else { return print("skipped: \(SwiftCompiler.absence)") }
    let (result, texts) = try convert([
      "Models.swift": Self.models,
      "Usage.swift": """
      import RealmSwift
      func name(_ dog: Dog) -> String {
        let name: String
        if dog.id > 0 { name = dog.name }
        return name
      }

      """,
    ])
    #expect(result.code == 1)
    #expect(texts["Usage.swift"]?.contains("used before being initialized") == true)
  }
}
