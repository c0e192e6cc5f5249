extension ContextCore {
  // MARK: Taking out

  /// Takes objects out of the context that were not there before. No delete
  /// rule is followed: what was there stays, without references to them.
  func takeOut(_ objects: [any PersistentModel]) {
    let items = objects.reversed().compactMap { object -> SavePlan.Item? in
      guard isHere(object), let state = object._$state, let entity = state.entity else { return nil }
      if !state.isInserted, state.isFault { fireFault(object, state, 0) }
      undo?.willRemove(object, state, entity)
      return SavePlan.Item(object: object, state: state, entity: entity)
    }
    guard !items.isEmpty else { return }
    var discarded: [(object: any PersistentModel, entity: _Entity)] = []
    // All are marked first: what leaves together stays related.
    for item in items where markDeleted(item.object, item.state) {
      discarded.append((item.object, item.entity))
    }
    let nullify = {
      for item in items {
        for property in item.entity.relationships {
          self.nullify(property, of: item.object, item.state)
          if property.deleteRule == .deny { self.letGo(item.object, property) }
        }
        if !item.entity.oneWayReferences.isEmpty { self.leadsToGone = true }
      }
    }
    if let undo { undo.removing(nullify) } else { nullify() }
    links.forget(items.map(\.object))
    for (object, _) in discarded { detach(object, keepingIdentifier: true) }
    ObjectCircles.forget(discarded)
  }

  /// What is related to an object does not forbid that undoing takes it out.
  private func letGo(_ object: any PersistentModel, _ property: _Property) {
    guard property.isToMany || property.isOptional else { return }
    switch property.description.related(of: object) {
    case .objects(let members):
      let leaving = members.filter { !isHere($0) }
      property.description.setMembers(leaving[...], of: object)
    case .object(let target) where isHere(target):
      property.description.setRelated(.none, of: object)
    default: break
    }
  }

  // MARK: Bringing back

  /// Takes deletions back. What a save has deleted is inserted anew, as the
  /// same object, but as another row: keys are never given out twice.
  func bringBack(_ removals: [RemovedObject]) {
    guard !removals.isEmpty else { return }
    var kept: [RemovedObject] = []
    var renewed: [RemovedObject] = []
    for removal in removals {
      guard let state = removal.object._$state, !state.isVanished || state.core == nil else {
        continue
      }
      if state.core === self {
        if state.isDeleted {
          restore(removal.object, state)
          kept.append(removal)
        } else {
          // The program has inserted it again itself.
          renewed.append(removal)
        }
      } else if state.core == nil, registerNew(removal.object) {
        renewed.append(removal)
      }
    }
    let later = links.changes(of: kept.map(\.object))
    for removal in kept { relate(removal) }
    // Its pairs are in the store, but for those that had not been saved, and
    // what became of them while it was deleted.
    links.forget(kept.map(\.object))
    for link in kept.flatMap(\.links) + later where isHere(link.owner) && isHere(link.target) {
      links.note(link.relationship, owner: link.owner, target: link.target, isAdded: link.isAdded)
    }
    for removal in renewed {
      relate(removal)
      for (object, property) in removal.referrers { refer(object, property, to: removal.object) }
      for link in removal.links where link.isAdded {
        join(link.owner, link.relationship, link.target)
      }
    }
  }

  private func relate(_ removal: RemovedObject) {
    let object = removal.object
    guard let state = object._$state else { return }
    for property in removal.entity.relationships where property.isToMany {
      clean(object, state, property)
    }
    for (property, targets) in removal.relations {
      if property.isToMany {
        for target in targets { join(object, property, target) }
        continue
      }
      lead(object, state, property, to: targets.first)
      // The other side has lost it, even if this one has not.
      if let target = targets.first, isHere(target) { connect(object, property, target) }
    }
  }

  /// A deleted object keeps its lists, whatever becomes of the members. Those
  /// that no longer lead to it come back when their own side does.
  private func clean(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property
  ) {
    guard property.description.relatedCount(of: object) != nil else { return }
    let members = Relationships.objects(in: property.description.related(of: object))
    let left = members.filter { isHere($0) && leadsBack($0, to: object, state, property) }
    guard left.count < members.count else { return }
    memberships.didReplace(object, property.index)
    adjusted.append((object, property))
    property.description.notify(object) { property.description.setMembers(left[...], of: object) }
  }

  private func leadsBack(
    _ member: any PersistentModel, to object: any PersistentModel, _ state: _ModelState,
    _ property: _Property
  ) -> Bool {
    guard let inverse = property.inverse, !inverse.isToMany, property.deleteRule != .noAction else {
      return true
    }
    return switch inverse.description.related(of: member) {
    case .object(let owner): owner === object
    case .key(let key): key == state.key
    case .fault: true
    default: false
    }
  }

  private func refer(
    _ object: any PersistentModel, _ property: _Property, to target: any PersistentModel
  ) {
    guard isHere(object), let state = object._$state else { return }
    if property.isToMany { return join(object, property, target) }
    switch property.description.related(of: object) {
    case .none, .key: lead(object, state, property, to: target)
    default: break
    }
  }
}
