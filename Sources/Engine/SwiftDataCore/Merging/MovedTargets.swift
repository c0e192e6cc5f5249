// SPDX-License-Identifier: Apache-2.0

/// The other sides of relationships whose to-one end has changed in the store.
///
/// A row that is read again may lead elsewhere than its object did: another
/// context, another process or an upsert has moved it. Only its own row has
/// changed then, so the loaded lists of both owners are put right here.
extension ContextCore {
  /// Runs `load`, which reads the object's row again, and tells the other sides.
  func followingMoves(
    _ object: any PersistentModel, _ state: _ModelState, _ load: () throws -> Void
  ) rethrows {
    guard let entity = state.entity else { return try load() }
    var before: [(property: _Property, value: RelatedValue)] = []
    // One that shares its bit with a changed one may take the row's value, too; if it does not, nothing moves.
    let sharesBit = keptSharedBitValues(state) == nil ? Int.max : PropertyMask.sharedBit
    for property in entity.relationships
    where !property.isToMany && !property.isOneWay
      && (!state.dirty.contains(property.index) || property.index >= sharesBit)
    {
      before.append((property, property.description.related(of: object)))
    }
    try load()
    for (property, old) in before {
      let new = property.description.related(of: object)
      guard !leadsToSame(old, new) else { continue }
      move(object, property, from: old, to: new)
    }
  }

  private func leadsToSame(_ old: RelatedValue, _ new: RelatedValue) -> Bool {
    switch (key(old), key(new)) {
    case (let a?, let b?): a == b
    default: false
    }
  }

  /// Zero for no destination; `nil` if it is not known.
  private func key(_ value: RelatedValue) -> Int64? {
    switch value {
    case .none: 0
    case .key(let key): key
    case .object(let target): target._$state?.key
    default: nil
    }
  }

  private func move(
    _ object: any PersistentModel, _ property: _Property, from old: RelatedValue,
    to new: RelatedValue
  ) {
    guard let inverse = property.inverse, let destination = property.destination else { return }
    let newOwner = target(new, destination)
    if case .fault = old {
      // Its owner is unknown; only a loaded list can name a fault.
      for owner in map(of: destination).all()
      where owner !== newOwner && holds(owner, object, inverse) {
        release(object, from: owner, inverse)
      }
    } else if let owner = target(old, destination), owner !== newOwner {
      release(object, from: owner, inverse)
    }
    if let newOwner { receive(object, by: newOwner, inverse) }
  }

  private func target(_ value: RelatedValue, _ destination: _Entity) -> (any PersistentModel)? {
    switch value {
    case .object(let target): target
    case .key(let key): registered(destination, key: key)
    default: nil
    }
  }

  private func holds(
    _ owner: any PersistentModel, _ member: any PersistentModel, _ inverse: _Property
  ) -> Bool {
    guard let state = owner._$state, state.core === self, let entity = state.entity,
      entity.isKind(of: inverse.declaringEntity)
    else { return false }
    let own = entity.properties[inverse.index].description
    if own.isLoaded(owner), inverse.isToMany { return own.contains(member, in: owner) }
    if case .object(let current) = own.related(of: owner) { return current === member }
    return false
  }

  private func release(
    _ member: any PersistentModel, from owner: any PersistentModel, _ inverse: _Property
  ) {
    guard holds(owner, member, inverse), let entity = owner._$state?.entity else { return }
    let own = entity.properties[inverse.index].description
    if inverse.isToMany {
      unsaved.memberships.didRemove(member, owner, inverse.index)
      own.notify(owner) { own.remove(member, from: owner) }
    } else if inverse.isOptional, owner._$state?.dirty.contains(inverse.index) == false {
      own.notify(owner) { own.setRelated(RelatedValue.none, of: owner) }
    }
  }

  private func receive(
    _ member: any PersistentModel, by owner: any PersistentModel, _ inverse: _Property
  ) {
    guard let state = owner._$state, state.core === self, let entity = state.entity,
      entity.isKind(of: inverse.declaringEntity), !state.isDeleted, inverse.isToMany
    else { return }
    let own = entity.properties[inverse.index].description
    guard own.isLoaded(owner), !own.contains(member, in: owner) else { return }
    if state.dirty.contains(inverse.index) || state.isInserted {
      unsaved.memberships.didAppend(member, owner, inverse.index)
      own.notify(owner) { own.append(member, to: owner) }
    } else {
      // Read again, it has the store's order.
      own.notify(owner) { own.unload(owner) }
    }
  }
}
