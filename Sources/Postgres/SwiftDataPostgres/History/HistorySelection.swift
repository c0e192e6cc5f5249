// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// How transactions are selected from the history, and what is made of the rows.
  struct HistorySelection {
    typealias Found = (records: [HistoryRecord], places: [[Int64]], changes: Int)

    let statement: PostgresStatement
    private let store: PostgresRowStore
    private let includesChanges: Bool

    /// - Parameter most: After how many changes the rest does not matter; `nil` if all are wanted.
    init(_ store: PostgresRowStore, _ request: HistoryRequest, most: Int? = nil) throws {
      try store.checkHistory()
      self.store = store
      includesChanges = request.includesChanges
      let selected =
        "SELECT * FROM \(store.layout.helper("swiftdata_transaction")) "
        + "WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) "
        + "AND xid > $1::text::xid8 AND xid < $2::text::xid8 ORDER BY xid"
        + (request.limit.map { " LIMIT \($0)" } ?? "")
      let transaction = "t.xid::text::bigint, t.at, t.author, t.process, t.context, t.token"
      let text: String
      if includesChanges {
        let change = ", t.seq, t.kind::text, t.entity, t.pk, t.more, array_to_string(t.properties, ',')"
        // Rows of which the same has become share one here.
        let joined =
          "SELECT t.*, c.seq, c.kind, c.entity, c.pk, c.more, c.properties, "
          + "1 + coalesce(cardinality(c.more), 0) AS size FROM (\(selected)) AS t "
          // By the index for each: of numbers that follow a given one, the server cannot say how many there are, and takes
          // the whole table otherwise.
          + "LEFT JOIN LATERAL (SELECT * FROM \(store.layout.helper("swiftdata_change")) AS h WHERE h.xid = t.xid OFFSET 0) "
          + "AS c ON true"
        let source =
          most.map {
            "(SELECT q.*, sum(q.size) OVER (ORDER BY q.xid, q.seq) AS total FROM (\(joined)) AS q) AS t "
              + "WHERE t.total - t.size < \($0)"
          } ?? "(\(joined)) AS t"
        text = "SELECT \(transaction)\(change) FROM \(source) ORDER BY t.xid, t.seq"
      } else {
        text = "SELECT \(transaction) FROM (\(selected)) AS t ORDER BY t.xid"
      }
      statement = PostgresStatement(
        text,
        // There is no negative number, and none beyond the end.
        [Parameter("\(max(request.after ?? 0, 0))"), Parameter("\(max(request.before ?? .max, 0))")])
    }

    /// - Returns: The records, where each of their changes is in the table, and how many changes there are.
    func records(_ rows: ResultRows) -> Found {
      let cursor = ResultCursor(rows)
      var found: Found = ([], [], 0)
      var numbers = ChangeNumbers()
      for row in 0..<rows.count {
        let number = rows.integer(row, 0)
        if found.records.last?.number != number {
          cursor.row = row
          guard case .real(let seconds) = cursor.constant(1) else { continue }
          numbers = ChangeNumbers()
          // Whose answer did not come, or has not come yet.
          if store.tokens.isOwn(rows.bytes(row, 5)) { store.commits.note(number) }
          found.places.append([])
          found.records.append(
            HistoryRecord(
              number: number, timestamp: Date(timeIntervalSinceReferenceDate: seconds),
              author: rows.optionalText(row, 2), bundleIdentifier: nil, processIdentifier: rows.optionalText(row, 3),
              contextName: rows.optionalText(row, 4)))
        }
        guard includesChanges, !rows.isNull(row, 6) else { continue }
        addChanges(rows, row, &numbers, to: &found)
      }
      return found
    }

    /// Adds what a row says of one or several rows of a table.
    private func addChanges(_ rows: ResultRows, _ row: Int32, _ numbers: inout ChangeNumbers, to found: inout Found) {
      let place = rows.integer(row, 6)
      let keys = [rows.integer(row, 9)] + rows.integers(row, 10)
      found.changes += keys.count
      let last = found.records.count - 1
      // Whatever is known of them: each has its number.
      let all = keys.map { (key: $0, number: numbers.next(place)) }
      guard let entity = store.model.entity(named: rows.text(row, 8)), store.keeps(entity) else { return }
      let kind: HistoryRecord.Kind
      switch rows.text(row, 7) {
      case "i": kind = .insert
      case "u": kind = .update
      case "d": kind = .delete
      default: return
      }
      let names = rows.optionalText(row, 11)?.split(separator: ",").map(String.init) ?? []
      let properties = names.compactMap { entity.property(named: $0)?.index }
      found.records[last].changes += all.map {
        HistoryRecord.Change(number: $0.number, kind: kind, entity: entity, key: $0.key, properties: properties)
      }
      found.places[last] += all.map { _ in place }
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
