// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// The stages of a plan lead a store to the newest version.
@Suite struct StagedMigrationTests {
  private func expectNewest(_ file: URL, _ stage: String = "") throws {
    let context = ModelContext(try Shelf.container(Shelf.V5.self, file))
    let books = try context.fetch(FetchDescriptor<Shelf.V5.Book>(sortBy: [SortDescriptor(\.isbn)]))
    #expect(books.map(\.name) == ["Emma", "Persuasion", "Kim"], "\(stage)")
    #expect(books.map(\.sortName) == ["emma", "persuasion", "kim"], "\(stage)")
    #expect(books.map(\.stars) == [3, 3, 3], "\(stage)")
    // Not what the first version called so.
    #expect(books.map(\.pages) == ["?", "?", "?"], "\(stage)")
    #expect(books.map { $0.writer?.name } == ["Austen", "Austen", "Kipling"], "\(stage)")
    #expect(books.first?.memo == "bought, lent", "\(stage)")
    #expect(books.map(\.scan) == [Shelf.scan, Data([1]), Data([1])], "\(stage)")
    let authors = try context.fetch(
      FetchDescriptor<Shelf.V5.Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors.map(\.books.count) == [2, 1], "\(stage)")
    try StoreShape.expectNatural(file, Shelf.V5.models, stage)
    for finding in try StoreChecker.check(file, .isMigrated) { Issue.record("\(stage) \(finding)") }
    #expect(try Self.version(file) == "5.0.0", "\(stage)")
  }

  static func version(_ file: URL) throws -> String? {
    let queue = try DatabaseQueue(path: file.path)
    defer { try? queue.close() }
    return try queue.read { database in
      let plist = try #require(try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA"))
      let metadata = try PropertyListSerialization.propertyList(from: plist, format: nil)
      let versions = (metadata as? [String: Any])?["NSStoreModelVersionIdentifiers"]
      return (versions as? [String])?.first
    }
  }

  @Test(arguments: 0..<5) func fromEveryVersionToTheNewest(first: Int) throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    // There by the same plan, in one step of the program's life.
    do { _ = try Shelf.container(Shelf.versions[first], folder.file()) }
    #expect(try Self.version(folder.file()) == "\(first + 1).0.0")
    try expectNewest(folder.file(), "from V\(first + 1)")
  }

  @Test func oneVersionAfterTheOther() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    for version in Shelf.versions {
      _ = try Shelf.container(version, folder.file())
      try StoreShape.expectNatural(folder.file(), version.models, "\(version)")
      for finding in try StoreChecker.check(folder.file(), .isMigrated) {
        Issue.record("\(version) \(finding)")
      }
    }
    try expectNewest(folder.file())
  }

  @Test func aNewStoreRunsNoStage() throws {
    let folder = try TestFolder()
    let context = ModelContext(try Shelf.container(Shelf.V5.self, folder.file()))
    #expect(try context.fetchCount(FetchDescriptor<Shelf.V5.Book>()) == 0)
    #expect(try Self.version(folder.file()) == "5.0.0")
    _ = try ModelContainer(
      for: Shelf.V5.Book.self, migrationPlan: Shelf.Plan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func theContainerNamesClassesAlone() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    _ = try ModelContainer(
      for: Shelf.V5.Book.self, migrationPlan: Shelf.Plan.self,
      configurations: ModelConfiguration(url: folder.file()))
    try expectNewest(folder.file())
  }

  @Test func historyGoesOn() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    let before = try ModelContext(Shelf.container(Shelf.V1.self, folder.file(), nil))
      .fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count
    let context = ModelContext(try Shelf.container(Shelf.V5.self, folder.file()))
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    // One for each save of a stage that changed something.
    #expect(before == 1)
    #expect(history.count == 4)
    for finding in try StoreChecker.check(folder.file(), .isMigrated) { Issue.record("\(finding)") }
  }

  @Test func externalFilesOfDeletedRowsGo() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    do {
      let context = ModelContext(try Shelf.container(Shelf.V1.self, folder.file(), nil))
      for book in try context.fetch(FetchDescriptor<Shelf.V1.Book>()) { book.scan = Shelf.scan }
      try context.save()
    }
    func files() throws -> Int {
      try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA").path
      ).count
    }
    #expect(try files() == 4)
    do { _ = try Shelf.container(Shelf.V5.self, folder.file()) }
    #expect(try files() == 3)
  }

  @Test func aContextThatIsKeptIsClosed() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    let container = try Shelf.container(Shelf.V2.self, folder.file(), KeepingPlan.self)
    let kept = try #require(
      KeepingPlan.kept.withLock { $0.removeValue(forKey: folder.file().path) })
    let context = ModelContext(kept)
    #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Shelf.V1.Book>()) }
    context.insert(Shelf.V1.Memo(text: "late"))
    #expect(throws: SwiftDataError.self) { try context.save() }
    let books = try ModelContext(container).fetch(FetchDescriptor<Shelf.V2.Book>())
    #expect(books.count == 3)
  }
}
