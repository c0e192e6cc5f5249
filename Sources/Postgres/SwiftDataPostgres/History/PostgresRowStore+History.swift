// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// The history in an order in which nothing is missed.
  ///
  /// A transaction is called by its number in the cluster, which it gets with its first write. Transactions commit in
  /// another order; but none with a number below the least that is still open can commit any more. So only those are
  /// shown, and whoever goes on from the last one has seen all before it. Sequences, or times, have no such bound.
  extension PostgresRowStore: HistoryStore {
    package func historyTransactions(_ request: HistoryRequest) throws -> [HistoryRecord] {
      let selection = try HistorySelection(self, request)
      var found = selection.records(try database.readPrimary(selection.statement))
      try Tombstones(store: self).add(to: &found.records, found.places)
      return found.records
    }

    func checkHistory() throws {
      guard layout.isExisting else { return }
      throw SwiftDataError(
        .invalidTransactionFetchRequest, "The tables are another program's, and nobody records what is saved in them.",
        advice: "Fetch models by their values, such as the time of the last change.")
    }

    package func historyRange() throws -> HistoryRange { try placedRange().range }

    /// The range, and whose numbers these are.
    func placedRange() throws -> (range: HistoryRange, origin: HistoryOrigin) {
      try checkHistory()
      let rows = try database.readPrimary(
        PostgresStatement(
          "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, "
            + "pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1, s.expired, "
            + "EXISTS (SELECT 1 FROM \(layout.helper("swiftdata_transaction"))), "
            + "s.tableoid::bigint FROM \(layout.helper("swiftdata_store")) AS s"))
      guard rows.count > 0 else {
        return (HistoryRange(oldest: nil, last: 0), HistoryOrigin(cluster: rows.cluster, table: nil))
      }
      let origin = HistoryOrigin(cluster: rows.cluster, table: rows.integer(0, 4))
      let (last, highest, expired) = (rows.integer(0, 0), rows.integer(0, 1), rows.integer(0, 2))
      if rows.integer(0, 3) == 0, expired == 0 {
        return (HistoryRange(oldest: nil, last: 0, highest: highest), origin)
      }
      // Numbers have gaps: what matters is up to where transactions have been deleted.
      return (HistoryRange(oldest: expired + 1, last: last, highest: highest), origin)
    }

    package func deleteHistory(_ numbers: [Int64]?) throws {
      try checkHistory()
      if numbers?.isEmpty == true { return }
      let condition = numbers == nil ? "xid < pg_snapshot_xmin(pg_current_snapshot())" : Self.isNumbered
      try database.transaction([
        PostgresStatement(
          Self.deletion(
            of: condition, layout.helper("swiftdata_transaction"), layout.helper("swiftdata_change"),
            noting: layout.helper("swiftdata_store")),
          numbers.map { [Parameter($0.map { "\($0)" })] } ?? [])
      ])
    }

    /// Of the type that is indexed.
    static let isNumbered = "xid = ANY($1::text[]::xid8[])"

    /// One statement has one horizon: another one would take the changes of what was committed in between.
    static func deletion(of condition: String, _ transactions: String, _ changes: String, noting store: String)
      -> String
    {
      "WITH d AS (DELETE FROM \(transactions) WHERE \(condition) RETURNING xid), "
        + "c AS (DELETE FROM \(changes) AS c USING d WHERE c.xid = d.xid) "
        + "UPDATE \(store) SET expired = greatest(expired, (SELECT max(xid::text::bigint) FROM d))"
    }
  }
#endif
