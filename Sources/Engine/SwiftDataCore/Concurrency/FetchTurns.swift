// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A store that can answer some reads at a time, and blocks the threads of others: one in a database, with a bounded number
/// of connections.
package protocol BoundedReads {
  /// How many fetches of actors may run at once; a connection is left for a save.
  var mostReads: Int { get }
}

/// Lets a few fetches of model actors run at once. The others wait without threads, in the order in which they came.
///
/// Reads do not wait for one another in the store; but each that runs has a thread and a connection. More of them than
/// there are processors take longer together, not less.
final class FetchTurns: Sendable {
  private struct Waiter {
    let suspension: Suspension
    let executor: DefaultSerialModelExecutor?

    /// What has the turn must not wait for those that have none.
    func wake() {
      if let executor { ExecutorPool.shared.hurry(executor) }
      suspension.finish(.success(()))
    }
  }

  private struct State {
    var free: Int
    /// The numbers of those who wait are `first..<next`, without those who have given up.
    var waiters: [Int: Waiter] = [:]
    var first = 0
    var next = 0
  }

  /// How many run at once.
  let limit: Int
  private let state: Mutex<State>

  /// Asked once: Foundation reads four files of the system's for each answer, and each container has turns of its own.
  private static let processors = ProcessInfo.processInfo.activeProcessorCount

  init(limit: Int? = nil) {
    let limit = limit ?? max(2, Self.processors)
    self.limit = limit
    state = Mutex(State(free: limit))
  }

  /// For a container with these stores. Reads of a database wait for the server, not for a processor: there may be as many
  /// as there are connections, and no more.
  convenience init(for stores: [any RowStore]) {
    if let bound = stores.compactMap({ ($0 as? any BoundedReads)?.mostReads }).min() {
      self.init(limit: max(1, bound))
    } else {
      self.init()
    }
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Suspends until it is the caller's turn, which lasts until ``end()``.
  ///
  /// - Parameter executor: That of the caller.
  /// - Returns: Whether the caller has waited. The executor hurries then, until the caller calms it.
  /// - Throws: `CancellationError`; there is no turn to be ended then.
  func begin(for executor: DefaultSerialModelExecutor? = nil) async throws -> Bool {
    try Task.checkCancellation()
    let suspension = Suspension()
    let number: Int? = state.withLock { state in
      guard state.free == 0 else {
        state.free -= 1
        return nil
      }
      defer { state.next += 1 }
      state.waiters[state.next] = Waiter(suspension: suspension, executor: executor)
      return state.next
    }
    guard let number else { return false }
    try await suspension.wait { [self] in
      // If it is handed the turn in this very moment, it fetches.
      if state.withLock({ $0.waiters.removeValue(forKey: number) }) != nil {
        suspension.finish(.failure(CancellationError()))
      }
    }
    return true
  }

  /// Gives the turn to the waiter that has waited longest.
  func end() {
    let next: Waiter? = state.withLock { state in
      while state.first < state.next {
        defer { state.first += 1 }
        if let waiter = state.waiters.removeValue(forKey: state.first) { return waiter }
      }
      state.free += 1
      return nil
    }
    next?.wake()
  }
}

extension ModelContainer {
  /// How many fetches wait for their turn, and how many run at once; for tests.
  package var _fetchTurns: (waiting: Int, limit: Int) { (core.fetchTurns.waitingCount, core.fetchTurns.limit) }

  /// Takes a turn as a fetch does, without a thread that is held meanwhile; for tests.
  package func takeFetchTurn() async throws { _ = try await core.fetchTurns.begin() }

  /// Ends a turn that was taken so.
  package func endFetchTurn() { core.fetchTurns.end() }
}
