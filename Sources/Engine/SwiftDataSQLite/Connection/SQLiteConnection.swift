// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore

/// One connection to a database, used by one thread at a time.
///
/// GRDB opens and closes it; statements are compiled and stepped directly, on
/// the caller's thread, so that a lookup costs little more than SQLite itself.
/// Unchecked: ``SQLiteDatabase`` lends it to one thread at a time.
final class SQLiteConnection: @unchecked Sendable {
  let handle: OpaquePointer
  let file: URL?
  private let queue: DatabaseQueue
  let statistics: StatisticsCounter
  let externalFiles: ExternalFiles
  /// Whether the tables of the history have been seen.
  var hasHistoryTables = false
  /// Of the writer: how many transactions it has written into Core Data's tables of the history.
  var historyTransactions = 0
  /// Of the writer: what its last transaction knew.
  let memory = WriterMemory()
  /// The last snapshot for which the layout is known to fit.
  var checkedDataVersion: UInt32?
  /// Of a file that is read without locks: what it was when it was opened.
  var version: FileVersion?
  /// Of the writer: the triggers that remove files of large values.
  var fileTriggers: ExternalFunctions.FileTriggers?
  private var statements = StatementCache()
  private var isCacheEnlarged = false

  /// - Parameter path: what SQLite opens: a path, or a URI.
  init(
    path: String, file: URL?, settings: ConnectionSettings, statistics: StatisticsCounter
  ) throws {
    self.file = file
    self.statistics = statistics
    externalFiles = settings.externalFiles
    do {
      let queue =
        file == nil
        ? try DatabaseQueue(configuration: settings.configuration)
        : try DatabaseQueue(path: path, configuration: settings.configuration)
      let handle = queue.inDatabase { ConnectionSettings.release($0.sqliteConnection) }
      guard let handle else { throw SQLiteErrors.closed(file) }
      self.queue = queue
      self.handle = handle
    } catch {
      throw SQLiteErrors.wrap(error, file: file)
    }
  }

  /// Makes views, with the functions that they call.
  func add(_ views: FormerPayloads.Views) throws {
    do { try SQLExtensions.register(views.functions, on: handle) } catch {
      throw SQLiteErrors.wrap(error, file: file)
    }
    for statement in views.statements { try executeOnce(statement) }
  }

  deinit { statements.removeAll() }

  func close() throws {
    statements.removeAll()
    do { try queue.close() } catch { throw SQLiteErrors.wrap(error, file: file) }
  }

  // MARK: Statements

  /// Lends the statement with this text, compiled at most once.
  func withStatement<R>(_ sql: String, _ body: (PreparedStatement) throws -> R) throws -> R {
    let statement = try self.statement(sql)
    statement.isInUse = true
    statistics.noteStatement()
    defer {
      statement.reset()
      statement.isInUse = false
    }
    if statistics.isObserved { return try observed(statement, body) }
    return try body(statement)
  }

  /// Tells what the statement has done, and how long it has taken, also if it fails.
  @inline(never)
  private func observed<R>(_ statement: PreparedStatement, _ body: (PreparedStatement) throws -> R) throws -> R {
    let begin = ContinuousClock.now
    statement.rowCount = 0
    defer {
      let rows = sqlite3_stmt_readonly(statement.pointer) != 0 ? statement.rowCount : changes
      statistics.observer?.didRun(statement.shape, rows, ContinuousClock.now - begin)
    }
    return try body(statement)
  }

  private func statement(_ sql: String) throws -> PreparedStatement {
    if let known = statements.statement(sql) {
      if !known.isInUse { return known }
      return try PreparedStatement(sql, connection: self, isPersistent: false)
    }
    let new = try PreparedStatement(sql, connection: self, isPersistent: true)
    statements.insert(new, sql)
    return new
  }

  /// A statement for the caller to keep as long as the connection lives.
  func prepare(_ sql: String) throws -> PreparedStatement {
    try PreparedStatement(sql, connection: self, isPersistent: true)
  }

  func execute(_ sql: String) throws {
    try withStatement(sql) { while try $0.step() {} }
  }

  /// Runs a statement that is not worth keeping.
  func executeOnce(_ sql: String) throws {
    let statement = try PreparedStatement(sql, connection: self, isPersistent: false)
    while try statement.step() {}
  }

  /// The first column of the first row as a number.
  func integer(_ sql: String) throws -> Int64? {
    try withStatement(sql) { try $0.step() && !$0.isNull(0) ? $0.integer(0) : nil }
  }

  /// The first column of the first row as a number; not counted, since no caller has requested it.
  func integerUncounted(_ sql: String) throws -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
  }

  /// Runs a statement without a result; not counted.
  func executeUncounted(_ sql: String) throws {
    let statement = try statement(sql)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// Runs several statements that read on the same state of the store.
  func snapshot<R>(_ body: () throws -> R) throws -> R {
    guard !isInTransaction else { return try body() }
    try executeUncounted("BEGIN")
    // Nothing was written, so both ends are the same.
    defer { try? executeUncounted("ROLLBACK") }
    return try body()
  }

  /// SQLite's number of the state of the tables: every change of one, by
  /// anybody, gives another.
  func tablesVersion() throws -> Int64 {
    try integerUncounted("PRAGMA schema_version") ?? 0
  }

  /// Changes ``tablesVersion()`` though the tables stay as they are; within a transaction, like any change.
  func advanceTablesVersion() throws {
    try executeOnce("CREATE TABLE OSD_VERSION (version INTEGER)")
    try executeOnce("DROP TABLE OSD_VERSION")
  }

  /// A number for the snapshot that was last read, which changes when another
  /// connection has written.
  var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// Commits the transaction. What was known of the store before is known of what it has become.
  func commit() throws {
    let before = dataVersion
    try execute("COMMIT")
    let after = dataVersion
    memory.didCommit(from: before, to: after)
    if checkedDataVersion == before { checkedDataVersion = after }
  }

  /// A transaction was rolled back, and with it the triggers that it has made: the next one looks at the tables again.
  func didRollBack(_ triggers: ExternalFunctions.FileTriggers?) {
    guard fileTriggers?.tablesVersion != triggers?.tablesVersion else { return }
    fileTriggers = triggers
    checkedDataVersion = nil
  }

  /// Lets a transaction of very many rows keep more of the pages that it changes.
  func enlargeCache() {
    guard !isCacheEnlarged, file != nil else { return }
    isCacheEnlarged = true
    sqlite3_exec(handle, ConnectionSettings.largeCache, nil, nil, nil)
  }

  /// Called after a transaction.
  func giveBackCache() {
    guard isCacheEnlarged else { return }
    isCacheEnlarged = false
    sqlite3_exec(handle, ConnectionSettings.writerCache, nil, nil, nil)
    sqlite3_db_release_memory(handle)
  }

  /// How many bytes a value, or a row, may have.
  var longestValue: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)) }

  var changes: Int { Int(sqlite3_changes(handle)) }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// - Throws: an error if the transaction was rolled back by SQLite itself, as
  ///   some failures have it.
  func requireTransaction() throws {
    guard !isInTransaction else { return }
    throw SwiftDataError(
      .storeFailure, "The transaction was rolled back after an error.", file: file,
      advice: "Let the first error end the migration; the store is as it was before.")
  }

  /// Removes the triggers and tables of this connection alone, and what is
  /// remembered of the store: the next layout may be another one.
  func startOver() throws {
    memory.reset()
    checkedDataVersion = nil
    hasHistoryTables = false
    fileTriggers = nil
    var drops: [String] = []
    try withStatement(
      "SELECT type, name FROM sqlite_temp_schema WHERE type IN ('table', 'trigger') ORDER BY type DESC"
    ) { statement in
      while try statement.step() {
        guard let type = statement.text(0), let name = statement.text(1) else { continue }
        drops.append("DROP \(type) temp.\(name.inDoubleQuotes)")
      }
    }
    for drop in drops { try executeOnce(drop) }
  }

  // MARK: Errors

  func error(_ code: Int32, sql: String? = nil) -> SwiftDataError {
    SQLiteErrors.error(
      code: sqlite3_extended_errcode(handle) & 0xff == code & 0xff
        ? sqlite3_extended_errcode(handle) : code,
      message: String(cString: sqlite3_errmsg(handle)), file: file, sql: sql,
      systemError: sqlite3_system_errno(handle))
  }
}
