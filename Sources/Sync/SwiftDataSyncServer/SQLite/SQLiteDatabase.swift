// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A server's SQLite file, in WAL mode: one transaction writes at a time, and questions wait for nobody.
final class SQLiteDatabase: SQLDatabase {
  private let pool: DatabasePool
  private let file: URL

  /// - Parameters:
  ///   - file: Made if it is not there.
  ///   - generation: Gives the number of a generation that begins because the file is a backup.
  init(file: URL, generation: () -> UInt64) throws {
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
    pool = try DatabasePool(path: file.path, configuration: configuration)
    try pool.write { db in
      try SQLiteSchema.prepare(db)
      let isBackup = try Int.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'isBackup'") == 1
      guard isBackup else { return }
      try SyncDatabase.beginGenerations(SQLiteConnection(db, isWriting: true), generation)
      try db.execute(sql: "DELETE FROM setting WHERE name = 'isBackup'")
    }
  }

  var parallelism: Int? { nil }

  func read<R>(isRepeatable: Bool, _ body: (any SQLConnection) throws -> R) throws -> R {
    try pool.read { db in try body(SQLiteConnection(db, isWriting: false)) }
  }

  func readAside<R: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> R) async throws -> R {
    try await pool.read { db in try body(SQLiteConnection(db, isWriting: false)) }
  }

  func write<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
    try pool.write { db in try body(SQLiteConnection(db, isWriting: true)) }
  }

  /// Who watches the file sees it.
  func announce(zone: Int64) {}

  func monitor() throws -> any ChangeMonitor { try FileMonitor(file: file) }

  func tidyUp() throws {
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "VACUUM")
      // The write-ahead log has it, too.
      _ = try db.checkpoint(.truncate)
    }
  }

  func backUp(to file: URL) throws {
    let copy = try DatabaseQueue(path: file.path)
    try pool.backup(to: copy)
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
