// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// How far a backup or a restore is.
public struct CareProgress: Sendable, Hashable {
  /// The configuration's name of the store that is being worked on.
  public let store: String
  /// Of all stores together, with the files of large values.
  public let completedBytes: Int64
  /// Of all stores together. May grow or shrink on the way by a little.
  public let totalBytes: Int64

  /// From 0 to 1.
  public var fractionCompleted: Double {
    totalBytes > 0 ? min(1, Double(completedBytes) / Double(totalBytes)) : 0
  }
}

/// Work that takes long: it runs on a thread of its own, can be cancelled, and says how far it is.
package final class LongWork: Sendable {
  private struct State {
    var isCancelled = false
    /// Stops what SQLite is doing just now.
    var interrupt: (@Sendable () -> Void)?
    var store = ""
    var completed: Int64 = 0
    var total: Int64 = 0
  }

  private let state = Mutex(State())
  private let progress: (@Sendable (CareProgress) -> Void)?

  package init(progress: (@Sendable (CareProgress) -> Void)? = nil) { self.progress = progress }

  /// - Throws: `CancellationError` if the task was cancelled.
  package func check() throws {
    if state.withLock({ $0.isCancelled }) { throw CancellationError() }
  }

  package func cancel() {
    let interrupt = state.withLock { state in
      state.isCancelled = true
      return state.interrupt
    }
    interrupt?()
  }

  /// Runs one long statement, which `interrupt` ends.
  ///
  /// - Throws: `CancellationError` in place of what the statement throws once the task was cancelled.
  package func interruptible<R>(_ interrupt: @escaping @Sendable () -> Void, _ body: () throws -> R) throws -> R {
    try check()
    state.withLock { $0.interrupt = interrupt }
    defer { state.withLock { $0.interrupt = nil } }
    // It may have been cancelled in between.
    try check()
    do {
      return try body()
    } catch {
      try check()
      throw error
    }
  }

  package func begin(_ store: String) { state.withLock { $0.store = store } }

  package func expect(_ bytes: Int64) { state.withLock { $0.total += bytes } }

  /// Some more is done.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  package func advance(_ bytes: Int64) throws {
    let now = state.withLock { state in
      state.completed += bytes
      return CareProgress(
        store: state.store, completedBytes: min(state.completed, state.total), totalBytes: state.total)
    }
    progress?(now)
    try check()
  }

  /// Runs `body` off the caller's actor; cancelling the task cancels it.
  package func run<R: Sendable>(_ body: @escaping @Sendable (LongWork) throws -> R) async throws -> R {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Not the concurrency's threads: they are few, and this waits for disks and locks.
        DispatchQueue.global(qos: .utility).async {
          continuation.resume(
            with: Result {
              try self.check()
              return try body(self)
            })
        }
      }
    } onCancel: {
      cancel()
    }
  }
}
