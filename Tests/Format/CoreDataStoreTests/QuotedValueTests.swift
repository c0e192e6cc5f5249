// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Signs with a combining mark behind them are other characters for Swift, and the same signs for everybody else.
@Suite struct QuotedValueTests {
  private static let texts = ["say \"\u{301}hi\"", "\"\u{200D}", "a,\"\u{FE0F}\n", "[\u{301}x"]

  private func store(_ texts: [String]) throws -> HandmadeStore {
    try HandmadeStore(
      ManagedObjectModel(entities: [.make("Note", [.make("text", .string)])]), counters: ["Note": texts.count],
      ["CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR)"]
        + texts.enumerated().map {
          "INSERT INTO ZNOTE VALUES (\($0 + 1), 1, 1, CAST(x'\(HandmadeStore.hex(Data($1.utf8)))' AS TEXT))"
        })
  }

  @Test func cellsComeBack() throws {
    let store = try store(Self.texts)
    let folder = store.folder.url.appendingPathComponent("csv")
    try CSVExport(try store.open()).write(into: folder)
    let other = try self.store([])
    #expect(try Importer().import(folder, .csv, into: other.url).inserted == ["Note": Self.texts.count])
    let query = "SELECT hex(ZTEXT) FROM ZNOTE ORDER BY Z_PK"
    #expect(try App(other.url).texts(query) == App(store.url).texts(query))
  }

  @Test func patternsTakeBracketsAsTheyAre() throws {
    let store = try store(Self.texts)
    let found = try Tool.run("query", store.url.path, "Note", "--where", "text like \"[\u{301}*\"", "--count")
    #expect(found.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1", "\(found.errors)")
  }

  /// A store has whatever an app wrote.
  @Test func datesWithoutEndComeBack() throws {
    func store(_ rows: [String]) throws -> HandmadeStore {
      try HandmadeStore(
        ManagedObjectModel(entities: [.make("Note", [.make("date", .date)])]), counters: ["Note": rows.count],
        ["CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDATE TIMESTAMP)"]
          + rows.enumerated().map { "INSERT INTO ZNOTE VALUES (\($0 + 1), 1, 1, \($1))" })
    }
    let first = try store(["1e999", "-1e999", "5.5"])
    let folder = first.folder.url.appendingPathComponent("csv")
    try CSVExport(try first.open()).write(into: folder)
    let file = first.folder.url.appendingPathComponent("export.json")
    let sink = try FileSink(file)
    try JSONExport(try first.open()).write(to: sink)
    try sink.finish()
    for (source, format) in [(file, Importer.Format.json), (folder, .csv)] {
      let other = try store([])
      _ = try Importer().import(source, format, into: other.url)
      #expect(try App(other.url).reals("SELECT ZDATE FROM ZNOTE ORDER BY Z_PK") == [.infinity, -.infinity, 5.5])
    }
  }
}
