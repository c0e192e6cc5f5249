// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// Another program that has a store open.
final class App {
  private var handle: OpaquePointer?

  struct Failure: Error {
    let message: String
  }

  init(_ url: URL) throws {
    guard sqlite3_open(url.path, &handle) == SQLITE_OK else { throw Failure(message: "open") }
    // Tests need not survive a power failure.
    try execute("PRAGMA synchronous = OFF")
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Writes the bits of a number, which text might not say.
  func bind(_ value: Double, key: Int) throws {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard
      sqlite3_prepare_v2(handle, "INSERT INTO ZTHING VALUES (?, 1, 1, ?)", -1, &statement, nil)
        == SQLITE_OK, sqlite3_bind_int64(statement, 1, Int64(key)) == SQLITE_OK,
      sqlite3_bind_double(statement, 2, value) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_DONE
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
  }

  /// The first column of each row, as a number.
  func reals(_ sql: String) throws -> [Double] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    var values: [Double] = []
    while sqlite3_step(statement) == SQLITE_ROW { values.append(sqlite3_column_double(statement, 0)) }
    return values
  }

  /// The first column of each row, as text.
  func texts(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "nil")
    }
    return texts
  }
}
