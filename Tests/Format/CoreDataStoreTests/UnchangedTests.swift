// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Reading leaves no trace.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct UnchangedTests {
  /// Everything that reads.
  private func readAll(_ url: URL) throws {
    let store = try Store(reading: url)
    _ = try Inspection(of: store)
    _ = try StoreIntegrityCheck(store).run()
    try JSONExport(store).write(to: TextCollector())
    try SQLExport(store).write(to: TextCollector())
    _ = try ModelSource(store).text()
    let history = try store.history()
    while try history.next() != nil {}
    for entity in store.model.entities {
      _ = try store.count(StoreQuery(entity: entity.name))
    }
  }

  @Test(arguments: Fixtures.stores)
  func readingChangesNoByteAndLeavesNoFile(_ url: URL) throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(url)
    let before = try folder.state()
    try readAll(copy)
    #expect(try folder.state() == before)
  }

  /// While an app has the store open, its log has an index.
  @Test(arguments: Fixtures.stores)
  func readingBesideAnAppChangesNothing(_ url: URL) throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(url)
    let app = try App(copy)
    try app.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX")
    let before = try folder.state()
    try readAll(copy)
    #expect(try folder.state() == before)
    // The app can go on.
    try app.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX")
  }

  /// An app that ended suddenly leaves log and index behind.
  @Test func readingAnAbandonedLogChangesNothing() throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(Fixtures.store("sd-metacocktails-202407.store"))
    let app = try App(copy)
    try app.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX")
    let other = try TemporaryFolder()
    for name in try folder.state().keys {
      try FileManager.default.copyItem(
        at: folder.url.appendingPathComponent(name), to: other.url.appendingPathComponent(name))
    }
    let before = try other.state()
    #expect(before.keys.contains { $0.hasSuffix("-shm") })
    let store = try Store(reading: other.url.appendingPathComponent(copy.lastPathComponent))
    #expect(try store.count(of: "Ingredient") == 1798)
    #expect(try other.state() == before)
  }

  @Test func readingSeesOneMoment() throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(Fixtures.store("sd-resourcesmanager-data.store"))
    let app = try App(copy)
    try app.execute("UPDATE ZITEM SET ZNAME = ZNAME")
    let store = try Store(reading: copy)
    #expect(try store.count(of: "Item") == 4)
    try app.execute("DELETE FROM ZITEM WHERE Z_PK = 5")
    #expect(try store.count(of: "Item") == 4)
    #expect(try Store(reading: copy).count(of: "Item") == 3)
  }

  @Test func aFolderThatCannotBeWrittenToIsRead() throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(Fixtures.store("sd-metacocktails-202407.store"))
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: copy.path)
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
    #expect(try Store(reading: copy).count(of: "Cocktail") == 398)
  }

  @Test func aLinkIsFollowed() throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(Fixtures.store("sd-metacocktails-202407.store"))
    let link = folder.url.appendingPathComponent("link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: copy)
    // The log lies beside the file, not beside the link.
    #expect(try Store(reading: link).count(of: "Cocktail") == 398)
  }
}

/// The older kind of journal.
@Suite struct RollbackJournalTests {
  /// An app that ended in the middle of a save: what it wrote does not count.
  @Test func anAbandonedSaveIsNotRead() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("old.store")
    let model = try HandmadeStore(
      .init(entities: [.make("Thing", [.make("name", .string)])]),
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO ZTHING SELECT i, 1, 1, 'old' FROM n",
        "PRAGMA journal_mode = DELETE",
      ])
    let app = try App(model.url)
    // So little memory that the save reaches the file before its end.
    try app.execute("PRAGMA cache_size = 2; BEGIN; UPDATE ZTHING SET ZNAME = 'new and much longer'")
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: model.url.path + suffix, toPath: url.path + suffix)
    }
    let before = try folder.state()
    let store = try Store(reading: url)
    var query = StoreQuery(entity: "Thing")
    query.condition = "name == 'old'"
    #expect(try store.count(query) == 2000)
    #expect(try folder.state() == before)
  }
}
