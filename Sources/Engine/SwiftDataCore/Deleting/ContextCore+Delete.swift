// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Marks an object for deletion and applies the delete rules in memory, at
  /// once: what the rules say is seen before the save. `.deny` is checked by
  /// the save.
  ///
  /// Works through a list, so that a chain of cascades of any length is no
  /// deep recursion.
  func delete(_ model: any PersistentModel) {
    turn.enter()
    defer { turn.leave() }
    checkHome(.delete, type(of: model)._$description.entityName)
    // What others have moved or added counts for the rules.
    mergeArrivals()
    guard let root = counterpart(of: model) else { return }
    // Asked for by name, it does not come back by getting another owner.
    if root._$state?.isDeleted == true { unsaved.cascades.remove(of: root) { $0.removed == nil } }
    var pending = [root]
    var discarded: [(object: any PersistentModel, entity: _Entity)] = []
    while let object = pending.popLast() {
      guard let state = object._$state, state.core === self, !state.isDeleted,
        let entity = state.entity
      else { continue }
      // What has not been read is read first: values stay readable after the
      // deletion, and come back whole with an insertion.
      if !state.isInserted { completeRow(of: object, state) }
      changeObservers.notify(entity, state.key, .deleted)
      undo?.willRemove(object, state, entity)
      let wasInserted = markDeleted(object, state)
      let linksBefore = wasInserted ? LinkChanges.Snapshot() : unsaved.links.snapshot(of: [object])
      if let undo {
        undo.removing {
          if wasInserted { leaveOwners(object, entity) }
          for property in entity.relationships { apply(property, of: object, state, &pending) }
        }
      } else {
        if wasInserted { leaveOwners(object, entity) }
        for property in entity.relationships { apply(property, of: object, state, &pending) }
      }
      if !wasInserted { unsaved.deletedLinks.add(linksBefore, of: [object]) }
      for member in unsaved.links.release(object) {
        // There is something to save, although neither owner is there to say so.
        if let state = member._$state, state.life == .stored { move(member, state, to: .updated) }
      }
      if !entity.oneWayReferences.isEmpty { unsaved.leadsToGone = true }
      if wasInserted {
        discard(object, state)
        discarded.append((object, entity))
      }
    }
    guard discarded.count > 1 else { return ObjectCircles.breakLinks(discarded) }
    // The program may insert the first of them again: they stay whole as after a rollback.
    releaseRolledBack()
    rolledBack = discarded
  }

  /// The model of this context that is meant by one of another: the same row.
  /// If there is none, the next save says so.
  private func counterpart(of object: any PersistentModel) -> (any PersistentModel)? {
    guard let state = object._$state, let core = state.core, core !== self else { return object }
    if core.container === container, state.key > 0 { return model(for: object.persistentModelID) }
    note(
      SwiftDataError(
        .modelValidationFailure, "The model to be deleted belongs to another context.",
        entity: state.entity?.name, advice: "Delete it in the context that it was inserted into."))
    return nil
  }

  /// Reads the properties that have not been read yet.
  func completeRow(of object: any PersistentModel, _ state: _ModelState) {
    guard !state.flags.isDisjoint(with: [.fault, .partial]), let entity = state.entity else { return }
    if state.isFault { fireFault(object, state, 0) }
    guard state.flags.contains(.partial), !state.isRowGone else { return }
    do { try loadRows(entity, keys: [state.key]) } catch { note(error) }
  }

  /// Takes a new object out of the lists that nothing in it leads back to:
  /// whoever adds to such a list would bring it back.
  private func leaveOwners(_ object: any PersistentModel, _ entity: _Entity) {
    for relationship in entity.oneWayReferences where relationship.isOneWayToMany {
      guard let owner = unsaved.links.owner(of: object, relationship) else { continue }
      notePair(relationship, owner: owner, target: object, isAdded: false)
      guard let state = owner._$state, let list = state.entity?.properties[relationship.index] else { continue }
      undo?.willReorder(owner, state, list)
      if !state.dirty.contains(list.index) { unsaved.adjusted.append((owner, list)) }
      unsaved.lingering.note(object, owner, list)
    }
  }

  /// A new object that is deleted leaves the context. As long as a list holds it, it says that it is deleted.
  func discard(_ object: any PersistentModel, _ state: _ModelState) {
    move(object, state, to: unsaved.lingering.holds(object) ? .gone : .unregistered)
    detach(object, keepingIdentifier: true)
  }

  /// Moves an object to the list of what the next save deletes.
  ///
  /// - Returns: Whether it had not been saved. It is then discarded, and never
  ///   reaches the store.
  func markDeleted(_ object: any PersistentModel, _ state: _ModelState) -> Bool {
    let wasInserted = state.isInserted
    move(object, state, to: .deleted)
    if !wasInserted { context?.noteChange() }
    return wasInserted
  }
}
