// SPDX-License-Identifier: Apache-2.0

/// One-to-one relationships that this context and another writer have changed.
///
/// Each row of a pair has a column of its own, and the two sides may have paired an object with different ones. So what
/// is decided is a pair, never a column: whose end gives way takes along the end of its partner, and whoever is left
/// without a partner says so in its own column.
extension ContextCore {
  /// The partners of an object in this context, by these properties.
  func partners(of object: any PersistentModel, _ entity: _Entity, _ mask: PropertyMask) -> [any PersistentModel] {
    oneToOne(entity, mask).compactMap { property, _ in partner(of: object, property) }
  }

  private func oneToOne(_ entity: _Entity, _ mask: PropertyMask)
    -> [(property: _Property, inverse: _Property)]
  {
    entity.relationships.compactMap { property in
      guard !property.isToMany, mask.contains(property.index), !property.isOneWay, let inverse = property.inverse,
        !inverse.isToMany
      else { return nil }
      return (property, inverse)
    }
  }

  /// The unsaved partners of an object stay. The one that another writer has
  /// given it in the meantime is without, and saved so.
  ///
  /// - Returns: Those that were released.
  func releasePartners(
    of object: any PersistentModel, _ state: _ModelState, _ entity: _Entity, _ mask: PropertyMask
  ) -> [any PersistentModel] {
    let pairs = oneToOne(entity, mask.intersection(state.dirty))
    guard !pairs.isEmpty, let row = storedRow(of: object, state, entity)?.object else { return [] }
    var released: [any PersistentModel] = []
    for (property, inverse) in pairs {
      guard case .key(let key) = property.description.related(of: row),
        let destination = property.destination
      else { continue }
      do {
        let found = try registered(destination, key: key) ?? loadRows(destination, keys: [key]).first
        guard let found, partner(of: object, property) !== found, release(found, inverse, from: object) else {
          continue
        }
        released.append(found)
      } catch {
        note(error)
      }
    }
    return released
  }

  /// A stored partner is without `object` from now on.
  private func release(
    _ partner: any PersistentModel, _ inverse: _Property, from object: any PersistentModel
  ) -> Bool {
    guard let state = partner._$state, state.core === self, !state.isDeleted, !state.isRowGone,
      !state.dirty.contains(inverse.index), let own = state.entity?.properties[inverse.index], own.isOptional
    else { return false }
    // A member of a list may be known by its key only.
    if case .fault = own.description.related(of: partner) { fireFault(partner, state, own.index) }
    guard leads(partner, own, to: object) else { return false }
    clear(partner, state, own)
    return true
  }

  private func clear(_ object: any PersistentModel, _ state: _ModelState, _ property: _Property) {
    willChange(object, state, property.index)
    property.description.notify(object) { property.description.setRelated(RelatedValue.none, of: object) }
  }

  // MARK: Both ends

  /// Both ends of the pairs of these objects, and of those that this concerns in turn, lead to each other.
  ///
  /// An end that this context has changed stands against one that was only read, unless the policy gives it up.
  func settlePairs(of objects: [any PersistentModel]) {
    guard model.hasOneToOne else { return }
    var pending = objects
    // Each step gives an unsaved change up, or makes one that agrees with its other end.
    var steps = 8 * objects.count + 64
    while let object = pending.popLast(), steps > 0 {
      steps -= 1
      guard isHere(object), let state = object._$state, let entity = state.entity else { continue }
      for (property, inverse) in oneToOne(entity, .all) {
        guard let other = partner(of: object, property), isHere(other), let otherState = other._$state,
          let otherEntity = otherState.entity
        else { continue }
        let back = otherEntity.properties[inverse.index]
        if case .fault = back.description.related(of: other) { fireFault(other, otherState, back.index) }
        if leads(other, back, to: object) { continue }
        pending += settle(object, state, property, other, otherState, back)
      }
    }
  }

  /// `object.property` leads to `other`, whose end leads elsewhere.
  ///
  /// - Returns: Whose pairs are to be looked at next.
  private func settle(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property,
    _ other: any PersistentModel, _ otherState: _ModelState, _ back: _Property
  ) -> [any PersistentModel] {
    let isOurs = state.isInserted || state.dirty.contains(property.index)
    let isOtherOurs = otherState.isInserted || otherState.dirty.contains(back.index)
    // What the store itself says twice is not for a merge to decide.
    guard isOurs || isOtherOurs else { return [] }
    let third = partner(of: other, back) ?? targets(of: other, otherState, back, loading: true).first
    if isOurs, isOtherOurs, let third, leads(third, property, to: other) {
      // The other two belong together.
      return give(object, state, property)
    }
    if effectiveMergePolicy == .storeWins, isOurs != isOtherOurs {
      if isOurs { return give(object, state, property) + [other] }
      return give(other, otherState, back) + [object] + (third.map { [$0] } ?? [])
    }
    if !isOurs {
      // Here, the other one has left.
      guard property.isOptional else { return [] }
      clear(object, state, property)
      return []
    }
    willChange(other, otherState, back.index)
    back.description.notify(other) { back.description.setRelated(.object(object), of: other) }
    noteLoaded(otherState, back.index)
    guard let third, let thirdState = third._$state, isHere(third),
      let end = thirdState.entity?.properties[property.index], end.isOptional, leads(third, end, to: other)
    else { return [other] }
    clear(third, thirdState, end)
    return [other]
  }

  /// An end is as it is in the store; of a new object, it leads nowhere.
  private func give(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property
  ) -> [any PersistentModel] {
    if state.isInserted {
      guard property.isOptional else { return [] }
      property.description.notify(object) { property.description.setRelated(RelatedValue.none, of: object) }
      return []
    }
    let mask = PropertyMask(bits: PropertyMask.bit(property.index))
    giveUp(mask, object, state)
    mergeRow(object)
    applyRulesOfTargets(to: object, state, mask)
    return [object]
  }

  /// The destination of a relationship, if it is in memory.
  func partner(of object: any PersistentModel, _ property: _Property) -> (any PersistentModel)? {
    switch property.description.related(of: object) {
    case .object(let target): target
    case .key(let key): property.destination.flatMap { registered($0, key: key) }
    default: nil
    }
  }
}
