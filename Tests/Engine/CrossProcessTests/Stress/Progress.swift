// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Where each of several workers stands, so that a dead-lock says who waits for what.
final class Progress: Sendable {
  private struct State {
    var steps = 0
    var places: [String: String] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  func note(_ worker: String, _ place: String) {
    state.withLock { state in
      state.steps += 1
      state.places[worker] = place
    }
  }

  func finish() { state.withLock { $0.isOver = true } }

  var description: String {
    state.withLock { state in
      state.places.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }.joined(separator: "\n")
    }
  }

  /// Ends the process if nobody gets on although others could: a test that hangs says nothing.
  ///
  /// Beside other tests, workers may wait long for a thread. So what is counted are the turns of a task that needs nothing
  /// but a thread; ten minutes are the end even without any.
  func watch() {
    let turns = Mutex(0)
    let heart = Task.detached { [self] in
      while !state.withLock({ $0.isOver }) {
        try await Task.sleep(for: .seconds(1))
        turns.withLock { $0 += 1 }
      }
    }
    let thread = Thread { [self] in
      var (last, lastTurns, seconds) = (-1, 0, 0)
      while true {
        Thread.sleep(forTimeInterval: 1)
        let (steps, isOver) = state.withLock { ($0.steps, $0.isOver) }
        if isOver { return heart.cancel() }
        seconds += 1
        if steps != last { (last, lastTurns, seconds) = (steps, turns.withLock { $0 }, 0) }
        guard turns.withLock({ $0 }) - lastTurns > 120 || seconds > 600 else { continue }
        FileHandle.standardError.write(Data("Nobody gets on. They stand at:\n\(description)\n".utf8))
        abort()
      }
    }
    thread.start()
  }
}
