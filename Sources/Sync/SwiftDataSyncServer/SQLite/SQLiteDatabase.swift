// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A server's SQLite file, in WAL mode: one transaction writes at a time, and questions wait for nobody.
final class SQLiteDatabase: SQLDatabase {
  private let pool: DatabasePool
  private let file: URL

  /// - Parameters:
  ///   - file: Made if it is not there.
  ///   - isServing: Whether devices are to be served. Else the file stays a backup, if it is one: what is served later, and
  ///     perhaps served twice, is to begin a generation of its own each time.
  ///   - generation: Gives the number of a generation that begins because the file is a backup.
  init(file: URL, isServing: Bool, generation: () -> UInt64) throws {
    self.file = file
    var configuration = Configuration()
    // Backups and compactions are other processes, which write for a moment.
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // In WAL mode the default would lose what was acknowledged when the power fails.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // An upload of thousands of records has names in random order: their index should be in memory.
      try db.execute(sql: "PRAGMA cache_size = -\(db.configuration.readonly ? 8_192 : 65_536)")
    }
    pool = try Self.naming(file) {
      let pool = try DatabasePool(path: file.path, configuration: configuration)
      try pool.write { db in
        try SQLiteSchema.prepare(db)
        let isBackup = try Int.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'isBackup'") == 1
        guard isBackup else { return }
        try SyncDatabase.beginGenerations(SQLiteConnection(db, isWriting: true), generation)
        if isServing { try db.execute(sql: "DELETE FROM setting WHERE name = 'isBackup'") }
      }
      return pool
    }
  }

  /// Says which file it is that cannot be read, instead of which statement has found that.
  private static func naming<R>(_ file: URL, _ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as DatabaseError {
      guard let fault = SyncDatabaseError(error, in: file) else { throw error }
      throw fault
    }
  }

  var parallelism: Int? { nil }

  func read<R>(isRepeatable: Bool, _ body: (any SQLConnection) throws -> R) throws -> R {
    try Self.naming(file) { try pool.read { db in try body(SQLiteConnection(db, isWriting: false)) } }
  }

  func readAside<R: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> R) async throws -> R {
    let file = file
    return try await pool.read { db in try Self.naming(file) { try body(SQLiteConnection(db, isWriting: false)) } }
  }

  func write<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
    try Self.naming(file) { try pool.write { db in try body(SQLiteConnection(db, isWriting: true)) } }
  }

  /// Who watches the file sees it.
  func announce(zone: Int64) {}

  func monitor() throws -> any ChangeMonitor { try Self.naming(file) { try FileMonitor(file: file) } }

  func tidyUp() throws {
    try Self.naming(file) {
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "VACUUM")
        // The write-ahead log has it, too.
        _ = try db.checkpoint(.truncate)
      }
    }
  }

  func backUp(to file: URL) throws {
    let copy = try DatabaseQueue(path: file.path)
    try Self.naming(self.file) { try pool.backup(to: copy) }
    try copy.write { db in try db.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('isBackup', 1)") }
    try copy.close()
  }

  /// Of the file and its log.
  var size: Int? {
    let sizes = ["", "-wal"].compactMap { suffix in
      try? FileManager.default.attributesOfItem(atPath: file.path + suffix)[.size] as? Int
    }
    return sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  func close() throws { try pool.close() }
}

extension SyncDatabaseError {
  /// Nil: it is not about what the file has, such as a full disk.
  init?(_ error: DatabaseError, in file: URL) {
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .notADatabase(file.path)
    case .SQLITE_CORRUPT: self = .damaged("the file '\(file.path)'")
    default: return nil
    }
  }
}
