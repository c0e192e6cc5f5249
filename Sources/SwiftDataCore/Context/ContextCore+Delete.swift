extension ContextCore {
  /// Marks an object for deletion and applies the delete rules in memory, at
  /// once: what the rules say is seen before the save. `.deny` is checked by
  /// the save.
  ///
  /// Works through a list, so that a chain of cascades of any length is no
  /// deep recursion.
  func delete(_ root: any PersistentModel) {
    changeObservers.notify()
    var pending = [root]
    var discarded: [(object: any PersistentModel, entity: _Entity)] = []
    while let object = pending.popLast() {
      guard let state = object._$state, state.core === self, !state.isDeleted,
        let entity = state.entity
      else { continue }
      // A fault is read first: its values stay readable after the deletion.
      if !state.isInserted, state.isFault { fireFault(object, state, 0) }
      undo?.willRemove(object, state, entity)
      let wasInserted = markDeleted(object, state)
      if let undo {
        undo.removing {
          if wasInserted { leaveOwners(object, entity) }
          for property in entity.relationships { apply(property, of: object, state, &pending) }
        }
      } else {
        if wasInserted { leaveOwners(object, entity) }
        for property in entity.relationships { apply(property, of: object, state, &pending) }
      }
      links.forget(object)
      if !entity.oneWayReferences.isEmpty { leadsToGone = true }
      if wasInserted {
        detach(object, keepingIdentifier: true)
        discarded.append((object, entity))
      }
    }
    ObjectCircles.forget(discarded)
  }

  /// Takes a new object out of the lists that nothing in it leads back to:
  /// whoever adds to such a list would bring it back.
  private func leaveOwners(_ object: any PersistentModel, _ entity: _Entity) {
    for relationship in entity.oneWayReferences where relationship.isOneWayToMany {
      guard let owner = links.owner(of: object, relationship) else { continue }
      release([object], from: owner, relationship)
    }
  }

  /// Moves an object to the list of what the next save deletes.
  ///
  /// - Returns: Whether it had not been saved. It is then discarded, and never
  ///   reaches the store.
  func markDeleted(_ object: any PersistentModel, _ state: _ModelState) -> Bool {
    let wasInserted = state.isInserted
    if wasInserted {
      state.flags.remove(.inserted)
      inserted.remove(object)
      state.flags.insert(.deleted)
      return true
    }
    if state.flags.contains(.updated) {
      state.flags.remove(.updated)
      updated.remove(object)
    }
    state.flags.insert(.deleted)
    deleted.append(object)
    context?.noteChange()
    return false
  }

  private func apply(
    _ property: _Property, of object: any PersistentModel, _ state: _ModelState,
    _ pending: inout [any PersistentModel]
  ) {
    switch property.deleteRule {
    case .cascade:
      pending.append(contentsOf: targets(of: object, state, property, loading: true))
    case .nullify: nullify(property, of: object, state)
    case .deny, .noAction:
      // A denied deletion throws at the save and changes nothing before it;
      // with no action the other sides dangle, as asked.
      leadsToGone = true
    }
  }

  /// The other sides of a deleted object's relationship let go of it.
  func nullify(_ property: _Property, of object: any PersistentModel, _ state: _ModelState) {
    // One-to-many children have a column to empty, and loaded ends of pairs
    // a member to lose: they must be known. A to-one's owner only needs
    // correcting if it is here.
    let mustLoad = property.inverse.map { property.isToMany || !$0.isToMany } ?? false
    for target in targets(of: object, state, property, loading: mustLoad)
    where target._$state?.isDeleted != true {
      disconnectDeleted(object, property, target)
    }
  }

  private func disconnectDeleted(
    _ object: any PersistentModel, _ property: _Property, _ target: any PersistentModel
  ) {
    guard let state = target._$state, state.core === self, let entity = state.entity,
      let inverse = property.inverse, inverse.index < entity.properties.count
    else { return }
    let own = entity.properties[inverse.index]
    if own.isToMany, !own.description.isLoaded(target) {
      // The row's own column, or its pairs, go with it.
      memberships.note(object, joined: false, target, own.index)
      return
    }
    disconnect(object, property, target)
  }

  func targets(
    of object: any PersistentModel, _ state: _ModelState, _ property: _Property, loading: Bool
  ) -> [any PersistentModel] {
    if property.isToMany {
      if loading { return toMany(of: object, state, property) }
      return Relationships.objects(in: property.description.related(of: object))
    }
    if case .fault = property.description.related(of: object), !state.isInserted {
      fireFault(object, state, property.index)
    }
    switch property.description.related(of: object) {
    case .object(let target): return [target]
    case .key(let key):
      if let destination = property.destination, let target = registered(destination, key: key) {
        return [target]
      }
      return loading ? toOne(of: object, state, property, key: key).map { [$0] } ?? [] : []
    default: return []
    }
  }

  /// Whether `.deny` forbids the deletion of any deleted object.
  func checkDenials() throws {
    for object in deleted.models {
      guard let state = object._$state, let entity = state.entity else { continue }
      for property in entity.relationships where property.deleteRule == .deny {
        let remaining = targets(of: object, state, property, loading: true).filter {
          $0._$state?.isDeleted != true && $0._$state?.core === self
        }
        guard let first = remaining.first else { continue }
        throw SwiftDataError(
          .deleteDenied,
          "The delete rule forbids the deletion while \(remaining.count) \(type(of: first)) "
            + "remain in this relationship.",
          entity: entity.name, property: property.name,
          advice: "Delete or reassign the related objects first, or call rollback().")
      }
    }
  }
}
