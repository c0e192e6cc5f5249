// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A number that grows, and those who wait for it to grow.
final class Turn: Sendable {
  private struct State {
    var number = 0
    var nextWaiter = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  var number: Int { state.withLock { $0.number } }

  func advance() {
    let waiting = state.withLock { state in
      state.number += 1
      defer { state.waiting = [:] }
      return state.waiting
    }
    for waiter in waiting.values { waiter.resume() }
  }

  /// Waits until the number is another one, or the task is cancelled.
  func wait(after number: Int) async {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.number != number || state.cancelled.contains(waiter) { return true }
          state.waiting[waiter] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.cancelled.insert(waiter)
        return state.waiting.removeValue(forKey: waiter)
      }
      continuation?.resume()
    }
    state.withLock { state in _ = state.cancelled.remove(waiter) }
  }
}
