import Foundation

/// What a save did, for notifications and for other contexts.
struct SaveOutcome {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  var changes: [ExternalChange] = []
  var tokens = HistoryTokens()
}

extension ContextCore {
  /// Writes all changes: one transaction a store. If it throws, nothing of
  /// that store's part was written, and the context is as before.
  func save(onConflict policy: UniqueConflictPolicy? = nil) throws {
    defer { undo?.endEvent() }
    guard hasChanges || deferredError != nil else { return }
    if let context {
      NotificationCenter.default.post(name: ModelContext.willSave, object: context)
    }
    mergeArrivals()
    try validate()
    if !container.allowsSave(self) {
      throw SwiftDataError(
        .storeIsReadOnly, "The configuration does not allow saving.",
        advice: "Open the container with allowsSave: true, or call rollback().")
    }
    var outcome = SaveOutcome()
    for (store, plan) in try savePlans() {
      let writer = SaveWriter(
        core: self, plan: plan, policy: policy ?? container.conflictDefault.value)
      do {
        try store.write(author: author) { try writer.write($0) }
      } catch {
        writer.undo()
        throw error
      }
      writer.finish(&outcome)
      outcome.tokens.note(writer.historyNumber, in: store)
    }
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
    links.removeAll()
    memberships.removeAll()
    adjusted.removeAll()
    batchDeletions.removeAll()
    leadsToGone = false
    undo?.didSave()
    context?.didSave(outcome)
    container.broadcast(outcome.changes, from: self)
  }
}

/// Executes one plan in one transaction.
///
/// The order is: deletions, updates, insertions, pairs. Keys of new rows are
/// given out first, so that every column can name them.
final class SaveWriter {
  private let core: ContextCore
  private let plan: SavePlan
  private let policy: UniqueConflictPolicy
  private var temporaryKeys: [(state: _ModelState, key: Int64)] = []
  private var versions: [(state: _ModelState, version: Int32)] = []
  /// New objects whose unique values another row already had.
  private var upserts: [(item: SavePlan.Item, key: Int64, entity: _Entity)] = []
  private var batch = _BatchDeletion()
  /// Without those whose rows a deletion by predicate has taken.
  private var updates: [SavePlan.Item]
  private var gone = GoneTargets()
  private var taken: [ExternalChange] = []
  /// Rows that changed because others were deleted.
  private var touched: [(entity: _Entity, key: Int64)] = []
  /// Of the store's history, if it keeps one.
  private(set) var historyNumber: Int64?

  init(core: ContextCore, plan: SavePlan, policy: UniqueConflictPolicy) {
    self.core = core
    self.plan = plan
    self.policy = policy
    updates = plan.updates
  }

  func write(_ transaction: any _RowTransaction) throws {
    for deletion in plan.batchDeletions {
      let result = try transaction.deleteAll(deletion.request)
      batch.deleted += result.deleted
      batch.updated += result.updated
    }
    try dropGoneTargets()
    for item in plan.deletions { _ = try transaction.delete(item.entity, key: item.state.key) }
    try allocateKeys(transaction)
    for item in updates { try update(item, transaction) }
    for item in plan.insertions { try insert(item, transaction) }
    if !upserts.isEmpty { try repairReferences(transaction) }
    for link in plan.links {
      guard let owner = link.owner._$state?.key, let target = link.target._$state?.key else {
        continue
      }
      if gone.hasRows, gone.hasRow(of: link.owner) || gone.hasRow(of: link.target) { continue }
      note(link, owner, target)
      try transaction.link(
        link.relationship, owner: owner, target: target, add: link.isAdded,
        targetIsWritten: link.target._$state.map { $0.isInserted || !$0.dirty.isEmpty } ?? false)
    }
    for row in try transaction.settle() {
      touched.append((row.entity, row.key))
      if let state = core.registered(row.entity, key: row.key)?._$state {
        versions.append((state, row.version))
      }
    }
    historyNumber = try HistoryTokens.number(of: transaction)
  }

  /// Owners that other contexts have loaded lose the members that this one
  /// has given to others.
  private func note(_ link: LinkChanges.Change, _ owner: Int64, _ target: Int64) {
    guard link.isAdded, link.relationship.isOneWayToMany, let state = link.target._$state,
      !state.isInserted, let entity = state.entity
    else { return }
    let relationship = link.relationship
    taken.append(
      ExternalChange(
        entity: entity.ordinal, key: target,
        kind: .taken(
          .init(
            entity: relationship.declaringEntity.ordinal, property: relationship.index, key: owner)
        )))
  }

  private func dropGoneTargets() throws {
    guard core.leadsToGone || !batch.deleted.isEmpty else { return }
    gone.note(batch.deleted)
    if gone.hasRows { updates.removeAll { gone.hasRow(of: $0.object) } }
    try gone.drop(from: updates, core)
    try gone.drop(from: plan.insertions, core)
  }

  private func allocateKeys(_ transaction: any _RowTransaction) throws {
    guard !plan.insertions.isEmpty else { return }
    // By the ordinal of the root entity.
    var counts = [Int](repeating: 0, count: core.model.entities.count)
    for item in plan.insertions { counts[item.entity.root.ordinal] += 1 }
    var next = [Int64](repeating: 0, count: counts.count)
    for (ordinal, count) in counts.enumerated() where count > 0 {
      next[ordinal] = try transaction.allocateKeys(for: core.model.entities[ordinal], count: count)
    }
    temporaryKeys.reserveCapacity(plan.insertions.count)
    for item in plan.insertions {
      temporaryKeys.append((item.state, item.state.key))
      let ordinal = item.entity.root.ordinal
      item.state.key = next[ordinal]
      next[ordinal] += 1
    }
  }

  private func update(_ item: SavePlan.Item, _ transaction: any _RowTransaction) throws {
    let state = item.state
    let version = state.version == 0 ? nil : state.version
    guard
      let new = try transaction.update(
        item.object, item.entity, key: state.key, mask: state.dirty, version: version)
    else { throw vanished(item) }
    versions.append((state, new))
  }

  private func vanished(_ item: SavePlan.Item) -> SwiftDataError {
    SwiftDataError(
      .optimisticLockFailure,
      "The row was changed or deleted by another context or process since it was read.",
      entity: item.entity.name,
      advice: "Call rollback() to read the current values, then change and save again.")
  }

  private func insert(_ item: SavePlan.Item, _ transaction: any _RowTransaction) throws {
    let constraints = item.entity.uniquenessConstraints
    guard !constraints.isEmpty else {
      try transaction.insert(item.object, item.entity, key: item.state.key)
      return
    }
    do {
      // The index finds the rare conflict; looking first would cost every row.
      try transaction.insert(item.object, item.entity, key: item.state.key)
    } catch let error as SwiftDataError where error == .uniqueConflict && policy != .refuse {
      try upsert(item, constraints, transaction, error)
    }
  }

  /// The existing row survives with its key and takes over the new values.
  private func upsert(
    _ item: SavePlan.Item, _ constraints: [[_Property]], _ transaction: any _RowTransaction,
    _ conflict: SwiftDataError
  ) throws {
    for constraint in constraints {
      guard
        let row = try transaction.conflictingKey(of: item.object, item.entity, constraint)
      else { continue }
      guard row.entity === item.entity else { throw conflict }
      item.state.key = row.key
      if policy == .keep {
        upserts.append((item, row.key, row.entity))
        return
      }
      guard
        let version = try transaction.update(
          item.object, item.entity, key: row.key, mask: .all, version: nil)
      else { throw conflict }
      versions.append((item.state, version))
      upserts.append((item, row.key, row.entity))
      return
    }
    throw conflict
  }

  /// Rows that were written with the key that an upsert then gave up.
  private func repairReferences(_ transaction: any _RowTransaction) throws {
    let moved = Set(upserts.map { ObjectIdentifier($0.item.object) })
    for item in updates + plan.insertions {
      var mask = _PropertyMask.none
      for property in item.entity.relationships where !property.isToMany {
        guard case .object(let target) = property.description.related(of: item.object),
          moved.contains(ObjectIdentifier(target))
        else { continue }
        mask.insert(property.index)
      }
      let isKept = policy == .keep && moved.contains(ObjectIdentifier(item.object))
      guard !mask.isEmpty, !isKept else { continue }
      if let version = try transaction.update(
        item.object, item.entity, key: item.state.key, mask: mask, version: nil)
      {
        versions.append((item.state, version))
      }
    }
  }

  /// The transaction did not happen: temporary keys come back.
  func undo() {
    for (state, key) in temporaryKeys { state.key = key }
    gone.restore(core)
  }

  /// The transaction has happened: identity, versions and flags follow.
  func finish(_ outcome: inout SaveOutcome) {
    finishUndo()
    for (position, item) in plan.insertions.enumerated() {
      let temporary = temporaryKeys[position].key
      let state = item.state
      state.flags.subtract([.inserted, .updated])
      state.dirty = .none
      state.version = 1
      if state.flags.contains(.exposedTemporaryID) {
        core.permanentKeys[temporary] = (item.entity, state.key)
      }
      core.map(of: item.entity).remove(item.object, temporary)
    }
    for item in updates {
      item.state.flags.remove(.updated)
      item.state.dirty = .none
    }
    for (state, version) in versions { state.version = version }
    let moved = Set(upserts.map { ObjectIdentifier($0.item.object) })
    for item in plan.insertions where !moved.contains(ObjectIdentifier(item.object)) {
      core.map(of: item.entity).insert(item.object, item.state.key)
      noteRelationships(item)
      record(item.entity, item.state.key, .inserted, &outcome)
    }
    for item in updates { record(item.entity, item.state.key, .updated, &outcome) }
    for upsert in upserts {
      merge(upsert.item, key: upsert.key)
      if policy == .keep { continue }
      record(upsert.entity, upsert.key, .updated, &outcome)
    }
    for item in plan.deletions {
      record(item.entity, item.state.key, .deleted, &outcome)
      core.detach(item.object, keepingIdentifier: true)
    }
    ObjectCircles.forget(plan.deletions.map { ($0.object, $0.entity) })
    var vanished: [(object: any PersistentModel, entity: _Entity)] = []
    for (entity, key) in batch.deleted {
      record(entity, key, .deleted, &outcome)
      if let object = core.registered(entity, key: key) { vanished.append((object, entity)) }
    }
    core.forgetVanished(vanished)
    for (object, _) in vanished { core.detach(object, keepingIdentifier: true) }
    ObjectCircles.forget(vanished)
    for (entity, key) in batch.updated {
      record(entity, key, .updated, &outcome)
      core.refreshIfRegistered(entity, key)
    }
    for (entity, key) in touched { record(entity, key, .updated, &outcome) }
    outcome.changes += taken
    core.forgetDeletedTargets(plan.deletions.map(\.entity) + batch.deleted.map(\.entity))
  }

  private func finishUndo() {
    guard let undo = core.undo else { return }
    if upserts.isEmpty, batch.deleted.isEmpty {
      undo.didDelete(plan.deletions, emptied: gone.dropped)
    } else {
      // Actions may name objects whose rows are gone, or were there before.
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

  /// The new object met an existing row: if that row's object is here, it
  /// takes the values and the new one leaves; otherwise the new one is it.
  private func merge(_ item: SavePlan.Item, key: Int64) {
    let map = core.map(of: item.entity)
    if let existing = map.object(key), existing !== item.object {
      redirect(from: item.object, to: existing, item.entity)
      core.detach(item.object, keepingIdentifier: true)
      core.refreshIfRegistered(item.entity, key)
    } else {
      map.insert(item.object, key)
      if policy == .keep {
        // No row has this version: the values are read again.
        item.state.version = -1
        core.refreshIfRegistered(item.entity, key)
      }
      core.unloadToMany(item.object, item.state)
    }
  }

  /// Objects that refer to the one that leaves refer to the row's object.
  private func redirect(
    from object: any PersistentModel, to existing: any PersistentModel, _ entity: _Entity
  ) {
    for other in plan.insertions + updates {
      for property in other.entity.relationships {
        switch property.description.related(of: other.object) {
        case .object(let target) where target === object:
          property.description.notify(other.object) {
            property.description.setRelated(.object(existing), of: other.object)
          }
        case .objects(let targets) where targets.contains(where: { $0 === object }):
          property.description.notify(other.object) {
            property.description.unload(other.object)
          }
        default: continue
        }
      }
    }
  }

  private func record(
    _ entity: _Entity, _ key: Int64, _ kind: ExternalChange.Kind, _ outcome: inout SaveOutcome
  ) {
    let identifier = PersistentIdentifier._row(key, scope: core.scope(of: entity, isTemporary: false))
    switch kind {
    case .inserted: outcome.inserted.append(identifier)
    case .updated: outcome.updated.append(identifier)
    case .deleted: outcome.deleted.append(identifier)
    case .taken: return
    }
    outcome.changes.append(ExternalChange(entity: entity.ordinal, key: key, kind: kind))
  }
}
