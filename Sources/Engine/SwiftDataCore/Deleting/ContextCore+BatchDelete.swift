// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Deletions by predicate: they reach the store at once, and concern what is stored.
extension ContextCore {
  /// Deletes rows, with their delete rules, without loading objects.
  ///
  /// Within ``ModelContext/transaction(block:)`` and in a hook of a save the deletion is a part of that save, and falls
  /// with it.
  func deleteAll<T: PersistentModel>(
    _ type: T.Type, where predicate: Predicate<T>?, includeSubclasses: Bool
  ) throws {
    turn.enter()
    defer { turn.leave() }
    checkHome(.delete, T._$description.entityName)
    mergeArrivals()
    let entity = try entity(type)
    let stored = predicate.map { StorePredicate($0) }
    var request = RowRequest(entity: entity)
    request.includesSubentities = includeSubclasses
    request.predicate = stored
    if container.hasCustomStores {
      request.descriptor = AnyFetchDescriptors.erasing(FetchDescriptor<T>(predicate: predicate))
    }
    guard scopes.isOpen || saving.isInHook else { return try deleteAtOnce(request) }
    // Refuses now what the store could not do at the save.
    try store(of: entity).validate(request)
    var deletion = PendingBatchDeletion(request, stored)
    deletion.marked = markRegistered(request, entity)
    unsaved.batchDeletions.append(deletion)
    changeObservers.notify()
    context?.noteChange()
  }

  // MARK: At once

  private func deleteAtOnce(_ request: RowRequest) throws {
    var outcome = SaveOutcome()
    try writeAtOnce(request.entity) { transaction in
      outcome = SaveOutcome()
      let result = try transaction.deleteAll(request, SettledRows())
      let touched = try transaction.settle()
      for (entity, key) in result.deleted { note(entity, key, .deleted, &outcome) }
      for (entity, key, mask) in result.updated { note(entity, key, .updated(mask), &outcome) }
      for row in touched { note(row.entity, row.key, .updated(row.mask), version: row.version, &outcome) }
      outcome.tokens.note(try HistoryTokens.number(of: transaction), in: try store(of: request.entity))
      return outcome.changes
    } except: {
      if case .deleted = $0.kind { true } else { false }
    } merging: { changes in
      let deleted = changes.filter { if case .deleted = $0.kind { true } else { false } }
      rowsWereDeleted(deleted.map { (model.entities[$0.entity], $0.key) })
    }
    guard !outcome.changes.isEmpty else { return }
    outcome.news = outcome.changes
    didSave(outcome)
  }

  private func note(
    _ entity: _Entity, _ key: Int64, _ kind: ExternalChange.Kind, version: Int32? = nil, _ outcome: inout SaveOutcome
  ) {
    if case .deleted = kind {
      outcome.deleted.append(identifier(entity, key))
    } else {
      outcome.updated.append(identifier(entity, key))
    }
    outcome.changes.append(ExternalChange(entity: entity.ordinal, key: key, kind: kind, version: version))
  }

  /// This context has deleted rows beside its unsaved changes: what was changed of them is dropped, and what leads to
  /// them is emptied by the next save, or refused.
  private func rowsWereDeleted(_ rows: [(entity: _Entity, key: Int64)]) {
    var left: [(object: any PersistentModel, entity: _Entity)] = []
    for (entity, key) in rows {
      guard let object = registered(entity, key: key), let state = object._$state, let entity = state.entity else {
        continue
      }
      state.dirty = .none
      move(object, state, to: .gone)
      let id = ObjectIdentifier(object)
      unsaved.conflicts[id] = nil
      unsaved.overtakenDeletions[id] = nil
      left.append((object, entity))
    }
    unsaved.leadsToGone = true
    guard !left.isEmpty else { return }
    dropLinks(of: left.map(\.object))
    removeGoneMembers(left)
    for (object, _) in left { detach(object, keepingIdentifier: true) }
    ObjectCircles.breakLinks(left)
    clearDeletedTargets(left.map(\.entity))
  }

  // MARK: With a save

  /// Registered objects that the deletion will remove say so.
  private func markRegistered(_ request: RowRequest, _ entity: _Entity)
    -> [any PersistentModel]
  {
    guard map(of: entity).count > 0 else { return [] }
    var marked: [any PersistentModel] = []
    do {
      try store(of: entity).fetchKeys(request) { key, entity in
        guard let object = registered(entity, key: key), let state = object._$state,
          state.life == .stored || state.life == .updated
        else { return }
        move(object, state, to: .gone)
        marked.append(object)
      }
    } catch {
      note(error)
    }
    return marked
  }
}
