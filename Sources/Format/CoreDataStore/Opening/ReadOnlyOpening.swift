// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens a store so that no byte of it, or of its folder, changes.
///
/// Recent rows often lie in the log (`-wal`) only, so it is always read with
/// the file. SQLite needs an index of the log (`-shm`). If there is one, a
/// program may have the store open: it is read, under SQLite's locks. If there
/// is none, a private copy is read, which gets an index of its own.
enum ReadOnlyOpening {
  static func open(_ header: SQLiteFileHeader) throws -> Connection {
    let connection = try connect(header)
    // All that is read is of one moment.
    try connection.execute("BEGIN")
    _ = try connection.integer("SELECT count(*) FROM sqlite_master")
    return connection
  }

  private static func connect(_ header: SQLiteFileHeader) throws -> Connection {
    let needsRecovery = !header.usesLog && header.journalSize > 0
    if header.usesLog && header.hasLogIndex, let connection = try? shared(header.url) {
      return connection
    }
    if header.logSize > 0 || needsRecovery { return try PrivateCopy.open(header) }
    if header.usesLog { return try checked(Connection(header.url, .immutable)) }
    do {
      return try shared(header.url)
    } catch let error as StoreError where error.code == .unreadable || error.code == .notWritable {
      // SQLite wants to make a file beside it, and may not.
      return try checked(Connection(header.url, .immutable))
    }
  }

  private static func shared(_ url: URL) throws -> Connection {
    try checked(Connection(url, .shared))
  }

  /// SQLite reads nothing of the file before the first statement.
  private static func checked(_ connection: Connection) throws -> Connection {
    _ = try connection.integer("SELECT count(*) FROM sqlite_master")
    return connection
  }
}
