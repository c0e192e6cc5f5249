// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore {
  /// Runs `body` in one transaction, and commits unless it throws.
  package func write<R>(
    author: String?, _ body: (any RowTransaction) throws -> R
  ) throws -> R {
    try database.write(afterCommit: { (written: Written<R>) in written.number.map(commits.didCommit) }) { connection in
      try layoutGuard.check(connection)
      let transaction = try SQLiteTransaction(
        connection: connection, layout: layout, selects: selects, plans: writePlans,
        recordsHistory: recordsHistory, author: author, tombstones: tombstones)
      let result = try body(transaction)
      try transaction.finish()
      if connection.memory.recentHistory == .filled { RecentHistoryAtExit.note(database) }
      return Written(result: result, number: transaction.recordedNumber)
    }.result
  }

  private struct Written<R> {
    let result: R
    /// In the history.
    let number: Int64?
  }
}
