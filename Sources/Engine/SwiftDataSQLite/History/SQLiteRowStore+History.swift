// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore: _HistoryStore {
  /// The transactions of a request, by number, in one snapshot.
  package func historyTransactions(_ request: _HistoryRequest) throws -> [_HistoryRecord] {
    try database.read { connection in
      guard try HistoryRecorder.isAvailable(in: connection) else { return [] }
      return try HistoryQuery(layout: layout, connection: connection).run(request)
    }
  }

  /// Which transactions there are.
  package func historyRange() throws -> _HistoryRange {
    try database.read { connection in
      guard try HistoryRecorder.isAvailable(in: connection) else {
        return _HistoryRange(oldest: nil, last: 0)
      }
      return try connection.snapshot {
        let oldest = try connection.integer(RecentHistory.oldestTransaction(try RecentHistory.exists(in: connection)))
        return _HistoryRange(oldest: oldest, last: try RecentHistory.lastTransaction(connection))
      }
    }
  }

  /// Forgets the transactions with these numbers, or all if `nil`. The
  /// strings stay: a few, that the next transactions use again.
  package func deleteHistory(_ numbers: [Int64]?) throws {
    try database.write { connection in
      connection.memory.forget()
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
