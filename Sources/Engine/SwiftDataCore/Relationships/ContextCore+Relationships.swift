// SPDX-License-Identifier: Apache-2.0

/// The registered side of relationship assignment.
extension ContextCore {
  /// Assigns a relationship of a registered object: its own side, the other
  /// sides, and the objects that thereby come into the context.
  func assign(
    _ object: any PersistentModel, _ index: Int, _ new: RelatedValue, _ store: () -> Void
  ) {
    turn.enter()
    defer { turn.leave() }
    let isLate = beginLateChange()
    defer { if isLate { endLateChange() } }
    guard let state = object._$state, let entity = state.entity else { return store() }
    let property = entity.properties[index]
    if property.isToMany {
      assign(object, state, property, new, store)
      return
    }
    if state.isRowGone {
      // No row will lead anywhere: the other sides are as they were.
      willChange(object, state, property.index)
      if case .object(let target) = new { noteLate(object, target) }
      return property.description.notify(object) { store() }
    }
    if state.isDeleted, case .object(let target) = new { spare(object, state, property.inverse, from: target) }
    let old = currentTarget(of: object, state, property)
    if isUnchanged(object, state, property, old, new) {
      store()
      return noteLoaded(state, property.index)
    }
    replace(object, state, property, store)
    guard case .object(let target) = new else {
      if let old { disconnect(object, property, old) }
      return
    }
    insert(target)
    guard old !== target else { return }
    if let old { disconnect(object, property, old) }
    // The owner's end of a pair, as a list of its members is of more of them.
    if let state = target._$state, state.core === self, state.isDeleted { spare(target, state, property, from: object) }
    connect(object, property, target)
  }

  private func assign(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property,
    _ new: RelatedValue, _ store: () -> Void
  ) {
    let targets = Relationships.objects(in: new)
    let old = toMany(of: object, state, property)
    if state.life != .inserted, old.count == targets.count, zip(old, targets).allSatisfy({ $0 === $1 }) {
      // Whether an empty list is `nil` is in no store: there is nothing to save.
      if targets.isEmpty, hasOtherEmptiness(object, property, new) { property.description.notify(object) { store() } }
      return
    }
    undo?.willReorder(object, state, property)
    replace(object, state, property, store)
    // A deleted member that the list still holds is not inserted again because the list has changed.
    for target in targets where !unsaved.lingering.contains(target, object, property) { insert(target) }
    let kept = Set(targets.map { ObjectIdentifier($0) })
    let known = Set(old.map { ObjectIdentifier($0) })
    for target in old where !kept.contains(ObjectIdentifier(target)) {
      if unsaved.lingering.contains(target, object, property) {
        unsaved.lingering.forget(target, object, property)
        stopLingering(target)
      } else {
        disconnect(object, property, target)
      }
    }
    var joined: [any PersistentModel] = []
    for target in targets where !known.contains(ObjectIdentifier(target)) {
      if let state = target._$state, state.core === self, state.isDeleted {
        spare(target, state, property, from: object)
      }
      connect(object, property, target)
      if property.isOneWayToMany { joined.append(target) }
    }
    if !joined.isEmpty { take(joined, for: object, property) }
  }

  /// Of an empty loaded list: whether either it is `nil`, or the value that is assigned.
  private func hasOtherEmptiness(
    _ object: any PersistentModel, _ property: _Property, _ new: RelatedValue
  ) -> Bool {
    switch (property.description.related(of: object), new) {
    case (.none, .objects), (.objects, .none): true
    default: false
    }
  }

  /// A member that is deleted with its owner gets another one: as if it had been moved before that deletion, it stays. What
  /// was deleted by name leaves the list of its new owner with the save.
  private func spare(
    _ member: any PersistentModel, _ state: _ModelState, _ list: _Property?, from owner: any PersistentModel
  ) {
    let cascades = unsaved.cascades.of(member)
    let isOwned = owner._$state.map { $0.isDeleted || $0.isRowGone } ?? false
    let isSpared =
      !isOwned && !cascades.isEmpty
      && cascades.allSatisfy { cascade in
        guard let list, cascade.owner !== owner else { return false }
        guard let inverse = cascade.relationship.inverse else {
          return cascade.relationship.isOneWayToMany && list.isOneWayToMany && cascade.relationship.name == list.name
            && cascade.relationship.declaringEntity === list.declaringEntity
        }
        // A member of several lists may stay in the others.
        return !inverse.isToMany && list.inverse?.index == inverse.index
      }
    if isSpared { takeBackDeletion(of: member) } else { unsaved.leadsToGone = true }
  }

  /// Whether a to-one relationship is assigned what it leads to already, which changes nothing.
  private func isUnchanged(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property, _ old: (any PersistentModel)?,
    _ new: RelatedValue
  ) -> Bool {
    guard state.life != .inserted else { return false }
    guard case .object(let target) = new else {
      if case .none = property.description.related(of: object), case .none = new { return true }
      return false
    }
    // A destination that is not loaded here is not the one that is assigned.
    guard let old, old === target, isHere(target) else { return false }
    guard let targetState = target._$state, let inverse = inverse(of: property, from: object, on: targetState),
      !inverse.isToMany
    else { return true }
    if !inverse.description.isLoaded(target) { fireFault(target, targetState, inverse.index) }
    return leads(target, inverse, to: object)
  }

  /// The object's own side.
  private func replace(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property, _ store: () -> Void
  ) {
    willChange(object, state, property.index)
    unsaved.memberships.didReplace(object, property.index)
    property.description.notify(object) { store() }
    noteLoaded(state, property.index)
  }

  /// The object that the to-one relationship leads to now, as far as the other
  /// side needs to know: a destination that is not loaded has no loaded
  /// inverse to correct.
  private func currentTarget(
    of object: any PersistentModel, _ state: _ModelState, _ property: _Property
  ) -> (any PersistentModel)? {
    var related = property.description.related(of: object)
    if case .fault = related {
      fireFault(object, state, property.index)
      related = property.description.related(of: object)
    }
    switch related {
    case .object(let target): return target
    case .key(let key):
      guard let destination = property.destination else { return nil }
      if let target = registered(destination, key: key) { return target }
      // A one-to-one partner has a column of its own that must be emptied.
      guard let inverse = property.inverse, !inverse.isToMany else { return nil }
      return toOne(of: object, state, property, key: key)
    default: return nil
    }
  }

  /// `object.property` now leads to `target`: tells the other side.
  func connect(
    _ object: any PersistentModel, _ property: _Property, _ target: any PersistentModel
  ) {
    guard let targetState = target._$state, targetState.core === self else {
      if let state = target._$state, state.core == nil, state.life == .gone, !state.flags.contains(.standIn) {
        // Deleted by this context, or by a save: the reference is emptied by the next one.
        unsaved.leadsToGone = true
        return
      }
      return noteUnsavableTarget(object, property, target)
    }
    if targetState.isDeleted || targetState.isRowGone { unsaved.leadsToGone = true }
    noteLate(object, target)
    if property.isOneWayToMany, let previous = unsaved.links.owner(of: target, property),
      previous !== object
    {
      release([target], from: previous, property)
    }
    if property.isManyToMany || property.isOneWayToMany {
      notePair(property, owner: object, target: target, isAdded: true)
    }
    guard let inverse = inverse(of: property, from: object, on: targetState) else { return }
    if inverse.isToMany {
      join(object, target, targetState, inverse)
      return
    }
    // The target's to-one: leave the previous owner first.
    if inverse.description.isLoaded(target) == false { fireFault(target, targetState, inverse.index) }
    if case .object(let previous) = inverse.description.related(of: target), previous === object {
      return
    }
    if let previous = currentTarget(of: target, targetState, inverse), previous !== object {
      leavePrevious(previous, property, target)
    }
    setOther(target, targetState, inverse, .object(object))
  }

  /// `object.property` no longer leads to `target`: tells the other side.
  func disconnect(
    _ object: any PersistentModel, _ property: _Property, _ target: any PersistentModel
  ) {
    guard let targetState = target._$state, targetState.core === self else { return }
    if property.isManyToMany || property.isOneWayToMany {
      notePair(property, owner: object, target: target, isAdded: false)
    }
    guard let inverse = inverse(of: property, from: object, on: targetState) else { return }
    if inverse.isToMany {
      leave(object, target, targetState, inverse)
      return
    }
    if !inverse.description.isLoaded(target) { fireFault(target, targetState, inverse.index) }
    if !leads(target, inverse, to: object) {
      guard targetState.life == .stored || targetState.life == .updated, !targetState.dirty.contains(inverse.index),
        object._$state.map({ $0.key > 0 }) == true
      else { return }
      // Memory may be older than the object that leads here: another writer has made the pair.
      if targetState.life == .stored { reload([target]) } else { merge([(target, .all)]) }
      guard leads(target, inverse, to: object) else { return }
    }
    setOther(target, targetState, inverse, RelatedValue.none)
  }

  /// A pair that the next save writes or removes.
  func notePair(
    _ property: _Property, owner: any PersistentModel, target: any PersistentModel, isAdded: Bool
  ) {
    if property.isOneWayToMany {
      undo?.noteMove(of: target, property, owner, isAdded: isAdded)
    } else {
      undo?.notePair(property, owner, target, isAdded: isAdded)
    }
    unsaved.links.note(property, owner: owner, target: target, isAdded: isAdded)
  }

  /// The previous owner of `target` loses it, because it has a new one.
  private func leavePrevious(
    _ previous: any PersistentModel, _ property: _Property, _ target: any PersistentModel
  ) {
    guard let state = previous._$state, state.core === self, let entity = state.entity,
      property.index < entity.properties.count
    else { return }
    let forward = entity.properties[property.index]
    if forward.isToMany { return leave(target, previous, state, forward) }
    if !forward.description.isLoaded(previous) { fireFault(previous, state, forward.index) }
    // This context has given it another partner; that the target leads to it is the store's, of which was not heard yet.
    let isOurs = state.isInserted || state.dirty.contains(forward.index)
    guard !isOurs || leads(previous, forward, to: target) else { return }
    setOther(previous, state, forward, RelatedValue.none)
  }

  /// The other side of a relationship that leads from `object` to the object with this state, if that may lead back.
  private func inverse(
    of property: _Property, from object: any PersistentModel, on state: _ModelState
  ) -> _Property? {
    guard let inverse = property.inverse, let entity = state.entity, entity.isKind(of: inverse.entity)
    else { return nil }
    // It may lead to subclasses only, and the object be of another class.
    if property.isOutsideInverse {
      guard let own = object._$state?.entity?.properties[property.index], !own.isOneWay else { return nil }
    }
    // The concrete entity's own view of the property.
    return entity.properties[inverse.index]
  }

  func join(
    _ member: any PersistentModel, _ owner: any PersistentModel, _ state: _ModelState,
    _ property: _Property
  ) {
    willChange(owner, state, property.index)
    unsaved.lingering.forget(member, owner, property)
    guard property.description.isLoaded(owner) || state.isInserted else {
      unsaved.memberships.note(member, joined: true, owner, property.index)
      property.description.notify(owner) {}
      return
    }
    guard !unsaved.memberships.contains(member, owner, property.description) else { return }
    property.description.notify(owner) {
      if property.description.relatedCount(of: owner) != nil {
        property.description.append(member, to: owner)
        unsaved.memberships.didAppend(member, owner, property.index)
      } else {
        property.description.setRelated(.objects([member]), of: owner)
        unsaved.memberships.didReplace(owner, property.index)
      }
    }
  }

  func leave(
    _ member: any PersistentModel, _ owner: any PersistentModel, _ state: _ModelState,
    _ property: _Property
  ) {
    undo?.willReorder(owner, state, property)
    willChange(owner, state, property.index)
    unsaved.lingering.forget(member, owner, property)
    guard property.description.isLoaded(owner) else {
      unsaved.memberships.note(member, joined: false, owner, property.index)
      property.description.notify(owner) {}
      return
    }
    property.description.notify(owner) {
      property.description.remove(member, from: owner)
      unsaved.memberships.didRemove(member, owner, property.index)
    }
  }

  private func setOther(
    _ target: any PersistentModel, _ state: _ModelState, _ inverse: _Property,
    _ value: RelatedValue
  ) {
    // The program has changed the object that this one is related to, which can be saved without it.
    if !state.isRowGone {
      willChange(target, state, inverse.index)
    } else if let entity = state.entity {
      _ = unsaved.keepFormerValue(of: target, inverse, entity)
    }
    inverse.description.notify(target) {
      inverse.description.setRelated(value, of: target)
    }
    noteLoaded(state, inverse.index)
  }
}
