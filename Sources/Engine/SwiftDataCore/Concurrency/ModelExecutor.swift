// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// An executor with a context.
public protocol ModelExecutor: Executor {
  /// The context that the jobs use.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job after another.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs the jobs of a model actor one after another, never on the thread that created the actor.
///
/// At most 32 model actors run at once, or four for each processor if that is more; the others wait for their turn without
/// threads. An actor that blocks its thread, as `modelContext.save()` does while other contexts save, counts as running.
public class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  // Unchecked: the context is used by jobs only, and the mailbox under the lock of the pool.
  /// The context that the jobs use.
  public let modelContext: ModelContext
  var mailbox = ExecutorPool.Mailbox()

  /// Creates an executor, which runs its jobs on threads that model actors share.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    #if DEBUG
      queue.setSpecific(key: ContextHome.queueKey, value: mark)
    #endif
  }

  #if DEBUG
    /// Tells where the context is at home.
    private let queue = DispatchQueue(label: "SwiftData.ModelActor")
    private let hasStarted = Atomic<Bool>(false)
    /// Of the queue.
    private var mark: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
  #endif

  /// Runs a job after those that were enqueued before.
  public func enqueue(_ job: __owned ExecutorJob) {
    #if DEBUG
      // Before the first job, the creator of the actor may use the context; no other code can.
      if !hasStarted.exchange(true, ordering: .acquiringAndReleasing) { modelContext._core.home = .queue(mark) }
    #endif
    ExecutorPool.shared.add(UnownedJob(job), to: self)
  }

  /// Runs jobs until there is none, or another executor needs the thread, which it returns.
  func run(in pool: ExecutorPool) -> DefaultSerialModelExecutor? {
    #if DEBUG
      queue.sync { runJobs(in: pool) }
    #else
      runJobs(in: pool)
    #endif
  }

  private func runJobs(in pool: ExecutorPool) -> DefaultSerialModelExecutor? {
    var hasRun = false
    while true {
      switch pool.next(for: self, mayYield: hasRun) {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .end(let other): return other
      }
      hasRun = true
    }
  }

  /// Returns the executor as the actor refers to it. The actor must keep it alive.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// A serial executor without a context.
final class DispatchSerialModelExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
