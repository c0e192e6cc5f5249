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

  /// Ends the process if nobody gets on for a minute: a test that hangs says nothing.
  func watch() {
    let thread = Thread { [self] in
      var last = -1
      while true {
        Thread.sleep(forTimeInterval: 60)
        let (steps, isOver) = state.withLock { ($0.steps, $0.isOver) }
        if isOver { return }
        guard steps != last else {
          FileHandle.standardError.write(Data("Nobody gets on. They stand at:\n\(description)\n".utf8))
          abort()
        }
        last = steps
      }
    }
    thread.start()
  }
}
