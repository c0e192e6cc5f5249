// SPDX-License-Identifier: Apache-2.0

/// An object that is deleted because its owner is.
struct Cascade {
  let object: any PersistentModel
  let owner: any PersistentModel
  let relationship: _Property
  /// What it was related to, if it had not been saved: it has left the context then.
  var removed: RemovedObject?

  func isSame(as other: Cascade) -> Bool {
    object === other.object && owner === other.owner && relationship === other.relationship
  }
}

extension ContextCore {
  /// Remembers that an object is deleted because its owner is, or would be, if another owner's deletion had not taken it
  /// along before. What was deleted by name does not come back with an owner.
  func noteCascade(to object: any PersistentModel, from owner: any PersistentModel, _ relationship: _Property) {
    if let removed = unsaved.cascades.removed(object), object._$state?.core == nil {
      // It had not been saved, and left the context with another owner.
      unsaved.cascades.append(Cascade(object: object, owner: owner, relationship: relationship, removed: removed))
      return
    }
    guard let state = object._$state, state.core === self, let entity = state.entity,
      !state.isDeleted || !unsaved.cascades.of(object).isEmpty
    else { return }
    let removed = state.isInserted ? relations(of: object, state, entity) : nil
    unsaved.cascades.append(Cascade(object: object, owner: owner, relationship: relationship, removed: removed))
  }

  /// Applies the rule of a relationship to a row that the store has and memory
  /// had not: another writer has added it since.
  func applyRule(to dependent: StaleRows.Dependent) {
    let (owner, relationship) = (dependent.owner, dependent.relationship)
    guard let destination = relationship.destination else { return }
    do {
      guard
        let object = try registered(destination, key: dependent.key)
          ?? loadRows(destination, keys: [dependent.key]).first
      else { return }
      guard relationship.deleteRule == .cascade else {
        readNewerRow(of: object, ledTo: owner, by: relationship)
        return nullifyLate(object, of: owner, relationship)
      }
      let isDeleted = object._$state?.isDeleted == true
      noteCascade(to: object, from: owner, relationship)
      if !isDeleted { delete(object) }
    } catch {
      note(error)
    }
  }

  /// The store relates an object to a deleted owner, and memory does not: another process has led it there, of which
  /// nothing was heard yet.
  private func readNewerRow(
    of object: any PersistentModel, ledTo owner: any PersistentModel, by relationship: _Property
  ) {
    guard let state = object._$state, state.life == .stored || state.life == .updated,
      let entity = state.entity, let inverse = relationship.inverse, !inverse.isToMany,
      !state.dirty.contains(inverse.index), !leads(object, entity.properties[inverse.index], to: owner)
    else { return }
    if state.life == .stored { return reload([object]) }
    if let row = storedRow(of: object, state, entity), row.version != state.version { merge([(object, .all)]) }
  }

  // MARK: Taking back

  /// An object that is to be deleted, and the objects that are deleted because of it and of no other owner that stays
  /// deleted.
  private func family(of root: any PersistentModel) -> [any PersistentModel] {
    var family = [root]
    var known: Set = [ObjectIdentifier(root)]
    var next = 0
    while next < family.count {
      let owner = family[next]
      next += 1
      for cascade in unsaved.cascades.from(owner) {
        guard let state = cascade.object._$state,
          cascade.removed == nil ? state.isDeleted && state.core === self : state.core == nil,
          known.insert(ObjectIdentifier(cascade.object)).inserted
        else { continue }
        family.append(cascade.object)
      }
    }
    func stays(_ owner: any PersistentModel) -> Bool {
      !known.contains(ObjectIdentifier(owner)) && owner._$state?.core === self && owner._$state?.isDeleted == true
    }
    var staying = family.dropFirst().filter { member in
      noteOwners(of: member, where: stays)
      return unsaved.cascades.of(member).contains { stays($0.owner) }
    }
    guard !staying.isEmpty else { return family }
    // So does what is theirs.
    while let member = staying.popLast() {
      guard member !== root, known.remove(ObjectIdentifier(member)) != nil else { continue }
      staying += unsaved.cascades.from(member).map(\.object)
    }
    return family.filter { known.contains(ObjectIdentifier($0)) }
  }

  /// A list that was not read before its member was deleted has not known of it when its owner was: the member does.
  private func noteOwners(of member: any PersistentModel, where isMeant: (any PersistentModel) -> Bool) {
    func note(_ property: _Property, _ owners: @autoclosure () -> [any PersistentModel]) {
      guard !property.isOutsideInverse, let inverse = property.inverse, inverse.deleteRule == .cascade else { return }
      for owner in owners() where isMeant(owner) { noteCascade(to: member, from: owner, inverse) }
    }
    if let removed = unsaved.cascades.removed(member) {
      // Outside of the context, its relationships may be let go.
      for (property, owners) in removed.relations { note(property, owners) }
    } else if let state = member._$state, let entity = state.entity {
      for property in entity.relationships { note(property, targets(of: member, state, property, loading: false)) }
    }
  }

  /// Takes back a deletion that has not been saved, with what it cascaded to.
  /// The relationships that the delete rules took apart are as before.
  func takeBackDeletion(of root: any PersistentModel) {
    let family = family(of: root)
    let removals = family.compactMap { object -> RemovedObject? in
      if let removal = unsaved.cascades.removed(object) { return removal }
      guard let state = object._$state, let entity = state.entity else { return nil }
      return formerRelations(of: object, state, entity)
    }
    for object in family { unsaved.cascades.remove(of: object) }
    unsaved.deletedLinks.remove(of: family)
    bringBack(removals)
  }

  /// The relationships of a new object, before it leaves the context.
  func relations(of new: any PersistentModel, _ state: _ModelState, _ entity: _Entity)
    -> RemovedObject
  {
    let removal = RemovedObject(new, entity)
    removal.relations = entity.relationships.map {
      ($0, targets(of: new, state, $0, loading: false))
    }
    removal.links = unsaved.links.snapshot(of: [new])
    return removal
  }

  /// The relationships of a deleted object.
  private func formerRelations(
    of object: any PersistentModel, _ state: _ModelState, _ entity: _Entity
  ) -> RemovedObject {
    let removal = RemovedObject(object, entity)
    for property in entity.relationships where property.deleteRule != .noAction {
      let related = targets(of: object, state, property, loading: true)
      // One that has got another owner since stays with that one.
      removal.relations.append((property, related.filter { isFree($0, property, for: object, state) }))
    }
    removal.links = unsaved.deletedLinks.changes(of: object)
    return removal
  }
}

extension SaveWriter {
  /// Deletes rows, and finds those that the rules of deleted objects are about
  /// and that memory does not know of.
  func delete(_ transaction: any RowTransaction) throws {
    try findDependents()
    // The rules come first: rows that others lead to would be refused.
    guard stale.isEmpty || !transaction.checksReferencesAtOnce else { return }
    let bumped = bumpedRows()
    let rows = plan.deletions.map { item in
      let isAnyVersion = item.state.version == 0 || !bumped.isEmpty && bumped.contains(RowID(item))
      return RowToWrite(
        item.object, item.entity, key: item.state.key, version: isAnyVersion ? nil : item.state.version)
    }
    for (item, result) in zip(plan.deletions, try transaction.delete(rows)) {
      if case .changed = result { stale.changed.append(item.object) }
    }
  }

  /// The store is asked which rows the relationships of deleted objects lead
  /// to: the lists in memory are of the time when they were read.
  private func findDependents() throws {
    var groups: [Int: (entity: _Entity, items: [SavePlan.Item])] = [:]
    for item in plan.deletions {
      groups[item.entity.ordinal, default: (item.entity, [])].items.append(item)
    }
    for (entity, items) in groups.values {
      for relationship in entity.relationships where concernsRows(relationship) {
        guard let destination = relationship.destination, store.keeps(destination) else { continue }
        try findDependents(relationship, items)
      }
    }
  }

  /// Whether the rule says something about rows of others. Pairs, and columns
  /// without a property, go with the owner's row.
  private func concernsRows(_ relationship: _Property) -> Bool {
    guard relationship.isToMany else { return false }
    return switch relationship.deleteRule {
    case .cascade, .deny: true
    case .nullify: relationship.inverse?.isToMany == false
    case .noAction: false
    }
  }

  private func findDependents(_ relationship: _Property, _ items: [SavePlan.Item]) throws {
    let chunk = 512
    for start in stride(from: 0, to: items.count, by: chunk) {
      let part = items[start..<min(start + chunk, items.count)]
      var owners: [Int64: any PersistentModel] = [:]
      for item in part { owners[item.state.key] = item.object }
      try store.fetchRelatedKeys(relationship, owners: Array(owners.keys)) { owner, key, entity in
        guard let owner = owners[owner], !isSettled(relationship, owner, key, entity) else { return }
        guard relationship.deleteRule != .deny else {
          throw SwiftDataError(
            .deleteDenied, "The delete rule forbids the deletion while \(entity.name) models remain.",
            entity: relationship.entity.name, property: relationship.name,
            advice: "Delete or reassign the related models first, or call rollback().")
        }
        stale.dependents.append(.init(owner: owner, relationship: relationship, key: key))
      }
    }
  }

  /// Whether memory has decided about a row: it is deleted too, or leads, or
  /// will lead, elsewhere. Links are written after deletions, and those of a deleted owner not at all: the store may
  /// still have a member that has left.
  private func isSettled(
    _ relationship: _Property, _ owner: any PersistentModel, _ key: Int64, _ entity: _Entity
  ) -> Bool {
    guard let object = core.registered(entity, key: key), let state = object._$state else {
      return gone.isRemoved(entity, key)
    }
    if state.isDeleted || gone.isRemoved(entity, key) { return true }
    let unsaved = core.unsaved
    if relationship.isOneWayToMany {
      return unsaved.links.takes(object, from: owner, relationship) || unsaved.hasLeft(owner, relationship, object)
    }
    guard let inverse = relationship.inverse else { return false }
    if inverse.isToMany {
      return unsaved.links.removes(relationship, owner: owner, target: object)
        || unsaved.hasLeft(owner, relationship, object)
    }
    return state.dirty.contains(inverse.index)
  }
}
