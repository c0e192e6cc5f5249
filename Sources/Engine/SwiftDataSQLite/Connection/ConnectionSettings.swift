// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore

/// How connections are opened.
struct ConnectionSettings: Sendable {
  var isReadOnly = false
  /// How long to wait for other connections, in seconds.
  var busyTimeout: Double = 5
  /// For 16 MiB of pages that the writer keeps. A large transaction touches the
  /// pages of all indexes in no order: what does not fit is written to the log
  /// and read back again and again. Insertion of 100,000 rows took a third less
  /// time than with SQLite's 2 MiB.
  static let writerCache = "PRAGMA cache_size = -16384"
  /// For 8 MiB of pages that a reader keeps, if it has read so many. Look-ups and pages of 100,000 rows took 15 and 25
  /// percent less time than with 2 MiB; reading all of them took the same.
  static let readerCache = "PRAGMA cache_size = -8192"
  /// For 64 MiB, while a transaction writes so many rows that their indexes outgrow the other: of a million new rows,
  /// it writes 0.3 GB instead of 4.
  static let largeCache = "PRAGMA cache_size = -65536"
  /// A transaction of more rows has the large cache.
  static let largeTransaction = 20_000
  /// The log is copied into the database when it has this many frames, which one block of its index can name. SQLite's
  /// 1,000 would be reached every ninety saves of one object with history, and each time the disk is waited for twice.
  private static let checkpoint = "PRAGMA wal_autocheckpoint = 4000"
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
      + (isReadOnly ? "; \(Self.readerCache)" : "; \(Self.writerCache); \(Self.checkpoint)")
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

extension SQLiteRowStore {
  /// From now on each transaction waits until the disk has it.
  package func waitForDisk() throws {
    guard database.file != nil, !database.isReadOnly else { return }
    try database.withWriter { writer in
      try writer.executeOnce("PRAGMA synchronous = FULL")
      // On Apple's systems `fsync` does not wait for the disk. Elsewhere this has no effect.
      try writer.executeOnce("PRAGMA fullfsync = 1")
      try writer.executeOnce("PRAGMA checkpoint_fullfsync = 1")
    }
  }

  /// SQLite's level for the writer, for tests.
  package var synchronousLevel: Int64? {
    get throws { try database.withWriter { try $0.integer("PRAGMA synchronous") } }
  }
}
