// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import GRDBSQLite

/// Runs a SELECT of the user's own, on a connection of its own.
///
/// SQLite asks about everything that a statement would do before it runs (`sqlite3_set_authorizer`); only reading is
/// allowed. Rows, their sizes and the time are limited.
package struct ReadOnlySQL: Sendable {
  package var limits: SQLLimits

  package init(_ limits: SQLLimits = SQLLimits()) { self.limits = limits }

  /// - Throws: ``StudioError``, ``StoreError``
  package func run(_ sql: String, _ url: URL) throws -> SQLResult {
    guard sql.utf8.count <= SQLLimits.longestStatement else { throw StudioError("The statement is too long.") }
    let store = try Store(reading: url)
    let connection = store.connection
    defer { connection.close() }
    // What functions may make: a text of a gigabyte would be one call.
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, 32_000_000)
    sqlite3_limit(connection.handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 500)
    try connection.execute("PRAGMA query_only = ON")
    try BoundedFunctions.register(on: connection)
    sqlite3_set_authorizer(
      connection.handle,
      { _, action, first, second, _, _ in
        ReadOnlySQL.isAllowed(action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
          ? SQLITE_OK : SQLITE_DENY
      }, nil)
    return try TimeLimit.run(connection, seconds: limits.timeLimit) { try run(sql, connection) }
  }

  private static func isAllowed(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
    case SQLITE_FUNCTION: !["load_extension", "fts3_tokenizer", "edit", "writefile", "readfile"].contains(second ?? "")
    // Of one argument at most, which names a table.
    case SQLITE_PRAGMA:
      ["table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list"]
        .contains((first ?? "").lowercased())
    default: false
    }
  }

  private func run(_ sql: String, _ connection: Connection) throws -> SQLResult {
    let start = DispatchTime.now()
    let statement = try prepare(sql, connection)
    defer { sqlite3_finalize(statement) }
    let count = sqlite3_column_count(statement)
    guard count > 0, sqlite3_stmt_readonly(statement) != 0 else {
      throw StudioError("The statement answers nothing.", advice: "Write a SELECT.")
    }
    let columns = (0..<count).map { sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? "" }
    var rows: [[SQLResult.Value]] = []
    var isCut = false
    var size = 0
    loop: while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard rows.count < limits.rowLimit, size < limits.sizeLimit else {
          isCut = true
          break loop
        }
        rows.append((0..<count).map { value(statement, $0, &size) })
      case SQLITE_DONE: break loop
      default: throw Self.error(connection)
      }
    }
    let time = (DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000
    return SQLResult(columns: columns, rows: rows, isCut: isCut, time: Int(clamping: time))
  }

  private func prepare(_ sql: String, _ connection: Connection) throws -> OpaquePointer {
    try sql.withCString { text in
      var pointer: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      guard sqlite3_prepare_v2(connection.handle, text, -1, &pointer, &tail) == SQLITE_OK else {
        throw Self.error(connection)
      }
      guard let pointer else { throw StudioError("There is no statement.", advice: "Write a SELECT.") }
      if let tail, String(cString: tail).contains(where: { !$0.isWhitespace && $0 != ";" }) {
        sqlite3_finalize(pointer)
        throw StudioError("There is more than one statement.", advice: "Run them one by one.")
      }
      return pointer
    }
  }

  private static func error(_ connection: Connection) -> StudioError {
    let message = sqlite3_errmsg(connection.handle).map { String(cString: $0) } ?? "unknown"
    if sqlite3_errcode(connection.handle) & 0xFF == SQLITE_AUTH {
      return StudioError(
        "The statement would do more than read (\(message)).",
        advice: "Only SELECT is allowed here. Rows are changed in the grid, if Studio was started with '--write'.")
    }
    return StudioError("SQLite says: \(message).")
  }

  private func value(_ statement: OpaquePointer, _ column: Int32, _ size: inout Int) -> SQLResult.Value {
    size += 16
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .number("\(sqlite3_column_int64(statement, column))")
    case SQLITE_FLOAT: return .number("\(sqlite3_column_double(statement, column))")
    case SQLITE_TEXT:
      guard let bytes = sqlite3_column_text(statement, column) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, column))
      let taken = min(count, limits.longestText)
      size += taken
      let text = String(decoding: UnsafeBufferPointer(start: bytes, count: taken), as: UTF8.self)
      return .text(taken < count ? text + "…" : text)
    case SQLITE_BLOB where limits.includesBytes:
      let count = Int(max(0, sqlite3_column_bytes(statement, column)))
      size += count
      return .data(sqlite3_column_blob(statement, column).map { Data(bytes: $0, count: count) } ?? Data())
    case SQLITE_BLOB: return .bytes(UInt64(max(0, sqlite3_column_bytes(statement, column))))
    default: return .null
    }
  }
}
