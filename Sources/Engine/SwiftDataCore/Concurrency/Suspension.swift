// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A task that waits for something that happens elsewhere, without a thread.
final class Suspension: Sendable {
  private enum State {
    case begun
    case waiting(CheckedContinuation<Void, any Error>)
    /// What came before anybody waited for it.
    case finished(Result<Void, any Error>)
    case over
  }

  private let state = Mutex(State.begun)

  /// The first outcome counts.
  func finish(_ result: Result<Void, any Error>) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      switch state {
      case .begun: state = .finished(result)
      case .waiting(let continuation):
        state = .over
        return continuation
      case .finished, .over: break
      }
      return nil
    }
    continuation?.resume(with: result)
  }

  /// Suspends until ``finish(_:)``.
  ///
  /// - Parameter onCancel: Called when the task is cancelled meanwhile; it calls ``finish(_:)``, or knows that
  ///   other code does.
  func wait(onCancel: @Sendable () -> Void) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait($0) }
    } onCancel: {
      onCancel()
    }
  }

  private func wait(_ continuation: CheckedContinuation<Void, any Error>) {
    let result: Result<Void, any Error>? = state.withLock { state in
      guard case .finished(let result) = state else {
        state = .waiting(continuation)
        return nil
      }
      state = .over
      return result
    }
    if let result { continuation.resume(with: result) }
  }
}
