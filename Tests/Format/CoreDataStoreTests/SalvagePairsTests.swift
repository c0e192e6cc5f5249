// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Tables whose keys no counter counts: the pairs of many-to-many relationships, and those that an app has added.
@Suite struct SalvagePairsTests {
  /// 16,000 pairs on some 40 leaves.
  private func store() throws -> HandmadeStore {
    let model = ManagedObjectModel(entities: [
      .make("Tag", [.make("name", .string)], [.toMany("things", "Thing", inverse: "tags")]),
      .make("Thing", [.make("name", .string)], [.toMany("tags", "Tag", inverse: "things")]),
    ])
    func numbers(_ count: Int) -> String {
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
    }
    let store = try HandmadeStore(
      model, counters: ["Tag": 160, "Thing": 100],
      [
        "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE Z_1THINGS (Z_1TAGS INTEGER, Z_2THINGS INTEGER, PRIMARY KEY (Z_1TAGS, Z_2THINGS))",
        "CREATE TABLE OWN_NOTES (note VARCHAR)",
        "\(numbers(160)) INSERT INTO ZTAG SELECT i, 1, 1, 'tag' FROM n",
        "\(numbers(100)) INSERT INTO ZTHING SELECT i, 2, 1, 'thing' FROM n",
        "INSERT INTO Z_1THINGS SELECT a.Z_PK, b.Z_PK FROM ZTHING AS b CROSS JOIN ZTAG AS a ORDER BY b.Z_PK, a.Z_PK",
        "\(numbers(4000)) INSERT INTO OWN_NOTES SELECT 'note ' || i FROM n",
      ]
    ).indexed()
    try store.settle()
    return store
  }

  private func pairs(_ url: URL) throws -> Set<String> {
    Set(try App(url).texts("SELECT Z_1TAGS || ' ' || Z_2THINGS FROM Z_1THINGS"))
  }

  /// The index of the primary key has all that the table has.
  @Test func theIndexHasThePairs() throws {
    let store = try store()
    let all = try pairs(store.url)
    let leaves = try store.leaves(of: "Z_1THINGS")
    try #require(all.count == 16_000 && leaves.count > 20)
    try store.damage([leaves[leaves.count / 4].page, leaves[leaves.count - 1].page])
    let target = store.beside("Rescued.store")
    let salvage = try StoreSalvage.salvage(store.url, into: target)
    #expect(salvage.isComplete, "\(salvage.losses)")
    #expect(salvage.tables.first { $0.name == "Z_1THINGS" }?.rows == all.count)
    #expect(try pairs(target) == all)
    try expectSound(target)
  }

  /// Without it, the pairs of sound pages are found all the same, and it is said that the end is not known.
  @Test func whatIsBeyondTheDamageIsFound() throws {
    let store = try store()
    let all = try pairs(store.url)
    let leaves = try store.leaves(of: "Z_1THINGS")
    let gone = [leaves[leaves.count / 4], leaves[leaves.count - 1]]
    try store.damage(gone.map(\.page) + [store.root(of: "sqlite_autoindex_Z_1THINGS_1")])
    let target = store.beside("Rescued.store")
    let salvage = try StoreSalvage.salvage(store.url, into: target)
    let found = try pairs(target)
    #expect(found.isSubset(of: all))
    #expect(found.count == all.count - gone.map(\.cells).reduce(0, +))
    let table = try #require(salvage.tables.first { $0.name == "Z_1THINGS" })
    #expect(table.unreadable.count == 2 && table.unreadable.first?.count == gone[0].cells)
    #expect(table.unreadable.last == Int64(all.count - gone[1].cells + 1)...Int64.max)
    #expect(salvage.losses.contains { $0.hasPrefix("Z_1THINGS:") && $0.contains("and above are lost") })
    try expectSound(target)
  }

  @Test func aTableOfAnAppsOwnIsReadToItsEnd() throws {
    let store = try store()
    let leaves = try store.leaves(of: "OWN_NOTES")
    try #require(leaves.count > 8)
    let gone = [leaves[2], leaves[leaves.count - 1]]
    try store.damage(gone.map(\.page))
    let target = store.beside("Rescued.store")
    let salvage = try StoreSalvage.salvage(store.url, into: target)
    let table = try #require(salvage.tables.first { $0.name == "OWN_NOTES" })
    #expect(table.rows == 4000 - gone.map(\.cells).reduce(0, +))
    #expect(table.unreadable.last?.upperBound == .max)
  }
}
