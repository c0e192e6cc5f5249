// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A transaction of a SQLite file.
final class SQLiteConnection: SQLConnection {
  private let db: Database
  let isWriting: Bool

  init(_ db: Database, isWriting: Bool) { (self.db, self.isWriting) = (db, isWriting) }

  var dialect: SQLDialect { .sqlite }

  func each(_ sql: String, _ values: [any SQLConvertible], _ body: (SQLRow) throws -> Void) throws {
    let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: Self.arguments(values))
    while let row = try cursor.next() { try body(SQLRow(row)) }
  }

  func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    try each(sql, values) { rows.append($0) }
    return rows
  }

  func run(_ sql: String, _ values: [any SQLConvertible]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: Self.arguments(values))
  }

  func change(_ sql: String, _ values: [any SQLConvertible]) throws -> Int {
    try run(sql, values)
    return db.changesCount
  }

  func insert(_ sql: String, _ values: [any SQLConvertible], number key: String) throws -> Int64 {
    try run(sql, values)
    return db.lastInsertedRowID
  }

  private static func arguments(_ values: [any SQLConvertible]) -> StatementArguments {
    // Of this type: GRDB asks values of one type for theirs by a key path, which took a sixth of an upload's time.
    StatementArguments(
      values.map { value -> (any DatabaseValueConvertible)? in
        switch value.sqlValue {
        case .null: nil
        case .integer(let value): value
        // SQLite takes what the driver gives it as a text to end with U+0000.
        case .text(let value): value.utf8.contains(0) ? Data(value.utf8) : value
        case .bytes(let value): value
        }
      })
  }
}

extension SQLRow {
  fileprivate init(_ row: Row) {
    self.init(
      row.databaseValues.map { value in
        switch value.storage {
        case .null: .null
        case .int64(let value): .integer(value)
        // The server writes none: what reads it finds that its type is wrong.
        case .double: .null
        case .string(let value): .text(value)
        case .blob(let value): .bytes(value)
        }
      })
  }
}
