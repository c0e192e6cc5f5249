// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Files that are broken, or no stores: an error, never a crash.
@Suite struct HostileTests {
  /// Reads all that can be read; errors are expected.
  private func readAll(_ url: URL) throws {
    let store = try Store(reading: url)
    _ = try? Inspection(of: store)
    _ = try? StoreIntegrityCheck(store).run()
    _ = try? ModelSource(store).text()
    try? JSONExport(store).write(to: TextCollector())
    if let history = try? store.history() { while let next = try? history.next() { _ = next } }
  }

  private func code(_ url: URL) -> StoreError.Code? {
    do {
      _ = try Store(reading: url)
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }

  @Test func whatIsNoStoreIsSaidSo() throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, _ data: Data) throws -> URL {
      let url = folder.url.appendingPathComponent(name)
      try data.write(to: url)
      return url
    }
    #expect(code(folder.url) == .notAFile)
    #expect(code(folder.url.appendingPathComponent("none.store")) == .fileNotFound)
    #expect(code(try file("empty", Data())) == .fileIsEmpty)
    #expect(code(try file("text", Data("Hello".utf8))) == .notADatabase)
    #expect(code(try file("header", Data("SQLite format 3\u{0}".utf8))) == .damaged)
    var random = SplitMix(state: 1)
    let noise = Data((0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    #expect(code(try file("encrypted", noise)) == .notADatabase)
    let foreign = folder.url.appendingPathComponent("foreign.db")
    try App(foreign).execute("CREATE TABLE person (name TEXT); INSERT INTO person VALUES ('a')")
    #expect(code(foreign) == .notAStore)
    let pretender = folder.url.appendingPathComponent("pretender.db")
    try App(pretender).execute(
      "CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST); CREATE TABLE Z_PRIMARYKEY (a)")
    #expect(code(pretender) == .damaged)
    #expect(code(URL(fileURLWithPath: "/dev/null")) == .notAFile)
  }

  private func small() throws -> HandmadeStore {
    try HandmadeStore(
      ManagedObjectModel(entities: [
        .make(
          "Thing", [.make("name", .string), .make("when", .date), .make("data", .binaryData)],
          [.toOne("other", "Thing", inverse: "others"), .toMany("others", "Thing", inverse: "other")])
      ]), history: true,
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOTHER INTEGER, ZWHEN TIMESTAMP, ZNAME VARCHAR, ZDATA BLOB)",
        "CREATE INDEX ZTHING_ZOTHER_INDEX ON ZTHING (ZOTHER)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO ZTHING SELECT i, 1, 1, i / 2, i * 1.5, 'thing ' || i, randomblob(50) FROM n",
        "PRAGMA wal_checkpoint(TRUNCATE)",
      ])
  }

  @Test func truncatedFilesAreErrors() throws {
    let store = try small()
    let whole = try Data(contentsOf: store.url)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("cut.store")
    for length in stride(from: 1, to: whole.count, by: 509) {
      try whole.prefix(length).write(to: url)
      #expect(throws: StoreError.self, "\(length)") { try readAll(url) }
    }
  }

  @Test func changedBytesDoNotCrash() throws {
    let store = try small()
    let whole = try Data(contentsOf: store.url)
    try fuzz(whole, seed: 42, rounds: 300)
  }

  /// The model and the metadata, whose bytes are few among many.
  @Test func changedModelsDoNotCrash() throws {
    let store = try small()
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("model.store")
    try FileManager.default.copyItem(at: store.url, to: url)
    let app = try App(url)
    var random = SplitMix(state: 4)
    for (table, column) in [("Z_METADATA", "Z_PLIST"), ("Z_MODELCACHE", "Z_CONTENT")] {
      let hex = try #require(try app.texts("SELECT hex(\(column)) FROM \(table)").first)
      let digits = Array(hex)
      for _ in 0..<100 {
        var changed = digits
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: 0..<changed.count, using: &random)] =
            "0123456789ABCDEF".randomElement(using: &random) ?? "0"
        }
        if Bool.random(using: &random) {
          changed.removeLast(2 * Int.random(in: 0..<20, using: &random))
        }
        try app.execute("UPDATE \(table) SET \(column) = x'\(String(changed))'")
        try? readAll(url)
      }
      try app.execute("UPDATE \(table) SET \(column) = x'\(hex)'")
    }
    try readAll(url)
  }

  @Test(.enabled(if: Fixtures.isThere, Fixtures.note))
  func changedBytesOfApplesStoresDoNotCrash() throws {
    let whole = try Data(contentsOf: Fixtures.store("sd-resourcesmanager-data.store"))
    try fuzz(whole, seed: 43, rounds: 150)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("cut.store")
    for length in stride(from: 1, to: whole.count, by: 4099) {
      try whole.prefix(length).write(to: url)
      #expect(throws: StoreError.self, "\(length)") { try readAll(url) }
    }
  }

  private func fuzz(_ whole: Data, seed: UInt64, rounds: Int) throws {
    var random = SplitMix(state: seed)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("fuzzed.store")
    for _ in 0..<rounds {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        // Heads of pages are where most is decided.
        let page = Int.random(in: 0..<max(1, bytes.count / 4096), using: &random) * 4096
        let reach = Bool.random(using: &random) ? 120 : 4096
        let index = min(page + Int.random(in: 0..<reach, using: &random), bytes.count - 1)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      try bytes.write(to: url)
      try? readAll(url)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["fuzzed.store"])
    }
  }

  /// Names in a file are data: they are never taken for SQL.
  @Test func namesAreNoSQL() throws {
    let evil = "x\" FROM sqlite_master; --"
    let model = ManagedObjectModel(entities: [.make("Thing", [.make(evil, .string)])])
    let handmade = try HandmadeStore(
      model,
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \"ZX\"\"_FROM\" VARCHAR)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, 'a')",
      ])
    try readAll(handmade.url)
    let text = try ModelSource(try handmade.open()).text()
    #expect(text.contains("`x\" FROM sqlite_master; --`"))
  }
}
