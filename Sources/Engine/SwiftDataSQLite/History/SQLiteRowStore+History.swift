// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore: HistoryStore {
  /// The transactions of a request, by number, in one snapshot.
  package func historyTransactions(_ request: HistoryRequest) throws -> [HistoryRecord] {
    try database.read { connection in
      guard try HistoryRecorder.isAvailable(in: connection) else { return [] }
      return try HistoryQuery(layout: layout, connection: connection).run(request)
    }
  }

  /// Which transactions there are.
  package func historyRange() throws -> HistoryRange {
    try database.read { connection in
      guard try HistoryRecorder.isAvailable(in: connection) else {
        return HistoryRange(oldest: nil, last: 0)
      }
      return try connection.snapshot {
        let oldest = try connection.integer(RecentHistory.oldestTransaction(try RecentHistory.exists(in: connection)))
        let marks = try DeletedHistory.marks(connection)
        return HistoryRange(
          oldest: oldest.map { max($0, marks.deleted < .max ? marks.deleted + 1 : .max) },
          last: try RecentHistory.lastTransaction(connection),
          restored: marks.restored)
      }
    }
  }

  /// Deletes the transactions with these numbers, or all if `nil`. The
  /// strings stay: a few, that the next transactions use again.
  package func deleteHistory(_ numbers: [Int64]?) throws {
    try database.write { connection in
      connection.memory.reset()
      guard try HistoryRecorder.isAvailable(in: connection) else { return }
      try RecentHistory.settle(connection)
      guard let numbers else {
        try connection.execute("DELETE FROM ACHANGE")
        try connection.execute("DELETE FROM ATRANSACTION")
        return
      }
      for range in Self.ranges(numbers) {
        for sql in [
          "DELETE FROM ACHANGE WHERE ZTRANSACTIONID BETWEEN ?1 AND ?2",
          "DELETE FROM ATRANSACTION WHERE Z_PK BETWEEN ?1 AND ?2",
        ] {
          try connection.withStatement(sql) { statement in
            statement.bind(range.lowerBound, 1)
            statement.bind(range.upperBound, 2)
            try statement.run()
          }
        }
      }
      try DeletedHistory.note(numbers, connection)
    }
  }

  package func completeHistory() { database.leaveRecentHistory() }

  /// Numbers that follow each other, taken together.
  private static func ranges(_ numbers: [Int64]) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, number <= last.upperBound &+ 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges
  }
}

extension SQLiteTransaction: HistoryRecording {
  /// The number that the transaction's row in ATRANSACTION will have.
  func historyNumber() throws -> Int64? {
    guard let history, !history.isEmpty, try HistoryRecorder.isAvailable(in: connection) else {
      return nil
    }
    var counters = try HistoryCounters.current(connection)
    return try counters.next(HistoryTables.transaction)
  }
}
