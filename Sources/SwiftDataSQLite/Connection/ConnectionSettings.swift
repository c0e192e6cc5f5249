import Foundation
import GRDB
import GRDBSQLite

/// How connections are opened.
struct ConnectionSettings: Sendable {
  var isReadOnly = false
  /// How long to wait for other connections, in seconds.
  var busyTimeout: Double = 5
  /// Of pages that the writer keeps, in KiB. A large transaction touches the
  /// pages of all indexes in no order: what does not fit is written to the log
  /// and read back again and again. Insertion of 100,000 rows took a third less
  /// time than with SQLite's 2 MiB; readers gain nothing by it.
  private static let writerCache = 16_384
  /// Where the store's large values are.
  var externalFiles: ExternalFiles

  var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "SwiftData"
    configuration.readonly = isReadOnly
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(busyTimeout)
    let pragmas =
      "PRAGMA temp_store = MEMORY"
      + (isReadOnly ? "" : "; PRAGMA cache_size = -\(Self.writerCache)")
    configuration.prepareDatabase { [externalFiles] database in
      guard let handle = database.sqliteConnection else { return }
      try SQLExtensions.register(on: handle)
      try ExternalFunctions.register(externalFiles, on: handle)
      // Sorting and deletion sets stay out of the file system.
      sqlite3_exec(handle, pragmas, nil, nil, nil)
    }
    return configuration
  }

  /// Takes a connection out of GRDB's bookkeeping, which observes every
  /// statement it compiles and every commit; ours do not pass through it.
  static func release(_ handle: OpaquePointer?) -> OpaquePointer? {
    guard let handle else { return nil }
    sqlite3_set_authorizer(handle, nil, nil)
    sqlite3_commit_hook(handle, nil, nil)
    sqlite3_rollback_hook(handle, nil, nil)
    return handle
  }
}
