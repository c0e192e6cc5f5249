// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// A connection to one SQLite file, of one thread.
package final class Connection {
  /// How the file is opened.
  enum Mode {
    /// Without any lock and without looking at a log. The file should stay what it was, if that is known.
    case immutable(FileVersion?)
    /// With SQLite's locks, and read-only use of the log's index.
    case shared
    /// For a private copy and for writing.
    case writable
    /// A new file.
    case creating
  }

  package let file: String
  package private(set) var handle: OpaquePointer?
  private var cache: [String: Statement] = [:]
  /// Of a file that is read without locks.
  private let version: FileVersion?

  init(_ url: URL, _ mode: Mode) throws {
    file = url.path
    if case .immutable(let known) = mode { version = known } else { version = nil }
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_URI
    var query = ""
    switch mode {
    case .immutable:
      flags |= SQLITE_OPEN_READONLY
      query = "?immutable=1"
    case .shared:
      flags |= SQLITE_OPEN_READONLY
      query = "?readonly_shm=1"
    case .writable: flags |= SQLITE_OPEN_READWRITE
    case .creating: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    let code = sqlite3_open_v2(Self.uri(url.path) + query, &handle, flags, nil)
    guard code == SQLITE_OK else {
      let error = failure(code)
      close()
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
    // A file from elsewhere may have been made to do harm.
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    TextFolding.register(on: self)
  }

  /// A database of its own, without file.
  static func inMemory() throws -> Connection { try Connection(memory: ()) }

  private init(memory: ()) throws {
    file = "memory"
    version = nil
    let code = sqlite3_open_v2(
      ":memory:", &handle, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nil)
    guard code == SQLITE_OK else {
      let error = failure(code)
      close()
      throw error
    }
    try execute("PRAGMA trusted_schema = OFF")
  }

  deinit { close() }

  package func close() {
    cache = [:]
    if let handle { sqlite3_close_v2(handle) }
    handle = nil
  }

  /// The path as a file URI, in which every other character is literal.
  private static func uri(_ path: String) -> String {
    var text = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }

  /// Whether a text is one statement, with nothing behind it.
  func isOneStatement(_ sql: String) -> Bool {
    sql.withCString { text in
      var pointer: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(handle, text, -1, &pointer, &tail)
      sqlite3_finalize(pointer)
      guard code == SQLITE_OK, let tail else { return false }
      return String(cString: tail).allSatisfy { $0.isWhitespace || $0 == ";" }
    }
  }

  /// Runs statements that return nothing of interest.
  package func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement with values.
  package func run(_ sql: String, _ values: [SQLiteValue] = []) throws {
    let statement = try cached(sql)
    try statement.bind(values)
    defer { statement.reset() }
    while try statement.step() {}
  }

  package func prepare(_ sql: String) throws -> Statement { try Statement(sql, self) }

  /// A statement that is kept for the next time. Not for nested use.
  package func cached(_ sql: String) throws -> Statement {
    if let statement = cache[sql] {
      statement.reset()
      return statement
    }
    let statement = try prepare(sql)
    if cache.count > 300 { cache = [:] }
    cache[sql] = statement
    return statement
  }

  /// All rows of a statement that has few.
  package func rows(_ sql: String, _ values: [SQLiteValue] = []) throws -> [[SQLiteValue]] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  /// The first column of the first row.
  package func value(_ sql: String, _ values: [SQLiteValue] = []) throws -> SQLiteValue? {
    let statement = try cached(sql)
    try statement.bind(values)
    defer { statement.reset() }
    let value = try statement.step() ? statement.value(0) : nil
    try expectUnchanged()
    return value
  }

  package func integer(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64? {
    try value(sql, values)?.key
  }

  /// Everything or nothing of `body` is written.
  package func transaction<T>(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> T) throws -> T {
    try execute(begin)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Whether a file that is read without locks has been written to.
  var hasChanged: Bool {
    // The bytes of a file that has been removed stay what they are.
    guard let version, let now = FileVersion(file) else { return false }
    return now != version
  }

  /// Makes sure that all that was read is of one moment. Each statement does so when it has come to its end.
  ///
  /// - Throws: ``StoreError/Code/busy`` if another program has written to the file, which is read without locks.
  func expectUnchanged() throws {
    if hasChanged { throw StoreError.changedWhileRead(file) }
  }

  /// The damage that SQLite finds in the file's pages; `nil` if there is none.
  func damage() -> String? {
    let (lines, failure) = integrity("PRAGMA quick_check(1)")
    return lines.first ?? failure.map(\.what)
  }

  /// The lines of SQLite's own checks, and what ended them early.
  func integrity(_ pragma: String) -> (lines: [String], failure: StoreError?) {
    var lines: [String] = []
    do {
      let statement = try prepare(pragma)
      while try statement.step() {
        guard let text = statement.text(0), text != "ok" else { continue }
        // One row may have several lines, below a title.
        for line in text.split(separator: "\n") where !line.hasPrefix("*** in database") {
          lines.append(Store.oneLine(String(line)))
        }
      }
    } catch {
      // What was found in pages of two moments is no damage.
      if hasChanged { return ([], .changedWhileRead(file)) }
      return (lines, error as? StoreError ?? StoreError(.damaged, "\(error)", file: file))
    }
    return (lines, nil)
  }

  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// What an error code of SQLite, with its extension, says about the file.
  package func failure(_ code: Int32) -> StoreError {
    // Pages of two moments look like damage.
    if hasChanged { return .changedWhileRead(file) }
    let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "unknown"
    switch code & 0xFF {
    case SQLITE_NOTADB:
      return StoreError(
        .notADatabase, "The file is not an SQLite database, or it is encrypted.", file: file,
        advice: "Check the path.")
    case SQLITE_CORRUPT, SQLITE_FORMAT:
      return StoreError(
        .damaged, "The database is damaged (\(message)).", file: file,
        advice: "Restore it, with its -wal, from a backup.")
    // A log that others keep changing, and tables that they have changed.
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_SCHEMA:
      return StoreError(
        .busy, "Another program is using the file.", file: file,
        advice: "Close the program, or work on a copy that 'backup' makes.")
    case SQLITE_NOMEM: return outOfMemory
    case SQLITE_IOERR:
      switch code >> 8 {
      case 12: return outOfMemory
      // Writing, making certain, cutting off, deleting; the index of the log; a commit of several pages at once.
      case 3, 4, 5, 6, 10, 18, 19, 23, 29, 30, 31:
        return StoreError(
          .notWritable, "The file cannot be written to (\(message)).", file: file,
          advice: "Check the disk, and the room on it.")
      default:
        return StoreError(
          .unreadable, "The file cannot be read (\(message)).", file: file,
          advice: "Check the disk: what it still reads is best copied to another one first.")
      }
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      return StoreError(
        .unreadable, "The file cannot be read (\(message)).", file: file,
        advice: "Check the permissions of the file and its folder.")
    case SQLITE_READONLY:
      return StoreError(
        .notWritable, "The file cannot be written to (\(message)).", file: file,
        advice: "Check the permissions of the file and its folder.")
    case SQLITE_FULL, SQLITE_NOLFS:
      return StoreError(.notWritable, "The disk is full.", file: file)
    case SQLITE_INTERRUPT: return StoreError(.busy, "The statement was stopped.", file: file)
    default:
      return StoreError(.damaged, "SQLite reports: \(message).", file: file)
    }
  }

  private var outOfMemory: StoreError {
    StoreError(
      .outOfMemory, "There is not enough memory.", file: file,
      advice: "Close other programs, and run the command again.")
  }
}
