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

/// Runs the jobs of a model actor on its own queue, never on the thread that created the actor.
public class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  // Unchecked: the context is used by jobs of the queue only.
  /// The context that the jobs use.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SwiftData.ModelActor")

  /// Creates an executor that runs its jobs on its own queue.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    #if DEBUG
      queue.setSpecific(key: ContextHome.queueKey, value: mark)
    #endif
  }

  #if DEBUG
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
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
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
