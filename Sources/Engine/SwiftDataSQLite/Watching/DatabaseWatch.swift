// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Logging
import SwiftDataCore
import Synchronization

/// Watches a store's log, and looks when something was written to it.
///
/// The system reports a commit's frames before SQLite publishes them, which is a write to mapped memory that the
/// system does not report. So a report is followed by several looks, further and further apart, and then by none.
package final class DatabaseWatch: StoreWatch {
  private struct State {
    var files: [FileEvents.Token] = []
    var isCancelled = false
    /// How often the system has reported something.
    var reports = 0
    /// The look that is to come; `nil` if none is, unless the system reports something.
    var due: Int?
    /// Whether it comes at once, or is happening.
    var isSoon = false
    var nextLook = 0
    var looks = 0
    /// Without reports of the system, looks go on forever.
    var isPolling = false
    /// Up to which transaction it was told that something may have changed, since that could not be read; `nil` if the
    /// latest look has not failed.
    var failedAt: Int64?
  }

  private weak let store: SQLiteRowStore?
  private let events: FileEvents
  private let path: String
  private let isReadOnly: Bool
  private let deliver: @Sendable (ForeignChanges) -> Void
  private let tell: @Sendable () -> Void
  private let queue = DispatchQueue(label: "SwiftData.DatabaseWatch")
  private let state = Mutex(State())

  private static let logger = Logger(label: "SwiftData.Processes")
  /// Milliseconds between the looks after a report: a transaction may wait for the disk before it is published.
  private static let pauses = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
  /// Milliseconds between two looks while reports come without end.
  private static let shortestPause = 1
  /// Milliseconds between two looks where there are no reports.
  private static let pollingPause = 250

  init?(
    _ store: SQLiteRowStore, events: FileEvents, _ deliver: @escaping @Sendable (ForeignChanges) -> Void,
    _ tell: @escaping @Sendable () -> Void
  ) {
    guard let file = store.file, store.database.canBeWrittenByOthers else { return nil }
    self.store = store
    self.events = events
    self.deliver = deliver
    self.tell = tell
    path = StorePath.canonical(file).path
    isReadOnly = store.database.isReadOnly
  }

  /// Begins: what is committed from now on is noticed.
  func start() {
    // The first reader makes the log appear, which would be reported.
    _ = try? store?.historyRange()
    arm()
    report()
  }

  package func cancel() {
    let files = state.withLock { state -> [FileEvents.Token]? in
      guard !state.isCancelled else { return nil }
      state.isCancelled = true
      state.due = nil
      defer { state.files = [] }
      return state.files
    }
    // They end outside the lock, as they go.
    _ = files
  }

  /// Whether nothing will happen until the system reports something.
  package var isIdle: Bool { state.withLock { $0.due == nil } }
  package var lookCount: Int { state.withLock { $0.looks } }
  package var isPolling: Bool { state.withLock { $0.isPolling } }

  // MARK: Files

  /// Watches what the names lead to now.
  private func arm() {
    let handler: FileEvents.Handler = { [weak self] event in
      guard let self else { return }
      if case .moved = event { self.arm() }
      self.report()
    }
    var files: [FileEvents.Token] = []
    let log = events.watch(path + "-wal", handler)
    if let log { files.append(log) }
    // A log appears with the first transaction after the last connection was closed; a store without one is written itself.
    if log == nil {
      #if os(Linux) || os(Android)
        if let database = events.watch(path, handler) { files.append(database) }
      #endif
      let folder = StorePath.folder(of: path)
      let token = events.watchFolder(folder) { [weak self] _ in
        guard let self, FileManager.default.fileExists(atPath: self.path + "-wal") else { return }
        self.arm()
        self.report()
      }
      if let token { files.append(token) }
    }
    // A store whose file was deleted has no changes to report. Saves throw.
    let isBlind = files.isEmpty && FileManager.default.fileExists(atPath: path)
    let (former, begins) = state.withLock { state -> ([FileEvents.Token], Bool) in
      guard !state.isCancelled else { return (files, false) }
      let begins = isBlind && !state.isPolling
      state.isPolling = isBlind
      defer { state.files = files }
      return (state.files, begins)
    }
    // Outside the lock: they end as they go.
    _ = former
    guard begins else { return }
    Self.logger.warning(
      "The system does not report changes of files; the store is looked at four times a second instead.",
      metadata: ["file": "\(path)"])
  }

  // MARK: Looks

  private func report() {
    let look = state.withLock { state -> Int? in
      guard !state.isCancelled else { return nil }
      state.reports += 1
      // What comes soon, or happens at the moment, takes notice.
      return state.isSoon ? nil : Self.schedule(&state, isSoon: true)
    }
    if let look { queue.async { [weak self] in self?.look(look, 0, 0) } }
  }

  /// The look that is due from now on, in place of any other.
  private static func schedule(_ state: inout State, isSoon: Bool) -> Int {
    state.nextLook += 1
    state.due = state.nextLook
    state.isSoon = isSoon
    return state.nextLook
  }

  /// - Parameters:
  ///   - attempt: How many looks there were since the latest report.
  ///   - reports: How many reports there were then.
  private func look(_ number: Int, _ attempt: Int, _ reports: Int) {
    let current = state.withLock { state -> Int? in
      guard !state.isCancelled, state.due == number else { return nil }
      state.isSoon = true
      state.looks += 1
      return state.reports
    }
    guard let current, let store else { return }
    let isBusy = look(at: store)
    let next = state.withLock { state -> (number: Int, pause: Int, attempt: Int)? in
      guard !state.isCancelled else { return nil }
      let attempt = current == reports ? attempt : 0
      let pause: Int
      if state.reports != current {
        pause = Self.shortestPause
      } else if attempt < Self.pauses.count {
        pause = Self.pauses[attempt]
      } else if state.isPolling || isBusy {
        pause = Self.pollingPause
      } else {
        state.due = nil
        state.isSoon = false
        return nil
      }
      return (Self.schedule(&state, isSoon: pause <= Self.shortestPause), pause, attempt + 1)
    }
    guard let next else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(next.pause)) { [weak self] in
      self?.look(next.number, next.attempt, current)
    }
  }

  /// - Returns: Whether it could not be found out now.
  private func look(at store: SQLiteRowStore) -> Bool {
    let found = Result { try store.delivering(deliver) }
    // What was committed since the last failure is told of as well, if it cannot be read either.
    let known = store.commits.known
    let isNewFailure = state.withLock { state in
      guard case .failure = found else {
        state.failedAt = nil
        return false
      }
      defer { state.failedAt = known }
      return state.failedAt != known
    }
    switch found {
    case .success(.nothing): return false
    case .success(.busy): return true
    case .success(.changes): tell()
    // The next read of the store throws the reason.
    case .failure:
      guard isNewFailure else { break }
      deliver(.unknown)
      tell()
    }
    return false
  }
}
