// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq
  import Foundation
  import SwiftDataSyncServer

  /// What a statement has given.
  final class PostgresResult {
    private let pointer: OpaquePointer

    /// Takes what libpq has made, and gives it back when it is needed no more.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    /// How many rows a statement has changed.
    var changes: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

    /// What the server says that it has done: `COMMIT`, or `ROLLBACK` where a commit was asked for.
    var command: String { String(cString: PQcmdStatus(pointer)) }

    var rows: [SQLRow] {
      let width = PQnfields(pointer)
      return (0..<PQntuples(pointer)).map { row in SQLRow((0..<width).map { value(row, $0) }) }
    }

    private func value(_ row: Int32, _ column: Int32) -> SQLValue {
      guard PQgetisnull(pointer, row, column) == 0, let start = PQgetvalue(pointer, row, column) else { return .null }
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(pointer, row, column)))
      switch (PQftype(pointer, column), bytes.count) {
      case (ColumnType.integer64, 8): return .integer(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
      case (ColumnType.integer32, 4): return .integer(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
      case (ColumnType.flag, 1): return .integer(Int64(bytes[0]))
      case (ColumnType.text, _): return .text(String(decoding: bytes, as: UTF8.self))
      case (ColumnType.bytes, _): return .bytes(Data(bytes))
      // No column of the server's: who reads it finds that its type is wrong.
      default: return .null
      }
    }
  }
#endif
