// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// The latest transactions lie in a table of their own, and are part of the history: it comes whole, or not at all.
@Suite struct SalvageHistoryTests {
  private func store() throws -> HandmadeStore {
    let store = try CheckedStore.make([
      "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1025), (16002, 'TRANSACTION', 0, 1025), (16003, 'TRANSACTIONSTRING', 0, 1)",
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 16003, 1, 'app')",
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP, ZAUTHORTS) VALUES (1, 16002, 1, 5, 1)",
      "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) VALUES (1, 16001, 0, 4, 1, 1)",
      RecentHistory.creation,
      "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 301) INSERT INTO \(RecentHistory.table) SELECT i, i, 1, NULL, NULL, i, 1, 4, 1, zeroblob(20) FROM n",
    ])
    try store.settle()
    return store
  }

  private func counts(_ url: URL) throws -> [String] {
    try HistoryTables.all.flatMap { try App(url).texts("SELECT count(*) FROM \($0)") }
      + App(url).texts("SELECT count(*) FROM sqlite_master WHERE name = '\(RecentHistory.table)'")
  }

  @Test func aWholeHistoryStays() throws {
    let store = try store()
    let target = store.beside("Rescued.store")
    #expect(try StoreSalvage.salvage(store.url, into: target).isComplete)
    let history = try Store(reading: target).history()
    var count = 0
    while try history.next() != nil { count += 1 }
    #expect(count == 301)
  }

  @Test(arguments: ["ACHANGE", "ATRANSACTIONSTRING", RecentHistory.table])
  func aDamagedOneIsRemoved(_ table: String) throws {
    let store = try store()
    let leaves = try store.leaves(of: table)
    #expect(leaves.count > (table == RecentHistory.table ? 2 : 0))
    try store.damage([leaves[leaves.count / 2].page])
    let target = store.beside("Rescued.store")
    let salvage = try StoreSalvage.salvage(store.url, into: target)
    #expect(salvage.remarks.contains { $0.contains("history was removed") })
    #expect(try counts(target) == ["0", "0", "0", "0"])
    #expect(try Store(reading: target).history().next() == nil)
    try expectSound(target)
  }
}
