// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// A transaction of a SQLite file.
///
/// GRDB opens the file, keeps statements and ends transactions. Values go to SQLite directly: as GRDB's arguments and rows they
/// took as long as SQLite itself, a third of an upload.
final class SQLiteConnection: SQLConnection {
  private let db: Database
  let isWriting: Bool

  init(_ db: Database, isWriting: Bool) { (self.db, self.isWriting) = (db, isWriting) }

  var dialect: SQLDialect { .sqlite }

  func each(_ sql: String, _ values: [any SQLConvertible], _ body: (SQLRow) throws -> Void) throws {
    let statement = try db.cachedStatement(sql: sql).sqliteStatement
    // Nothing of it stays open, or the transaction could not end.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    try bind(values, to: statement, sql)
    let columns = sqlite3_column_count(statement)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(SQLRow((0..<columns).map { SQLValue(statement, $0) }))
      case SQLITE_DONE: return
      default: throw failure(sql)
      }
    }
  }

  func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    try each(sql, values) { rows.append($0) }
    return rows
  }

  func run(_ sql: String, _ values: [any SQLConvertible]) throws { try each(sql, values) { _ in } }

  func change(_ sql: String, _ values: [any SQLConvertible]) throws -> Int {
    try run(sql, values)
    return db.changesCount
  }

  func insert(_ sql: String, _ values: [any SQLConvertible], number key: String) throws -> Int64 {
    try run(sql, values)
    return db.lastInsertedRowID
  }

  private func bind(_ values: [any SQLConvertible], to statement: OpaquePointer, _ sql: String) throws {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code: Int32
      switch value.sqlValue {
      case .null: code = sqlite3_bind_null(statement, place)
      case .integer(let value): code = sqlite3_bind_int64(statement, place, value)
      case .text(var value):
        code = value.withUTF8 { utf8 in
          // Functions of SQLite take a text to end with U+0000.
          utf8.contains(0)
            ? Self.bind(UnsafeRawBufferPointer(utf8), to: statement, place)
            : utf8.withMemoryRebound(to: CChar.self) {
              sqlite3_bind_text64(
                statement, place, $0.baseAddress, UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8))
            }
        }
      case .bytes(let value): code = value.withUnsafeBytes { Self.bind($0, to: statement, place) }
      }
      guard code == SQLITE_OK else { throw failure(sql) }
    }
  }

  private static func bind(_ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer, _ place: Int32) -> Int32 {
    // No address would be NULL.
    bytes.isEmpty
      ? sqlite3_bind_zeroblob(statement, place, 0)
      : sqlite3_bind_blob64(statement, place, bytes.baseAddress, UInt64(bytes.count), copied)
  }

  /// `SQLITE_TRANSIENT`: SQLite copies what is bound.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func failure(_ sql: String) -> DatabaseError {
    DatabaseError(resultCode: db.lastErrorCode, message: db.lastErrorMessage, sql: sql)
  }
}

extension SQLValue {
  /// A column of the row that a statement is at.
  fileprivate init(_ statement: OpaquePointer, _ column: Int32) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      // In this order: the first one makes the text, and the second one has its length.
      let text = sqlite3_column_text(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      self = .text(String(decoding: UnsafeBufferPointer(start: text, count: text == nil ? 0 : count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, column)
      self = .bytes(bytes.map { Data(bytes: $0, count: Int(sqlite3_column_bytes(statement, column))) } ?? Data())
    // The server writes no real numbers: what reads one finds that its type is wrong.
    default: self = .null
    }
  }
}
