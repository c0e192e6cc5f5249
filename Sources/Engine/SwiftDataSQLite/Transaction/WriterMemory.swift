// SPDX-License-Identifier: Apache-2.0

/// The store's counters after the last transaction, for the next one.
///
/// A save of one object would otherwise read every counter and every string
/// of the history again: twenty statements for the sake of two rows. It holds
/// as long as no other process has written, which SQLite's number of the snapshot
/// tells, and as long as no transaction was rolled back.
final class WriterMemory {
  enum RecentHistoryState {
    case missing, empty, filled
  }

  /// The keys of history rows.
  var history: HistoryCounters?
  /// The state of ``RecentHistory`` in the file.
  var recentHistory: RecentHistoryState?
  /// Keys of ATRANSACTIONSTRING.
  var strings: [String: Int64] = [:]
  /// The highest key given out, by the root entity's ordinal.
  var keys: [Int: Int64] = [:]
  /// Of the snapshot for which it holds.
  private var version: UInt32?

  /// Called in a transaction, before anything is asked for.
  func begin(_ connection: SQLiteConnection) {
    let current = connection.dataVersion
    guard current != version else { return }
    reset()
    version = current
  }

  /// The connection's own commits change nothing that it does not know.
  func didCommit(from old: UInt32, to new: UInt32) {
    if version == old { version = new }
  }

  /// After a rollback, and after changes that count nothing.
  func reset() {
    history = nil
    recentHistory = nil
    strings = [:]
    keys = [:]
    version = nil
  }
}
