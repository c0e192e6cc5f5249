// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation

/// The results of a save, for notifications and for other contexts.
struct SaveOutcome {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  var changes: [ExternalChange] = []
  /// Of these, what the saving context did not know before.
  var news: [ExternalChange] = []
  var tokens = HistoryTokens()
}

extension ContextCore {
  /// How often a save starts again because another writer was faster.
  static let attempts = 10
  /// How often a save waits again because others have saved while it waited.
  static let gateAttempts = 4

  /// Writes all changes, in one transaction of each store. If it throws,
  /// memory is as before, but for stores that had committed already.
  func save(onConflict policy: UniqueConflictPolicy? = nil) throws {
    turn.enter()
    defer { turn.leave() }
    // An observer of the notification before a save: what it has changed is a part of that save.
    guard saving.announcer != osd_thread() else { return }
    guard container.activity.isObserved, hasChanges else { return try saveNow(onConflict: policy) }
    let trace = SaveTrace(self)
    saving.beginTrace(trace)
    var failure: (any Error)?
    do { try saveNow(onConflict: policy) } catch { failure = error }
    saving.endTrace()
    let activity = trace.activity(saving.author, failure)
    container.activity.tell { $0.didSave(activity) }
    if let failure { throw failure }
  }

  private func saveNow(onConflict policy: UniqueConflictPolicy?) throws {
    checkHome(.save)
    defer { undo?.endEvent() }
    try saving.seed.check()
    guard !saving.isInHook else {
      throw SwiftDataError(
        .storeFailure, "A hook has tried to save the context whose save it is a part of.",
        advice: "Do not save in a hook: the save that runs the hook also saves its changes.")
    }
    guard hasChanges || deferredError != nil || !unsaved.unsavableTargets.isEmpty else { return }
    announceSave()
    saving.begin()
    defer { saving.end() }
    settleLists()
    mergeArrivals()
    try container.hooks.prepare(self)
    settleLists()
    try throwNotedErrors()
    if !container.allowsSave(self) {
      throw SwiftDataError(
        .storeIsReadOnly, "The configuration does not allow saving.",
        advice: "Open the container with allowsSave: true, or call rollback().")
    }
    for attempt in 1... {
      do {
        return try attemptSave(policy ?? container.saveDefaults.unique, isFirst: attempt == 1)
      } catch let stale as StaleRows {
        guard attempt < Self.attempts else { throw stale.error }
        noteRetry(RetryActivity(entity: stale.error.entity, rows: stale.count, attempt: attempt))
        catchUp(stale)
      } catch let failure as TransientFailure {
        guard attempt < Self.attempts else { throw failure.error }
        noteRetry(RetryActivity(entity: failure.error.entity, rows: 0, attempt: attempt))
      }
    }
  }

  private func noteRetry(_ retry: RetryActivity) {
    guard let trace = saving.trace else { return }
    trace.attempts += 1
    container.activity.tell { $0.didRetry(retry) }
  }

  /// Tells observers that a save begins. They may do anything, and other threads may use the context meanwhile.
  private func announceSave() {
    guard let context else { return }
    let thread = osd_thread()
    saving.announcer = thread
    // Another thread may have announced a save meanwhile, and be at it still.
    defer { if saving.announcer == thread { saving.announcer = 0 } }
    turn.interrupted { NotificationCenter.default.post(name: ModelContext.willSave, object: context) }
  }

  private func attemptSave(_ policy: UniqueConflictPolicy, isFirst: Bool) throws {
    try enterGate()
    var isInGate = true
    defer { if isInGate { container.saveGate.unlock() } }
    try settleConflicts()
    try container.hooks.validate(self)
    try validate()
    let writers = try savePlans().map {
      SaveWriter(core: self, store: $0.store, plan: $0.plan, policy: policy)
    }
    let failure: (any Error)?
    do {
      try StoreTransactions(author: saving.author, isFirst: isFirst, seed: saving.seed.seed).run(writers)
      failure = nil
    } catch {
      failure = error
    }
    if failure != nil { for writer in writers where !writer.isCommitted { writer.undo() } }
    // A seed is saved once: an observer may save what it has changed.
    if failure == nil, saving.seed.seed != nil { saving.seed = .none }
    let written = failure == nil ? writers : writers.filter(\.isCommitted)
    if let failure, written.isEmpty { throw failure }
    var outcome = SaveOutcome()
    for writer in written { writer.report(in: &outcome) }
    let others = container.deliver(outcome.changes, from: self)
    // What follows tells observers, who may do anything.
    container.saveGate.unlock()
    isInGate = false
    if let failure {
      for writer in written { writer.settle() }
      removeWrittenChanges(written)
      for writer in written { writer.tell() }
      undo?.didSave()
      container.announce(outcome.changes, to: others)
      didSave(outcome)
      throw failure
    }
    // What observers write belongs to the next save, in whichever store: all objects are as that finds them.
    let lists = removeAllChanges()
    for writer in written { writer.settle() }
    unload(lists)
    for writer in written { writer.tell() }
    undo?.didSave()
    container.announce(outcome.changes, to: others)
    didSave(outcome)
  }

  func didSave(_ outcome: SaveOutcome) {
    changeObservers.notifySaved(outcome.changes, news: outcome.news)
    turn.interrupted {
      container.hooks.finish(self, outcome)
      context?.didSave(outcome)
    }
  }

  /// Waits until no other context of the container is saving, and merges what
  /// the others have saved. Observers hear of that while the gate is open,
  /// unless others are faster again and again.
  private func enterGate() throws {
    let begin = saving.trace.map { _ in ContinuousClock.now }
    defer { if let begin { saving.trace?.waited += ContinuousClock.now - begin } }
    var hadTurn = false
    if let turn = saving.takeTurn(), container.saveGate.claim(turn) {
      if concernsNobody(arrivals.waiting) { return mergeArrivals() }
      container.saveGate.unlock()
      hadTurn = true
    }
    for attempt in 0..<Self.gateAttempts {
      mergeArrivals()
      try lockGate(isNext: hadTurn || attempt > 0)
      if concernsNobody(arrivals.waiting) { return mergeArrivals() }
      container.saveGate.unlock()
    }
    try lockGate(isNext: true)
    mergeArrivals()
  }

  private func lockGate(isNext: Bool) throws {
    try container.saveGate.lock(
      .save, of: ObjectIdentifier(self), author: saving.author, timeout: container.saveDefaults.gateTimeout,
      isNext: isNext)
  }

  /// Whether no model of this context would be changed, and it has no observers.
  func concernsNobody(_ changes: [ExternalChange]) -> Bool {
    guard !changes.isEmpty else { return true }
    guard changeObservers.isEmpty else { return false }
    return changes.allSatisfy { change in
      if case .taken = change.kind { return false }
      return model.entities.indices.contains(change.entity)
        && !isRegistered(change.key, inHierarchyOf: model.entities[change.entity])
    }
  }

  /// All changes are in the stores.
  ///
  /// - Returns: Lists that show what models whose rows are gone had taken from them. They must not be read before the new
  ///   objects are those of their rows: the rows would get others.
  private func removeAllChanges() -> [(object: any PersistentModel, relationship: _Property)] {
    // Of a row that is gone, only a list had changed.
    let lost = unsaved.updated.models.filter { $0._$state?.life == .lost }
    for object in lost {
      object._$state?.dirty = .none
      object._$state.map { settle($0, as: .gone) }
    }
    let lists = lost.isEmpty ? [] : unsaved.adjusted.filter { $0.relationship.isOneWayToMany }
    unsaved.removeAll()
    settleScopes()
    return lists
  }

  /// Lists of stored objects are read again when they are next asked for.
  private func unload(_ lists: [(object: any PersistentModel, relationship: _Property)]) {
    for (owner, list) in lists where isHere(owner) && list.description.isLoaded(owner) {
      list.description.notify(owner) { list.description.unload(owner) }
    }
  }

  /// The changes of some stores are written; those of others wait for the
  /// next save.
  private func removeWrittenChanges(_ writers: [SaveWriter]) {
    let isWritten = { (object: any PersistentModel) in
      // What has left the context was deleted in one of the stores.
      guard let state = object._$state, state.core === self, let entity = state.entity else { return true }
      return writers.contains { $0.store.keeps(entity) }
    }
    let batchDeletions = unsaved.batchDeletions
    unsaved.removeWritten(writers.map(\.plan), where: isWritten)
    settleScopes(writtenWhere: isWritten, batchDeletionsBefore: batchDeletions)
  }
}

/// The state of a context's saves: their author, and the progress of the one that runs.
struct SaveState {
  /// ``ModelContext/author``.
  var author: String?
  /// While true, what others have saved arrives too late to be merged.
  private(set) var isRunning = false
  /// While true, code of the program's runs that decides about the save.
  private(set) var isInHook = false
  /// Whether the context makes a seed, or saves it.
  var seed = SeedPhase.none
  /// The thread that posts ``ModelContext/willSave``; zero if none does.
  var announcer: UInt = 0
  /// The trace of the save that runs, if it is observed.
  private(set) var trace: SaveTrace?
  /// The turn of the gate that has come while the context was suspended, until the save comes to the gate.
  var turn: SaveGate.Waiter?
  /// Deletions that are denied unless deletions by predicate of the same save remove what is in their way.
  var denials: [Denial] = []
  /// While true, new rows of entities with several unique constraints are written one after the other; see
  /// ``SaveWriter``'s `insertTogether`. Until the end of the save.
  var insertsInTurn = false
  /// The latest autosave failed: any change may be what mends it.
  private(set) var retriesAutosave = false

  mutating func begin() {
    isRunning = true
    insertsInTurn = false
  }

  mutating func end() {
    isRunning = false
    insertsInTurn = false
    denials = []
  }

  mutating func takeTurn() -> SaveGate.Waiter? {
    guard turn != nil else { return nil }
    return turn.take()
  }

  mutating func enterHooks() { isInHook = true }

  mutating func leaveHooks() { isInHook = false }

  mutating func beginTrace(_ new: SaveTrace) { trace = new }

  mutating func endTrace() { trace = nil }

  mutating func autosaveBegins() { retriesAutosave = false }

  mutating func autosaveFailed() { retriesAutosave = true }
}
