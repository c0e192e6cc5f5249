// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CBenchLibpq
  import Foundation

  /// A connection, as thin as it gets: prepared statements, values in binary form both ways.
  final class LibpqConnection {
    private let handle: OpaquePointer
    private var statements = 0

    init(_ address: String) throws {
      guard let handle = PQconnectdb(address) else { throw LibpqError(message: "out of memory") }
      self.handle = handle
      guard PQstatus(handle) == CONNECTION_OK else { throw error() }
      PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    func execute(_ sql: String) throws {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
        throw error()
      }
    }

    /// - Returns: The statement's name.
    func prepare(_ sql: String, _ types: [LibpqType]) throws -> String {
      statements += 1
      let name = "s\(statements)"
      let result = PQprepare(handle, name, sql, Int32(types.count), types.map(\.rawValue))
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw error() }
      return name
    }

    @discardableResult
    func run(_ name: String, _ values: LibpqValues = LibpqValues()) throws -> LibpqRows {
      let result = values.withPointers { pointers, lengths, formats in
        PQexecPrepared(handle, name, Int32(lengths.count), pointers, lengths, formats, 1)
      }
      guard let result, PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
        PQclear(result)
        throw error()
      }
      return LibpqRows(result)
    }

    private func error() -> LibpqError { LibpqError(message: String(cString: PQerrorMessage(handle))) }
  }

  struct LibpqError: Error {
    var message: String
  }

  enum LibpqType: UInt32 {
    case boolean = 16
    case integer = 20
    case text = 25
    case real = 701
    case booleans = 1000
    case texts = 1009
    case integers = 1016
    case reals = 1022
  }

  /// The rows of a result; freed with it.
  final class LibpqRows {
    private let result: OpaquePointer
    let count: Int32

    init(_ result: OpaquePointer) {
      self.result = result
      count = PQntuples(result)
    }

    deinit { PQclear(result) }

    private func raw(_ row: Int32, _ column: Int32) -> UnsafeRawPointer {
      UnsafeRawPointer(PQgetvalue(result, row, column))
    }

    func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(result, row, column) != 0 }
    func integer(_ row: Int32, _ column: Int32) -> Int64 {
      Int64(bigEndian: raw(row, column).loadUnaligned(as: Int64.self))
    }
    func double(_ row: Int32, _ column: Int32) -> Double {
      Double(bitPattern: UInt64(bitPattern: integer(row, column)))
    }
    func bool(_ row: Int32, _ column: Int32) -> Bool { raw(row, column).load(as: UInt8.self) != 0 }
    func string(_ row: Int32, _ column: Int32) -> String {
      let bytes = UnsafeRawBufferPointer(start: raw(row, column), count: Int(PQgetlength(result, row, column)))
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
