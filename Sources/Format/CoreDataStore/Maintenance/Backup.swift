// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite

/// Copies a store while its app may be running.
package enum Backup {
  /// What there is to say about a copy.
  package struct Result: Equatable, Sendable {
    /// Such as files of large values that the store lacked already.
    package let notes: [String]
    /// The damage of the database in SQLite's words; `nil` if there is none.
    package let damage: String?
  }

  /// How often a copy is begun anew because the store changes meanwhile.
  private static let attempts = 3

  /// Makes a copy of a store, with its large values.
  ///
  /// What is copied is the store of one moment. The copy takes its name when
  /// it is complete, and has the permissions of the store.
  ///
  /// A damaged store is copied as it is, since its pages may be all that is
  /// left: ``Result/damage`` says so.
  ///
  /// - Throws: ``StoreError`` if there is something at `target`, or if a file
  ///   of a large value went away meanwhile.
  @discardableResult
  package static func copy(
    _ store: Store, to target: URL, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> Result {
    let target = URL(fileURLWithPath: target.path).standardizedFileURL
    try checkFree(target)
    var source = store
    for _ in 1..<attempts {
      do {
        return try attempt(source, target, progress)
      } catch let error as StoreError where error.code == .busy && source.connection.hasChanged {
        // An app has begun to use the file, which was read without locks. Now there are some.
        source = try Store(reading: store.url)
      }
    }
    return try attempt(source, target, progress)
  }

  private static func attempt(
    _ store: Store, _ target: URL, _ progress: (Int, Int) -> Void
  ) throws -> Result {
    let folder = target.deletingLastPathComponent()
    let partial = folder.appendingPathComponent(
      ".\(target.lastPathComponent).\(UUID().uuidString.prefix(8))")
    let manager = FileManager.default
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? manager.removeItem(atPath: partial.path + suffix)
      }
    }
    let files = BackupFiles(store, target)
    let result: Result
    do {
      // SQLite gives the files beside it the same permissions.
      guard FileMode.createPrivateFile(partial) else { throw cannotBeCreated(target) }
      let copy = try Connection(partial, .creating)
      try copyPages(store.connection, copy, progress)
      try store.connection.expectUnchanged()
      result = Result(notes: try files.copy(of: copy), damage: copy.damage())
      copy.close()
    } catch let error as StoreError where error.code == .unreadable {
      throw cannotBeCreated(target)
    }
    FileMode(of: store.url).apply(to: partial)
    do {
      try FileCopy.flush(partial)
      try manager.moveItem(at: partial, to: target)
      FileCopy.flushNames(in: folder)
    } catch {
      files.remove()
      throw StoreError(
        .notWritable, "The finished copy cannot be moved to its name.", file: target.path)
    }
    return result
  }

  private static func cannotBeCreated(_ target: URL) -> StoreError {
    StoreError(
      .notWritable, "The copy cannot be created.", file: target.path,
      advice: "Check that the folder exists, may be written to, and has room.")
  }

  /// Removes a copy, with all that lies beside it; a folder of large values that another store shares stays.
  package static func remove(_ target: URL) {
    let target = URL(fileURLWithPath: target.path).standardizedFileURL
    var paths = ["", "-wal", "-shm", "-journal"].map { target.path + $0 }
    if !StoreNeighbours.share(target) { paths.append(ExternalFolder.support(of: target).path) }
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }

  static func checkFree(_ target: URL) throws {
    let support = ExternalFolder.support(of: target).path
    for path in [target.path, target.path + "-wal", target.path + "-journal", support]
    where FileManager.default.fileExists(atPath: path) {
      throw StoreError(
        .alreadyExists, "There is already a file or folder here.", file: path,
        advice: "Move it away, or choose another name.")
    }
  }

  private static func copyPages(
    _ source: Connection, _ target: Connection, _ progress: (Int, Int) -> Void
  ) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    var code = SQLITE_OK
    repeat {
      code = sqlite3_backup_step(backup, 512)
      let total = Int(sqlite3_backup_pagecount(backup))
      progress(total - Int(sqlite3_backup_remaining(backup)), total)
    } while code == SQLITE_OK
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw code & 0xFF == SQLITE_CORRUPT ? source.failure(code) : target.failure(code)
    }
  }
}
