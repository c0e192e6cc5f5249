// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import SwiftDataCore
import Synchronization

/// The connections to one database: a single writer, and readers that see
/// snapshots, as many as there are reads at a time.
///
/// A database in memory has one connection for everything, and so has one that
/// is the inside of a transaction.
final class SQLiteDatabase: @unchecked Sendable {
  // Unchecked: what changes lies behind the lock; connections are lent to one thread at a time.
  /// `nil` in memory.
  let file: URL?
  let isReadOnly: Bool
  let statistics: StatisticsCounter

  let externalFiles: ExternalFiles

  private let settings: ConnectionSettings
  let writer: SQLiteConnection?
  /// `nil` in memory.
  private let openedFiles: OpenedFiles?
  /// Whether all of this happens inside a transaction of the caller.
  private let isInside: Bool
  /// Told of each read outside transactions, while the connection is still
  /// at the state that was read; set once, before anybody reads.
  var afterRead: (@Sendable (SQLiteConnection) throws -> Void)?
  /// Recursive, so that a write inside a write is found out, not waited for.
  let writerLock = NSRecursiveLock()
  /// Whether ``RecentHistoryAtExit`` knows of it; behind the writer's lock.
  var settlesAtExit = false
  private let state: Mutex<State>
  /// Of a store without a writer: asks whether others have written.
  private let onlooker = Mutex<SQLiteConnection?>(nil)

  private struct State {
    var idleReaders: [SQLiteConnection] = []
    var isClosed = false
    /// The thread whose transaction is open.
    var writingThread: ObjectIdentifier?
    /// Of a store that cannot be changed.
    var views: FormerPayloads.Views?
    /// How long the writer waits for others, in seconds; `nil` unless it was changed.
    var busyTimeout: Double?
    /// What connections open. Another one once a file that was read without locks has been written to.
    var opening: ReadOnlyOpening
  }

  private enum Source { case writer, idle(SQLiteConnection), new }

  /// Idle readers that are kept for the next reads.
  private static let keptReaders = 6

  init(file: URL?, isReadOnly: Bool, busyTimeout: Double) throws {
    self.file = file
    self.isReadOnly = isReadOnly
    isInside = false
    let statistics = StatisticsCounter()
    self.statistics = statistics
    let externalFiles = ExternalFiles(store: file.map { StorePath.canonical($0) })
    self.externalFiles = externalFiles
    var settings = ConnectionSettings(busyTimeout: busyTimeout, externalFiles: externalFiles)
    if isReadOnly, let file {
      settings.isReadOnly = true
      let (reader, opening) = try ReadOnlyOpening.open(file, settings, statistics)
      writer = nil
      state = Mutex(State(idleReaders: [reader], opening: opening))
    } else {
      writer = try SQLiteConnection(
        path: file.map { LogVFS.path($0) } ?? "", file: file, settings: settings, statistics: statistics)
      settings.isReadOnly = true
      state = Mutex(State(opening: ReadOnlyOpening(file)))
    }
    self.settings = settings
    openedFiles = file.map { OpenedFiles($0) }
  }

  /// The inside of the transaction that is open on a connection: what is
  /// written is committed, or not, with everything else. Closing it ends its
  /// use, and leaves connection and transaction to their owner.
  init(inside connection: SQLiteConnection) {
    file = connection.file
    isReadOnly = false
    isInside = true
    statistics = connection.statistics
    externalFiles = connection.externalFiles
    writer = connection
    openedFiles = nil
    settings = ConnectionSettings(externalFiles: connection.externalFiles)
    state = Mutex(State(opening: ReadOnlyOpening(connection.file)))
  }

  // MARK: Reading

  /// Runs `body` with a connection that is not used elsewhere meanwhile. Inside a
  /// transaction of this thread, it sees what the transaction has written.
  func read<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    if file == nil || isInside, let writer {
      writerLock.lock()
      defer { writerLock.unlock() }
      try checkOpen()
      return try body(writer)
    }
    if isReadOnly { try openAgainIfChanged() }
    let thread = ObjectIdentifier(Thread.current)
    let source: Source = try state.withLock { state in
      if state.isClosed { throw SQLiteErrors.closed(file) }
      if state.writingThread == thread { return .writer }
      return state.idleReaders.popLast().map { .idle($0) } ?? .new
    }
    let connection: SQLiteConnection
    switch source {
    case .writer:
      guard let writer else { throw SQLiteErrors.closed(file) }
      return try body(writer)
    case .idle(let reader): connection = reader
    case .new: connection = try newReader()
    }
    defer {
      let isKept = state.withLock { state in
        guard !state.isClosed, state.idleReaders.count < Self.keptReaders,
          state.opening.version == connection.version
        else { return false }
        state.idleReaders.append(connection)
        return true
      }
      if !isKept { try? connection.close() }
    }
    do {
      let result = try body(connection)
      try connection.expectUnchanged()
      try afterRead?(connection)
      return result
    } catch {
      // Pages of two moments look like damage.
      try connection.expectUnchanged()
      // A column that is missing has a reason that says more.
      try afterRead?(connection)
      throw error
    }
  }

  /// As ``read(_:)``, with several statements that see the same state of the database.
  func readSnapshot<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    try read { connection in
      if connection.isInTransaction { return try body(connection) }
      try connection.execute("BEGIN")
      // Nothing was written, so either end does.
      defer { try? connection.execute("COMMIT") }
      return try body(connection)
    }
  }

  /// A connection for the caller to keep and close; `nil` in memory, where there is no second one.
  func keptReader() throws -> SQLiteConnection? {
    guard file != nil, !isInside else { return nil }
    try checkOpen()
    return try newReader()
  }

  private func newReader() throws -> SQLiteConnection {
    // Another file of that name would be read with this one's log.
    try openedFiles?.checkPath()
    if isReadOnly { try openAgainIfChanged() }
    let opening = state.withLock { $0.opening }
    let reader = try opening.connection(settings, statistics)
    if let views = state.withLock({ $0.views }) { try reader.add(views) }
    return reader
  }

  /// Once another process has written to a file that is read without locks, it is opened again: with locks, if the
  /// files are there now that these need.
  ///
  /// What is being read meanwhile ends with an error. It is not read again, since a part of it was delivered already.
  private func openAgainIfChanged() throws {
    let opening = state.withLock { $0.opening }
    guard let file, opening.hasChanged else { return }
    let (reader, new): (SQLiteConnection, ReadOnlyOpening)
    do {
      try openedFiles?.checkPath()
      (reader, new) = try ReadOnlyOpening.open(file, settings, statistics)
      if let views = state.withLock({ $0.views }) { try reader.add(views) }
    } catch let error as SwiftDataError where error == .loadIssueModelContainer || error == .storeIsReadOnly {
      throw ReadOnlyOpening.changed(file, error)
    }
    let former = state.withLock { state in
      // Another thread may have been faster.
      guard !state.isClosed, state.opening == opening else { return [reader] }
      state.opening = new
      defer { state.idleReaders = [reader] }
      return state.idleReaders
    }
    for reader in former { try? reader.close() }
  }

  /// Gives all connections what reads the values of a store that cannot be changed. There are no readers yet.
  func addViews(_ views: FormerPayloads.Views) throws {
    guard !views.isEmpty else { return }
    let readers = state.withLock { state in
      state.views = views
      return state.idleReaders
    }
    for reader in readers { try reader.add(views) }
  }

  // MARK: Writing

  /// Runs `body` in a transaction that is committed unless `body` throws.
  ///
  /// - Parameter afterCommit: Called before anybody else here can write.
  func write<R>(
    afterCommit: (R) -> Void = { _ in }, _ body: (SQLiteConnection) throws -> R
  ) throws -> R {
    if isInside { return try writeInside(body) }
    return try withWriter { writer in
      externalFiles.clean { Self.isSettled(writer) }
      let triggers = writer.fileTriggers
      try writer.execute("BEGIN IMMEDIATE")
      do {
        try openedFiles?.check(writer)
        defer { writer.giveBackCache() }
        let result = try body(writer)
        try writer.commit()
        afterCommit(result)
        externalFiles.commit()
        return result
      } catch {
        // Some failures have rolled back already.
        if writer.isInTransaction { try? writer.execute("ROLLBACK") }
        writer.memory.reset()
        writer.didRollBack(triggers)
        externalFiles.rollBack()
        throw error
      }
    }
  }

  /// Runs a transaction that can as well be run another time.
  ///
  /// - Throws: ``SwiftDataError/storeIsBusy`` at once if another process is writing.
  func writeUnlessBusy(_ body: (SQLiteConnection) throws -> Void) throws {
    guard let writer else { return try write(body) }
    try withoutWaiting(writer) { try write(body) }
  }

  /// Has the writer not wait for others meanwhile.
  func withoutWaiting(_ writer: SQLiteConnection, _ body: () throws -> Void) rethrows {
    sqlite3_busy_timeout(writer.handle, 0)
    defer {
      let seconds = state.withLock { $0.busyTimeout } ?? settings.busyTimeout
      sqlite3_busy_timeout(writer.handle, Int32(clamping: Int(seconds * 1000)))
    }
    try body()
  }

  /// How long the writer waits for others from now on, in seconds.
  func setBusyTimeout(_ seconds: Double) {
    // Seconds may be any number; SQLite takes 32 bits of milliseconds.
    let seconds = min(seconds, 2_000_000)
    writerLock.lock()
    defer { writerLock.unlock() }
    let isOpen = state.withLock { state in
      state.busyTimeout = seconds
      return !state.isClosed
    }
    guard isOpen, let writer else { return }
    sqlite3_busy_timeout(writer.handle, Int32(clamping: Int(seconds * 1000)))
  }

  /// Runs `body` with the writer, outside a transaction, once the file is known to be that which was opened.
  func withCheckedWriter<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    try withWriter { writer in
      try openedFiles?.checkPath()
      return try body(writer)
    }
  }

  /// Copies the log into the database, as far as readers let it, and says
  /// whether that was all of it.
  static func isSettled(_ writer: SQLiteConnection) -> Bool {
    let frames = try? writer.withStatement("PRAGMA wal_checkpoint(PASSIVE)") { statement in
      try statement.step() ? (log: statement.integer(1), copied: statement.integer(2)) : nil
    }
    guard let frames else { return false }
    return frames.log == frames.copied
  }

  /// Runs `body` with the writer, outside a transaction.
  func withWriter<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    guard let writer, !isReadOnly else {
      throw SwiftDataError(
        .storeIsReadOnly, "The store was opened as read-only.", file: file,
        advice: "Open it with allowsSave: true to change it.")
    }
    writerLock.lock()
    defer { writerLock.unlock() }
    let thread = ObjectIdentifier(Thread.current)
    try state.withLock { state in
      if state.isClosed { throw SQLiteErrors.closed(file) }
      if state.writingThread != nil {
        throw SwiftDataError(
          .storeIsBusy, "A transaction was started inside another one.", file: file,
          advice: "Save one context after the other, not from within a save.")
      }
      state.writingThread = thread
    }
    defer { state.withLock { $0.writingThread = nil } }
    return try body(writer)
  }

  // MARK: Others

  /// Whether other connections than those of this object can write to the database.
  var canBeWrittenByOthers: Bool { file != nil && !isInside && state.withLock { $0.opening.version == nil } }

  /// Runs `body` with the connection that writes, outside a transaction, unless it is in use; with one that reads, if
  /// there is none.
  ///
  /// - Returns: `nil` if it is in use.
  func withIdleWriter<R>(_ body: (SQLiteConnection) throws -> R) throws -> R? {
    guard let writer, !isReadOnly else { return try withOnlooker(body) }
    guard writerLock.try() else { return nil }
    defer { writerLock.unlock() }
    let isInUse = try state.withLock { state in
      if state.isClosed { throw SQLiteErrors.closed(file) }
      return state.writingThread != nil
    }
    return isInUse ? nil : try body(writer)
  }

  private func withOnlooker<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    // Unchecked: what `body` returns is a value, and the connection stays.
    nonisolated(unsafe) var result: R?
    nonisolated(unsafe) let body = body
    try onlooker.withLock { connection in
      try checkOpen()
      if connection == nil {
        try openedFiles?.checkPath()
        connection = try state.withLock { $0.opening }.connection(settings, statistics)
      }
      if let connection { result = try body(connection) }
    }
    guard let result else { throw SQLiteErrors.closed(file) }
    return result
  }

  // MARK: Closing

  func checkOpen() throws {
    if state.withLock({ $0.isClosed }) { throw SQLiteErrors.closed(file) }
  }

  /// Closes the connections; readers that are in use close when they are done.
  func close() throws {
    writerLock.lock()
    defer { writerLock.unlock() }
    let readers: [SQLiteConnection]? = try state.withLock { state in
      if state.isClosed { return nil }
      if state.writingThread != nil {
        throw SwiftDataError(
          .storeIsBusy, "The store was to be closed from within its own transaction.", file: file,
          advice: "Close it after the save.")
      }
      state.isClosed = true
      defer { state.idleReaders = [] }
      return state.idleReaders
    }
    guard let readers, !isInside else { return }
    try onlooker.withLock { connection in
      defer { connection = nil }
      try connection?.close()
    }
    for reader in readers { try reader.close() }
    // Last, so that it copies the log back and removes it.
    if let writer, file != nil {
      RecentHistoryAtExit.remove(self)
      // What cannot be moved now is there for whoever closes the store next.
      try? withoutWaiting(writer) { try RecentHistory.leave(writer) }
    }
    if let writer { externalFiles.clean { Self.isSettled(writer) } }
    try writer?.close()
  }
}
