// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// What a program would do that needs this and nothing else: `sqlite3` calls
/// by hand, into plain classes.
enum Floor {
  final class Album {
    let id: Int64
    var key: String
    var title: String
    var year: Int
    var tracks: [Track] = []

    init(id: Int64, key: String, title: String, year: Int) {
      self.id = id
      self.key = key
      self.title = title
      self.year = year
    }
  }

  final class Track {
    var id: Int64 = 0
    var key: String
    var title: String
    var genre: String
    var duration: Double
    var released: Date
    var plays: Int
    var isFavorite: Bool
    unowned var album: Album?

    init(
      key: String, title: String, genre: String, duration: Double, released: Date, plays: Int,
      isFavorite: Bool, album: Album? = nil
    ) {
      self.key = key
      self.title = title
      self.genre = genre
      self.duration = duration
      self.released = released
      self.plays = plays
      self.isFavorite = isFavorite
      self.album = album
    }
  }

  static let schema = """
    CREATE TABLE IF NOT EXISTS album (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, title TEXT NOT NULL, year INTEGER NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS album_key ON album (key);
    CREATE TABLE IF NOT EXISTS track (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, title TEXT NOT NULL, genre TEXT NOT NULL,
      duration REAL NOT NULL, released REAL NOT NULL, plays INTEGER NOT NULL,
      isFavorite INTEGER NOT NULL, album INTEGER);
    CREATE UNIQUE INDEX IF NOT EXISTS track_key ON track (key);
    CREATE INDEX IF NOT EXISTS track_album ON track (album);
    CREATE INDEX IF NOT EXISTS track_genre_released ON track (genre, released);
    """

  static let trackColumns =
    "id, key, title, genre, duration, released, plays, isFavorite, album"
}

/// A connection, as thin as it gets.
final class FloorConnection {
  let handle: OpaquePointer

  init(path: String) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else { throw FloorError(code: code, message: path) }
    self.handle = handle
    try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  func prepare(_ sql: String) throws -> FloorStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    return FloorStatement(statement: statement)
  }

  private func error(_ code: Int32) -> FloorError {
    FloorError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

struct FloorError: Error {
  var code: Int32
  var message: String
}

/// A prepared statement.
final class FloorStatement {
  private let statement: OpaquePointer

  init(statement: OpaquePointer) { self.statement = statement }

  deinit { sqlite3_finalize(statement) }

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(statement, index, value) }
  func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(statement, index, value) }
  func bind(_ index: Int32, _ value: Bool) { sqlite3_bind_int(statement, index, value ? 1 : 0) }
  func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(
          statement, index, $0.baseAddress, Int32($0.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
  }

  /// Whether there is a row; resets the statement after the last.
  func step() throws -> Bool {
    let code = sqlite3_step(statement)
    if code == SQLITE_ROW { return true }
    let end = sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw FloorError(code: end, message: "step") }
    return false
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  func string(_ column: Int32) -> String {
    let start = sqlite3_column_text(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
