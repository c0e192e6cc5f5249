// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// Lets a bounded number of model actors run at once; the others wait without threads, in the order of their first jobs.
///
/// Dispatch makes a thread for each queue with work, up to 255, and then none: two hundred actors that are called at once
/// would be two hundred threads. If all of them waited in `save()`, an actor whose turn to save has come, but which is
/// suspended, would never continue. It therefore continues beyond the limit (``hurry(_:)``); of each container, that is one.
final class ExecutorPool: Sendable {
  static let shared = ExecutorPool()

  /// The jobs of one executor. The pool's lock protects it.
  struct Mailbox {
    enum Phase { case idle, waiting, running }

    fileprivate var phase = Phase.idle
    /// How many of its jobs others wait for.
    fileprivate var urgency = 0
    fileprivate var isUrgent: Bool { urgency > 0 }
    /// Which entry of the pool's queue counts; it changes when the executor starts without its entry.
    fileprivate var ticket = 0
    private var jobs: [UnownedJob] = []
    private var first = 0

    fileprivate var isEmpty: Bool { first == jobs.count }

    fileprivate mutating func append(_ job: UnownedJob) { jobs.append(job) }

    fileprivate mutating func removeFirst() -> UnownedJob? {
      guard first < jobs.count else { return nil }
      defer {
        first += 1
        if first == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          first = 0
        }
      }
      return jobs[first]
    }
  }

  private struct State {
    var running = 0
    var mostRunning = 0
    /// Those that wait are `waiting[first...]`, apart from entries whose ticket has expired.
    var waiting: [(executor: DefaultSerialModelExecutor, ticket: Int)] = []
    var first = 0
    /// Those that run no executor.
    var workers: [DispatchQueue] = []

    var isSomeoneWaiting: Bool {
      waiting[first...].contains { $0.executor.mailbox.ticket == $0.ticket }
    }

    mutating func queue(_ executor: DefaultSerialModelExecutor) {
      executor.mailbox.phase = .waiting
      waiting.append((executor, executor.mailbox.ticket))
    }

    mutating func start(_ executor: DefaultSerialModelExecutor) {
      executor.mailbox.ticket += 1
      executor.mailbox.phase = .running
      running += 1
      mostRunning = max(mostRunning, running)
    }

    /// Starts the executor that has waited longest, if there is room.
    mutating func startNext(_ limit: Int) -> DefaultSerialModelExecutor? {
      guard running < limit else { return nil }
      while first < waiting.count {
        let (executor, ticket) = waiting[first]
        first += 1
        if first == waiting.count || first >= 256 {
          waiting.removeFirst(first)
          first = 0
        }
        if executor.mailbox.ticket == ticket {
          start(executor)
          return executor
        }
      }
      return nil
    }
  }

  /// What an executor that runs does next.
  enum Step {
    case job(UnownedJob)
    /// It stops, and another one may have its thread.
    case end(DefaultSerialModelExecutor?)
  }

  /// How many executors run at once, apart from those that hurry.
  let limit: Int
  private let state = Mutex(State())

  init(limit: Int = max(32, 4 * ProcessInfo.processInfo.activeProcessorCount)) { self.limit = limit }

  fileprivate var counts: (limit: Int, most: Int, waiting: Int) {
    state.withLock { state in
      let waiting = state.waiting[state.first...].count { $0.executor.mailbox.ticket == $0.ticket }
      return (limit, state.mostRunning, waiting)
    }
  }

  /// Adds a job behind the others of its executor.
  func add(_ job: UnownedJob, to executor: DefaultSerialModelExecutor) {
    let begins = state.withLock { state in
      executor.mailbox.append(job)
      switch executor.mailbox.phase {
      case .running: return false
      case .waiting where !executor.mailbox.isUrgent: return false
      case .idle where !executor.mailbox.isUrgent && state.running >= limit:
        state.queue(executor)
        return false
      case .idle, .waiting:
        state.start(executor)
        return true
      }
    }
    if begins { begin(executor) }
  }

  /// What a running executor does next: its next job, unless it makes room for one that waits.
  ///
  /// - Parameter mayYield: Whether it has run a job since it began.
  func next(for executor: DefaultSerialModelExecutor, mayYield: Bool) -> Step {
    state.withLock { state in
      let yields = mayYield && !executor.mailbox.isUrgent && state.running >= limit && state.isSomeoneWaiting
      if !yields, let job = executor.mailbox.removeFirst() { return .job(job) }
      if executor.mailbox.isEmpty { executor.mailbox.phase = .idle } else { state.queue(executor) }
      state.running -= 1
      return .end(state.startNext(limit))
    }
  }

  /// Lets an executor run beyond the limit until ``calm(_:)``, since others wait for what it does next.
  func hurry(_ executor: DefaultSerialModelExecutor) {
    let begins = state.withLock { state in
      executor.mailbox.urgency += 1
      guard executor.mailbox.phase == .waiting else { return false }
      state.start(executor)
      return true
    }
    if begins { begin(executor) }
  }

  /// Ends what ``hurry(_:)`` began.
  func calm(_ executor: DefaultSerialModelExecutor) { state.withLock { _ in executor.mailbox.urgency -= 1 } }

  /// Runs an executor that was started, and on the same thread those that take its place.
  private func begin(_ executor: DefaultSerialModelExecutor) {
    // A queue of its own has a thread of its own, however many others are blocked.
    let worker = state.withLock { $0.workers.popLast() } ?? DispatchQueue(label: "SwiftData.ModelActor")
    worker.async { [self] in
      var next: DefaultSerialModelExecutor? = executor
      while let current = next { next = current.run(in: self) }
      state.withLock { $0.workers.append(worker) }
    }
  }
}

extension ModelContainer {
  /// How many model actors of the program may run at once, have run at once at most, and wait for a place; for tests.
  package static var _runningActors: (limit: Int, most: Int, waiting: Int) { ExecutorPool.shared.counts }
}
