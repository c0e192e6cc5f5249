// SPDX-License-Identifier: Apache-2.0

import OrderedCollections

extension SaveWriter {
  /// What the transaction has changed, for others to hear. Memory is still as
  /// before, but for the keys.
  func report(in outcome: inout SaveOutcome) {
    let moved = Set(upserts.map { ObjectIdentifier($0.item.object) })
    for item in plan.insertions where !moved.contains(ObjectIdentifier(item.object)) {
      record(item.entity, item.state.key, .inserted, &outcome)
    }
    for (position, item) in updates.enumerated() {
      // A row that leads to one that an upsert has met is written twice.
      let isKnown = upserts.isEmpty && versions.indices.contains(position)
      let version = isKnown ? versions[position].version : nil
      record(item.entity, item.state.key, .updated(item.state.dirty), version: version, &outcome)
    }
    for upsert in upserts {
      let changed = policy == .keep ? upsert.followed : .all
      if !changed.isEmpty { record(upsert.entity, upsert.key, .updated(changed), &outcome) }
      // The new object is the row's from now on, or gives way to it.
      outcome.news.append(ExternalChange(entity: upsert.entity.ordinal, key: upsert.key, kind: .inserted))
    }
    for item in plan.deletions { record(item.entity, item.state.key, .deleted, &outcome) }
    let known = outcome.changes.count
    // What was deleted by name as well has been told of already.
    let named = batch.deleted.isEmpty ? Set<RowID>() : Set(plan.deletions.map { RowID($0) })
    for (entity, key) in batch.deleted where !named.contains(RowID(root: entity.root.ordinal, key: key)) {
      record(entity, key, .deleted, &outcome)
    }
    for (entity, key, mask) in batch.updated { record(entity, key, .updated(mask), &outcome) }
    for row in touched { record(row.entity, row.key, .updated(row.mask), version: row.version, &outcome) }
    // A custom store may have changed what was sent to be updated.
    // So may a deletion by predicate have changed an object with unsaved changes.
    if !touched.isEmpty || !batch.updated.isEmpty { outcome.updated = Array(OrderedSet(outcome.updated)) }
    outcome.changes += taken
    outcome.news += outcome.changes[known...]
    outcome.news += overtaken.compactMap { object in
      object._$state.flatMap { state in
        state.entity.map { ExternalChange(entity: $0.ordinal, key: state.key, kind: .updated(.all)) }
      }
    }
    outcome.tokens.note(historyNumber, in: store)
    outcome.tokens.note(historyToken, in: store)
  }

  /// The transaction has happened: identity, versions and lives follow. No observer hears of anything, so that this can
  /// be done for all stores before one may write.
  func settle() {
    finishUndo()
    for (position, item) in plan.insertions.enumerated() {
      let temporary = temporaryKeys[position].key
      let state = item.state
      core.settle(state, as: .stored)
      state.dirty = .none
      state.version = 1
      if state.flags.contains(.exposedTemporaryID) {
        core.container.permanentKeys.note(temporary, item.entity, state.key)
      }
      core.map(of: item.entity).remove(item.object, temporary)
    }
    for item in updates {
      core.settle(item.state, as: .stored)
      item.state.dirty = .none
      noteRelationships(item)
    }
    for (state, version) in versions { state.version = version }
    let moved = Set(upserts.map { ObjectIdentifier($0.item.object) })
    for item in plan.insertions where !moved.contains(ObjectIdentifier(item.object)) {
      core.map(of: item.entity).insert(item.object, item.state.key)
      noteRelationships(item)
    }
    for upsert in upserts { settle(upsert) }
    for item in plan.deletions { core.detach(item.object, keepingIdentifier: true) }
    for (entity, key) in batch.deleted {
      guard let object = core.registered(entity, key: key) else { continue }
      goneObjects.append((object, entity))
      if let state = object._$state { core.move(object, state, to: .gone) }
    }
    for (object, state, deletion) in spared() where state.life == .gone {
      deletion.restoreFormerValues(of: object)
      core.move(object, state, to: state.dirty.isEmpty ? .stored : .updated)
    }
  }

  /// Models that deletions by predicate had marked, and whose rows did not match any more: others have changed them
  /// meanwhile, or an earlier deletion has changed what they lead to.
  private func spared() -> [(object: any PersistentModel, state: _ModelState, deletion: PendingBatchDeletion)] {
    guard plan.batchDeletions.contains(where: { !$0.marked.isEmpty }) else { return [] }
    let deleted = Set(batch.deleted.map { RowID(root: $0.entity.root.ordinal, key: $0.key) })
    return plan.batchDeletions.flatMap { deletion in
      deletion.marked.compactMap { object in
        guard let state = object._$state, state.core === core, let entity = state.entity,
          !deleted.contains(RowID(root: entity.root.ordinal, key: state.key))
        else { return nil }
        return (object, state, deletion)
      }
    }
  }

  /// Memory takes over what the store has made of other rows, and observers hear of it: they may do anything.
  func tell() {
    redirectLeaving()
    for upsert in upserts { merge(upsert) }
    if !upserts.isEmpty { mergeTakenRows() }
    ObjectCircles.breakLinks(plan.deletions.map { ($0.object, $0.entity) })
    core.readAgain(spared().map { ($0.object, $0.state.dirty) })
    core.removeGoneMembers(goneObjects)
    for (object, _) in goneObjects { core.detach(object, keepingIdentifier: true) }
    ObjectCircles.breakLinks(goneObjects)
    for (entity, key, _) in batch.updated { core.refreshIfRegistered(entity, key) }
    core.reload(overtaken)
    core.clearDeletedTargets(plan.deletions.map(\.entity) + batch.deleted.map(\.entity))
  }

  private func finishUndo() {
    guard let undo = core.undo else { return }
    if upserts.isEmpty {
      undo.didDelete(plan.deletions, emptied: gone.removed)
    } else {
      // Actions may name objects whose rows were there before.
      undo.removeAllActions(of: core.context)
    }
  }

  /// From now on the context may let the relationships go.
  private func noteRelationships(_ item: SavePlan.Item) {
    for property in item.entity.relationships where property.closesCircles {
      if property.isToMany {
        guard property.description.relatedCount(of: item.object) != nil else { continue }
      } else {
        guard case .object = property.description.related(of: item.object) else { continue }
      }
      core.noteLoaded(item.state, property.index)
    }
  }

  /// The new object met an existing row: if that row's object is not here, the new one is it.
  private func settle(_ upsert: Upsert) {
    let (item, key) = (upsert.item, upsert.key)
    let map = core.map(of: item.entity)
    guard map.object(key).map({ $0 === item.object }) ?? true else { return }
    map.insert(item.object, key)
    noteRelationships(item)
    // No row has this version: the values are read again.
    if policy == .keep || upsert.keepsKey { item.state.version = -1 }
  }

  /// The new object met an existing row: if that row's object is here, it
  /// takes the values and the new one leaves; otherwise the new one is it.
  private func merge(_ upsert: Upsert) {
    let (item, key) = (upsert.item, upsert.key)
    if let existing = core.map(of: item.entity).object(key), existing !== item.object {
      core.detach(item.object, keepingIdentifier: true)
      core.refreshIfRegistered(item.entity, key)
    } else {
      if policy == .keep || upsert.keepsKey { core.refreshIfRegistered(item.entity, key) }
      core.unloadToMany(item.object, item.state)
    }
    for (property, key) in upsert.former {
      guard let inverse = property.inverse, !inverse.isToMany, let partner = property.destination
      else { continue }
      core.refreshIfRegistered(partner, key)
    }
  }

  /// Rows that new objects have met have left the lists of their former owners with them, if those have no inverse.
  private func mergeTakenRows() {
    let met = Set(upserts.map { RowID(root: $0.entity.root.ordinal, key: $0.key) })
    for change in taken {
      guard case .taken(let taker) = change.kind,
        met.contains(RowID(root: core.model.entities[change.entity].root.ordinal, key: change.key))
      else { continue }
      core.mergeTaken(change, taker)
    }
  }

  /// Objects that refer to new ones which leave, since the object of the row that they met is here, refer to that.
  private func redirectLeaving() {
    var heirs: [ObjectIdentifier: any PersistentModel] = [:]
    for upsert in upserts {
      let object = upsert.item.object
      guard let existing = core.map(of: upsert.item.entity).object(upsert.key), existing !== object else { continue }
      heirs[ObjectIdentifier(object)] = existing
    }
    guard !heirs.isEmpty else { return }
    for other in plan.insertions + updates {
      for property in other.entity.relationships {
        switch property.description.related(of: other.object) {
        case .object(let target):
          guard let existing = heirs[ObjectIdentifier(target)] else { continue }
          property.description.notify(other.object) {
            property.description.setRelated(.object(existing), of: other.object)
          }
        case .objects(let targets) where targets.contains(where: { heirs[ObjectIdentifier($0)] != nil }):
          property.description.notify(other.object) {
            property.description.unload(other.object)
          }
        default: continue
        }
      }
    }
  }

  private func record(
    _ entity: _Entity, _ key: Int64, _ kind: ExternalChange.Kind, version: Int32? = nil,
    _ outcome: inout SaveOutcome
  ) {
    let identifier = core.identifier(entity, key)
    switch kind {
    case .inserted: outcome.inserted.append(identifier)
    case .updated: outcome.updated.append(identifier)
    case .deleted: outcome.deleted.append(identifier)
    case .taken, .unknown: return
    }
    outcome.changes.append(ExternalChange(entity: entity.ordinal, key: key, kind: kind, version: version))
  }
}
