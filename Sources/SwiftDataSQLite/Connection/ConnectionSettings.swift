import Foundation
import GRDB
import GRDBSQLite

/// How connections are opened.
struct ConnectionSettings: Sendable {
  var isReadOnly = false
  /// How long to wait for other connections, in seconds.
  var busyTimeout: Double = 5
  /// Where the store's large values are.
  var externalFiles: ExternalFiles

  var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "SwiftData"
    configuration.readonly = isReadOnly
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { [externalFiles] database in
      guard let handle = database.sqliteConnection else { return }
      try SQLExtensions.register(on: handle)
      try ExternalFunctions.register(externalFiles, on: handle)
      // Sorting and deletion sets stay out of the file system.
      sqlite3_exec(handle, "PRAGMA temp_store = MEMORY", nil, nil, nil)
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
