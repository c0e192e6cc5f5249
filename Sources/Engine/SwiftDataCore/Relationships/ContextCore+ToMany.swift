// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// The objects that a to-many relationship leads to, in stable order, with
  /// unsaved changes applied.
  func toMany(of object: any PersistentModel, _ state: _ModelState, _ property: _Property)
    -> [any PersistentModel]
  {
    loadToMany(of: object, state, property)
    return Relationships.objects(in: property.description.related(of: object))
  }

  /// Fills the relationship if it is a fault, and that of the objects fetched
  /// together with this one.
  func loadToMany(of object: any PersistentModel, _ state: _ModelState, _ property: _Property) {
    guard !property.description.isLoaded(object), state.key > 0, let entity = state.entity else {
      return
    }
    var owners: [Int64] = [state.key]
    for key in groups.stretch(around: state.key, of: entity)
    where key != state.key {
      guard let sibling = registered(entity, key: key), let other = sibling._$state,
        keeps(other, property),
        other.entity?.isKind(of: property.declaringEntity) == true,
        !property.description.isLoaded(sibling)
      else { continue }
      owners.append(key)
    }
    noteFault(entity, property, count: owners.count)
    do {
      let members = try members(of: property, owners)
      for key in owners where key != state.key {
        guard let sibling = registered(entity, key: key), let other = sibling._$state else {
          continue
        }
        complete(sibling, other, property, members[key])
      }
      complete(object, state, property, members[state.key])
    } catch {
      note(error, reading: object, property)
    }
  }

  /// Applies unsaved changes to the stored members and keeps the result.
  private func complete(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property,
    _ stored: ArraySlice<any PersistentModel>
  ) {
    var members = stored
    if hasChanges {
      members.removeAll { member in
        guard let memberState = member._$state else { return false }
        if memberState.isDeleted { return true }
        guard let inverse = property.inverse, !inverse.isToMany,
          memberState.dirty.contains(inverse.index)
        else { return false }
        switch inverse.description.related(of: member) {
        case .object(let owner): return owner !== object
        case .key(let key): return key != state.key
        default: return true
        }
      }
      if property.isOneWayToMany, !unsaved.links.isEmpty {
        members.removeAll { unsaved.links.takes($0, from: object, property) }
      }
      // A deletion drops what was unsaved of its object's relationships: the store has members that had left.
      if state.isDeleted { members.removeAll { unsaved.hasLeft(object, property, $0) } }
      var changes = unsaved.memberships.take(object, property.index)
      if property.isManyToMany || property.isOneWayToMany {
        if !unsaved.links.isEmpty { dropMet(stored, changes, of: object, property) }
        // What came and went again is as the store has it.
        changes.removeAll {
          !unsaved.links.has(property, owner: object, target: $0.object, isAdded: $0.isAdded)
        }
      }
      if let inverse = property.inverse, !inverse.isToMany {
        // A member whose own side is as the store has it again, by the merge policy, is where the store says.
        changes.removeAll { change in
          guard let state = change.object._$state, state.core === self else { return false }
          return state.life == .stored || state.life == .updated && !state.dirty.contains(inverse.index)
        }
      }
      if !changes.isEmpty {
        let moved = Set(changes.map { ObjectIdentifier($0.object) })
        members.removeAll { moved.contains(ObjectIdentifier($0)) }
        for change in changes where change.isAdded {
          guard let state = change.object._$state, state.core === self, !state.isDeleted,
            !state.isRowGone
          else { continue }
          members.append(change.object)
        }
      }
      let isAdjusted =
        members.count != stored.count || !zip(members, stored).allSatisfy { $0 === $1 }
      if isAdjusted { unsaved.adjusted.append((object, property)) }
    }
    property.description.setMembers(members, of: object)
    noteLoaded(state, property.index, isInUse: true)
  }

  /// Unsaved pairs that another writer has saved, too, are no changes any more:
  /// taking them back must change the store.
  private func dropMet(
    _ stored: ArraySlice<any PersistentModel>,
    _ changes: [(object: any PersistentModel, isAdded: Bool)], of object: any PersistentModel,
    _ property: _Property
  ) {
    for member in stored {
      unsaved.links.didMeet(property, owner: object, target: member, isAdded: true)
    }
    let removed = changes.filter { !$0.isAdded }
    guard !removed.isEmpty else { return }
    let members = Set(stored.map { ObjectIdentifier($0) })
    for change in removed where !members.contains(ObjectIdentifier(change.object)) {
      unsaved.links.didMeet(property, owner: object, target: change.object, isAdded: false)
    }
  }
}
