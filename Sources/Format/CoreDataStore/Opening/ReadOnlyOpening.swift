// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens a store so that no byte of it, or of its folder, changes.
///
/// Recent rows often lie in the log (`-wal`) only, so it is always read with
/// the file. SQLite needs an index of the log (`-shm`). If there is one, a
/// program may have the store open: it is read, under SQLite's locks. If there
/// is none, a private copy is read, which gets an index of its own.
///
/// A file without a log is read as it lies there, without locks. If an app opens
/// it meanwhile and writes to it, reading ends with an error: see
/// ``Connection/expectUnchanged()``.
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
    if header.usesLog { return try unlocked(header) }
    do {
      return try shared(header.url)
    } catch let error as StoreError where error.code == .unreadable || error.code == .notWritable {
      // SQLite wants to make a file beside it, and may not.
      return try unlocked(header)
    }
  }

  /// The header was read before it was known that there is no log: what has changed since then counts.
  private static func unlocked(_ header: SQLiteFileHeader) throws -> Connection {
    try checked(Connection(header.url, .immutable(header.version)))
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
