// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// A compiled statement of one connection.
final class PreparedStatement {
  let pointer: OpaquePointer
  private unowned let connection: SQLiteConnection
  /// Whether a caller is stepping through it: a nested request for the same
  /// text then gets a statement of its own.
  var isInUse = false
  /// Rows since a caller has set it to zero.
  @exclusivity(unchecked) var rowCount = 0
  /// The text without values.
  private(set) lazy var shape = sqlite3_sql(pointer).map { StatementShape.text(of: String(cString: $0)) } ?? ""

  init(_ sql: String, connection: SQLiteConnection, isPersistent: Bool) throws {
    self.connection = connection
    var pointer: OpaquePointer?
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &pointer, nil)
    guard code == SQLITE_OK, let pointer else { throw connection.error(code, sql: sql) }
    self.pointer = pointer
  }

  deinit { sqlite3_finalize(pointer) }

  // MARK: Stepping

  /// Goes to the next row; false if there is none.
  @inline(__always)
  func step() throws -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW {
      rowCount &+= 1
      return true
    }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Runs to the end and makes the statement ready for the next run.
  @inline(__always)
  func run() throws {
    if !isInUse { connection.statistics.noteStatement() }
    let code = sqlite3_step(pointer)
    if code != SQLITE_DONE, code != SQLITE_ROW {
      let error = failure(code)
      sqlite3_reset(pointer)
      throw error
    }
    sqlite3_reset(pointer)
  }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func failure(_ code: Int32) -> SwiftDataError {
    connection.error(code, sql: sqlite3_sql(pointer).map { String(cString: $0) })
  }

  // MARK: Parameters

  func bind(_ value: Int64, _ parameter: Int32) { sqlite3_bind_int64(pointer, parameter, value) }

  func bind(_ value: Int64?, _ parameter: Int32) {
    if let value { bind(value, parameter) } else { sqlite3_bind_null(pointer, parameter) }
  }

  func bind(_ value: Double, _ parameter: Int32) { sqlite3_bind_double(pointer, parameter, value) }

  func bind(_ value: String, _ parameter: Int32) throws {
    var value = value
    let code = value.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        // An empty string may have no address, and that would bind NULL.
        sqlite3_bind_text64(
          pointer, parameter, $0.baseAddress ?? emptyText, UInt64($0.count), transient,
          UInt8(SQLITE_UTF8))
      }
    }
    if code != SQLITE_OK { throw failure(code) }
  }

  func bind(_ value: UnsafeRawBufferPointer, _ parameter: Int32) throws {
    let code =
      value.count == 0
      ? sqlite3_bind_zeroblob(pointer, parameter, 0)
      : sqlite3_bind_blob64(
        pointer, parameter, value.baseAddress, UInt64(value.count), transient)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds the values in order, from parameter 1 on.
  func bind(_ values: [SQLValue]) throws {
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1)) }
  }

  func bind(_ value: SQLValue, _ parameter: Int32) throws {
    switch value {
    case .null: sqlite3_bind_null(pointer, parameter)
    case .integer(let value): bind(value, parameter)
    case .real(let value): bind(value, parameter)
    case .text(let value): try bind(value, parameter)
    case .blob(let value): try value.withUnsafeBytes { try bind($0, parameter) }
    }
  }

  // MARK: Columns

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(pointer, column).map {
      String(
        decoding: UnsafeBufferPointer(
          start: $0, count: Int(sqlite3_column_bytes(pointer, column))), as: UTF8.self)
    }
  }

  /// All columns of the row.
  func constants() -> [ColumnConstant] {
    (0..<sqlite3_column_count(pointer)).map { column in
      switch sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER: .integer(integer(column))
      case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, column))
      case SQLITE_TEXT: .text(text(column) ?? "")
      case SQLITE_BLOB: .bytes(bytes(column))
      default: .null
      }
    }
  }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(pointer, column)
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
  }
}

/// The address of no text at all.
// Unsafe: never changed nor freed.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
  let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  pointer.initialize(to: 0)
  return UnsafePointer(pointer)
}()

/// The compiled statements of one connection, by text.
struct StatementCache {
  private var statements: [String: PreparedStatement] = [:]
  /// Shapes of queries are few; a program that makes up ever new ones starts
  /// over now and then.
  private let limit = 512

  func statement(_ sql: String) -> PreparedStatement? { statements[sql] }

  mutating func insert(_ statement: PreparedStatement, _ sql: String) {
    if statements.count >= limit { statements = statements.filter { $0.value.isInUse } }
    statements[sql] = statement
  }

  mutating func removeAll() { statements = [:] }
}
