/// What the last transaction knew of the store's counters, for the next one.
///
/// A save of one object would otherwise read every counter and every string
/// of the history again: twenty statements for the sake of two rows. It holds
/// as long as nobody else has written, which SQLite's `data_version` tells, and
/// as long as no transaction was rolled back.
final class WriterMemory {
  /// The keys of history rows.
  var history: HistoryCounters?
  /// Keys of ATRANSACTIONSTRING.
  var strings: [String: Int64] = [:]
  /// The highest key given out, by the root entity's ordinal.
  var keys: [Int: Int64] = [:]
  private var version: Int64?

  /// Called in a transaction, before anything is asked for.
  func begin(_ connection: SQLiteConnection) throws {
    let current = try connection.integer("PRAGMA data_version")
    guard current != version else { return }
    forget()
    version = current
  }

  /// After a rollback, and after changes that count nothing.
  func forget() {
    history = nil
    strings = [:]
    keys = [:]
    version = nil
  }
}
