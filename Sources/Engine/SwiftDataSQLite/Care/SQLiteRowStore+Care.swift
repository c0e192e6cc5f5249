// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import SwiftDataCore

extension SQLiteRowStore: CareStore {
  package func beginCopy() throws -> any _StoreCopy { try StoreCopy(database, layout, layoutGuard) }

  package func prepareReplacement(
    from copy: URL, missing: Set<String>, _ work: LongWork
  ) throws -> any _StoreReplacement {
    try StoreReplacement(of: self, from: copy, missing: missing, work)
  }

  package func findProblems(_ name: String, _ work: LongWork) throws -> [IntegrityReport.Problem] {
    try StoreInspection(self, name, work).problems()
  }

  package func compact(_ work: LongWork) throws -> Int64 {
    try database.withCheckedWriter { writer in
      func size() throws -> Int64 {
        (try writer.integer("PRAGMA page_count") ?? 0) * (try writer.integer("PRAGMA page_size") ?? 0)
      }
      let before = try size()
      // Unsafe: SQLite lets any thread interrupt a connection that is open, as the writer is meanwhile.
      nonisolated(unsafe) let handle = writer.handle
      try work.interruptible({ sqlite3_interrupt(handle) }) { try writer.executeOnce("VACUUM") }
      if database.file != nil {
        // As far as readers let it: the rest is done by a later save.
        _ = try? writer.integer("PRAGMA wal_checkpoint(TRUNCATE)")
      }
      return before - (try size())
    }
  }

  package func setBusyTimeout(_ seconds: Double) { database.setBusyTimeout(seconds) }
}

extension SQLiteRowStore: ObservedStore {
  package var system: String { "sqlite" }

  package func setObserver(_ observer: StoreObserver?) { database.statistics.observer = observer }
}
