// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ToolSupport

/// What `swiftdata schema` reads in sources: numbers of versions, and the structs and enums of attributes.
@Suite struct FrozenTypeTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "frozen-types-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "Sources"), withIntermediateDirectories: true)
  }

  private var sources: String { folder.appending(path: "Sources").path }
  private var frozen: String { folder.appending(path: "Schema.frozen").path }
  private var text: String { get throws { try String(contentsOfFile: frozen, encoding: .utf8) } }

  private func write(_ text: String, _ name: String = "Models.swift") throws {
    try text.write(to: folder.appending(path: "Sources/\(name)"), atomically: true, encoding: .utf8)
  }

  private func freeze(_ more: String...) throws -> Tool.Result {
    try Tool.run(["schema", "freeze", sources, "-o", frozen] + more)
  }

  private func run(_ command: String, _ more: String...) throws -> Tool.Result {
    try Tool.run(["schema", command, sources, "--frozen", frozen] + more)
  }

  // MARK: Versions

  private func version(_ name: String, _ identifier: String, _ property: String = "") -> String {
    """
    enum \(name): VersionedSchema {
      \(identifier)
      static var models: [any PersistentModel.Type] { [Trip.self, /* Old.self, */ ] }
      @Model final class Trip { var name: String = ""; \(property) init() {} }
    }
    """
  }

  @Test(
    arguments: [
      "static let versionIdentifier: Schema.Version = .init(2, 0, 0)",
      "static var versionIdentifier: Schema.Version { .init(2, 0, 0) }",
      "static let versionIdentifier = Schema.Version(\n 2, // major\n 0, 0)",
      "static var versionIdentifier: Schema.Version { get { return Schema.Version.init(2, 0, 0) } }",
    ])
  func numbersAreRead(_ identifier: String) throws {
    try write(version("SchemaV1", "static let versionIdentifier: Schema.Version = .init(1, 0, 0)"), "V1.swift")
    try write(version("SchemaV2", identifier, "var rating: Int?;"), "V2.swift")
    let frozenNow = try freeze()
    #expect(frozenNow.output.hasPrefix("Froze version 2.0.0"), "\(frozenNow.errors)")
    #expect(try text.contains("rating: Int?"))
    try write(version("SchemaV2", identifier, "var stars: Int?;"), "V2.swift")
    let check = try run("check")
    #expect(check.code == 1 && check.output.contains("- Trip.rating"), "\(check.output)\(check.errors)")
  }

  @Test func versionsInExtensionsAreSeen() throws {
    try write(
      """
      enum SchemaV3 { @Model final class Trip { init() {} } }
      extension SchemaV3: VersionedSchema {
        static var models: [any PersistentModel.Type] { [Trip.self] }
      }
      """)
    try write("extension SchemaV3 { static let versionIdentifier = Schema.Version(3, 0, 0) }", "Number.swift")
    #expect(try freeze().output.hasPrefix("Froze version 3.0.0"))
  }

  @Test func numbersThatAreNotKnownAreAskedFor() throws {
    try write(version("SchemaV1", "static let versionIdentifier = Schema.Version(1, 0, 0)"), "V1.swift")
    try write(version("SchemaV2", "static let versionIdentifier = Versions.second"), "V2.swift")
    let unknown = try freeze()
    #expect(unknown.code == 2 && unknown.errors.contains("SchemaV2 cannot be read"), "\(unknown.errors)")
    #expect(try freeze("--schema", "SchemaV2").code == 2)
    #expect(try freeze("--schema", "SchemaV1").code == 0)
    try write(version("SchemaV2", "static let versionIdentifier = Schema.Version(1, 0, 0)", "var x: Int?;"), "V2.swift")
    let equal = try freeze("--force")
    #expect(equal.code == 2 && equal.errors.contains("the same version, 1.0.0"), "\(equal.errors)")
    #expect(equal.errors.contains("--schema"))
    #expect(try run("check", "--schema", "SchemaV1").code == 0)
    #expect(try run("check", "--schema", "SchemaV2").code == 1)
  }

  // MARK: Types

  private func models(_ types: String, _ property: String = "var kind: Kind = Kind.a") -> String {
    "\(types)\n@Model final class Trip {\n  \(property)\n  init() {}\n}\n"
  }

  @Test(
    arguments: [
      ("enum Kind: String, Codable { case a }", "enum Kind: Int, Codable { case a }", "~ Kind: String → Int"),
      ("enum Kind: Codable { case a }", "enum Kind: String, Codable { case a }", "~ Kind: enum → enum: String"),
      ("struct Kind: Codable { var a: Int }", "enum Kind: Int, Codable { case a }", "~ Kind: struct → enum: Int"),
      // Cases without a number have those of their places.
      ("enum Kind: Int, Codable { case a, b }", "enum Kind: Int, Codable { case b, a }", "~ Kind: order a, b → b, a"),
    ])
  func otherFormsNeedAStage(_ old: String, _ new: String, _ line: String) throws {
    try write(models(old))
    try #require(try freeze().code == 0)
    try write(models(new))
    let diff = try run("diff")
    #expect(diff.code == 1 && diff.output.contains(line), "\(diff.output)")
    #expect(diff.output.contains("needs a custom stage"))
    #expect(try run("diff", "--json").output.contains("\"needsStage\": true"))
    #expect(try run("check").output.contains(line))
  }

  @Test func newCasesNeedNoStage() throws {
    try write(models("enum Kind: Int, Codable { case a, b }"))
    try #require(try freeze().code == 0)
    try write(models("enum Kind: Int, Codable { case a, b = 1, c }"))
    let diff = try run("diff", "--json")
    #expect(diff.code == 1 && diff.output.contains("\"needsStage\": false"), "\(diff.output)")
  }

  private static let nested = """
    @Model final class Trip { enum Status: String, Codable { case open }; var status: Status = Status.open; init() {} }
    @Model final class Order { enum Status: Int, Codable { case paid }; var status: Status?; init() {} }
    """

  @Test func typesOfOneNameAreToldApart() throws {
    try write(Self.nested)
    try #require(try freeze().code == 0)
    let text = try self.text
    #expect(text.contains("enum Order.Status: Int\n") && text.contains("enum Trip.Status: String\n"), "\(text)")
    let check = try run("check")
    #expect(check.code == 0, "\(check.output)")
    // A file of a former version of the tool.
    let former = text.replacing("enum Order.Status", with: "enum Status")
      .replacing("enum Trip.Status", with: "enum Status")
    try former.write(toFile: frozen, atomically: true, encoding: .utf8)
    let old = try run("check")
    #expect(old.code == 0, "\(old.output)")
    try write(Self.nested.replacing("case paid", with: "case paid, sent"))
    let changed = try run("check")
    #expect(changed.code == 1 && changed.output.contains("~ Order.Status: + sent"), "\(changed.output)")
    #if Postgres
      try "format 1\nsource sources\nversion 1.0.0\n".write(toFile: frozen, atomically: true, encoding: .utf8)
      let sql = try run("diff", "--postgres").output
      #expect(sql.contains("status text COLLATE") && sql.contains("status bigint"), "\(sql)")
    #endif
  }

  @Test func declarationsOnSeveralLinesAreOneLine() throws {
    let types = """
      enum Shape: Codable {
        case point // the smallest
        case polygon(
          points: [Int], /* clockwise */
          closed: Bool
        )
      }
      struct Place: Codable { var zips: [String:
        Int] }
      """
    let property = """
      @Attribute(
        .transformable(
          by: "Names | none"), originalName: "figure")
        var shape: Shape? // what it looks like
        var places: Dictionary<
          String, Place
        > = [
          :
        ]
      """
    try write(models(types, property.replacing(" | none", with: "")))
    let frozenNow = try freeze()
    #expect(frozenNow.code == 0, "\(frozenNow.errors)")
    let text = try self.text
    #expect(text.contains("  member point\n  member polygon(points: [Int], closed: Bool)\n"), "\(text)")
    #expect(text.contains("  member zips: [String: Int]\n"), "\(text)")
    #expect(text.contains("places: Dictionary<String, Place> | default [ : ]\n"), "\(text)")
    #expect(try run("check").code == 0)
    #expect(try freeze().code == 0)
    // What could not be read again is not written.
    try write(models(types, property))
    let refused = try freeze("--force")
    #expect(refused.code == 2 && refused.errors.contains("cannot be written as text"), "\(refused.errors)")
    #expect(try self.text == text)
  }
}
