// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Which transactions of a store's history are those of others.
///
/// The numbers of transactions ascend without gaps in the order of their commits, whoever commits. So those between two of
/// our own are another writer's, and those after the last one are, too, while this process does not write.
package final class CommitTracker: Sendable {
  private struct State {
    /// All up to this one are accounted for.
    var known: Int64 = 0
    /// Whether anybody wants to know.
    var isTracking = false
    var foreign: [ClosedRange<Int64>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// From now on, what comes after `last` counts.
  package func start(after last: Int64) {
    state.withLock { state in
      state.isTracking = true
      state.known = max(state.known, last)
      state.foreign = []
    }
  }

  /// Called with the writer's lock held, after each commit of this container.
  package func didCommit(_ number: Int64) {
    state.withLock { state in
      guard number > state.known else { return }
      if state.isTracking, number > state.known + 1 { state.foreign.append(state.known + 1...number - 1) }
      state.known = number
    }
  }

  /// Called with the writer's lock held: the contents were replaced, as all contexts are told, and the numbers up to
  /// this one are of no transaction that anybody has missed.
  package func didReplace(upTo last: Int64) {
    state.withLock { state in
      state.known = max(state.known, last)
      state.foreign = []
    }
  }

  /// Called with the writer's lock held: no thread of this process is committing.
  ///
  /// - Parameter last: The latest transaction of all; `nil` if it is not known.
  /// - Returns: What others have committed since the last call.
  package func takeForeign(upTo last: Int64?) -> [ClosedRange<Int64>] {
    state.withLock { state in
      if let last, last > state.known {
        state.foreign.append(state.known + 1...last)
        state.known = last
      }
      defer { state.foreign = [] }
      return state.foreign
    }
  }

  /// What was taken could not be read: the next look tells of it.
  package func putBack(_ ranges: [ClosedRange<Int64>]) {
    state.withLock { $0.foreign = ranges + $0.foreign }
  }

  /// All up to this one are accounted for.
  package var known: Int64 { state.withLock { $0.known } }

  package var hasForeign: Bool { state.withLock { !$0.foreign.isEmpty } }
}
