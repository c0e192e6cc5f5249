// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore

/// SQLite's result codes, as errors that name the file and say what to do.
enum SQLiteErrors {
  /// - Parameter systemError: `errno`, where SQLite failed because of the system.
  static func error(
    code: Int32, message: String, file: URL?, sql: String? = nil, entity: String? = nil,
    systemError: Int32 = 0
  ) -> SwiftDataError {
    let cause = DatabaseError(
      resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    func make(_ kind: SwiftDataError, _ explanation: String, _ advice: String) -> SwiftDataError {
      SwiftDataError(
        kind, explanation, entity: entity, file: file, advice: advice, underlying: cause)
    }
    let isFailureOfSystem = code & 0xff == SQLITE_IOERR || code & 0xff == SQLITE_CANTOPEN
    switch isFailureOfSystem && isOutOfSpace(systemError) ? SQLITE_FULL : code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED:
      let holder = file.flatMap { LockHolder.describe($0) }
      return make(
        .storeIsBusy,
        "Another connection has kept the store locked."
          + (holder.map { " The lock for writing is held by \($0)." } ?? ""),
        "Try again when the other program has finished its transaction.")
    case SQLITE_FULL:
      return make(
        .storeIsFull, "There is no space left on the disk; the change was not made.",
        "Free space on the disk, then save again.")
    case SQLITE_READONLY, SQLITE_PERM:
      return make(
        .storeIsReadOnly, "The file, or its folder, cannot be written to.",
        "Check the permissions of the file and its folder, or open the store with allowsSave: false.")
    case SQLITE_CORRUPT:
      return make(
        .storeIsCorrupted, "The file is damaged.",
        "Restore the file and its -wal from a backup.")
    case SQLITE_NOTADB:
      return make(
        .storeIsNotADatabase, "The file is not an SQLite database.",
        "Check the path, or move the file away to start with an empty store.")
    case SQLITE_CONSTRAINT:
      return make(
        .uniqueConflict, "Another row has the same unique values.",
        "Change the value, or delete the other object first.")
    case SQLITE_TOOBIG:
      return make(
        .valueOutOfRange, "A value or a row is larger than the store allows.",
        "Keep very large values in separate files.")
    case SQLITE_CANTOPEN:
      return make(
        .loadIssueModelContainer, "The file cannot be opened.",
        "Check that the folder exists and that the process may read and write files in it.")
    case SQLITE_IOERR:
      return make(
        isOutOfSpace(message) ? .storeIsFull : .storeFailure,
        "The file could not be read or written.",
        "Check the disk and its free space; nothing of the change was kept.")
    case SQLITE_ERROR where message.contains("integer overflow"):
      return make(
        .valueOutOfRange, "A sum does not fit into 64 bits.",
        "Sum fewer rows, or keep the property as Double or Decimal.")
    default:
      return make(
        .storeFailure, "The store could not perform the operation.",
        "Please report this, with the text of the cause.")
    }
  }

  /// Wraps what GRDB throws; leaves other errors as they are.
  static func wrap(_ error: any Error, file: URL?) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    return self.error(
      code: error.extendedResultCode.rawValue, message: error.message ?? "", file: file,
      sql: error.sql)
  }

  static func closed(_ file: URL?) -> SwiftDataError {
    SwiftDataError(
      .storeFailure, "The store has been closed.", file: file,
      advice: "Create a new container to continue.")
  }

  private static func isOutOfSpace(_ message: String) -> Bool {
    message.contains("full") || message.contains("No space")
  }

  private static func isOutOfSpace(_ systemError: Int32) -> Bool {
    #if os(Windows)
      systemError == ENOSPC || systemError == EFBIG
    #else
      systemError == ENOSPC || systemError == EFBIG || systemError == EDQUOT
    #endif
  }
}
