// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import Testing

@testable import SwiftDataStudio

/// Windows of rows, conditions, statements of the user's own, and what goes wrong.
@Suite struct BrowsingTests {
  @Test func windowsCostTheirOwnRowsOnly() throws {
    let folder = try StoreFolder.large(rows: 30_000)
    let reader = GridReader(LiveStore(folder.store))
    let plain = GridRequest(entity: "Author")
    #expect(try reader.count(plain) == 30_000)
    for start in [0, 1, 12_345, 29_950] {
      let before = reader.rowsRead
      let page = try reader.page(plain, start..<(start + 50))
      #expect(page.rows.map(\.reference.key) == (start..<(start + 50)).map { Int64($0 + 1) })
      #expect(reader.rowsRead - before == 50)
    }
    let store = try Store(reading: folder.store)
    let order = try KeyOrder(try #require(try GridSelection(plain, store)), store.connection)
    _ = try order.keys(25_000..<25_100)
    #expect(order.keysRead <= 1_024 + 100)
    var sorted = plain
    sorted.order = "name"
    sorted.isDescending = true
    let page = try reader.page(sorted, 10_000..<10_003)
    let names = try store.connection.rows("SELECT ZNAME FROM ZAUTHOR ORDER BY ZNAME DESC, Z_PK LIMIT 3 OFFSET 10000")
    #expect(page.rows.map { $0.cells[0].text } == names.map { if case .text(let text) = $0[0] { text } else { "" } })
    var filtered = plain
    filtered.condition = "name endswith \"7\""
    #expect(try reader.count(filtered) == 3_000)
    #expect(try reader.page(filtered, 2_999..<3_010).rows.count == 1)
  }

  @Test func rowsAreFoundWhereKeysAreMissing() throws {
    let folder = try StoreFolder.large(rows: 5_000)
    let connection = try Store(reading: folder.store).connection
    connection.close()
    _ = try StoreEditor(folder.store).save(
      stride(from: 2, through: 4_000, by: 2).map { .delete(ObjectReference(entity: "Author", key: $0)) })
    let reader = GridReader(LiveStore(folder.store))
    let request = GridRequest(entity: "Author")
    #expect(try reader.count(request) == 3_000)
    #expect(try reader.page(request, 1_998..<2_002).rows.map(\.reference.key) == [3_997, 3_999, 4_001, 4_002])
  }

  @Test func aConditionThatIsNoneSaysWhere() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store)
    var request = GridRequest(entity: "Book")
    request.condition = "nothing == 1"
    await #expect { try await studio.firstPage(request, limit: 10) } throws: {
      "\($0)".contains("Book has no property 'nothing'")
    }
    request.condition = "library.name == \"City\" and price > 2"
    #expect(try await studio.count(request) == 2)
  }

  @Test func whatOthersWriteIsSeen() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store)
    #expect(try await studio.count(GridRequest(entity: "Author")) == 2)
    let container = try folder.container()
    let context = ModelContext(container)
    context.insert(Author(name: "Cleo"))
    try context.save()
    #expect(try await studio.count(GridRequest(entity: "Author")) == 3)
    // With the log open by another program.
    context.insert(Author(name: "Dora"))
    try context.save()
    #expect(try await studio.page(GridRequest(entity: "Author"), 0..<10).rows.count == 4)
  }

  @Test func statementsReadOnly() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store)
    let before = try folder.contents()
    let answer = try await studio.run("SELECT ZTITLE, ZPRICE, ZCOVER FROM ZBOOK ORDER BY ZNUMBER;")
    #expect(answer.rows.first == [.text("Book 1"), .number("1.5"), .null])
    #expect(try await studio.run("SELECT name FROM pragma_table_info('ZBOOK')").rows.count > 5)
    for sql in [
      "DELETE FROM ZBOOK", "UPDATE ZBOOK SET ZTITLE = 'x'", "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)",
      "ATTACH '/tmp/x.db' AS x", "PRAGMA query_only = OFF", "PRAGMA journal_mode = DELETE", "BEGIN", "VACUUM",
      "VACUUM INTO '\(folder.url.path)/copy'", "SELECT load_extension('x')", "SELECT 1; DELETE FROM ZBOOK", "",
      "WITH a AS (SELECT 1) DELETE FROM ZBOOK", "SELECT", "PRAGMA writable_schema = ON", "REINDEX",
      "SELECT length(zeroblob(100000000))", "INSERT INTO ZBOOK DEFAULT VALUES RETURNING Z_PK",
    ] {
      await #expect(throws: StudioError.self, "\(sql)") { try await studio.run(sql) }
    }
    #expect(try folder.contents() == before)
  }

  @Test func statementsEnd() throws {
    let folder = try StoreFolder.library()
    var sql = ReadOnlySQL()
    sql.limits.timeLimit = 0.1
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "
    #expect { try sql.run(endless + "max(i) FROM n", folder.store) } throws: { "\($0)".contains("longer than") }
    sql.limits.timeLimit = 30
    let answer = try sql.run(endless + "i FROM n", folder.store)
    #expect(answer.rows.count == 1_000)
    #expect(answer.isCut)
    let large = try sql.run(endless + "hex(zeroblob(1000000)) FROM n LIMIT 20", folder.store)
    #expect(large.rows.allSatisfy { $0[0].text.count <= 2_001 })
  }

  @Test func filesThatAreNoStoresAreErrors() async throws {
    let folder = try StoreFolder.library()
    func expect(_ text: String, _ url: URL) async {
      let studio = StudioStore(url)
      await #expect("\(text)") { try await studio.overview() } throws: { "\($0)".contains(text) }
      await #expect(throws: StudioError.self) { try await studio.firstPage(GridRequest(entity: "Book"), limit: 1) }
      await #expect(throws: StudioError.self) { try await studio.run("SELECT 1") }
      await #expect(throws: StudioError.self) { try await studio.export(ExportRequest(.json)) }
    }
    await expect("no such file", folder.url.appendingPathComponent("none"))
    await expect("folder", folder.url)
    let text = folder.url.appendingPathComponent("text")
    try Data("This is no database, as everybody sees at once.".utf8).write(to: text)
    await expect("not an SQLite database", text)
    let short = folder.url.appendingPathComponent("short.store")
    try Data(try Data(contentsOf: folder.store).prefix(5_000)).write(to: short)
    await expect("shorter", short)
  }

  @Test func damagedPagesAreErrors() async throws {
    let folder = try StoreFolder.large(rows: 3_000)
    var bytes = try Data(contentsOf: folder.store)
    for offset in stride(from: bytes.count / 2, to: bytes.count, by: 97) { bytes[offset] ^= 0x5A }
    try bytes.write(to: folder.store)
    let studio = StudioStore(folder.store)
    // Whatever can be read is, the rest are errors; nothing ends the process.
    _ = try? await studio.overview()
    for entity in ["Author", "Book", "Library"] {
      _ = try? await studio.page(GridRequest(entity: entity), 0..<3_000)
      _ = try? await studio.history(entity: entity)
    }
    let findings = try await studio.check()
    #expect(findings.contains { $0.severity == .error })
  }

  @Test func placesAreAddresses() {
    var request = GridRequest(entity: "A/b ü&?#")
    request.condition = "name == \"a&b=c+d%\" and x > 1"
    request.order = "library.name"
    request.isDescending = true
    request.relation = .targets(of: ObjectReference(entity: "Library", key: 4), relationship: "books")
    let places: [Place] = [
      .overview, .diagram, .sql(statement: nil), .sql(statement: "SELECT 'a&b' + 1"), .health, .schema,
      .history(entity: nil), .history(entity: "Book"),
      .rows(request, selected: ObjectReference(entity: "Book", key: 12)), .rows(of: "Book"),
    ]
    for place in places { #expect(Place(path: place.path) == place, "\(place.path)") }
    // A long statement is kept in files, and not in addresses.
    let long = Place.sql(statement: "SELECT " + String(repeating: "'ä', ", count: 1_000) + "1")
    #expect(long.path == "/sql" && Place(path: long.wholePath) == long)
    request.condition = Array(repeating: "x == 1", count: 1_000).joined(separator: " or ")
    let filtered = Place.rows(request, selected: nil)
    #expect(filtered.path.utf8.count < 200 && Place(path: filtered.wholePath) == filtered)
    for path in ["", "//", "/rows", "/rows/", "/rows/a/b", "/%", "/nothing", "/rows/Book?of=x&row=7&to=Book/p1"] {
      _ = Place(path: path)
    }
  }
}

extension StoreFolder {
  /// Authors and nothing else, keys from 1 on.
  static func large(rows: Int) throws -> StoreFolder {
    let folder = try StoreFolder()
    let context = ModelContext(try folder.container())
    for number in 1...rows { context.insert(Author(name: "Author \(number * 7_919 % 100_000)")) }
    try context.save()
    return folder
  }
}
