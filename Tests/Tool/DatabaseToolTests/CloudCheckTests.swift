// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing
import ToolSupport

/// `swiftdata cloud check`.
@Suite struct CloudCheckTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cloud-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private struct Finding: Equatable {
    var severity: String
    var rule: String
    var place: String
    var text: String
    var fix: String
    var line: Int?
  }

  private func check(_ text: String, _ options: String...) throws -> (code: Int32, findings: [Finding]) {
    let file = folder.appending(path: "Models.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try check(file, options)
  }

  private func check(_ input: URL, _ options: [String]) throws -> (code: Int32, findings: [Finding]) {
    let result = try Tool.run(["cloud", "check", input.path, "--json"] + options)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result.errors)")
    let findings = try #require(answer["findings"] as? [[String: Any]])
    #expect(answer["ok"] as? Bool == (result.code == 0))
    return (
      result.code,
      findings.map { finding in
        func word(_ key: String) -> String { finding[key] as? String ?? "" }
        let place = [word("model"), word("property")].filter { !$0.isEmpty }.joined(separator: ".")
        return Finding(
          severity: word("severity"), rule: word("rule"), place: place, text: word("text"), fix: word("fix"),
          line: finding["line"] as? Int)
      }
    )
  }

  private static let wrong = """
    import SwiftData

    @Model final class Track {
      @Attribute(.unique) var id: String = ""
      var title: String
      var length: Double
      var mood: Mood
      var note: String?
      var plays = 0
      @Transient var isShown: Bool = false
      @Attribute(.ephemeral) var position: Int
      var shown: String { title }
      @Relationship(deleteRule: .deny) var album: Album
      @Relationship(inverse: nil) var next: Track?
    }

    enum Mood: String, Codable { case calm, loud }

    @Model final class Album {
      #Unique<Album>([\\.name, \\.year])
      var name: String = ""
      var year: Int?
      var tracks: [Track] = []
      var cover: Cover?
    }

    @Model final class Cover {
      @Attribute(.allowsCloudEncryption) var text: String?
      @Attribute(.unique, .allowsCloudEncryption) var code: String?
    }
    """

  @Test func allThatICloudRefusesIsListed() throws {
    let (code, findings) = try check(Self.wrong)
    #expect(code == 1)
    #expect(findings.allSatisfy { $0.severity == "error" })
    #expect(
      findings.map { "\($0.place) \($0.rule)" }
        == [
          "Album.cover inverse", "Album.tracks optionalRelationship", "Album.tracks inverse", "Album unique",
          "Cover.code unique", "Cover.code encryptedUnique", "Track.album optionalRelationship", "Track.album inverse",
          "Track.album denyRule", "Track.id unique", "Track.length defaultValue", "Track.mood defaultValue",
          "Track.next inverse", "Track.title defaultValue",
        ])
    let title = try #require(findings.first { $0.place == "Track.title" })
    // The words that people search for.
    #expect(
      title.text == "Property 'title' must be optional or have a default value for CloudKit synchronization")
    #expect(title.fix == "Write 'var title: String = \"\"', or 'var title: String?'.")
    #expect(title.line == 5)
    #expect(findings.first { $0.place == "Track.mood" }?.fix == "Write 'var mood: Mood?', or give it a default value.")
    #expect(findings.first { $0.rule == "optionalRelationship" }?.fix == "Write 'var tracks: [Track]?'.")
    #expect(
      findings.first { $0.place == "Album.cover" }?.fix
        == "Add 'var albums: [Album]?' to Cover, and name it here: '@Relationship(inverse: \\Cover.albums)'.")
    // It is there, but the library does not take it for the inverse by itself.
    #expect(
      findings.first { $0.place == "Album.tracks" && $0.rule == "inverse" }?.fix
        == "Name it: '@Relationship(inverse: \\Track.album)'.")
  }

  @Test func aServerOfOnesOwnTakesMore() throws {
    let (code, findings) = try check(Self.wrong, "--own-server")
    // A unique attribute that is encrypted is an error everywhere.
    #expect(code == 1)
    #expect(findings.filter { $0.severity == "error" }.map(\.rule) == ["encryptedUnique"])
    #expect(!findings.contains { $0.rule == "unique" && $0.place != "Album" })
    let mended = Self.wrong.replacingOccurrences(of: ".unique, .allowsCloudEncryption", with: ".unique")
    let warnings = try check(mended, "--own-server")
    #expect(warnings.code == 0)
    #expect(!warnings.findings.isEmpty && warnings.findings.allSatisfy { $0.severity == "warning" })
    let strict = try check(mended, "--own-server", "--strict")
    #expect(strict.code == 1)
    #expect(strict.findings.count == warnings.findings.count)
  }

  @Test func goodModelsPass() throws {
    let good = """
      import SwiftData

      @Model class Base {
        var name: String = ""
        @Relationship(inverse: \\Owner.things) var owner: Owner?
      }
      @Model final class Thing: Base {
        var tags: [String] = []
        var size: Double?
        var parts: [Part]?
      }
      @Model final class Owner { var things: [Base]? }
      @Model final class Part { var thing: Thing? }
      """
    let (code, findings) = try check(good)
    #expect(findings.isEmpty)
    #expect(code == 0)
    let text = try Tool.run(["cloud", "check", folder.path])
    #expect(text.output == "4 models: CloudKit takes all of them.\n")
  }

  /// Fixed as the findings say, the models pass, and compile with the library's own check.
  @Test func theFixesAreEnough() throws {
    var lines = """
      import SwiftData

      @Model final class Track {
        var title: String
        var number: Int
        var tags: [String]
        var album: Album
      }
      @Model final class Album {
        var name: String?
        var tracks: [Track]
      }
      """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<3 {
      let (_, findings) = try check(lines.joined(separator: "\n"))
      for finding in findings where finding.rule != "inverse" {
        let line = try #require(finding.line)
        let words = finding.fix.split(separator: "'")
        lines[line - 1] = String(try #require(words.dropFirst().first))
      }
    }
    let (code, findings) = try check(lines.joined(separator: "\n"))
    #expect(findings.isEmpty, "\(lines)")
    #expect(code == 0)
  }

  @Test func storesAreChecked() throws {
    let file = folder.appending(path: "Plain.store")
    do {
      let container = try ModelContainer(
        for: CloudBox.self, configurations: ModelConfiguration(url: file))
      let context = ModelContext(container)
      context.insert(CloudBox(label: "a"))
      try context.save()
    }
    let (code, findings) = try check(file, [])
    #expect(code == 1)
    #expect(
      findings.map { "\($0.place) \($0.rule)" } == [
        "CloudBox.label defaultValue", "CloudBox.label unique", "CloudItem.spare inverse",
      ])
    #expect(findings.allSatisfy { $0.line == nil })
    // Their declarations, in this file, are found the same, with their lines.
    let sources = try check(URL(fileURLWithPath: #filePath), []).findings
    #expect(sources.map(\.text) == findings.map(\.text))
    #expect(sources.allSatisfy { $0.line != nil })
    // The container says the same.
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: CloudBox.self,
        configurations: ModelConfiguration(
          url: folder.appending(path: "New.store"), cloudKitDatabase: .private("iCloud.com.example.app")))
    }
    let text = "\(try #require(error))"
    for finding in findings { #expect(text.contains(finding.text), "\(finding.text) in \(text)") }
  }

  @Test func whatCannotBeReadIsNamed() throws {
    #expect(try Tool.run(["cloud", "check", folder.appending(path: "none").path]).code == 2)
    #expect(try Tool.run(["cloud", "check"]).code == 64)
    try "import Foundation".write(to: folder.appending(path: "Empty.swift"), atomically: true, encoding: .utf8)
    let result = try Tool.run(["cloud", "check", folder.path])
    #expect(result.code == 2)
    #expect(result.errors.contains("no class with @Model"))
  }
}

@Model final class CloudBox {
  @Attribute(.unique) var label: String
  var items: [CloudItem]?
  init(label: String) { self.label = label }
}

@Model final class CloudItem {
  var note: String?
  @Relationship(inverse: \CloudBox.items) var box: CloudBox?
  @Relationship(inverse: nil) var spare: CloudBox?
  init() {}
}
