// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

extension ModelActor {
  /// Waits for its turn without blocking a thread, then saves the actor's context.
  ///
  /// ```swift
  /// @ModelActor actor Importer {
  ///   func add(_ name: String) async throws {
  ///     modelContext.insert(Trip(name: name))
  ///     try await saveInTurn()
  ///   }
  /// }
  /// ```
  ///
  /// Saves of one container take turns. `modelContext.save()` blocks its thread while it waits, and keeps other actors
  /// from running if hundreds do so at once (``DefaultSerialModelExecutor``). This method waits without a thread. Turns
  /// follow the order of the requests of both kinds of saves.
  ///
  /// While the actor waits, it may do other work; the save writes all changes up to its turn. If that work calls
  /// `modelContext.save()`, this save comes first, and has what it writes. If the task is cancelled while it waits,
  /// nothing is saved. This is an addition: Apple's framework has no such method. It has its own name,
  /// because an asynchronous `save()` would replace the other one in asynchronous code.
  ///
  /// - Parameter policy: What to do if unique values are taken; the policy of the container if `nil`.
  /// - Throws: As ``ModelContext/save()``; ``SwiftDataError/storeIsBusy`` after ``ModelContainer/saveTimeout``;
  ///   `CancellationError`.
  public func saveInTurn(onConflict policy: UniqueConflictPolicy? = nil) async throws {
    let core = modelContext._core
    let executor = modelExecutor as? DefaultSerialModelExecutor
    var attempt = 0
    while modelContext.hasChanges {
      let (waiter, hasWaited) = try await SuspendedTurn.wait(
        for: core, executor, author: core.saving.author, isNext: attempt > 0)
      if hasWaited, let executor { ExecutorPool.shared.calm(executor) }
      // From here on nothing suspends, so the thread stays the same.
      if try core.save(in: waiter, isLast: attempt == ContextCore.gateAttempts, policy) { return }
      attempt = min(attempt + 1, ContextCore.gateAttempts)
    }
    // The rest was saved while the actor waited; what was noted is thrown all the same.
    try core.save(onConflict: policy)
  }
}

extension ContextCore {
  /// Saves in a turn of the gate that has come while the context was suspended.
  ///
  /// - Parameter isLast: Whether the turn is not given up for the sake of those who observe what has arrived.
  /// - Returns: `false` if the context has to wait again: another save of its own has taken the turn over, or others have
  ///   saved what observers should not hear of while the gate is held.
  fileprivate func save(in waiter: SaveGate.Waiter, isLast: Bool, _ policy: UniqueConflictPolicy?) throws -> Bool {
    // The context comes before the gate, as in any save: who waits for the gate has the context, and takes over the turn.
    turn.enter()
    defer { turn.leave() }
    guard container.saveGate.adopt(waiter) else { return false }
    guard isLast || concernsNobody(arrivals.waiting) else {
      container.saveGate.giveBack(waiter)
      mergeArrivals()
      return false
    }
    saving.turn = waiter
    defer {
      // The save may have ended before it came to the gate.
      if let left = saving.takeTurn() { container.saveGate.giveBack(left) }
    }
    try save(onConflict: policy)
    return true
  }
}

/// Waiting for the turn of a ``SaveGate`` without a thread.
private enum SuspendedTurn {
  static func wait(
    for core: ContextCore, _ executor: DefaultSerialModelExecutor?, author: String?, isNext: Bool
  ) async throws -> (waiter: SaveGate.Waiter, hasWaited: Bool) {
    try Task.checkCancellation()
    let gate = core.container.saveGate
    let suspension = Suspension()
    let holder = SaveGate.Holder(suspended: ObjectIdentifier(core), author: author)
    let waiter = SaveGate.Waiter(holder) {
      // All who may run could be waiting for this save.
      if let executor { ExecutorPool.shared.hurry(executor) }
      suspension.finish(.success(()))
    }
    if gate.enqueue(waiter, isNext: isNext) { return (waiter, false) }
    if let timeout = core.container.saveDefaults.gateTimeout {
      DispatchQueue.global().asyncAfter(deadline: .now() + timeout) {
        if let busy = gate.leave(waiter, .save, timeout) { suspension.finish(.failure(busy)) }
      }
    }
    try await suspension.wait {
      // If it is handed the turn in this very moment, it saves.
      if gate.leave(waiter, .save, 0) != nil { suspension.finish(.failure(CancellationError())) }
    }
    return (waiter, true)
  }
}
