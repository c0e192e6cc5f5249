// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import GRDBSQLite
import SwiftDataSQL

/// The functions through which statements read and write columns of
/// externally stored data.
enum ExternalFunctions {
  static func register(_ files: ExternalFiles, on handle: OpaquePointer) throws {
    for (name, body) in [
      (SQLFunctionName.externalData, read), (.storeExternalData, write),
      (.dropExternalData, drop),
    ] {
      // Each function retains the files; its destructor gives them back, also if registering fails.
      try SQLExtensions.check(
        sqlite3_create_function_v2(
          handle, name.rawValue, 1, SQLITE_UTF8, Unmanaged.passRetained(files).toOpaque(), body,
          nil, nil, { if let data = $0 { Unmanaged<ExternalFiles>.fromOpaque(data).release() } }),
        handle)
    }
  }

  /// Has the files of rows that go removed, whatever statement removes them.
  /// The triggers are the connection's own: the file never has them.
  static func watch(_ layout: StoreLayout, on connection: SQLiteConnection) throws {
    let version = try connection.tablesVersion()
    let triggers = try triggers(layout, connection)
    if connection.fileTriggers?.statements != triggers {
      if connection.fileTriggers != nil { try drop(from: connection) }
      for trigger in triggers { try connection.executeOnce(trigger) }
    }
    connection.fileTriggers = FileTriggers(tablesVersion: version, statements: triggers)
  }

  /// Makes the triggers of a connection that has some again if the tables are others since: they may name columns that
  /// are gone, which fails every deletion, and may lack some that are new.
  static func renew(_ layout: StoreLayout, on connection: SQLiteConnection) throws {
    guard let known = connection.fileTriggers, try known.tablesVersion != connection.tablesVersion() else { return }
    try watch(layout, on: connection)
  }

  /// What a connection has triggers for.
  struct FileTriggers {
    /// SQLite's number of the state of the tables.
    let tablesVersion: Int64
    let statements: [String]
  }

  private static let prefix = "OSD_EXTERNAL_"

  private static func triggers(_ layout: StoreLayout, _ connection: SQLiteConnection) throws -> [String] {
    let kept = try KeptExternalColumns.find(layout, connection)
    var triggers: [String] = []
    for table in layout.tables {
      let names = table.columns.filter(\.isExternal).map(\.name) + (kept[table.name] ?? []).sorted()
      guard !names.isEmpty else { continue }
      let main = SQLText.name(table.name)
      let drop = SQLFunctionName.dropExternalData.rawValue
      let all = names.map { "\(drop)(OLD.\(SQLText.name($0)))" }.joined(separator: ", ")
      triggers.append(
        "CREATE TEMP TRIGGER \(SQLText.name("\(prefix)\(table.name)")) "
          + "AFTER DELETE ON main.\(main) BEGIN SELECT \(all); END")
      for name in names {
        let column = SQLText.name(name)
        triggers.append(
          "CREATE TEMP TRIGGER \(SQLText.name("\(prefix)\(table.name)_\(name)")) "
            + "AFTER UPDATE OF \(column) ON main.\(main) "
            + "WHEN OLD.\(column) IS NOT NEW.\(column) BEGIN SELECT \(drop)(OLD.\(column)); END")
      }
    }
    return triggers
  }

  private static func drop(from connection: SQLiteConnection) throws {
    var names: [String] = []
    try connection.withStatement(
      "SELECT name FROM sqlite_temp_schema WHERE type = 'trigger' AND substr(name, 1, \(prefix.count)) = '\(prefix)'"
    ) { statement in
      while try statement.step() { if let name = statement.text(0) { names.append(name) } }
    }
    for name in names { try connection.executeOnce("DROP TRIGGER temp.\(name.inDoubleQuotes)") }
  }

  private typealias Call =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static func files(_ context: OpaquePointer?) -> ExternalFiles? {
    // What `register` has passed, and the function keeps alive.
    sqlite3_user_data(context).map { Unmanaged<ExternalFiles>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  private static func result(_ bytes: UnsafeRawBufferPointer, _ context: OpaquePointer?) {
    // No address would make a NULL of an empty value.
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_result_zeroblob(context, 0)
    }
    sqlite3_result_blob64(context, start, UInt64(bytes.count), transient)
  }

  private static let read: Call = { context, _, arguments in
    guard let arguments, sqlite3_value_type(arguments[0]) != SQLITE_NULL else {
      return sqlite3_result_null(context)
    }
    let column = bytes(arguments[0])
    switch ExternalColumn(column) {
    case .inline(let first): result(UnsafeRawBufferPointer(rebasing: column[first...]), context)
    case .file(let name):
      let limit = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)
      if let size = files(context)?.size(of: name), size > limit {
        sqlite3_result_error(
          context, "The file \(name) of a large value has \(size) bytes; at most \(limit) can be read.", -1)
        return sqlite3_result_error_code(context, SQLITE_TOOBIG)
      }
      guard let data = files(context)?.contents(of: name) else {
        return sqlite3_result_null(context)
      }
      data.withUnsafeBytes { result($0, context) }
    }
  }

  private static let write: Call = { context, _, arguments in
    guard let arguments, sqlite3_value_type(arguments[0]) != SQLITE_NULL,
      let files = files(context)
    else { return sqlite3_result_null(context) }
    do {
      try files.column(for: bytes(arguments[0])).withUnsafeBytes { result($0, context) }
    } catch {
      let folder = files.folder?.path ?? ""
      sqlite3_result_error(
        context, "A file for a large value cannot be written in \(folder): \(error)", -1)
      sqlite3_result_error_code(context, SQLITE_IOERR)
    }
  }

  private static let drop: Call = { context, _, arguments in
    if let arguments, sqlite3_value_type(arguments[0]) == SQLITE_BLOB {
      files(context)?.drop(bytes(arguments[0]))
    }
    sqlite3_result_null(context)
  }
}
