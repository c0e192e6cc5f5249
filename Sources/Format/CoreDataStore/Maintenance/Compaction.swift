// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Gives back the space that a file does not need.
package enum Compaction {
  package struct Result: Sendable {
    package let before: UInt64
    package let after: UInt64
  }

  /// Moves the log into the file, and writes the file anew without gaps.
  ///
  /// - Throws: ``StoreError/Code/busy`` if another program has it open.
  package static func compact(_ url: URL) throws -> Result {
    let file = url.resolvingSymlinksInPath()
    // Nothing is done to a file that is no store, or damaged.
    let store = try Store(reading: file)
    if let damage = store.connection.damage() {
      try store.connection.expectUnchanged()
      throw StoreError(
        .damaged, "The database is damaged, so nothing was changed (\(damage)).", file: file.path,
        advice: "Run 'swiftdata check' to find out what is wrong.")
    }
    store.connection.close()
    let header = try SQLiteFileHeader(file)
    let before = header.size + header.logSize
    let connection = try Connection(file, .writable)
    // Waiting would not help: an app keeps its store open.
    try connection.setBusyTimeout(200)
    // Fails while any other connection is open.
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.execute("BEGIN EXCLUSIVE")
    try connection.execute("COMMIT")
    if header.usesLog { try connection.checkpoint() }
    try connection.execute("VACUUM")
    if header.usesLog { try connection.checkpoint() }
    connection.close()
    let after = try SQLiteFileHeader(file)
    return Result(before: before, after: after.size + after.logSize)
  }
}

extension Connection {
  func setBusyTimeout(_ milliseconds: Int) throws {
    try execute("PRAGMA busy_timeout = \(milliseconds)")
  }

  fileprivate func checkpoint() throws {
    let row = try rows("PRAGMA wal_checkpoint(TRUNCATE)").first
    guard row?.first?.key != 1 else { throw failure(5) }
  }
}
