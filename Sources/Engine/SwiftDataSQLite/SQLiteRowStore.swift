// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL
import Synchronization

/// A store in an SQLite file with the tables of Core Data, or in memory.
///
/// Reads run side by side, each on a snapshot; writes run one after the
/// other. Other processes may use the file at the same time.
package final class SQLiteRowStore: RowStore, Sendable {
  /// The file; `nil` in memory.
  package let file: URL?
  /// Where everything lies in the tables.
  package let layout: StoreLayout
  /// Whether each save leaves a trace in the history tables.
  package let recordsHistory: Bool
  package let identifier: String

  let model: SchemaModel
  let database: SQLiteDatabase
  let selects: SelectBuilder
  let readPlans: RowDecoderCache
  /// Used inside write transactions only.
  let writePlans: WriteStatementCache
  let tombstones: HistoryTombstones?
  let layoutGuard: LayoutGuard
  /// Which transactions are this container's.
  let commits = CommitTracker()
  /// The version that the last look saw; locked during a look, until the contexts have been told.
  private let seenVersion = Mutex<Int64?>(nil)
  /// The source of changes of the file.
  private let fileEvents = Mutex(FileEvents.shared)

  /// Opens a store, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - url: The file; its folder is made if necessary.
  ///   - inMemory: Keeps nothing on disk; `url` is ignored.
  ///   - readOnly: Refuses writes, and opens an existing file only.
  ///   - entities: The entities that the store keeps.
  ///   - schemaVersion: Such as `1.0.0`; kept in the file.
  ///   - stages: How to bring an older store up to date; `nil` for what needs
  ///     no plan.
  ///   - recordsHistory: Writes a history of changes, as Apple's stores do.
  ///   - busyTimeout: How long to wait for other processes, in seconds.
  /// - Throws: ``SwiftDataError`` that names the file and what to do.
  package convenience init(
    url: URL?, inMemory: Bool, readOnly: Bool, model: SchemaModel, entities: [_Entity],
    schemaVersion: String, stages: StagedMigration? = nil, recordsHistory: Bool,
    busyTimeout: Double = 5
  ) throws {
    let file = inMemory ? nil : url
    if file == nil, !inMemory {
      throw SwiftDataError(
        .loadIssueModelContainer, "The store has no file, and is not in memory.",
        advice: "Give the configuration a URL.")
    }
    let version = StoreVersion(
      file: file, isReadOnly: readOnly && file != nil, model: model, entities: entities,
      schemaVersion: try stages?.number(of: model) ?? schemaVersion)
    let opening = StoreOpening(version: version, plan: stages, busyTimeout: busyTimeout)
    let opened = try opening.open()
    self.init(
      opened.database, opened.fitting, model: model, entities: entities,
      recordsHistory: recordsHistory)
  }

  /// A store that has been brought to the schema.
  init(
    _ database: SQLiteDatabase, _ fitting: StoreVersion.Fitting, model: SchemaModel,
    entities: [_Entity], recordsHistory: Bool
  ) {
    file = database.file
    self.model = model
    self.recordsHistory = recordsHistory
    self.database = database
    layout = fitting.layout
    identifier = fitting.identifier
    selects = SelectBuilder(layout: fitting.layout, storeIdentifier: fitting.identifier)
    readPlans = RowDecoderCache(layout: fitting.layout)
    writePlans = WriteStatementCache(layout: fitting.layout)
    let layoutGuard = LayoutGuard(fitting)
    self.layoutGuard = layoutGuard
    database.afterRead = { try layoutGuard.check($0) }
    tombstones = recordsHistory ? HistoryTombstones(fitting.layout, entities) : nil
  }

  deinit {
    writePlans.removeAll()
    try? database.close()
  }

  package var statistics: StoreStatistics { database.statistics.value }

  package func keeps(_ entity: _Entity) -> Bool { layout.keeps(entity) }

  /// Takes what says that the file has changed from another source than the system, for tests.
  package func setFileEvents(_ events: FileEvents) { fileEvents.withLock { $0 = events } }

  /// Closes the connections. Later calls throw.
  package func close() throws {
    // Compiled statements would keep the writer's connection open.
    if !database.isReadOnly { try? database.withWriter { _ in writePlans.removeAll() } }
    try database.close()
  }

  /// Removes every row, also those that are kept of older schemas, and the history. Keys are not given out again, and
  /// tokens of the history from before have expired.
  package func erase() throws {
    try database.write(afterCommit: { (number: Int64?) in number.map(commits.didReplace) }) { connection in
      try layoutGuard.check(connection)
      connection.memory.reset()
      // Before the rows go: kept columns have files too.
      try KeptTables.erase(StoreContents(connection), connection)
      for table in layout.tables { try connection.executeOnce("DELETE FROM \(table.name)") }
      for table in layout.joinTables { try connection.executeOnce("DELETE FROM \(table.name)") }
      // The keys that were given out are counted by it.
      try RecentHistory.settle(connection)
      guard try HistoryRecorder.isAvailable(in: connection) else { return nil }
      let replaced = try DeletedHistory.noteReplacement(connection)
      for table in HistoryTables.all { try connection.executeOnce("DELETE FROM \(table)") }
      return replaced
    }
  }
}

extension SQLiteRowStore: WatchedStore {
  package func beginLooking() {
    guard file != nil, database.canBeWrittenByOthers else { return }
    // By the writer's connection: a reader is opened at the first read.
    let last = try? database.withIdleWriter { try StoreLook.lastTransaction($0) }
    commits.start(after: (last ?? nil ?? nil) ?? 0)
    _ = look { _ in }
  }

  package func look(_ deliver: (ForeignChanges) -> Void) -> Bool {
    guard file != nil, database.canBeWrittenByOthers else { return false }
    // If the store cannot be read, the next read throws.
    if case .changes? = try? delivering(deliver) { return true }
    return false
  }

  /// A look, and the delivery of what it finds, before anybody else looks: what was committed is delivered once, and
  /// whoever looks after that knows that it was.
  func delivering(_ deliver: (ForeignChanges) -> Void) throws -> StoreLook.Finding {
    try seenVersion.withLock { seen in
      let finding = try StoreLook(store: self).look(&seen)
      if case .changes(let changes) = finding { deliver(changes) }
      return finding
    }
  }

  package func watch(
    _ deliver: @escaping @Sendable (ForeignChanges) -> Void, _ tell: @escaping @Sendable () -> Void
  ) -> (any StoreWatch)? {
    let watch = DatabaseWatch(self, events: fileEvents.withLock { $0 }, deliver, tell)
    watch?.start()
    return watch
  }
}

extension SQLiteRowStore {
  /// Runs `body` in one transaction, and commits unless it throws.
  package func write<R>(
    author: String?, _ body: (any RowTransaction) throws -> R
  ) throws -> R {
    try database.write(afterCommit: { (written: Written<R>) in written.number.map(commits.didCommit) }) { connection in
      try layoutGuard.check(connection)
      let transaction = try SQLiteTransaction(
        connection: connection, layout: layout, selects: selects, plans: writePlans,
        recordsHistory: recordsHistory, author: author, tombstones: tombstones)
      let result = try body(transaction)
      try transaction.finish()
      if connection.memory.recentHistory == .filled { RecentHistoryAtExit.note(database) }
      return Written(result: result, number: transaction.recordedNumber)
    }.result
  }

  private struct Written<R> {
    let result: R
    /// In the history.
    let number: Int64?
  }
}
