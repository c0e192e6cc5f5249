/// The registered side of relationship assignment.
extension ContextCore {
  /// Assigns a relationship of a registered object: its own side, the other
  /// sides, and the objects that thereby come into the context.
  func assign(
    _ object: any PersistentModel, _ index: Int, _ targets: [any PersistentModel],
    _ store: () -> Void
  ) {
    guard let state = object._$state, let entity = state.entity else { return store() }
    let property = entity.properties[index]
    let old = currentTargets(of: object, state, property)
    willChange(object, state, index)
    memberships.didReplace(object, index)
    property.description.notify(object) { store() }
    loadedRelationships.note(state, index, self)
    for target in targets { insert(target) }
    let kept = Set(targets.map { ObjectIdentifier($0) })
    let known = Set(old.map { ObjectIdentifier($0) })
    for target in old where !kept.contains(ObjectIdentifier(target)) {
      disconnect(object, property, target)
    }
    for target in targets where !known.contains(ObjectIdentifier(target)) {
      connect(object, property, target)
    }
  }

  /// The objects that the relationship leads to now, as far as the other
  /// sides need to know: a to-one's destination that nobody has loaded has
  /// no loaded inverse to correct.
  private func currentTargets(
    of object: any PersistentModel, _ state: _ModelState, _ property: _Property
  ) -> [any PersistentModel] {
    if property.isToMany { return toMany(of: object, state, property) }
    if case .fault = property.description.related(of: object) {
      fireFault(object, state, property.index)
    }
    switch property.description.related(of: object) {
    case .object(let target): return [target]
    case .key(let key):
      guard let destination = property.destination else { return [] }
      if let target = registered(destination, key: key) { return [target] }
      // A one-to-one partner has a column of its own that must be emptied.
      guard let inverse = property.inverse, !inverse.isToMany else { return [] }
      return toOne(of: object, state, property, key: key).map { [$0] } ?? []
    default: return []
    }
  }

  /// `object.property` now leads to `target`: tells the other side.
  func connect(
    _ object: any PersistentModel, _ property: _Property, _ target: any PersistentModel
  ) {
    guard let targetState = target._$state, targetState.core === self else { return }
    if property.isManyToMany || property.isOneWayToMany {
      links.note(property, owner: object, target: target, isAdded: true)
    }
    guard let inverse = inverse(of: property, on: targetState) else { return }
    if inverse.isToMany {
      join(object, target, targetState, inverse)
      return
    }
    // The target's to-one: leave the previous owner first.
    if inverse.description.isLoaded(target) == false { fireFault(target, targetState, inverse.index) }
    if case .object(let previous) = inverse.description.related(of: target), previous === object {
      return
    }
    if let previous = currentTargets(of: target, targetState, inverse).first, previous !== object {
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
      links.note(property, owner: object, target: target, isAdded: false)
    }
    guard let inverse = inverse(of: property, on: targetState) else { return }
    if inverse.isToMany {
      leave(object, target, targetState, inverse)
      return
    }
    if !inverse.description.isLoaded(target) { fireFault(target, targetState, inverse.index) }
    switch inverse.description.related(of: target) {
    case .object(let current) where current === object: break
    case .key(let key) where key == object._$state?.key: break
    default: return
    }
    setOther(target, targetState, inverse, RelatedValue.none)
  }

  /// The previous owner of `target` loses it, because it has a new one.
  private func leavePrevious(
    _ previous: any PersistentModel, _ property: _Property, _ target: any PersistentModel
  ) {
    guard let state = previous._$state, state.core === self, let entity = state.entity,
      property.index < entity.properties.count
    else { return }
    let forward = entity.properties[property.index]
    if forward.isToMany {
      leave(target, previous, state, forward)
    } else {
      setOther(previous, state, forward, RelatedValue.none)
    }
  }

  private func inverse(of property: _Property, on state: _ModelState) -> _Property? {
    guard let inverse = property.inverse, let entity = state.entity,
      inverse.index < entity.properties.count
    else { return nil }
    // The concrete entity's own view of the property.
    return entity.properties[inverse.index]
  }

  private func join(
    _ member: any PersistentModel, _ owner: any PersistentModel, _ state: _ModelState,
    _ property: _Property
  ) {
    willChange(owner, state, property.index)
    guard property.description.isLoaded(owner) || state.isInserted else {
      memberships.note(member, joined: true, owner, property.index)
      property.description.notify(owner) {}
      return
    }
    guard !memberships.contains(member, owner, property.description) else { return }
    property.description.notify(owner) {
      if case .objects = property.description.related(of: owner) {
        property.description.append(member, to: owner)
        memberships.didAppend(member, owner, property.index)
      } else {
        property.description.setRelated(.objects([member]), of: owner)
        memberships.didReplace(owner, property.index)
      }
    }
  }

  private func leave(
    _ member: any PersistentModel, _ owner: any PersistentModel, _ state: _ModelState,
    _ property: _Property
  ) {
    willChange(owner, state, property.index)
    guard property.description.isLoaded(owner) else {
      memberships.note(member, joined: false, owner, property.index)
      property.description.notify(owner) {}
      return
    }
    property.description.notify(owner) {
      property.description.remove(member, from: owner)
      memberships.didRemove(member, owner, property.index)
    }
  }

  private func setOther(
    _ target: any PersistentModel, _ state: _ModelState, _ inverse: _Property,
    _ value: RelatedValue
  ) {
    willChange(target, state, inverse.index)
    inverse.description.notify(target) {
      inverse.description.setRelated(value, of: target)
    }
    loadedRelationships.note(state, inverse.index, self)
  }
}
