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
      try checkHistory()
      let transactions = layout.helper("swiftdata_transaction")
      let changes = layout.helper("swiftdata_change")
      let selected =
        "SELECT * FROM \(transactions) WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) "
        + "AND xid > $1::text::xid8 AND xid < $2::text::xid8 ORDER BY xid"
        + (request.limit.map { " LIMIT \($0)" } ?? "")
      let joined =
        request.includesChanges
        ? " LEFT JOIN \(changes) AS c ON c.xid = t.xid "
          // Rows of which the same has become share one here.
          + "LEFT JOIN LATERAL unnest(c.pk || c.more) WITH ORDINALITY AS k(pk, n) ON true ORDER BY t.xid, c.seq, k.n"
        : " ORDER BY t.xid"
      let columns =
        "t.xid::text::bigint, t.at, t.author, t.process, t.context"
        + (request.includesChanges ? ", c.seq, c.kind::text, c.entity, k.pk, array_to_string(c.properties, ',')" : "")
        + ", t.token"
      let rows = try database.readPrimary(
        PostgresStatement(
          "SELECT \(columns) FROM (\(selected)) AS t\(joined)",
          // There is no negative number, and none beyond the end.
          [Parameter("\(max(request.after ?? 0, 0))"), Parameter("\(max(request.before ?? .max, 0))")]))
      let cursor = ResultCursor(rows)
      var records: [HistoryRecord] = []
      // Where each change is in the table.
      var places: [[Int64]] = []
      var numbers = ChangeNumbers()
      for row in 0..<rows.count {
        let number = rows.integer(row, 0)
        if records.last?.number != number {
          cursor.row = row
          guard case .real(let seconds) = cursor.constant(1) else { continue }
          numbers = ChangeNumbers()
          // Whose answer did not come, or has not come yet.
          if tokens.isOwn(rows.bytes(row, rows.width - 1)) { commits.note(number) }
          places.append([])
          records.append(
            HistoryRecord(
              number: number, timestamp: Date(timeIntervalSinceReferenceDate: seconds),
              author: rows.optionalText(row, 2), bundleIdentifier: nil, processIdentifier: rows.optionalText(row, 3),
              contextName: rows.optionalText(row, 4)))
        }
        guard request.includesChanges, !rows.isNull(row, 5) else { continue }
        if let change = change(rows, row, numbers.next(rows.integer(row, 5))) {
          records[records.count - 1].changes.append(change)
          places[places.count - 1].append(rows.integer(row, 5))
        }
      }
      try Tombstones(store: self).add(to: &records, places)
      return records
    }

    private func checkHistory() throws {
      guard layout.isExisting else { return }
      throw SwiftDataError(
        .invalidTransactionFetchRequest, "The tables are another program's, and nobody records what is saved in them.",
        advice: "Fetch models by their values, such as the time of the last change.")
    }

    /// `nil` for a row of an entity that the schema has not.
    private func change(_ rows: ResultRows, _ row: Int32, _ number: Int64) -> HistoryRecord.Change? {
      guard let entity = model.entity(named: rows.text(row, 7)), keeps(entity) else { return nil }
      let kind: HistoryRecord.Kind
      switch rows.text(row, 6) {
      case "i": kind = .insert
      case "u": kind = .update
      case "d": kind = .delete
      default: return nil
      }
      let names = rows.optionalText(row, 9)?.split(separator: ",").map(String.init) ?? []
      return HistoryRecord.Change(
        number: number, kind: kind, entity: entity, key: rows.integer(row, 8),
        properties: names.compactMap { entity.property(named: $0)?.index })
    }

    /// The number of the last transaction before which nothing will appear any more.
    func historyHorizon() throws -> Int64 {
      try database.readPrimary(PostgresStatement(HistoryEntry.horizon)).integer(0, 0)
    }

    /// The highest number of a transaction that was deleted from the history, 0 if none was, and the horizon. Whoever
    /// merges what others have saved may have missed something before it, even where older transactions are left; also
    /// such that began before the store was emptied and commit after that.
    func deletedHistory() throws -> (last: Int64, horizon: Int64) {
      try checkHistory()
      let rows = try database.readPrimary(
        PostgresStatement(
          "SELECT expired, pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 "
            + "FROM \(layout.helper("swiftdata_store"))"))
      return rows.count > 0 ? (rows.integer(0, 0), rows.integer(0, 1)) : (0, 0)
    }

    package func historyRange() throws -> HistoryRange {
      try checkHistory()
      let rows = try database.readPrimary(
        PostgresStatement(
          "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, "
            + "pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1, s.expired, "
            + "EXISTS (SELECT 1 FROM \(layout.helper("swiftdata_transaction"))) "
            + "FROM \(layout.helper("swiftdata_store")) AS s"))
      guard rows.count > 0 else { return HistoryRange(oldest: nil, last: 0) }
      let expired = rows.integer(0, 2)
      if rows.integer(0, 3) == 0, expired == 0 {
        return HistoryRange(oldest: nil, last: 0, highest: rows.integer(0, 1))
      }
      // Numbers have gaps: what matters is up to where transactions have been deleted.
      return HistoryRange(oldest: expired + 1, last: rows.integer(0, 0), highest: rows.integer(0, 1))
    }

    package func deleteHistory(_ numbers: [Int64]?) throws {
      try checkHistory()
      let transactions = layout.helper("swiftdata_transaction")
      let changes = layout.helper("swiftdata_change")
      let condition: String
      let parameters: [Parameter]
      if let numbers {
        guard !numbers.isEmpty else { return }
        condition = "xid::text::bigint = ANY($1)"
        parameters = [Parameter(numbers)]
      } else {
        condition = "xid < pg_snapshot_xmin(pg_current_snapshot())"
        parameters = []
      }
      // One statement has one horizon: another one would take the changes of what was committed in between.
      try database.transaction([
        PostgresStatement(
          "WITH d AS (DELETE FROM \(transactions) WHERE \(condition) RETURNING xid), "
            + "c AS (DELETE FROM \(changes) AS c USING d WHERE c.xid = d.xid) "
            + "UPDATE \(layout.helper("swiftdata_store")) SET expired = "
            + "greatest(expired, (SELECT max(xid::text::bigint) FROM d))", parameters)
      ])
    }
  }

  /// Numbers for the changes of one transaction: each has its own, and they rise, although several share a row.
  private struct ChangeNumbers {
    private var place: Int64 = 0
    private var offset: Int64 = 0

    mutating func next(_ place: Int64) -> Int64 {
      if self.place == place { offset += 1 }
      self.place = place
      return place + offset
    }
  }
#endif
