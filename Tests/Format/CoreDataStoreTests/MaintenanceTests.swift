// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

/// Copies, comparisons, and files made smaller.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct MaintenanceTests {
  private func differences(_ first: URL, _ second: URL) throws -> Int {
    let comparison = StoreComparison(try Store(reading: first), try Store(reading: second))
    var count = comparison.schema().count
    try comparison.rows { _ in count += 1 }
    return count
  }

  private func dump(_ url: URL) throws -> String {
    let collector = TextCollector()
    try SQLExport(try Store(reading: url)).write(to: collector)
    return collector.text
  }

  @Test(arguments: Fixtures.stores)
  func aBackupIsTheSame(_ url: URL) throws {
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent("copy.store")
    try Backup.copy(try Store(reading: url), to: copy)
    #expect(try dump(copy) == dump(url))
    #expect(try differences(url, copy) == 0)
    #expect(try folder.state().keys.sorted() == ["copy.store"])
    let app = try App(copy)
    #expect(try app.texts("PRAGMA integrity_check") == ["ok"])
    #expect(throws: StoreError.self) { try Backup.copy(try Store(reading: url), to: copy) }
  }

  @Test func aBackupIsMadeWhileAnAppWrites() throws {
    let folder = try TemporaryFolder()
    let source = try folder.copy(Fixtures.store("sd-metacocktails-202407.store"))
    let app = try App(source)
    try app.execute("BEGIN IMMEDIATE; UPDATE ZGARNISH SET ZNAME = 'new ' || ZNAME")
    let copy = folder.url.appendingPathComponent("copy.store")
    try Backup.copy(try Store(reading: source), to: copy)
    try app.execute("COMMIT")
    var query = StoreQuery(entity: "Garnish")
    query.condition = #"name startswith "new ""#
    #expect(try Store(reading: copy).count(query) == 0)
    #expect(try Store(reading: source).count(query) == 86)
    #expect(try differences(copy, source) == 86)
  }

  @Test(arguments: Fixtures.stores)
  func compactingKeepsTheContent(_ url: URL) throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(url)
    let before = try dump(copy)
    let result = try Compaction.compact(copy)
    #expect(result.after <= result.before)
    #expect(try dump(copy) == before)
    #expect(try folder.state().count == 1)
    let store = try Store(reading: copy)
    let inspection = try Inspection(of: store)
    #expect(inspection.autoVacuum == "incremental")
    #expect(inspection.sizes.freePages == 0)
    #expect(try inspection.journal == Inspection(of: try Store(reading: url)).journal)
  }

  @Test func aFileInUseIsNotCompacted() throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(Fixtures.store("sd-cheftime-mock.store"))
    let app = try App(copy)
    _ = try app.texts("SELECT count(*) FROM ZSDFOLDER")
    let error = #expect(throws: StoreError.self) { try Compaction.compact(copy) }
    #expect(error?.code == .busy)
    #expect(try app.texts("SELECT count(*) FROM ZSDFOLDER") == ["10"])
  }

  @Test func differencesAreFound() throws {
    let folder = try TemporaryFolder()
    let source = try Fixtures.store("sd-resourcesmanager-data.store")
    let copy = try folder.copy(source)
    try App(copy).execute(
      """
      UPDATE ZITEM SET ZNAME = 'changed' WHERE Z_PK = 1;
      DELETE FROM ZITEM WHERE Z_PK = 5; INSERT INTO ZITEM VALUES (9, 3, 1, NULL, 'new')
      """)
    let comparison = StoreComparison(try Store(reading: source), try Store(reading: copy))
    #expect(comparison.schema().isEmpty)
    var found: [String] = []
    try comparison.rows { difference in
      found.append("\(difference.kind) \(difference.reference) \(difference.values.map(\.name))")
    }
    #expect(
      found == ["changed Item/p1 [\"name\"]", "removed Item/p5 []", "added Item/p9 []"])
    let others = StoreComparison(
      try Store(reading: Fixtures.store("sd-metacocktails-202407.store")),
      try Store(reading: Fixtures.store("sd-metacocktails-202503.store")))
    #expect(others.schema().contains { $0.name == "CocktailImage" && $0.second == nil })
  }

  @Test(arguments: Fixtures.stores)
  func theStatementsMakeTheStoreAnew(_ url: URL) throws {
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent("copy.store")
    try App(copy).execute(try dump(url))
    #expect(try differences(url, copy) == 0)
    #expect(try dump(copy) == dump(url))
  }
}
