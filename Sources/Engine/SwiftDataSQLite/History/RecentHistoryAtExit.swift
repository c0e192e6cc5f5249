// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import Synchronization

/// Moves the latest history to Core Data's tables when the program ends by `exit()`, or by the end of its main function,
/// without having closed the store: containers are often globals.
enum RecentHistoryAtExit {
  private struct Entry {
    weak var database: SQLiteDatabase?
  }

  private struct State {
    var isEnding = false
    var open: [ObjectIdentifier: Entry] = [:]
  }

  private static let state = Mutex(State())

  private static let isRegistered: Void = {
    atexit { RecentHistoryAtExit.settleAll() }
  }()

  /// Whether saves are the program's last, which go to Core Data's tables.
  static var isEnding: Bool { state.withLock { $0.isEnding } }

  /// The database has such rows from now on; called in its transactions.
  static func note(_ database: SQLiteDatabase) {
    guard !database.settlesAtExit else { return }
    database.settlesAtExit = true
    _ = isRegistered
    state.withLock { $0.open[ObjectIdentifier(database)] = Entry(database: database) }
  }

  static func remove(_ database: SQLiteDatabase) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(database)) }
  }

  private static func settleAll() {
    let databases = state.withLock { state in
      state.isEnding = true
      return state.open.values.compactMap(\.database)
    }
    for database in databases { database.leaveRecentHistory() }
  }
}

extension SQLiteDatabase {
  /// Moves the latest history to Core Data's tables, unless another process is writing.
  func leaveRecentHistory() {
    try? withIdleWriter { writer in
      guard !isReadOnly else { return }
      try withoutWaiting(writer) { try RecentHistory.leave(writer) }
    }
  }
}
