// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import GRDBSQLite

/// A function of SQLite's whose time grows with the product of its two arguments: it is called for as much as a second
/// of work, and refused beyond.
///
/// A connection that replaces a function cannot call the original one, so another connection without a file does.
final class CostlyFunction {
  private let name: String
  private let cost: (_ first: Int, _ second: Int) -> (result: Int, overflow: Bool)
  private let handle: OpaquePointer

  private static let functions: [(name: String, cost: @Sendable (Int, Int) -> (Int, Bool))] = [
    // Each member of the patch is looked for among all that there are by then.
    ("json_patch", costOfPatch), ("jsonb_patch", costOfPatch),
    // Each character that is no digit is looked for among those to skip.
    ("unhex", { $0.multipliedReportingOverflow(by: $1) }),
  ]

  @Sendable private static func costOfPatch(_ target: Int, _ patch: Int) -> (Int, Bool) {
    let (all, isTooMuch) = target.addingReportingOverflow(patch)
    let (product, overflow) = all.multipliedReportingOverflow(by: patch)
    return (product, isTooMuch || overflow)
  }

  private init?(_ name: String, _ cost: @escaping (Int, Int) -> (Int, Bool)) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      return nil
    }
    self.name = name
    self.cost = cost
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  private func prepare() -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "SELECT \(name)(?1, ?2)", -1, &statement, nil) == SQLITE_OK else { return nil }
    return statement
  }

  /// Those that this SQLite has.
  ///
  /// - Throws: ``StudioError``
  static func register(on connection: Connection) throws {
    for (name, cost) in functions {
      guard let function = CostlyFunction(name, cost) else { throw StudioError("SQLite opens no second connection.") }
      guard let statement = function.prepare() else { continue }
      sqlite3_finalize(statement)
      sqlite3_limit(function.handle, SQLITE_LIMIT_LENGTH, sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, -1))
      // SQLite lets go of it, also where it does not accept the function.
      let code = sqlite3_create_function_v2(
        connection.handle, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | returnsSubtype,
        Unmanaged.passRetained(function).toOpaque(),
        { context, count, arguments in
          guard let data = sqlite3_user_data(context), count == 2, let first = arguments?[0], let second = arguments?[1]
          else { return }
          Unmanaged<CostlyFunction>.fromOpaque(data).takeUnretainedValue().call(context, first, second)
        }, nil, nil,
        { data in
          guard let data else { return }
          Unmanaged<CostlyFunction>.fromOpaque(data).release()
        })
      guard code == SQLITE_OK else { throw StudioError("SQLite does not accept the function '\(name)'.") }
    }
  }

  /// `SQLITE_RESULT_SUBTYPE`, which older versions ignore: that a result is JSON is said by its subtype.
  private static let returnsSubtype: Int32 = 0x100_0000

  private func call(_ context: OpaquePointer?, _ first: OpaquePointer, _ second: OpaquePointer) {
    let (work, overflow) = cost(Self.size(first), Self.size(second))
    guard !overflow, work <= BoundedFunctions.mostComparisons else {
      return sqlite3_result_error(context, "The arguments of \(name) are too long here", -1)
    }
    guard let statement = prepare() else { return sqlite3_result_error(context, sqlite3_errmsg(handle), -1) }
    defer { sqlite3_finalize(statement) }
    sqlite3_bind_value(statement, 1, first)
    sqlite3_bind_value(statement, 2, second)
    switch sqlite3_step(statement) {
    case SQLITE_ROW: sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    case SQLITE_TOOBIG: sqlite3_result_error_toobig(context)
    case SQLITE_NOMEM: sqlite3_result_error_nomem(context)
    default: sqlite3_result_error(context, sqlite3_errmsg(handle), -1)
    }
  }

  private static func size(_ value: OpaquePointer) -> Int {
    switch sqlite3_value_type(value) {
    case SQLITE_TEXT, SQLITE_BLOB: Int(sqlite3_value_bytes(value))
    default: 0
    }
  }
}
