// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import ProcessSupport
import Testing

/// The commands, as they are typed.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct CommandTests {
  private func json(_ result: Tool.Result) throws -> JSONValue {
    try JSONValue(parsing: Data(result.output.utf8))
  }

  @Test(arguments: Fixtures.stores)
  func inspectAnswersInJSON(_ url: URL) throws {
    let result = try Tool.run("inspect", url.path, "--json")
    #expect(result.code == 0)
    let answer = try json(result)
    #expect(answer["storeUUID"] == (try Fixtures.facts(url))["store_uuid"])
    let isOld = url.lastPathComponent == "cd-recipes-2010.sqlite"
    #expect(answer["hashesMatch"] == (isOld ? .null : .bool(true)))
    let store = try Store(reading: url)
    guard case .array(let entities)? = answer["entities"] else {
      Issue.record("There are no entities.")
      return
    }
    #expect(entities.count == store.model.entities.count)
    for entity in entities {
      guard case .string(let name)? = entity["name"] else { continue }
      #expect(entity["rows"] == .integer(try store.count(of: name)))
    }
  }

  @Test(
    arguments: [
      ["inspect"], ["schema"], ["schema", "--swift"], ["schema", "--sql"], ["schema", "--mermaid"],
      ["schema", "--json"], ["check"], ["check", "--json"], ["history"], ["history", "--json"],
      ["export", "--to", "json"], ["export", "--to", "sql"],
    ])
  func commandsThatRead(_ arguments: [String]) throws {
    for url in Fixtures.stores.prefix(3) {
      let result = try run(arguments, on: url)
      #expect(result.code == 0, "\(arguments) \(url.lastPathComponent) \(result.errors)")
      #expect(!result.output.isEmpty || arguments == ["history"])
      // No colours where there is no terminal.
      #expect(!result.output.contains("\u{1B}"))
      if arguments.contains("--json") || arguments.contains("json") { _ = try json(result) }
    }
  }

  @Test func studioSaysWhatIsMissing() throws {
    let none = try Tool.run("studio", "/no/such.store")
    #expect(none.code == 2)
    #if Web
      #expect(none.errors.contains("There is no such file."))
    #else
      #expect(none.errors.contains("--traits Web"))
    #endif
  }

  private func run(_ arguments: [String], on url: URL) throws -> Tool.Result {
    switch arguments.count {
    case 1: try Tool.run(arguments[0], url.path)
    case 2: try Tool.run(arguments[0], url.path, arguments[1])
    default: try Tool.run(arguments[0], url.path, arguments[1], arguments[2])
    }
  }

  @Test func queryAnswers() throws {
    let url = try Fixtures.store("sd-metacocktails-202407.store")
    let count = try Tool.run("query", url.path, "Cocktail", "--count")
    #expect(count.output == "398\n")
    let result = try Tool.run(
      "query", url.path, "cocktail", "--where", #"garnish.name == "Lemon Peel" and spec.count > 3"#,
      "--sort", "-cocktailName", "--limit", "2", "--columns", "cocktailName,spec.count", "--json")
    guard case .array(let objects) = try json(result) else {
      Issue.record("It is no list.")
      return
    }
    #expect(objects.count == 2)
    let wrong = try Tool.run("query", url.path, "Cocktail", "--where", "nme == 1")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("has no property 'nme'"))
    #expect(wrong.errors.contains("\n  nme == 1\n  ^"))
    #expect(try Tool.run("query", url.path, "Cocktail", "--columns", "nme").code == 2)
  }

  @Test func exitCodesTellWhatHappened() throws {
    let folder = try TemporaryFolder()
    let source = try Fixtures.store("sd-resourcesmanager-data.store")
    let copy = try folder.copy(source)
    #expect(try Tool.run("check", copy.path).code == 0)
    #expect(try Tool.run("diff", source.path, copy.path).code == 0)
    try App(copy).execute("UPDATE ZCOMPONENT SET ZCOUNT = NULL")
    #expect(try Tool.run("check", copy.path).code == 0)
    #expect(try Tool.run("check", copy.path, "--strict").code == 1)
    try App(copy).execute("UPDATE ZCOMPONENT SET ZITEM = 99, ZCOUNT = 1")
    #expect(try Tool.run("check", copy.path).code == 1)
    #expect(try Tool.run("diff", source.path, copy.path).code == 1)
    let mended = folder.url.appendingPathComponent("mended.store").path
    #expect(try Tool.run("check", copy.path, "--repair", mended).code == 0)
    #expect(try Tool.run("check", copy.path, "--repair", mended).code == 2)
    #expect(try Tool.run("inspect", folder.url.path).code == 2)
    #expect(try Tool.run("inspect", "/nowhere").code == 2)
    #expect(try Tool.run("query", copy.path, "Nobody").code == 2)
    #expect(try Tool.run("export", copy.path, "--to", "xml").code == 64)
    #expect(try Tool.run("nonsense").code == 64)
    #expect(try Tool.run("--help").code == 0)
    #expect(try Tool.run("--generate-completion-script", "bash").code == 0)
  }

  @Test func copiesAndImports() throws {
    let folder = try TemporaryFolder()
    let source = try Fixtures.store("sd-resourcesmanager-data.store")
    let copy = folder.url.appendingPathComponent("copy.store").path
    #expect(try Tool.run("backup", source.path, copy).code == 0)
    #expect(try Tool.run("backup", source.path, copy).code == 2)
    let csv = folder.url.appendingPathComponent("csv").path
    #expect(try Tool.run("export", source.path, "--to", "csv", "-o", csv).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: csv).sorted()
    #expect(names == ["Component.csv", "CraftingRecipe.csv", "Item.csv"])
    let failed = try Tool.run("import", copy, csv, "--from", "csv")
    #expect(failed.code == 2)
    #expect(failed.errors.contains("Nothing was imported."))
    let result = try Tool.run(
      "import", copy, csv, "--from", "csv", "--on-conflict", "skip", "--json")
    #expect(try json(result)["skipped"]?["Item"] == .number("4"))
    #expect(try Tool.run("compact", copy, "--json").code == 0)
    #expect(try Tool.run("check", copy).code == 0)
  }

  @Test func aClosedPipeIsNoFailure() throws {
    let tool = try Tool.executable().path
    let store = try Fixtures.store("sd-metacocktails-202503.store").path
    let result = try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "{ '\(tool)' export '\(store)' --to json; echo $? >&2; } | head -c 10 > /dev/null"])
    #expect(result.errors == "0\n")
  }
}
