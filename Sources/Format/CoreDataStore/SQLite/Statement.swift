// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// A compiled statement.
package final class Statement {
  /// The connection keeps statements, so they do not keep it.
  private weak var connection: Connection?
  package private(set) var pointer: OpaquePointer?
  package private(set) lazy var columnNames: [String] = (0..<columnCount).map { index in
    sqlite3_column_name(pointer, Int32(index)).map { String(cString: $0) } ?? ""
  }

  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  // SQLite's macro is this cast, which the importer leaves out.
  fileprivate static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ sql: String, _ connection: Connection) throws {
    self.connection = connection
    let code = sqlite3_prepare_v2(connection.handle, sql, -1, &pointer, nil)
    guard code == SQLITE_OK, pointer != nil else { throw connection.failure(code) }
  }

  deinit { sqlite3_finalize(pointer) }

  private func failure(_ code: Int32) -> StoreError {
    connection?.failure(code) ?? StoreError(.unreadable, "The store has been closed.")
  }

  package func bind(_ values: [SQLiteValue]) throws {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  package func bind(_ value: SQLiteValue, at index: Int32) throws {
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(pointer, index)
    case .integer(let value): code = sqlite3_bind_int64(pointer, index, value)
    case .real(let value): code = sqlite3_bind_double(pointer, index, value)
    case .text(let value):
      code = sqlite3_bind_text64(
        pointer, index, value, UInt64(value.utf8.count), Self.transient, UInt8(SQLITE_UTF8))
    case .blob(let value):
      code =
        value.isEmpty
        ? sqlite3_bind_zeroblob(pointer, index, 0)
        : value.withUnsafeBytes {
          sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), Self.transient)
        }
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Whether there is another row.
  package func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      try connection?.expectUnchanged()
      return false
    case let code:
      defer { reset() }
      throw failure(code)
    }
  }

  package func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  package func isNull(_ column: Int) -> Bool { sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

  package func key(_ column: Int) -> Int64? { value(column).key }

  package func text(_ column: Int) -> String? {
    guard !isNull(column), let bytes = sqlite3_column_text(pointer, Int32(column)) else {
      return nil
    }
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func isText(_ column: Int) -> Bool { sqlite3_column_type(pointer, Int32(column)) == SQLITE_TEXT }

  /// - Parameter text: makes a value of the bytes of a text, which need not be UTF-8.
  func value(_ column: Int, text: (Data) -> SQLiteValue) -> SQLiteValue {
    guard isText(column), let bytes = sqlite3_column_text(pointer, Int32(column)) else {
      return value(column)
    }
    return text(Data(bytes: bytes, count: Int(sqlite3_column_bytes(pointer, Int32(column)))))
  }

  package func value(_ column: Int) -> SQLiteValue {
    let index = Int32(column)
    switch sqlite3_column_type(pointer, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, index))
    case SQLITE_TEXT: return .text(text(column) ?? "")
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(pointer, index) else { return .blob(Data()) }
      return .blob(Data(bytes: bytes, count: Int(sqlite3_column_bytes(pointer, index))))
    default: return .null
    }
  }

  package var row: [SQLiteValue] { (0..<columnCount).map { value($0) } }
}
