// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A running migration, as a sequence of its progress.
///
/// It can be iterated once. An element reports the latest batch; batches that end between two requests are not reported
/// one by one. The last element has the phase ``RealmProgress/Phase/done``.
public struct RealmMigration: AsyncSequence, Sendable {
  public typealias Element = RealmProgress

  package typealias Work =
    @Sendable (_ isCancelled: () -> Bool, _ report: (RealmProgress) -> Void) throws -> RealmSummary
  private let run: Run

  package init(_ work: @escaping Work) { run = Run(work) }

  /// The results; `nil` before the end.
  public var summary: RealmSummary? { run.summary }

  public func makeAsyncIterator() -> Iterator { Iterator(run: run) }

  /// Hands out the progress.
  public final class Iterator: AsyncIteratorProtocol {
    private let run: Run

    fileprivate init(run: Run) { self.run = run }

    deinit { run.cancel() }

    /// The progress since the last request; `nil` after the end.
    public func next() async throws -> RealmProgress? {
      let run = run
      return try await withTaskCancellationHandler {
        try await run.next()
      } onCancel: {
        run.cancel()
      }
    }
  }

  /// The state that the thread shares with waiting tasks.
  fileprivate final class Run: Sendable {
    private let state: Mutex<State>

    init(_ work: @escaping Work) { state = Mutex(State(work: work)) }

    var summary: RealmSummary? { state.withLock { try? $0.result?.get() } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    func next() async throws -> RealmProgress? {
      try await withCheckedThrowingContinuation { continuation in
        var begins: Work?
        change { state in
          begins = state.work
          state.work = nil
          state.waiting.append(continuation)
        }
        if let begins { start(begins) }
      }
    }

    private func change(_ change: (inout State) -> Void) {
      let ready = state.withLock { state in
        change(&state)
        return state.takeReady()
      }
      ready()
    }

    private func start(_ work: @escaping Work) {
      // Blocks for long, which the threads of tasks must not.
      let thread = Thread { [self] in
        let outcome = Result {
          try work(
            { state.withLock { $0.isCancelled } }, { progress in change { $0.latest = progress } })
        }
        change { $0.result = outcome }
      }
      thread.stackSize = 4 << 20
      thread.name = "RealmMigration"
      thread.start()
    }
  }

  private struct State: Sendable {
    var work: Work?
    var latest: RealmProgress?
    var waiting: [CheckedContinuation<RealmProgress?, any Error>] = []
    var result: Result<RealmSummary, any Error>?
    var hasThrown = false
    var isCancelled = false

    init(work: @escaping Work) { self.work = work }

    /// Takes the answers that are ready; the result is to be called without the lock.
    mutating func takeReady() -> @Sendable () -> Void {
      guard !waiting.isEmpty, latest != nil || result != nil else { return {} }
      if let progress = latest {
        latest = nil
        let first = waiting.removeFirst()
        return { first.resume(returning: progress) }
      }
      let all = waiting
      waiting = []
      var failure: (any Error)?
      if case .failure(let error)? = result, !hasThrown {
        hasThrown = true
        failure = error
      }
      return { [failure] in
        for (index, continuation) in all.enumerated() {
          if index == 0, let failure {
            continuation.resume(throwing: failure)
          } else {
            continuation.resume(returning: nil)
          }
        }
      }
    }
  }
}
