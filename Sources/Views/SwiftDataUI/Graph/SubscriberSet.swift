// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The readers of a value since its last change.
final class SubscriberSet: Sendable {
  private struct State {
    var readers: Set<Subscriber> = []
    /// Readers that have ended are cleared away when there are this many.
    var limit = 32
  }

  private let state = Mutex(State())

  /// Notes the node that is reading now.
  func read() {
    guard let reader = MainTurn.reader else { return }
    state.withLock { state in
      guard state.readers.insert(reader).inserted, state.readers.count > state.limit else { return }
      state.readers = state.readers.filter { !$0.hasEnded }
      state.limit = max(32, state.readers.count * 2)
    }
  }

  /// Tells them all.
  func changed() {
    let readers = state.withLock { state in
      defer { state.readers = [] }
      return state.readers
    }
    for reader in readers { reader.invalidate() }
  }
}
