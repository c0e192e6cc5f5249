// SPDX-License-Identifier: Apache-2.0

/// An unsaved change that meets a saved one of another writer, and that the
/// next save must decide about.
struct MergeConflict {
  enum Kind {
    /// Both sides have changed these properties.
    case update(PropertyMask)
    /// Changed here, deleted elsewhere.
    case rowIsGone
    /// Deleted here, changed elsewhere.
    case deletion
  }

  let object: any PersistentModel
  let kind: Kind
}

extension ContextCore {
  /// Merges rows that another writer has changed into objects with unsaved changes.
  ///
  /// All are read before anything is decided about the partners of some; those that
  /// are to be deleted come last, as their delete rules ask where the others lead.
  ///
  /// - Parameter explained: Up to which counter of its row the changes of an object are all that has happened. If the row
  ///   has a higher one, the next save finds out that it has changed.
  func merge(
    _ changed: [(object: any PersistentModel, mask: PropertyMask)], explained: [ObjectIdentifier: Int32] = [:]
  ) {
    var deleted: [(object: any PersistentModel, mask: PropertyMask, isVague: Bool)] = []
    var positions: [ObjectIdentifier: Int] = [:]
    var overlaps: [(object: any PersistentModel, mask: PropertyMask)] = []
    var paired: [any PersistentModel] = []
    for (object, mask) in changed {
      if object._$state?.isDeleted == true {
        // As one change: the row that is read has them all, and a deletion is undone once.
        let index = positions[ObjectIdentifier(object)] ?? deleted.count
        if index == deleted.count { deleted.append((object, .none, false)) }
        positions[ObjectIdentifier(object)] = index
        deleted[index].mask = deleted[index].mask.union(mask)
        if mask.isEmpty { deleted[index].isVague = true }
        continue
      }
      if model.hasOneToOne, let entity = object._$state?.entity { paired += partners(of: object, entity, .all) }
      let both = merge(object, changedElsewhere: mask, explained[ObjectIdentifier(object)])
      if !both.isEmpty { overlaps.append((object, both)) }
      paired.append(object)
    }
    for (object, both) in overlaps {
      guard let state = object._$state, let entity = state.entity else { continue }
      paired += releasePartners(of: object, state, entity, both)
    }
    settlePairs(of: paired)
    for (object, mask, isVague) in deleted {
      mergeDeleted(object, changedElsewhere: mask, isVague, explained[ObjectIdentifier(object)])
    }
  }

  /// The save compares this counter with the row's.
  private func limit(_ state: _ModelState, _ mask: PropertyMask, _ explained: Int32?) {
    guard let explained, mask != .all, explained > 0, state.version > explained else { return }
    state.version = explained
  }

  /// Gives an object with unsaved changes what another writer has saved: its
  /// unchanged properties take the row's values.
  ///
  /// As in Core Data, what is merged before the save has been seen: the
  /// unsaved value then stands for the new one too. Only what comes to light
  /// at the save itself is a conflict.
  ///
  /// - Parameter mask: What the other side has changed; `.all` if that is not
  ///   known.
  /// - Returns: What both sides have changed.
  private func merge(
    _ object: any PersistentModel, changedElsewhere mask: PropertyMask, _ explained: Int32?
  ) -> PropertyMask {
    guard let state = object._$state, state.core === self, let entity = state.entity else {
      return .none
    }
    let changes = namedChanges(mask, of: object, state, entity)
    let theirs = changes.intersection(entity.ownColumns)
    let emptied = nullifications(of: object, state, changedElsewhere: theirs)
    for nullification in emptied {
      giveUp(PropertyMask(bits: PropertyMask.bit(nullification.property.index)), object, state)
    }
    var both = state.dirty.intersection(theirs)
    both = both.subtracting(equalChanges(both, object, state, entity))
    if !both.isEmpty {
      noteConflict(.bothChanged, entity, both)
      switch effectiveMergePolicy {
      case .memoryWins: break
      case .storeWins: giveUp(both, object, state)
      case .error: if saving.isRunning { note(.update(both), object) }
      }
    }
    mergeRow(object)
    limit(state, mask, explained)
    nullifyAgain(emptied, of: object)
    applyRulesOfTargets(to: object, state, both.subtracting(state.dirty))
    mergeLists(object, changedElsewhere: changes)
    return both
  }

  /// The properties that have changed elsewhere, where those were not reported: a custom store returns whole rows, whose
  /// former values are known.
  private func namedChanges(
    _ mask: PropertyMask, of object: any PersistentModel, _ state: _ModelState, _ entity: _Entity
  ) -> PropertyMask {
    guard mask == .all, let custom = container.customStore(of: entity),
      // Notes what the store has now.
      storedRow(of: object, state, entity) != nil,
      let changes = custom.table.changes(of: state.key, since: state.version)
    else { return mask }
    return changes
  }

  /// An object that is to be deleted has been changed elsewhere.
  ///
  /// - Parameter isVague: Whether more than what is named may have changed.
  private func mergeDeleted(
    _ object: any PersistentModel, changedElsewhere mask: PropertyMask, _ isVague: Bool, _ explained: Int32?
  ) {
    guard let state = object._$state, state.core === self, let entity = state.entity else { return }
    let changes = namedChanges(mask, of: object, state, entity)
    // The announced values are the known ones.
    if changes.isEmpty, mask == .all { return }
    let theirs = changes.intersection(entity.ownColumns)
    guard state.isDeleted else {
      // What was said of it before has brought it back already.
      _ = merge(object, changedElsewhere: mask, explained)
      return
    }
    guard let row = storedRow(of: object, state, entity) else { return }
    // The values in memory are of the version that they had; if the deletion is undone, the row is read again.
    let known = unsaved.overtakenDeletions[ObjectIdentifier(object)]
    unsaved.overtakenDeletions[ObjectIdentifier(object)] = OvertakenDeletion(
      version: known?.version ?? state.version,
      mask: (known?.mask ?? .none).union(isVague || changes.isEmpty ? .all : changes))
    // What the row says counts from now on for the deletion.
    state.version = row.version
    limit(state, mask, explained)
    if !theirs.isEmpty { noteConflict(.changedElsewhere, entity) }
    readDenyingLists(of: object, entity, changes)
    do { try spareFormerMembers(of: object, state, entity) } catch { note(error) }
    if takeBackIfMoved(object, row.object, theirs, isNamed: changes != .all) { return }
    guard !theirs.isEmpty else { return }
    switch effectiveMergePolicy {
    case .memoryWins: break
    case .storeWins: return takeBackWithoutAction(object)
    case .error: if saving.isRunning { note(.deletion, object) }
    }
    applyRules(of: object, entity, row.object, theirs)
  }

  /// The row of an object, read into an instance that no context knows.
  func storedRow(of object: any PersistentModel, _ state: _ModelState, _ entity: _Entity)
    -> (object: any PersistentModel, version: Int32)?
  {
    var request = RowRequest(entity: entity.root)
    request.keys = [state.key]
    var found: (object: any PersistentModel, version: Int32)?
    do {
      try store(of: entity).fetch(request) { row in
        let copy = row.entity.description.make()
        copy._$load(&row.reader)
        if let failure = row.reader.failure { throw failure }
        found = (copy, row.version)
      }
    } catch {
      note(error)
    }
    return found
  }

  /// These properties are no longer changed: the row's values will replace them.
  func giveUp(
    _ mask: PropertyMask, _ object: any PersistentModel, _ state: _ModelState
  ) {
    state.dirty = state.dirty.subtracting(mask)
    didGiveUpValues(object, state)
  }

  /// Relationships that were given up lead where the row does, which may be an object that this context is about to delete:
  /// its rules hold for what has come back to it.
  func applyRulesOfTargets(to object: any PersistentModel, _ state: _ModelState, _ mask: PropertyMask) {
    guard !mask.isEmpty, let entity = state.entity, !state.isDeleted, !state.isRowGone else { return }
    for property in entity.relationships where !property.isToMany && mask.contains(property.index) {
      guard let inverse = property.inverse, let target = partner(of: object, property), let other = target._$state,
        other.core === self, other.isDeleted, let targetEntity = other.entity, targetEntity.isKind(of: inverse.entity)
      else { continue }
      let relationship = targetEntity.properties[inverse.index]
      // The save asks those that deny.
      guard relationship.deleteRule == .nullify || relationship.deleteRule == .cascade else { continue }
      applyRule(to: .init(owner: target, relationship: relationship, key: state.key))
    }
  }

  /// The row of a changed object has been deleted elsewhere.
  func noteLostChanges(_ object: any PersistentModel, _ state: _ModelState) {
    guard let entity = state.entity, !state.isDeleted, !state.isRowGone,
      !state.dirty.intersection(entity.ownColumns).isEmpty
    else { return }
    noteConflict(.deletedElsewhere, entity, state.dirty.intersection(entity.ownColumns))
    note(.rowIsGone, object)
  }

  /// A property is set of an object whose row is known to be gone. The program may not have noticed: what it has fetched
  /// may be gone at its next fetch. So the save says so, as it does of changes that were made before.
  func noteLateChange(of object: any PersistentModel, _ state: _ModelState, _ index: Int) {
    guard let entity = state.entity, !state.isDeleted, entity.ownColumns.contains(index),
      // This context is about to delete it.
      !unsaved.keepFormerValue(of: object, entity.properties[index], entity)
    else { return }
    state.dirty.insert(index)
    move(object, state, to: .lost)
    noteConflict(.deletedElsewhere, entity, PropertyMask(bits: PropertyMask.bit(index)))
    note(.rowIsGone, object)
    context?.noteChange()
  }

  private func note(_ kind: MergeConflict.Kind, _ object: any PersistentModel) {
    var kind = kind
    if case .update(let mask) = kind,
      case .update(let known) = unsaved.conflicts[ObjectIdentifier(object)]?.kind
    {
      kind = .update(mask.union(known))
    }
    unsaved.conflicts[ObjectIdentifier(object)] = MergeConflict(object: object, kind: kind)
  }

  // MARK: At the save

  /// Decides about the conflicts that are left, by the policy that holds now.
  func settleConflicts() throws {
    try settleMoveConflicts()
    guard !unsaved.conflicts.isEmpty else { return }
    let policy = effectiveMergePolicy
    for conflict in unsaved.conflicts.values {
      guard let state = conflict.object._$state, state.core === self, let entity = state.entity
      else { continue }
      switch conflict.kind {
      case .update(let mask):
        let both = mask.intersection(state.dirty)
        if both.isEmpty || state.isDeleted { continue }
        if policy == .error { throw SwiftDataError.mergeConflict(entity, both) }
        if policy == .storeWins {
          let former = partners(of: conflict.object, entity, both)
          giveUp(both, conflict.object, state)
          mergeRow(conflict.object)
          applyRulesOfTargets(to: conflict.object, state, both)
          settlePairs(of: former + [conflict.object])
        }
      case .rowIsGone:
        guard state.isRowGone, !state.dirty.isEmpty else { continue }
        if policy != .storeWins { throw SwiftDataError.rowIsGone(entity) }
        giveUp(state.dirty, conflict.object, state)
        dropLinks(of: [conflict.object])
      case .deletion:
        guard state.isDeleted else { continue }
        if policy == .error { throw SwiftDataError.deletionConflict(entity) }
        if policy == .storeWins { takeBackWithoutAction(conflict.object) }
      }
    }
    unsaved.conflicts.removeAll()
  }

  /// Drops unsaved changes of rows that were deleted elsewhere, which no save
  /// can write.
  ///
  /// - Returns: Whether there were any.
  func dropLostChanges() -> Bool {
    let lost = unsaved.conflicts.filter { if case .rowIsGone = $0.value.kind { true } else { false } }
    for (id, conflict) in lost {
      unsaved.conflicts[id] = nil
      if let state = conflict.object._$state, state.isRowGone { giveUp(state.dirty, conflict.object, state) }
    }
    return !lost.isEmpty
  }
}

extension SwiftDataError {
  static func mergeConflict(_ entity: _Entity, _ mask: PropertyMask) -> SwiftDataError {
    let names = entity.properties.filter { mask.contains($0.index) }.map(\.name)
    return SwiftDataError(
      .optimisticLockFailure,
      "The row was changed by another context or process since it was read.",
      entity: entity.name, property: names.joined(separator: ", "),
      advice: "Call rollback() to read the current values, then change and save again; "
        + "or choose another mergePolicy.")
  }

  static func rowIsGone(_ entity: _Entity) -> SwiftDataError {
    SwiftDataError(
      .optimisticLockFailure,
      "The row was deleted by another context or process; its unsaved changes cannot be written.",
      entity: entity.name, advice: "Call rollback(), and insert a new model to keep it.")
  }

  static func deletionConflict(_ entity: _Entity) -> SwiftDataError {
    SwiftDataError(
      .optimisticLockFailure,
      "The row to be deleted was changed by another context or process since it was read.",
      entity: entity.name,
      advice: "Call rollback() to read the current values, then delete and save again; "
        + "or choose another mergePolicy.")
  }
}
