// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// A store that was closed when reading began, and that an app opens and writes to meanwhile: nothing that is read is of
/// two moments, and nothing is taken for damage.
@Suite struct ChangedWhileReadTests {
  private static let rows = 700
  private static let change = "UPDATE ZTHING SET ZNAME = 'new' WHERE Z_PK IN (1, \(rows))"

  /// Each row fills a page, so that a copy takes more than one step.
  private func store() throws -> HandmadeStore {
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [.make("name", .string), .make("data", .binaryData)])]),
      counters: ["Thing": Self.rows],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZDATA BLOB)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows)) INSERT INTO ZTHING SELECT i, 1, 1, 'old', zeroblob(3000) FROM n",
      ])
    // Tests are faster than the clocks of some file systems.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: store.url.path)
    #expect(try store.folder.state().keys.sorted() == ["Handmade.store"])
    return store
  }

  @Test func aBackupIsMadeAnew() throws {
    let store = try store()
    let copy = store.beside("Copy.store")
    var isWritten = false
    let result = try Backup.copy(try store.open(), to: copy) { done, total in
      guard !isWritten, done > 0, done < total else { return }
      isWritten = true
      try? App(store.url).execute(Self.change)
    }
    try #require(isWritten)
    #expect(result.damage == nil)
    #expect(try App(copy).texts("SELECT DISTINCT ZNAME FROM ZTHING WHERE Z_PK IN (1, \(Self.rows))") == ["new"])
    #expect(try store.folder.state().keys.filter { $0.hasPrefix(".") } == [])
  }

  /// Also if it is written to each time.
  @Test func aBackupOfAStoreThatKeepsChangingFails() throws {
    let store = try store()
    let copy = store.beside("Copy.store")
    var number = 0
    let error = #expect(throws: StoreError.self) {
      try Backup.copy(try store.open(), to: copy) { done, total in
        guard done == total else { return }
        number += 1
        try? App(store.url).execute(Self.change)
        try? FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: Double(number * 60))], ofItemAtPath: store.url.path)
      }
    }
    #expect(error?.code == .busy && error?.advice != nil)
    #expect(try store.folder.state().keys.sorted() == ["Handmade.store"])
  }

  @Test(arguments: [Self.change, "DELETE FROM ZTHING; VACUUM"])
  func readingEndsWithAnError(_ change: String) throws {
    let store = try store()
    let opened = try store.open()
    let rows = try opened.rows(of: "Thing")
    #expect(try rows.next()?["name"] == .string("old"))
    try App(store.url).execute(change)
    func code(_ body: () throws -> Void) -> StoreError.Code? {
      do {
        try body()
        return nil
      } catch {
        return (error as? StoreError)?.code
      }
    }
    #expect(code { while try rows.next() != nil {} } == .busy)
    #expect(code { _ = try opened.count(of: "Thing") } == .busy)
    #expect(code { try JSONExport(opened).write(to: TextCollector()) } == .busy)
    #expect(code { try SQLExport(opened).write(to: TextCollector()) } == .busy)
    #expect(code { _ = try StoreIntegrityCheck(opened).run() } == .busy)
    #expect(code { _ = try Inspection(of: opened) } == .busy)
    #expect(code { _ = try store.open().count(of: "Thing") } == nil)
  }

  /// What an app has in its log alone does not change the file.
  @Test func aLogThatGrowsIsNoMatter() throws {
    let store = try store()
    let opened = try store.open()
    let app = try App(store.url)
    try app.execute(Self.change)
    var query = StoreQuery(entity: "Thing")
    query.condition = "name == 'old'"
    #expect(try opened.count(query) == Self.rows)
    #expect(try store.open().count(query) == Self.rows - 2)
    #expect(try app.texts("SELECT count(*) FROM ZTHING WHERE ZNAME = 'new'") == ["2"])
  }
}
