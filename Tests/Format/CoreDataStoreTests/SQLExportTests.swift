// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import ProcessSupport
import Testing

/// What `export --to sql` writes makes the very same values, in the `sqlite3`
/// shell as well.
@Suite struct SQLExportTests {
  private static let shell = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/opt/homebrew/bin/sqlite3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let model = ManagedObjectModel(entities: [
    .make("Note", [.make("number", .double), .make("text", .string), .make("value", .undefined)])
  ])

  private func store(_ statements: [String]) throws -> HandmadeStore {
    try HandmadeStore(
      Self.model, counters: ["Note": 99],
      [
        "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER FLOAT, ZTEXT VARCHAR, ZVALUE)"
      ] + statements)
  }

  private func exported(_ store: HandmadeStore) throws -> URL {
    let file = store.folder.url.appendingPathComponent("export.sql")
    let sink = try FileSink(file)
    try SQLExport(try store.open()).write(to: sink)
    try sink.finish()
    return file
  }

  /// Databases that were made of an export: by a connection, and by the shell.
  private func loaded(_ store: HandmadeStore) throws -> [App] {
    let script = try exported(store)
    let url = store.folder.url.appendingPathComponent("loaded.db")
    let app = try App(url)
    try app.execute(String(contentsOf: script, encoding: .utf8))
    var apps = [try App(url)]
    if let shell = Self.shell {
      let other = store.folder.url.appendingPathComponent("shell.db")
      let result = try ChildProcess.run(
        URL(fileURLWithPath: shell), ["-bail", other.path], input: try FileHandle(forReadingFrom: script))
      #expect(result.status == 0, "\(result.errors)")
      apps.append(try App(other))
    }
    return apps
  }

  private static let values = [
    "'a' || char(13, 10) || 'b'", "char(13)", "'a' || char(0) || 'b'", "char(0)", "''", "'it''s'",
    "char(10) || '.quit' || char(10) || 'go' || char(10) || '/'", "char(127, 8232, 65279)", "'é😀'",
    "CAST(x'FF41C3' AS TEXT)", "CAST(x'EDA080' AS TEXT)", "x''", "x'000D0A00'", "NULL", "1e999",
    "-1e999", "-0.0", "0.0", "5e-324", "1.7976931348623157e308", "9223372036854775807",
    "-9223372036854775808", "0.1", "1e22", "'1e5'", "'0x10'", "';'", "'--'", "'/*'",
    // Quotes that are no characters of their own for Swift.
    "'it''\u{301}s'", "'a''\u{200D}b'", "'a''\u{FE0F}'",
  ]

  @Test func everyValueComesBack() throws {
    let rows = Self.values.enumerated().map {
      "INSERT INTO ZNOTE VALUES (\($0 + 1), 1, 1, \($1), \($1), \($1))"
    }
    let store = try store(rows)
    let queries = ["ZNUMBER", "ZTEXT", "ZVALUE"].flatMap { column in
      ["typeof(\(column))", "hex(\(column))", "length(\(column))"].map {
        "SELECT \($0) FROM ZNOTE ORDER BY Z_PK"
      }
    }
    // The sign of nothing is seen in its bytes only.
    let signs = "SELECT ZVALUE FROM ZNOTE WHERE typeof(ZVALUE) = 'real' ORDER BY Z_PK"
    let before = try App(store.url)
    for app in try loaded(store) {
      for query in queries { #expect(try app.texts(query) == before.texts(query), "\(query)") }
      #expect(
        try app.reals(signs).map(\.bitPattern) == before.reals(signs).map(\.bitPattern))
    }
  }

  @Test func otherTablesComeBack() throws {
    let store = try store([
      "INSERT INTO ZNOTE VALUES (1, 1, 1, 1, 'hello world', NULL), (5, 1, 1, 2, 'good day', NULL)",
      "CREATE VIRTUAL TABLE search USING fts5(ZTEXT, content='ZNOTE', content_rowid='Z_PK')",
      "INSERT INTO search (search) VALUES ('rebuild')",
      "CREATE TRIGGER added AFTER INSERT ON ZNOTE BEGIN INSERT INTO search (rowid, ZTEXT) VALUES (new.Z_PK, new.ZTEXT); END",
      "CREATE VIRTUAL TABLE own USING fts5(a, b)",
      "INSERT INTO own (rowid, a, b) VALUES (7, 'one two', 'three')",
      "CREATE VIRTUAL TABLE old USING fts4(a)", "INSERT INTO old (docid, a) VALUES (9, 'ten')",
      "CREATE VIRTUAL TABLE words USING fts5(a, content='')",
      "INSERT INTO words (rowid, a) VALUES (3, 'hidden words')",
      "CREATE VIRTUAL TABLE area USING rtree(id, x0, x1)", "INSERT INTO area VALUES (4, 1.5, 2.5)",
      "CREATE VIEW titles AS SELECT ZTEXT FROM ZNOTE",
      "CREATE TABLE pairs (k TEXT PRIMARY KEY, v) WITHOUT ROWID",
      "INSERT INTO pairs VALUES ('a', 1), ('b', 2)",
      "CREATE TABLE counted (k INTEGER PRIMARY KEY AUTOINCREMENT, v, twice AS (v * 2), thrice AS (v * 3) STORED)",
      "INSERT INTO counted (v) VALUES (1), (2)", "DELETE FROM counted WHERE k = 2",
      "CREATE TABLE \"odd \"\"name'\" (\"a b\")", "INSERT INTO \"odd \"\"name'\" VALUES ('x')",
      "CREATE TABLE \"mark \"\"\u{301}\" (v)", "INSERT INTO \"mark \"\"\u{301}\" VALUES ('m')",
      "PRAGMA user_version = 7", "PRAGMA application_id = 11",
    ])
    let queries = [
      "SELECT rowid FROM search WHERE search MATCH 'world'",
      "SELECT rowid || a || b FROM own WHERE own MATCH 'two'",
      "SELECT docid || a FROM old WHERE old MATCH 'ten'",
      "SELECT rowid FROM words WHERE words MATCH 'hidden'",
      "SELECT id || ' ' || x0 || ' ' || x1 FROM area", "SELECT ZTEXT FROM titles",
      "SELECT k || v FROM pairs", "SELECT k || v || twice || thrice FROM counted",
      "SELECT seq FROM sqlite_sequence", "SELECT v FROM \"mark \"\"\u{301}\"", "SELECT \"a b\" FROM \"odd \"\"name'\"",
      "PRAGMA user_version", "PRAGMA application_id", "PRAGMA integrity_check",
      "SELECT type || name || coalesce(sql, '') FROM sqlite_master ORDER BY 1",
    ]
    let before = try App(store.url)
    for app in try loaded(store) {
      for query in queries { #expect(try app.texts(query) == before.texts(query), "\(query)") }
      // The trigger is there, and knows its table.
      try app.execute("INSERT INTO ZNOTE VALUES (6, 1, 1, 1, 'later', NULL)")
      #expect(try app.texts("SELECT rowid FROM search WHERE search MATCH 'later'") == ["6"])
    }
  }

  /// Behind a definition there may be a command to the shell.
  @Test func definitionsAreNotPassedOnUnseen() throws {
    let folder = try TemporaryFolder()
    let mark = folder.url.appendingPathComponent("mark").path
    for tail in ["\n.shell touch \(mark)\n", "; CREATE TABLE more (a)"] {
      let store = try store(["CREATE TABLE other (a)"])
      try store.execute(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = sql || ';' || '\(tail)' WHERE name = 'other'"
      )
      let error = #expect(throws: StoreError.self) { try exported(store) }
      #expect(error?.what.contains("'other' is not a single statement") == true)
    }
  }
}
