// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing
import ToolSupport

#if Postgres
  import SwiftDataPostgres
#endif

/// `swiftdata schema freeze`, `check` and `diff`, over files.
@Suite struct FrozenSchemaTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "frozen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "Sources"), withIntermediateDirectories: true)
  }

  private var sources: String { folder.appending(path: "Sources").path }
  private var frozen: String { folder.appending(path: "Schema.frozen").path }

  private func write(_ name: String, _ text: String) throws {
    try text.write(to: folder.appending(path: "Sources/\(name)"), atomically: true, encoding: .utf8)
  }

  private func run(_ arguments: String...) throws -> Tool.Result { try Tool.run(["schema"] + arguments) }

  private static let first = """
    import SwiftData

    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

      enum Kind: String, Codable { case work, fun }
      struct Place: Codable { var city: String; var zip: Int? }

      @Model final class Trip {
        #Index<Trip>([\\.start], [\\.name, \\.start])
        @Attribute(.unique) var name: String
        var start: Date
        var kind: Kind = Kind.fun
        var place: Place?
        @Transient var isShown = false
        var title: String { name + "!" }
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
        init(name: String, start: Date) { self.name = name; self.start = start }
      }

      @Model final class Stop {
        var minutes: Int16 = 5
        var trip: Trip?
        init() {}
      }
    }
    """

  /// The next version, with whatever is asked for.
  private static func second(_ number: String = "2, 0, 0") -> String {
    first.replacing("SchemaV1", with: "SchemaV2").replacing("1, 0, 0", with: number)
      .replacing("var start: Date\n", with: "var start: Date\n    var rating: Int = 3\n    var owner: String?\n")
      .replacing("var minutes: Int16 = 5", with: "@Attribute(originalName: \"minutes\") var seconds: Int = 5")
  }

  private static let plan = """
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
      }
    }
    """

  /// `FrozenVersion.swift` is what is written, but for spaces, and is compiled here.
  @Test func theModelsOfThePresentBecomeAVersion() throws {
    let nested = Self.first.replacing(
      "@Attribute(.unique) var name: String\n",
      with:
        "@Attribute(.unique) var name: String\n    struct Size: Codable {\n      var width: Double\n    }\n    var size: Size?\n"
    )
    try write("V1.swift", nested)
    let file = folder.appending(path: "FrozenVersion.swift").path
    let written = try run("freeze", "--swift", "FrozenVersion", sources, "-o", file)
    #expect(written.output.hasPrefix("Froze version 1.0.0 with 2 models"), "\(written.errors)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let known = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "FrozenVersion.swift"),
      encoding: .utf8)
    func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    #expect(words(known) == words("// SPDX-License-Identifier: Apache-2.0\n\n" + text), "\(text)")
    // It is the same schema.
    try #require(try run("freeze", sources, "-o", frozen).code == 0)
    let second = folder.appending(path: "Second.frozen").path
    try #require(try run("freeze", file, "-o", second).code == 0)
    #expect(try String(contentsOfFile: frozen, encoding: .utf8) == String(contentsOfFile: second, encoding: .utf8))
    #expect(Schema(versionedSchema: FrozenVersion.self).entities.map(\.name).sorted() == ["Stop", "Trip"])
    // What stores have stays as it is.
    #expect(try run("freeze", "--swift", "FrozenVersion", sources, "-o", file).code != 0)
    #expect(try run("freeze", "--swift", "FrozenVersion", sources, "-o", file, "--force").code == 0)
    #expect(try run("freeze", "--swift", "SchemaV1", sources, "-o", second).errors.contains("declare SchemaV1 already"))
    #expect(try run("freeze", "--swift", "class", sources, "-o", second).errors.contains("no name of a type"))
  }

  @Test func frozenSchemasAreText() throws {
    try write("V1.swift", Self.first)
    let frozenNow = try run("freeze", sources, "-o", frozen)
    #expect(frozenNow.output.hasPrefix("Froze version 1.0.0 with 2 models"), "\(frozenNow.errors)")
    let text = try String(contentsOfFile: frozen, encoding: .utf8)
    #expect(
      text == """
        # The models of a store. Written by 'swiftdata schema freeze'; commit it, and do not edit it.
        format 1
        source sources
        version 1.0.0

        model Stop
          attribute minutes: Int16 | default 5
          relationship trip: Trip? | inverse stops

        model Trip
          attribute kind: Kind | default Kind.fun
          attribute name: String | unique
          attribute place: Place?
          attribute start: Date
          relationship stops: [Stop] | inverse trip | delete cascade
          index name, start
          index start

        enum Kind: String
          member work
          member fun

        struct Place
          member city: String
          member zip: Int?

        """)
    let check = try run("check", sources, "--frozen", frozen)
    #expect(check.code == 0 && check.output.contains("those of the frozen version 1.0.0"), "\(check.output)")
    let diff = try run("diff", sources, "--frozen", frozen)
    #expect(diff.code == 0 && diff.output.contains("Nothing changes."))
  }

  @Test func changesWithoutAVersionFail() throws {
    try write("V1.swift", Self.first)
    _ = try run("freeze", sources, "-o", frozen)
    try write("V1.swift", Self.first.replacing("var start: Date\n", with: "var start: Date\n    var rating: Int?\n"))
    let check = try run("check", sources, "--frozen", frozen)
    #expect(check.code == 1)
    #expect(check.output.hasPrefix("+ Trip.rating: Int?\n"), "\(check.output)\(check.errors)")
    #expect(check.output.contains("their version is still 1.0.0"))
    let json = try run("check", sources, "--frozen", frozen, "--json")
    #expect(json.code == 1 && json.output.contains("\"verdict\": \"changedWithoutVersion\""))
    // It is not frozen over by accident.
    let again = try run("freeze", sources, "-o", frozen)
    #expect(again.code == 2 && again.errors.contains("--force"))
    #expect(try run("freeze", sources, "-o", frozen, "--force").code == 0)
  }

  @Test func newVersionsNeedAStage() throws {
    try write("V1.swift", Self.first)
    _ = try run("freeze", sources, "-o", frozen)
    try write("V2.swift", Self.second())
    let without = try run("check", sources, "--frozen", frozen)
    #expect(without.code == 1 && without.output.contains("leads from 1.0.0 to 2.0.0"), "\(without.output)")
    try write("Plan.swift", Self.plan)
    let with = try run("check", sources, "--frozen", frozen)
    #expect(with.code == 0 && with.output.contains("Version 2.0.0 follows 1.0.0"), "\(with.output)")
    #expect(with.output.contains("~ Stop.minutes is now Stop.seconds"), "\(with.output)")
    // A version that is out is not edited.
    try write("V1.swift", Self.first.replacing("var place: Place?", with: "var place: Place?\n    var late: Int?"))
    let edited = try run("check", sources, "--frozen", frozen)
    #expect(edited.code == 1 && edited.output.contains("has changed: stores have what it was"), "\(edited.output)")
    try write("V1.swift", Self.first)
    try write("V2.swift", Self.second("0, 9, 0"))
    #expect(try run("check", sources, "--frozen", frozen, "--schema", "SchemaV2").code == 1)
  }

  @Test func differencesAreSteps() throws {
    try write("V1.swift", Self.first)
    _ = try run("freeze", sources, "-o", frozen)
    try write("V2.swift", Self.second())
    let diff = try run("diff", sources, "--frozen", frozen)
    #expect(diff.code == 1)
    #expect(diff.output.contains("From version 1.0.0 to 2.0.0:"), "\(diff.errors)")
    #expect(diff.output.contains("+ Trip.rating: Int | default 3"), "\(diff.output)")
    let sql = try run("diff", sources, "--frozen", frozen, "--postgres")
    #if Postgres
      #expect(sql.output.contains("    ALTER TABLE trip ADD COLUMN rating bigint DEFAULT 3;\n  cost: catalogue only"))
      #expect(sql.output.contains("ALTER TABLE stop RENAME COLUMN minutes TO seconds;"), "\(sql.output)")
      let moment = "  cost: catalogue only; lock: ACCESS EXCLUSIVE, for a moment\n"
      #expect(sql.output.contains("ADD COLUMN rating bigint DEFAULT 3;\n\(moment)  additive"), "\(sql.output)")
      #expect(sql.output.contains("TO seconds;\n\(moment)  not additive: "), "\(sql.output)")
      #expect(
        sql.output.contains(
          "ALTER TABLE stop ALTER COLUMN seconds TYPE bigint USING seconds::bigint;\n"
            + "  cost: rewrites the table; lock: ACCESS EXCLUSIVE"), "\(sql.output)")
    #else
      #expect(sql.code == 2 && sql.errors.contains("trait 'Postgres'"))
    #endif
  }

  /// What a migration refuses is no step of it, and what has the same column is none either.
  @Test(
    arguments: [
      ("Int", "Bool", nil, nil), ("Decimal", "Int", nil, nil), ("Decimal", "Bool", nil, nil),
      ("Double", "Date", nil, nil), ("Double", "Decimal", "nothing", nil),
      ("Int", "Int64", "nothing", ""), ("UInt16", "Int32", "nothing", ""), ("UInt", "UInt64", "nothing", ""),
      ("String", "URL", "nothing", ""), ("TimeInterval", "Double", "nothing", ""),
      ("Int16", "Int", "rewrites", "ALTER COLUMN a TYPE bigint USING a::bigint;"),
      ("Int", "Decimal", "rewrites", "ALTER COLUMN a TYPE numeric USING a::numeric;"),
      ("Bool", "Int", "rewrites", "ALTER COLUMN a DROP DEFAULT, ALTER COLUMN a TYPE bigint USING a::integer::bigint;"),
    ] as [(String, String, String?, String?)])
  func typesChangeAsTheMigrationDoesIt(_ old: String, _ new: String, _ cost: String?, _ sql: String?) throws {
    func model(_ type: String) -> String { "@Model final class Item {\n  var a: \(type)?\n  init() {}\n}\n" }
    try write("V1.swift", model(old))
    try #require(try run("freeze", sources, "-o", frozen).code == 0)
    try write("V1.swift", model(new))
    let file = try run("diff", sources, "--frozen", frozen, "--json")
    #expect(file.output.contains("\"needsStage\": \(cost == nil)"), "\(file.output)\(file.errors)")
    #if Postgres
      let database = try run("diff", sources, "--frozen", frozen, "--postgres")
      if let cost, let sql {
        #expect(database.output.contains("cost: \(cost)"), "\(database.output)")
        #expect(sql.isEmpty ? !database.output.contains("ALTER") : database.output.contains(sql), "\(database.output)")
      } else {
        #expect(database.output.contains("cost: needs a custom stage"), "\(database.output)")
      }
    #endif
  }

  #if Postgres
    /// What servers of the former version cannot go on with, in a schema of one property.
    @Test(arguments: [
      ("var a: String?", "var a: String?; var b: Int?", true),
      ("var a: String?", "var a: String?; var b: Int = 1", true),
      ("var a: String?", "var a: String?; var b: Int", false), ("var a: String?; var b: Int", "var a: String?", false),
      ("var a: String?; var b: Int?", "var a: String?", true), ("var a: String = \"\"", "var a: String?", false),
      ("var a: String?", "var a: String = \"\"", false), ("var a: String", "@Attribute(.unique) var a: String", false),
      ("@Attribute(.unique) var a: String", "var a: String", false), ("var a: Int16", "var a: Int", false),
      ("var a: String", "#Index<Item>([\\.a]); var a: String", true),
    ]) func additiveChangesAreTold(_ old: String, _ new: String, _ isAdditive: Bool) throws {
      func model(_ body: String) -> String {
        "@Model final class Item {\n  \(body.replacing("; ", with: "\n  "))\n  init() {}\n}\n"
      }
      try write("V1.swift", model(old))
      try #require(try run("freeze", sources, "-o", frozen).code == 0)
      try write("V1.swift", model(new))
      let diff = try run("diff", sources, "--frozen", frozen, "--postgres")
      #expect(diff.output.contains("\n  \(isAdditive ? "additive" : "not additive: ")"), "\(diff.output)\(diff.errors)")
      #expect(diff.output.contains("not additive") != isAdditive)
      let json = try run("diff", sources, "--frozen", frozen, "--postgres", "--json")
      #expect(json.output.contains("\"additive\": \(isAdditive)"), "\(json.output)")
    }

    @Test func newReferencesAreInTheWayOfFormerServers() throws {
      let book = "@Model final class Book {\n  var title: String = \"\"\n  init() {}\n}\n"
      try write("V1.swift", book)
      try #require(try run("freeze", sources, "-o", frozen).code == 0)
      try write("V1.swift", book + "@Model final class Memo {\n  var book: Book?\n  init() {}\n}\n")
      let model = try run("diff", sources, "--frozen", frozen, "--postgres")
      #expect(model.output.contains("(deleteDenied)"), "\(model.output)\(model.errors)")
      try write("V1.swift", book + "@Model final class Memo {\n  var text: String?\n  init() {}\n}\n")
      #expect(try !run("diff", sources, "--frozen", frozen, "--postgres").output.contains("deleteDenied"))
    }
  #endif

  @Test func sourcesThatCannotBeReadAreErrors() throws {
    try write("V1.swift", "@Model final class Trip { var name: String ")
    let broken = try run("freeze", sources, "-o", frozen)
    #expect(broken.code == 2 && broken.errors.contains("V1.swift: Line 1"), "\(broken.errors)")
    try write("V1.swift", "struct Nothing {}")
    let none = try run("freeze", sources, "-o", frozen)
    #expect(none.code == 2 && none.errors.contains("no class with @Model"), "\(none.errors)")
    let missing = try run("check", sources, "--frozen", frozen)
    #expect(missing.code == 2 && missing.errors.contains("schema freeze"), "\(missing.errors)")
    try "format 1\nversion 1.0.0\nmodel A\n  attribute x\n".write(toFile: frozen, atomically: true, encoding: .utf8)
    try write("V1.swift", Self.first)
    let damaged = try run("check", sources, "--frozen", frozen)
    #expect(damaged.code == 2 && damaged.errors.contains("Line 4"), "\(damaged.errors)")
  }

  @Test func storesAreFrozenAsWell() throws {
    let schema = Schema([Specimen.self, Drawer.self])
    for name in ["a.store", "b.store"] {
      _ = try ModelContainer(for: schema, configurations: [ModelConfiguration(url: folder.appending(path: name))])
    }
    let (first, second) = (folder.appending(path: "a.store").path, folder.appending(path: "b.store").path)
    let frozenNow = try run("freeze", first, "-o", frozen)
    #expect(frozenNow.code == 0, "\(frozenNow.errors)")
    let text = try String(contentsOfFile: frozen, encoding: .utf8)
    #expect(text.contains("  attribute code: String | unique\n"), "\(text)")
    #expect(text.contains("  attribute shape: enum {circle: {radius: Double?}, point}\n"), "\(text)")
    #expect(try run("check", second, "--frozen", frozen).code == 0)
    let other = folder.appending(path: "c.store")
    _ = try ModelContainer(for: Schema([Visitor.self]), configurations: [ModelConfiguration(url: other)])
    let changed = try run("check", other.path, "--frozen", frozen)
    #expect(changed.code == 1 && changed.output.contains("- Specimen\n"), "\(changed.output)")
    try write("V1.swift", Self.first)
    #expect(try run("check", sources, "--frozen", frozen).code == 2)
  }

  #if Postgres
    /// What is printed for new models is what the library does.
    @Test(.enabled(if: DatabaseServer.address != nil, "There is no PostgreSQL server."))
    func statementsAreThoseOfTheLibrary() throws {
      try write("V0.swift", "@Model final class Nothing { var x: Int = 0; init() {} }")
      _ = try run("freeze", sources, "-o", frozen)
      let models = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Models.swift")
      let printed = try run("diff", models.path, "--frozen", frozen, "--postgres").output
      let stores = try Stores()
      defer { stores.remove() }
      let statements = try PostgresConfiguration(
        url: try #require(DatabaseServer.address), schema: stores.schema, namespace: stores.namespace
      ).migrationStatements(for: stores.schema)
      func normal(_ text: String) -> String {
        let flat = text.replacing("\(stores.namespace).", with: "").replacing("\n", with: " ")
          .split(separator: " ").joined(separator: " ").trimmingCharacters(in: [";", " "])
        guard flat.hasPrefix("CREATE TABLE"), let start = flat.firstIndex(of: "(") else { return flat }
        let columns = flat[flat.index(after: start)...].dropLast().components(separatedBy: ", ")
          .map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
        return flat[..<start] + columns.joined(separator: ", ")
      }
      let own = Set(printed.split(separator: "\n").map { normal(String($0)) })
      let wanted = statements.map(normal).filter { statement in
        !statement.contains("swiftdata_")
          && (statement.hasPrefix("CREATE TABLE") || statement.hasPrefix("CREATE INDEX")
            || statement.hasPrefix("CREATE UNIQUE") || statement.hasPrefix("ALTER TABLE"))
      }
      #expect(wanted.count > 10)
      for statement in wanted {
        #expect(own.contains(statement), "\(statement)\n\(printed)")
      }
    }
  #endif
}
