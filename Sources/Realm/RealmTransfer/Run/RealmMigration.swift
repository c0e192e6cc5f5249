// SPDX-License-Identifier: Apache-2.0

import Foundation

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

  /// What the thread and those who wait share.
  fileprivate final class Run: @unchecked Sendable {
    // Unchecked: everything below is under the lock.
    private let lock = NSLock()
    private var work: Work?
    private var latest: RealmProgress?
    private var waiting: [CheckedContinuation<RealmProgress?, any Error>] = []
    private var result: Result<RealmSummary, any Error>?
    private var hasThrown = false
    private var isCancelled = false

    init(_ work: @escaping Work) { self.work = work }

    var summary: RealmSummary? { lock.withLock { try? result?.get() } }

    func cancel() { lock.withLock { isCancelled = true } }

    func next() async throws -> RealmProgress? {
      try await withCheckedThrowingContinuation { continuation in
        lock.lock()
        let begins = work
        work = nil
        waiting.append(continuation)
        let ready = takeReady()
        lock.unlock()
        ready()
        if let begins { start(begins) }
      }
    }

    /// What can be answered now; called under the lock, run without it.
    private func takeReady() -> () -> Void {
      guard !waiting.isEmpty, latest != nil || result != nil else { return {} }
      let progress = latest
      latest = nil
      if let progress {
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
      return {
        for (index, continuation) in all.enumerated() {
          if index == 0, let failure {
            continuation.resume(throwing: failure)
          } else {
            continuation.resume(returning: nil)
          }
        }
      }
    }

    private func change(_ change: () -> Void) {
      lock.lock()
      change()
      let ready = takeReady()
      lock.unlock()
      ready()
    }

    private func start(_ work: @escaping Work) {
      // Blocks for long, which the threads of tasks must not.
      let thread = Thread { [self] in
        let outcome = Result {
          try work(
            { lock.withLock { isCancelled } }, { progress in change { latest = progress } })
        }
        change { result = outcome }
      }
      thread.stackSize = 4 << 20
      thread.name = "RealmMigration"
      thread.start()
    }
  }
}
