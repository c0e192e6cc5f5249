// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The index follows the schema that a file is opened with.
@Suite struct SearchSchemaTests {
  typealias Unmarked = Searches.Unmarked.Article
  typealias MarkedTitle = Searches.MarkedTitle.Article
  typealias MarkedBoth = Searches.MarkedBoth.Article
  typealias Renamed = Searches.Renamed.Article

  private func open(
    _ types: any PersistentModel.Type..., in folder: TestFolder, allowsSave: Bool = true
  ) throws -> ModelContainer {
    let schema = Schema(types)
    return try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(schema: schema, url: folder.file(), allowsSave: allowsSave)
      ])
  }

  private func count<T: PersistentModel>(
    _ container: ModelContainer, _ text: SearchText, _ type: T.Type
  ) throws -> Int {
    try ModelContext(container).search(text, in: FetchDescriptor<T>()).count
  }

  /// The names of everything that belongs to a search index.
  private func searchObjects(_ folder: TestFolder) throws -> String {
    try sqlite3(
      folder.file(), "SELECT name FROM sqlite_schema WHERE name LIKE 'OSD%' ORDER BY name"
    ).output
  }

  private func fillUnmarked(_ folder: TestFolder) throws {
    let container = try open(Unmarked.self, in: folder)
    let context = ModelContext(container)
    for number in 0..<50 {
      context.insert(Unmarked(title: "apple \(number)", text: number == 7 ? "pear" : "plum"))
    }
    try context.save()
  }

  @Test func marksAreGainedChangedAndLost() throws {
    let folder = try TestFolder()
    try fillUnmarked(folder)
    #expect(try searchObjects(folder) == "")
    do {
      let container = try open(MarkedTitle.self, in: folder)
      #expect(try count(container, "apple", MarkedTitle.self) == 50)
      #expect(try count(container, "pear", MarkedTitle.self) == 0)
    }
    do {
      let container = try open(MarkedBoth.self, in: folder)
      #expect(try count(container, "apple pear", MarkedBoth.self) == 1)
    }
    #expect(try searchIndexProblems(folder.file(), table: "ZARTICLE") == "")
    do {
      let container = try open(Unmarked.self, in: folder)
      #expect(try searchObjects(folder) == "")
      let context = ModelContext(container)
      context.insert(Unmarked(title: "cherry", text: "pear"))
      try context.save()
      #expect(throws: SwiftDataError.notSearchable) {
        _ = try count(container, "pear", Unmarked.self)
      }
    }
    let container = try open(MarkedBoth.self, in: folder)
    #expect(try count(container, "pear", MarkedBoth.self) == 2)
  }

  @Test func aRenamedColumnStaysSearched() throws {
    let folder = try TestFolder()
    try fillUnmarked(folder)
    _ = try open(MarkedTitle.self, in: folder)
    let container = try open(Renamed.self, in: folder)
    #expect(try count(container, "apple 7 pear summarised", Renamed.self) == 1)
    let context = ModelContext(container)
    let results = try context.search("49", in: FetchDescriptor<Renamed>())
    results.first?.model.headline = "cherry"
    try context.save()
    #expect(try count(container, "cherry", Renamed.self) == 1)
    #expect(try count(container, "49", Renamed.self) == 0)
    #expect(try searchIndexProblems(folder.file(), table: "ZARTICLE") == "")
  }

  @Test func aFileForReadingOnlyNeedsItsIndex() throws {
    let folder = try TestFolder()
    try fillUnmarked(folder)
    do {
      let container = try open(MarkedTitle.self, in: folder, allowsSave: false)
      let error = #expect(throws: SwiftDataError.self) {
        _ = try count(container, "apple", MarkedTitle.self)
      }
      #expect(error == .notSearchable)
      #expect(error?.file?.lastPathComponent == "test.store")
      #expect(error?.advice?.contains("writing") == true)
      // Everything else works.
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<MarkedTitle>()) == 50)
    }
    _ = try open(MarkedTitle.self, in: folder)
    do {
      let container = try open(MarkedTitle.self, in: folder, allowsSave: false)
      #expect(try count(container, "apple", MarkedTitle.self) == 50)
    }
    // An index of other columns would answer something else.
    let container = try open(MarkedBoth.self, in: folder, allowsSave: false)
    #expect(throws: SwiftDataError.notSearchable) {
      _ = try count(container, "apple", MarkedBoth.self)
    }
  }

  @Test func anIndexThatLostATriggerIsMadeAnew() throws {
    let folder = try TestFolder()
    try fillUnmarked(folder)
    do {
      let container = try open(MarkedTitle.self, in: folder)
      let sql =
        "DROP TRIGGER OSD_SEARCH_ZARTICLE_FTS_UPDATE; UPDATE ZARTICLE SET ZTITLE = 'cherry'"
      #expect(try sqlite3(folder.file(), sql).errors == "")
      #expect(throws: SwiftDataError.notSearchable) {
        _ = try count(container, "apple", MarkedTitle.self)
      }
    }
    let container = try open(MarkedTitle.self, in: folder)
    #expect(try count(container, "apple", MarkedTitle.self) == 0)
    #expect(try count(container, "cherry", MarkedTitle.self) == 50)
    #expect(try searchIndexProblems(folder.file(), table: "ZARTICLE") == "")
  }

  /// The table is kept aside without it.
  @Test func anIndexComesBackWithItsEntity() throws {
    let folder = try TestFolder()
    _ = try open(MarkedTitle.self, Library.Tag.self, Library.Book.self, in: folder)
    let before = try searchObjects(folder)
    #expect(before.contains("OSD_SEARCH_ZARTICLE_FTS_UPDATE"))
    _ = try open(Searches.Media.self, in: folder)
    let between = try searchObjects(folder)
    #expect(between.contains("OSD_SEARCH_ZMEDIA_FTS") && !between.contains("OSD_SEARCH_ZARTICLE"))
    _ = try open(MarkedTitle.self, Library.Tag.self, Library.Book.self, in: folder)
    let after = try searchObjects(folder)
    #expect(before.split(separator: "\n").allSatisfy { after.contains($0) })
  }

  @Test func openingAgainChangesNothing() throws {
    let folder = try TestFolder()
    _ = try open(MarkedBoth.self, in: folder)
    let query = "PRAGMA schema_version"
    let before = try sqlite3(folder.file(), query).output
    _ = try open(MarkedBoth.self, in: folder)
    #expect(try sqlite3(folder.file(), query).output == before)
  }

  @Test func aMarkOnOtherTypesMeansNothing() throws {
    let folder = try TestFolder()
    _ = try folder.container(Searches.Note.self, Searches.Folder.self)
    let sql = try sqlite3(
      folder.file(), "SELECT sql FROM sqlite_schema WHERE name = 'OSD_SEARCH_ZNOTE_FTS'"
    ).output
    #expect(sql.contains("fts5(ZTEXT, ZTITLE, content='ZNOTE', content_rowid='Z_PK'"))
  }
}
