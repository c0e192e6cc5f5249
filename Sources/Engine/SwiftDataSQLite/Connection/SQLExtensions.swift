// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The collations and functions that our SQL uses beyond SQLite's own.
enum SQLExtensions {
  static func register(on handle: OpaquePointer) throws {
    for collation in SQLCollations.all { try check(register(collation, handle), handle) }
    for function in SQLFunctions.all { try check(register(function, handle), handle) }
    for aggregate in SQLFunctions.aggregates { try check(register(aggregate, handle), handle) }
    // Stores with derived attributes have triggers that call these. Their
    // work is Core Data's in memory; here it is enough that they exist.
    for name in [
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
    ] {
      try check(
        sqlite3_create_function_v2(
          handle, name, -1, SQLITE_UTF8, nil, { context, _, _ in sqlite3_result_null(context) },
          nil, nil, nil),
        handle)
    }
  }

  /// Registers functions that one store has for itself.
  static func register(_ functions: [SQLFunction], on handle: OpaquePointer) throws {
    for function in functions { try check(register(function, handle), handle) }
  }

  static func check(_ code: Int32, _ handle: OpaquePointer) throws {
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  // MARK: Collations

  private final class Box<Content> {
    let content: Content
    init(_ content: Content) { self.content = content }

    /// Retained for SQLite, which gives it back by `release` when the function or the collation is removed.
    static func pointer(_ content: Content) -> UnsafeMutableRawPointer {
      Unmanaged.passRetained(Box(content)).toOpaque()
    }

    /// The content of what `pointer` has made: SQLite hands it to callbacks of the same registration only.
    static func content(_ pointer: UnsafeMutableRawPointer) -> Content {
      Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().content
    }

    /// The destructor of a registration.
    static func release(_ pointer: UnsafeMutableRawPointer?) {
      if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
    }
  }

  private static func register(_ collation: SQLCollation, _ handle: OpaquePointer) -> Int32 {
    let data = Box<SQLCollation>.pointer(collation)
    let code = sqlite3_create_collation_v2(
      handle, collation.name, SQLITE_UTF8, data,
      { data, leftCount, left, rightCount, right in
        guard let data else { return 0 }
        return Box<SQLCollation>.content(data).compare(
          SQLExtensions.text(left, leftCount), SQLExtensions.text(right, rightCount))
      }, { Box<SQLCollation>.release($0) })
    // Unlike that of a function, the destructor of a collation is not called if registering fails.
    if code != SQLITE_OK { Box<SQLCollation>.release(data) }
    return code
  }

  private static func text(
    _ start: UnsafeRawPointer?, _ count: Int32
  ) -> UnsafeBufferPointer<UInt8> {
    // SQLite's own memory, valid for the call.
    UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : Int(count))
  }

  // MARK: Functions

  private static func register(_ function: SQLFunction, _ handle: OpaquePointer) -> Int32 {
    let flags = SQLITE_UTF8 | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let data = Box<SQLFunction>.pointer(function)
    return sqlite3_create_function_v2(
      handle, function.name, Int32(function.argumentCount), flags, data,
      function.test == nil ? call : test, nil, nil, { Box<SQLFunction>.release($0) })
  }

  private final class Folding {
    let fold: (SQLValue, SQLValue) -> SQLValue
    var value: SQLValue?
    init(_ fold: @escaping (SQLValue, SQLValue) -> SQLValue) { self.fold = fold }
  }

  private static func register(_ aggregate: SQLAggregateFunction, _ handle: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      handle, aggregate.name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Box<SQLAggregateFunction>.pointer(aggregate), nil,
      { context, _, arguments in
        guard let arguments, sqlite3_value_type(arguments[0]) != SQLITE_NULL,
          let data = sqlite3_user_data(context),
          let memory = sqlite3_aggregate_context(
            context, Int32(MemoryLayout<UnsafeRawPointer?>.size))
        else { return }
        // SQLite gives zeroed memory of the size asked for, the same for one aggregate; a null pointer is zeros.
        let slot = memory.assumingMemoryBound(to: UnsafeRawPointer?.self)
        let folding: Folding
        if let known = slot.pointee {
          folding = Unmanaged<Folding>.fromOpaque(known).takeUnretainedValue()
        } else {
          // Retained in the slot; SQLite always calls the end of an aggregate, which takes it.
          folding = Folding(Box<SQLAggregateFunction>.content(data).fold)
          slot.pointee = UnsafeRawPointer(Unmanaged.passRetained(folding).toOpaque())
        }
        let next = SQLExtensions.value(arguments[0])
        folding.value = folding.value.map { folding.fold($0, next) } ?? next
      },
      { context in
        // Zero bytes: no memory is made for an aggregate of nothing.
        guard let memory = sqlite3_aggregate_context(context, 0),
          let known = memory.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee
        else { return sqlite3_result_null(context) }
        let folding = Unmanaged<Folding>.fromOpaque(known).takeRetainedValue()
        SQLExtensions.result(folding.value ?? .null, context)
      }, { Box<SQLAggregateFunction>.release($0) })
  }

  private typealias Call =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static let call: Call = { context, count, arguments in
    guard let data = sqlite3_user_data(context) else { return }
    let values = (0..<Int(count)).map { value(arguments?[$0]) }
    result(Box<SQLFunction>.content(data).call(values), context)
  }

  /// A test of two texts, on SQLite's own copies.
  private static let test: Call = { context, count, arguments in
    guard let data = sqlite3_user_data(context), let arguments, count == 2,
      let test = Box<SQLFunction>.content(data).test
    else { return }
    guard sqlite3_value_type(arguments[0]) == SQLITE_TEXT,
      sqlite3_value_type(arguments[1]) == SQLITE_TEXT
    else { return sqlite3_result_null(context) }
    let first = text(sqlite3_value_text(arguments[0]), sqlite3_value_bytes(arguments[0]))
    let second = text(sqlite3_value_text(arguments[1]), sqlite3_value_bytes(arguments[1]))
    sqlite3_result_int(context, test(first, second) ? 1 : 0)
  }

  private static func value(_ argument: OpaquePointer?) -> SQLValue {
    let count = Int(sqlite3_value_bytes(argument))
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(start: sqlite3_value_text(argument), count: count)
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(start: sqlite3_value_blob(argument), count: count)
      return .blob(.init(bytes))
    default: return .null
    }
  }

  private static func result(_ value: SQLValue, _ context: OpaquePointer?) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          // No address would make a NULL of an empty string.
          guard let start = $0.baseAddress else {
            return sqlite3_result_text(context, "", 0, transient)
          }
          sqlite3_result_text64(
            context, start, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let value):
      value.withUnsafeBytes {
        if $0.count == 0 {
          sqlite3_result_zeroblob(context, 0)
        } else {
          sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), transient)
        }
      }
    }
  }
}
