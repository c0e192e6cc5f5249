import GRDBSQLite
import Synchronization

/// Remembers which statements have refused a value.
///
/// A writer binds the columns of an object without looking at result codes:
/// that is what makes it fast. The one failure that data can cause, a value
/// of more than SQLite's limit, must still not end as a NULL in the row.
enum BindFailures {
  private static let count = Atomic<Int>(0)
  private static let statements = Mutex<Set<UInt>>([])

  @inline(__always)
  static func note(_ code: Int32, _ statement: OpaquePointer?) -> Int32 {
    // SQLITE_RANGE: a number that the statement does not use.
    if code != SQLITE_OK, code != SQLITE_RANGE { record(statement) }
    return code
  }

  @inline(never)
  private static func record(_ statement: OpaquePointer?) {
    let inserted = statements.withLock { $0.insert(UInt(bitPattern: statement)).inserted }
    if inserted { count.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Whether the statement has refused a value since the last call.
  @inline(__always)
  static func take(_ statement: OpaquePointer) -> Bool {
    count.load(ordering: .relaxed) != 0 && remove(statement)
  }

  @inline(never)
  private static func remove(_ statement: OpaquePointer) -> Bool {
    let removed = statements.withLock { $0.remove(UInt(bitPattern: statement)) != nil }
    if removed { count.wrappingSubtract(1, ordering: .relaxed) }
    return removed
  }
}
