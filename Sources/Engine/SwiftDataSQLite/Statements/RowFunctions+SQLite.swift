// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite
import SwiftDataCore

/// SQLite's functions in the form in which rows are read and written.
enum SQLiteFunctions {
  /// Lives as long as the process: readers keep the address.
  // Unsafe: an address that never changes, of what never does.
  nonisolated(unsafe) static let reading: UnsafePointer<RowFunctions> = {
    let pointer = UnsafeMutablePointer<RowFunctions>.allocate(capacity: 1)
    pointer.initialize(
      to: RowFunctions(
        type: { sqlite3_column_type($0, $1) },
        integer: { sqlite3_column_int64($0, $1) },
        real: { sqlite3_column_double($0, $1) },
        text: { sqlite3_column_text($0, $1) },
        blob: { sqlite3_column_blob($0, $1) },
        byteCount: { sqlite3_column_bytes($0, $1) }))
    return UnsafePointer(pointer)
  }()

  // Unsafe: as above.
  nonisolated(unsafe) static let binding: UnsafePointer<BindFunctions> = {
    let pointer = UnsafeMutablePointer<BindFunctions>.allocate(capacity: 1)
    pointer.initialize(
      to: BindFunctions(
        null: { sqlite3_bind_null($0, $1) },
        integer: { sqlite3_bind_int64($0, $1, $2) },
        real: { sqlite3_bind_double($0, $1, $2) },
        // Lengths of 64 bits: SQLite itself refuses what is too long.
        text: { statement, parameter, text, count in
          // UTF-8 units and C characters are both bytes.
          let bytes = text.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
          return refusal(
            sqlite3_bind_text64(
              statement, parameter, bytes, UInt64(count), transient, UInt8(SQLITE_UTF8)))
        },
        blob: { statement, parameter, bytes, count in
          refusal(sqlite3_bind_blob64(statement, parameter, bytes, UInt64(count), transient))
        }))
    return UnsafePointer(pointer)
  }()
}

/// Not an error: a number that the statement does not use.
@inline(__always)
private func refusal(_ code: Int32) -> Int32 { code == SQLITE_RANGE ? 0 : code }

/// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
// SQLite's macro is this cast, which the importer leaves out.
let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
