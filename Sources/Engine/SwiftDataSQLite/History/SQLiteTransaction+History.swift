// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

extension SQLiteTransaction: _HistoryRecording {
  /// The number that the transaction's row in ATRANSACTION will have.
  func historyNumber() throws -> Int64? {
    guard let history, !history.isEmpty, try HistoryRecorder.isAvailable(in: connection) else {
      return nil
    }
    var counters = try HistoryCounters.current(connection)
    return counters.next(HistoryTables.transaction)
  }
}
