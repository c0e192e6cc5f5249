// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import SwiftDataCore

/// Copies a database into another one, page by page, by SQLite's own means.
///
/// `VACUUM INTO` was the other way: it writes a copy without gaps, at the price of reading every row, and tells nothing
/// on the way. The target is changed in one transaction, which the last page commits.
final class PageCopy {
  /// Pages between two looks at whether the work was cancelled: a mebibyte of the usual ones.
  private static let stride: Int32 = 256

  private let target: SQLiteConnection
  private let source: SQLiteConnection
  private var backup: OpaquePointer?
  private let pageSize: Int64

  init(from source: SQLiteConnection, to target: SQLiteConnection) throws {
    self.source = source
    self.target = target
    pageSize = try source.integer("PRAGMA page_size") ?? 4096
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.error(sqlite3_errcode(target.handle))
    }
    self.backup = backup
  }

  deinit { if let backup { sqlite3_backup_finish(backup) } }

  /// Locks the target for writing. Nothing of it is changed yet.
  func lockTarget() throws { _ = try step(0) }

  /// Copies all pages but the last, so that nothing is committed.
  func copyAllButLast(_ work: LongWork) throws {
    while true {
      let rest = max(0, sqlite3_backup_remaining(backup) - 1)
      guard rest > 0 else { return }
      let count = min(rest, Self.stride)
      guard try !step(count) else { return }
      try work.advance(Int64(count) * pageSize)
    }
  }

  /// Copies what is left and commits the target.
  func finish() throws {
    while try !step(Self.stride) {}
    let code = sqlite3_backup_finish(backup)
    backup = nil
    guard code == SQLITE_OK else { throw target.error(code) }
  }

  /// Cancels the copy. SQLite discards the pages that were copied.
  func cancel() {
    sqlite3_backup_finish(backup)
    backup = nil
  }

  /// - Returns: Whether it was the last page.
  private func step(_ pages: Int32) throws -> Bool {
    let code = sqlite3_backup_step(backup, pages)
    switch code {
    case SQLITE_OK: return false
    case SQLITE_DONE: return true
    case SQLITE_CORRUPT, SQLITE_NOTADB: throw source.error(code)
    default: throw target.error(code)
    }
  }
}

extension SQLiteConnection {
  /// The damage that SQLite finds in the file; empty if there is none.
  ///
  /// - Parameter isQuick: Leaves out comparing indexes with their tables.
  func damage(isQuick: Bool, limit: Int = 100, _ work: LongWork) throws -> [String] {
    // Unsafe: SQLite lets any thread interrupt a connection that is open, as this one is until the work ends.
    nonisolated(unsafe) let handle = handle
    return try work.interruptible({ sqlite3_interrupt(handle) }) {
      var lines: [String] = []
      let check = isQuick ? "quick_check" : "integrity_check"
      do {
        try withStatement("PRAGMA \(check)(\(limit))") { statement in
          while try statement.step() {
            if let line = statement.text(0), line != "ok" { lines.append(line) }
          }
        }
      } catch SwiftDataError.storeIsCorrupted {
        // Too damaged for the check.
        lines.append("The check ended early, since the file is damaged.")
      }
      return lines
    }
  }
}
