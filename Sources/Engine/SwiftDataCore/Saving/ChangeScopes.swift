// SPDX-License-Identifier: Apache-2.0

/// Scopes: changes that are saved or undone as a whole.
///
/// ``ModelContext/transaction(block:)`` and ``ModelContext/attempt(_:)`` open one. Earlier unsaved changes of the context
/// stay in any case. If there are some, the scope records its changes, as for undo; otherwise a rollback undoes it.
struct ChangeScopes {
  fileprivate struct Scope {
    /// `nil` if nothing was unsaved at the beginning, or since.
    var step: UndoStep?
    var batchDeletions: Int
    /// The number of undo actions of outer scopes.
    var actions: Int
  }

  fileprivate var open: [Scope] = []

  var isOpen: Bool { !open.isEmpty }

  /// A save has reached some stores: what it has written there stays, whatever becomes of the scope.
  ///
  /// - Parameter batchDeletions: For each number of deletions by predicate, how many of them are still to be made.
  fileprivate mutating func didWrite(
    where isWritten: (any PersistentModel) -> Bool, batchDeletions left: (Int) -> Int
  ) {
    for index in open.indices {
      open[index].step?.forget(where: isWritten)
      open[index].batchDeletions = left(open[index].batchDeletions)
      open[index].actions = 0
    }
  }

  /// Code in a scope has saved: what there was until then stays.
  fileprivate mutating func didSave() {
    for index in open.indices { open[index] = Scope(step: nil, batchDeletions: 0, actions: 0) }
  }
}

extension ContextCore {
  /// Runs a block, and undoes what it has changed if it throws, or if `completion` does.
  func withinScope<R>(_ block: () throws -> R, then completion: () throws -> Void) throws -> R {
    let depth = openScope()
    do {
      let result = try block()
      // Only the outermost saves: the inner ones are a part of it.
      if depth == 0 { try completion() }
      closeScopes(to: depth)
      return result
    } catch {
      takeBackScopes(to: depth)
      throw error
    }
  }

  /// A save has written everything.
  func settleScopes() {
    guard scopes.isOpen else { return }
    scopes.didSave()
    undo?.scopes.removeAll()
    undo?.keepActions()
  }

  /// A save has written to some of its stores only.
  ///
  /// - Parameter former: The deletions by predicate that there were before.
  func settleScopes(
    writtenWhere isWritten: (any PersistentModel) -> Bool, batchDeletionsBefore former: [PendingBatchDeletion]
  ) {
    guard scopes.isOpen else { return }
    let left = unsaved.batchDeletions
    scopes.didWrite(where: isWritten) { count in
      former.prefix(count).count { deletion in left.contains { $0.id == deletion.id } }
    }
    undo?.keepActions()
  }

  /// Takes back what open scopes have changed: the program ends within them.
  func takeBackOpenScopes() { takeBackScopes(to: 0) }

  private func openScope() -> Int {
    turn.enter()
    defer { turn.leave() }
    mergeArrivals()
    let depth = scopes.open.count
    var step: UndoStep?
    if depth > 0 || hasChanges {
      let new = UndoStep()
      step = new
      let recorder = undo ?? UndoRecorder(self, nil)
      undo = recorder
      recorder.scopes.append(new)
    }
    // What was done before stays, and can be undone by itself.
    undo?.endAction()
    scopes.open.append(
      .init(step: step, batchDeletions: unsaved.batchDeletions.count, actions: undo?.scopeActionCount ?? 0))
    return depth
  }

  private func closeScopes(to depth: Int) {
    turn.enter()
    defer { turn.leave() }
    while scopes.open.count > depth {
      let scope = scopes.open.removeLast()
      if let step = scope.step { undo?.scopes.removeAll { $0 === step } }
    }
    if scopes.open.isEmpty { undo?.keepActions() }
    if undo?.isIdle == true { undo = nil }
  }

  private func takeBackScopes(to depth: Int) {
    turn.enter()
    defer { turn.leave() }
    while scopes.open.count > depth {
      let scope = scopes.open[scopes.open.count - 1]
      // Nothing has happened, so there is nothing to undo.
      undo?.removeActions(after: scope.actions)
      closeScopes(to: scopes.open.count - 1)
      if let undo { undo.withoutActions { takeBack(scope) } } else { takeBack(scope) }
    }
  }

  private func takeBack(_ scope: ChangeScopes.Scope) {
    guard let step = scope.step else { return rollback() }
    let returned = takeBackBatchDeletions(after: scope.batchDeletions)
    takeBack(step)
    forgetTouches(step.former.map { ($0.object, $0.dirty) } + returned)
    readAgain(returned)
  }

  /// What a scope has changed and is as it was again is not unsaved any more: the next save would write the old values
  /// over what others have saved.
  ///
  /// - Parameter touched: Objects with what was unsaved of them before.
  private func forgetTouches(_ touched: [(object: any PersistentModel, dirty: PropertyMask)]) {
    var clean: [any PersistentModel] = []
    for (object, dirty) in touched {
      guard let state = object._$state, state.core === self, state.life == .updated, let entity = state.entity
      else { continue }
      var touched = state.dirty.subtracting(dirty)
      if !unsaved.links.changes(of: [object]).isEmpty { touched = touched.intersection(entity.ownColumns) }
      guard !touched.isEmpty else { continue }
      giveUp(touched, object, state)
      // Others may have changed what the scope had changed, too.
      if state.dirty.isEmpty { clean.append(object) } else { mergeRow(object) }
    }
    reload(clean)
  }
}
