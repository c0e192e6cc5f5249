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
  /// While the actor waits, it may do other work; the save writes all changes up to its turn. If the task is cancelled
  /// while it waits, nothing is saved. This is an addition: Apple's framework has no such method. It has its own name,
  /// because an asynchronous `save()` would replace the other one in asynchronous code.
  ///
  /// - Parameter policy: What to do if unique values are taken; the policy of the container if `nil`.
  /// - Throws: As ``ModelContext/save()``; ``SwiftDataError/storeIsBusy`` after ``ModelContainer/saveTimeout``;
  ///   `CancellationError`.
  public func saveInTurn(onConflict policy: UniqueConflictPolicy? = nil) async throws {
    let core = modelContext._core
    guard modelContext.hasChanges else { return try core.save(onConflict: policy) }
    let gate = core.container.saveGate
    let executor = modelExecutor as? DefaultSerialModelExecutor
    let (turn, hasWaited) = try await SuspendedTurn.wait(
      for: gate, executor, author: core.saving.author, timeout: core.container.saveDefaults.gateTimeout)
    if hasWaited, let executor { ExecutorPool.shared.calm(executor) }
    // From here to the end nothing suspends, so the thread stays the same.
    gate.adopt(turn)
    defer { gate.unlock() }
    try core.save(onConflict: policy)
  }
}

/// Waiting for the turn of a ``SaveGate`` without a thread.
private enum SuspendedTurn {
  static func wait(
    for gate: SaveGate, _ executor: DefaultSerialModelExecutor?, author: String?, timeout: Double?
  ) async throws -> (turn: SaveGate.Waiter, hasWaited: Bool) {
    try Task.checkCancellation()
    let suspension = Suspension()
    let waiter = SaveGate.Waiter(
      SaveGate.Holder(
        thread: ObjectIdentifier(suspension), purpose: .save, author: author, isMain: false, since: .now)
    ) {
      // All who may run could be waiting for this save.
      if let executor { ExecutorPool.shared.hurry(executor) }
      suspension.finish(.success(()))
    }
    if gate.enqueue(waiter) { return (waiter, false) }
    if let timeout {
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
