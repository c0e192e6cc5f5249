// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The contents of a store as they were when the copy was begun.
///
/// Of a file it is a read transaction, which keeps its snapshot while others go on writing. As long as it is open, the
/// log cannot be copied whole, so the files of large values that the snapshot refers to stay (`ExternalFiles`). A
/// database in memory has one connection, which no other code uses meanwhile.
final class StoreCopy: _StoreCopy {
  private let database: SQLiteDatabase
  private let source: SQLiteConnection
  private let isInMemory: Bool
  private var isClosed = false
  private let pageBytes: Int64
  /// What looks like the name of a file. One that the store does not need is copied for nothing.
  private let references: Set<String>
  /// Of these, the files of columns that the store says to be external.
  private let needed: Set<String>
  let bytes: Int64
  let fileName: String

  init(_ database: SQLiteDatabase, _ layout: StoreLayout, _ layoutGuard: LayoutGuard) throws {
    self.database = database
    fileName = database.file?.lastPathComponent ?? "memory.store"
    let reader = try database.keptReader()
    isInMemory = reader == nil
    if reader == nil { database.writerLock.lock() }
    var isBegun = false
    defer {
      if !isBegun {
        if reader == nil { database.writerLock.unlock() }
        try? reader?.close()
      }
    }
    try database.checkOpen()
    guard let source = reader ?? database.writer else { throw SQLiteErrors.closed(database.file) }
    self.source = source
    if reader != nil { try source.execute("BEGIN") }
    // Reading is what takes the snapshot.
    let pages = try source.integer("PRAGMA page_count") ?? 0
    try layoutGuard.check(source)
    pageBytes = pages * (try source.integer("PRAGMA page_size") ?? 4096)
    var (references, needed): (Set<String>, Set<String>) = ([], [])
    if let folder = database.externalFiles.folder, FileManager.default.fileExists(atPath: folder.path) {
      try ExternalFileSearch.references(source) { references.insert($0) }
      try ExternalColumns(layout, source).references(source) { needed.insert($0) }
    }
    (self.references, self.needed) = (references, needed)
    let fileBytes = references.reduce(Int64(0)) { $0 + Int64(database.externalFiles.size(of: $1) ?? 0) }
    bytes = pageBytes + fileBytes
    isBegun = true
  }

  deinit { close() }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    if isInMemory { return database.writerLock.unlock() }
    if source.isInTransaction { try? source.execute("ROLLBACK") }
    try? source.close()
  }

  func write(to file: URL, _ work: LongWork) throws -> [String] {
    let target = try SQLiteConnection.plain(file)
    do {
      try copyPages(to: target, work)
      try source.expectUnchanged()
      let damage = try target.damage(isQuick: true, limit: 1, work)
      if let first = damage.first {
        throw SwiftDataError(
          .storeIsCorrupted, "The store is damaged, so no backup was made: \(first)", file: database.file,
          advice: "Restore an earlier backup. 'swiftdata backup' copies a damaged store as it is.")
      }
      // The copy is complete by itself.
      try RecentHistory.leave(target)
      try target.close()
    } catch {
      try? target.close()
      throw error
    }
    try FileSync.flush(file)
    return try copyFiles(beside: file, work)
  }

  private func copyPages(to target: SQLiteConnection, _ work: LongWork) throws {
    let copy = try PageCopy(from: source, to: target)
    do {
      try copy.lockTarget()
      try copy.copyAllButLast(work)
      try copy.finish()
    } catch {
      copy.cancel()
      throw error
    }
    // A read-only open finds no log in the copy, and leaves none.
    try target.executeOnce("PRAGMA journal_mode = DELETE")
  }

  /// Copies the support folder: the files that rows refer to, and everything else that is in it.
  ///
  /// - Returns: Files that the store lacks.
  private func copyFiles(beside file: URL, _ work: LongWork) throws -> [String] {
    guard let folder = database.externalFiles.folder, let store = database.file else { return [] }
    let target = ExternalFolder.url(of: file)
    var missing: [String] = []
    for name in references.sorted() {
      let source = folder.appendingPathComponent(name)
      guard let size = database.externalFiles.size(of: name) else {
        if needed.contains(name) { missing.append(name) }
        continue
      }
      try Self.copy(source, to: target.appendingPathComponent(name))
      try work.advance(Int64(size))
    }
    let support = ExternalFolder.support(of: StorePath.canonical(store))
    let supportCopy = ExternalFolder.support(of: file)
    let others = (try? FileManager.default.contentsOfDirectory(atPath: support.path)) ?? []
    for name in others where name != folder.lastPathComponent {
      try Self.copy(support.appendingPathComponent(name), to: supportCopy.appendingPathComponent(name))
    }
    FileSync.flushNames(in: target)
    FileSync.flushNames(in: supportCopy)
    return missing
  }

  /// Copies a file, or a folder with everything in it, and waits for the disk.
  static func copy(_ source: URL, to target: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: source, to: target)
      try flush(target)
    } catch {
      throw SwiftDataError(
        .storeFailure, "A file beside the store cannot be copied.", file: source,
        advice: "Check the permissions, and the room on the disk.", underlying: error)
    }
  }

  private static func flush(_ copy: URL) throws {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: copy.path, isDirectory: &isFolder)
    guard isFolder.boolValue else { return try FileSync.flush(copy) }
    // It may be a file of another program, and read-only.
    for path in try FileManager.default.subpathsOfDirectory(atPath: copy.path) {
      FileSync.flushNames(in: copy.appendingPathComponent(path))
    }
    FileSync.flushNames(in: copy)
  }
}

extension SQLiteConnection {
  /// A connection to a file that no other process knows.
  static func plain(
    _ file: URL, isReadOnly: Bool = false, isImmutable: Bool = false
  ) throws -> SQLiteConnection {
    var settings = ConnectionSettings(externalFiles: ExternalFiles(store: nil))
    settings.isReadOnly = isReadOnly
    let path: String
    if isImmutable, let escaped = file.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) {
      path = "file:\(escaped)?immutable=1"
    } else {
      path = file.path
    }
    return try SQLiteConnection(path: path, file: file, settings: settings, statistics: StatisticsCounter())
  }
}
