// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The new contents of a store: a copy beside it, checked and migrated.
///
/// The file itself is never exchanged: other processes have it open, and would go on writing to the unlinked one.
/// Its pages are overwritten in one transaction instead, which readers and other processes see like any other.
final class StoreReplacement: _StoreReplacement {
  private let store: SQLiteRowStore
  private let database: SQLiteDatabase
  /// The copy; this object's own.
  private let file: URL
  /// Where the files of large values come from.
  private let sourceFolder: URL
  /// The files that rows refer to: their names in the backup, and the new ones in the store.
  private var files: [String: String] = [:]
  private let missing: Set<String>
  private(set) var bytes: Int64 = 0
  /// Files that were put into the store's folder and belong to nothing yet.
  private var placed: [URL] = []

  init(of store: SQLiteRowStore, from source: URL, missing: Set<String>, _ work: LongWork) throws {
    self.store = store
    self.missing = missing
    database = store.database
    // What lies beside a store lies beside the file, not beside a link to it.
    let source = StorePath.canonical(source)
    sourceFolder = ExternalFolder.url(of: source)
    let folder =
      database.file.map { StorePath.canonical($0).deletingLastPathComponent() }
      ?? FileManager.default.temporaryDirectory
    let name = database.file?.lastPathComponent ?? "memory.store"
    file = folder.appendingPathComponent(".\(name).restore-\(UUID().uuidString.prefix(8))")
    do {
      try prepare(source, work)
    } catch {
      discard()
      throw error
    }
  }

  func discard() {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    for url in placed { try? FileManager.default.removeItem(at: url) }
    placed = []
  }

  // MARK: Before anything is changed

  private func prepare(_ source: URL, _ work: LongWork) throws {
    guard try FileCheck.check(source) == .database else {
      throw SwiftDataError(
        .storeIsNotADatabase, "The backup has no such file, or it is empty.", file: source,
        advice: "Check the path, or use another backup.")
    }
    do {
      try copyPages(from: source, work)
      try checkSchema()
      let copy = try SQLiteConnection.plain(file)
      defer { try? copy.close() }
      try measure(copy, source)
    } catch let error as SwiftDataError {
      throw Self.about(source, error)
    }
  }

  private func copyPages(from source: URL, _ work: LongWork) throws {
    // Our backups have no log. The log of any other file may hold its latest changes.
    let version = FileVersion(source)
    let isUnlocked = !FileCheck.hasLog(source)
    let reader = try SQLiteConnection.plain(source, isReadOnly: true, isImmutable: isUnlocked)
    defer { try? reader.close() }
    if isUnlocked { reader.version = version }
    let copy = try SQLiteConnection.plain(file)
    defer { try? copy.close() }
    let pages = try PageCopy(from: reader, to: copy)
    do {
      try pages.lockTarget()
      try pages.copyAllButLast(LongWork())
      try pages.finish()
      try reader.expectUnchanged()
    } catch {
      pages.cancel()
      throw error
    }
    try work.check()
    let damage = try copy.damage(isQuick: false, limit: 1, work)
    if let first = damage.first {
      throw SwiftDataError(.storeIsCorrupted, "The backup is damaged: \(first)", advice: "Use another backup.")
    }
    try copy.executeOnce("PRAGMA journal_mode = DELETE")
    // Pages of another size do not go into a log.
    let size = try database.read { try $0.integer("PRAGMA page_size") } ?? 4096
    if try copy.integer("PRAGMA page_size") != size {
      try copy.executeOnce("PRAGMA page_size = \(size)")
      try copy.executeOnce("VACUUM")
    }
  }

  /// The copy must be a store of the container's schema, with everything where the open store has it.
  private func checkSchema() throws {
    let entities = store.model.entities.filter { store.keeps($0) }
    func version(isReadOnly: Bool) -> StoreVersion {
      StoreVersion(
        file: file, isReadOnly: isReadOnly, model: store.model, entities: entities,
        schemaVersion: store.model.schema.version.description)
    }
    do {
      let fitting = StoreOpening(version: version(isReadOnly: true), plan: nil, busyTimeout: 1)
      try fitting.open().database.close()
    } catch let error as SwiftDataError where error == .storeIsReadOnly || error == .backwardMigration {
      throw Self.otherSchema(error)
    }
    // Indexes that are missing are made; that is all it lacks.
    let opened = try StoreOpening(version: version(isReadOnly: false), plan: nil, busyTimeout: 1).open()
    defer { try? opened.database.close() }
    do {
      try opened.database.read { try store.layoutGuard.anew.check($0) }
    } catch let error as SwiftDataError where error == .unknownDataStoreSchema {
      throw Self.otherSchema(error)
    }
  }

  private func measure(_ copy: SQLiteConnection, _ source: URL) throws {
    // Opening it for writing has brought the log back.
    try copy.executeOnce("PRAGMA journal_mode = DELETE")
    bytes = (try copy.integer("PRAGMA page_count") ?? 0) * (try copy.integer("PRAGMA page_size") ?? 4096)
    guard database.externalFiles.folder != nil else { return }
    // New names: this process, or another one, may be about to remove a file of the old name, which nothing refers to
    // just now.
    files = try ExternalColumns(store.layout, copy).renameReferences(copy)
    for name in files.keys {
      if let size = Self.size(of: sourceFolder.appendingPathComponent(name)) {
        bytes += size
      } else if !missing.contains(name) {
        throw SwiftDataError(
          .storeIsCorrupted, "The file \(name) of a large value is missing from the backup.",
          advice: "Use another backup.")
      }
    }
  }

  private static func size(of file: URL) -> Int64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return (attributes?[.size] as? NSNumber)?.int64Value
  }

  private static func otherSchema(_ error: SwiftDataError) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema, "The backup was made with other models than the container's.",
      advice: "Open the backup's file with a separate container, which migrates it, and back up that container.",
      underlying: error)
  }

  /// Makes an error about our copy name the backup's file.
  private static func about(_ file: URL, _ error: SwiftDataError) -> SwiftDataError {
    SwiftDataError(
      error, error.explanation, entity: error.entity, property: error.property, file: file, advice: error.advice,
      underlying: error.underlying)
  }

  // MARK: Putting it in place

  func apply(_ work: LongWork, _ others: () throws -> Void) throws {
    let copy = try SQLiteConnection.plain(file)
    defer { try? copy.close() }
    try database.withCheckedWriter { writer in
      // In memory there is only the writer's connection, which must not be used while its pages are overwritten.
      var counters = database.file == nil ? try StoreCounters(writer, store.layout) : nil
      var restored: Int64?
      let pages = try PageCopy(from: copy, to: writer)
      do {
        try pages.lockTarget()
        var former: Set<String> = []
        if let reader = try database.keptReader() {
          defer { try? reader.close() }
          counters = try StoreCounters(reader, store.layout)
          if database.externalFiles.folder != nil {
            try ExternalColumns(store.layout, reader).references(reader) { former.insert($0) }
          }
        }
        restored = try counters?.raise(in: copy, store.layout, identifier: store.identifier)
        try placeFiles(work)
        try pages.copyAllButLast(work)
        try others()
        try pages.finish()
        database.externalFiles.addOrphans(former)
      } catch {
        pages.cancel()
        throw error
      }
      placed = []
      writer.memory.reset()
      writer.checkedDataVersion = nil
      if let restored { store.commits.didReplace(upTo: restored) }
      // The backup may lack columns that have been kept since. It is in place, whatever happens here: without triggers,
      // files would be left over.
      try? ExternalFunctions.renew(store.layout, on: writer)
    }
  }

  private func placeFiles(_ work: LongWork) throws {
    guard let folder = database.externalFiles.folder, !files.isEmpty else { return }
    try database.externalFiles.makeFolder()
    for (name, newName) in files {
      let source = sourceFolder.appendingPathComponent(name)
      let target = folder.appendingPathComponent(newName)
      guard let size = Self.size(of: source) else { continue }
      placed.append(target)
      try StoreCopy.copy(source, to: target)
      try work.advance(size)
    }
    FileSync.flushNames(in: folder)
  }
}

/// The counters of a store, which a restored one must not fall behind: keys are not used twice, and no process takes a
/// token of the history for one of other transactions, or a row for another one that it has in memory.
///
/// Between the backup's last transaction and the next one, a number is left out: all tokens from before are smaller,
/// and have expired. Whoever reads on from one would take the restored contents for those that the token is of.
private struct StoreCounters {
  private var highestKeys: [(number: Int64, name: String, parent: Int64, key: Int64)] = []
  /// The highest number that a transaction has, or may have been given.
  private var lastTransaction: Int64 = 0
  /// By table.
  private var highestVersions: [String: Int64] = [:]

  init(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    try connection.withStatement(PrimaryKeyTable.selection) { statement in
      while try statement.step() {
        highestKeys.append(
          (statement.integer(0), statement.text(1) ?? "", statement.integer(2), statement.integer(3)))
      }
    }
    lastTransaction = try Self.lastTransaction(connection)
    for table in layout.tables {
      highestVersions[table.name] = try connection.integer("SELECT max(\(RowHeader.version)) FROM \(table.name)") ?? 0
    }
  }

  private static func lastTransaction(_ connection: SQLiteConnection) throws -> Int64 {
    guard try HistoryRecorder.isAvailable(in: connection) else { return 0 }
    let reserved = try PrimaryKeyTable.maximum(of: HistoryTables.transaction, in: connection) ?? 0
    return max(reserved, try RecentHistory.lastTransaction(connection))
  }

  /// - Returns: The number that is left out in the history; `nil` if the copy has none.
  func raise(in copy: SQLiteConnection, _ layout: StoreLayout, identifier: String) throws -> Int64? {
    try copy.execute("BEGIN IMMEDIATE")
    do {
      for (number, name, parent, key) in highestKeys {
        if try PrimaryKeyTable.maximum(of: number, in: copy) == nil {
          // Counters of the history are made with its first transaction.
          guard number >= PrimaryKeyTable.firstInternalNumber else { continue }
          try PrimaryKeyTable.insert(number: number, name: name, superentity: parent, into: copy)
        }
        try PrimaryKeyTable.setMaximum(key, of: number, in: copy)
      }
      for table in layout.tables {
        guard let offset = highestVersions[table.name], offset > 0 else { continue }
        let column = RowHeader.version
        let highest = try copy.integer("SELECT max(\(column)) FROM \(table.name)") ?? 0
        // Counters are numbers of 32 bits, which no program gets to the end of.
        let (sum, overflow) = highest.addingReportingOverflow(offset)
        guard !overflow, sum < Int64(Int32.max) / 2 else { continue }
        try copy.executeOnce("UPDATE \(table.name) SET \(column) = \(column) + \(offset)")
      }
      var metadata = try MetadataTable.row(copy)
      metadata.identifier = identifier
      let restored = try raiseHistory(in: copy)
      if let restored {
        metadata.highestDeletedTransaction = restored
        metadata.restoredTransaction = restored
      }
      try MetadataTable.update(metadata, in: copy)
      try copy.execute("COMMIT")
      return restored
    } catch {
      if copy.isInTransaction { try? copy.execute("ROLLBACK") }
      throw error
    }
  }

  private func raiseHistory(in copy: SQLiteConnection) throws -> Int64? {
    guard try HistoryRecorder.isAvailable(in: copy) else { return nil }
    let last = max(lastTransaction, try Self.lastTransaction(copy))
    // No transaction, no token.
    guard last > 0 else { return nil }
    let number = HistoryTables.transaction
    if try PrimaryKeyTable.maximum(of: number, in: copy) == nil {
      try PrimaryKeyTable.insert(
        number: number, name: HistoryTables.counterName(HistoryTables.transactions), superentity: 0, into: copy)
    }
    let new = last < .max ? last + 1 : last
    try PrimaryKeyTable.setMaximum(new, of: number, in: copy)
    return new
  }
}
