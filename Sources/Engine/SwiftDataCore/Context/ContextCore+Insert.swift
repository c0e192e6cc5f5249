// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Registers an object that has no row yet, and every new object that can
  /// be reached from it. Registered objects are left alone, so inserting
  /// twice is harmless.
  ///
  /// - Parameter restoring: Whether the program asks for this object, which
  ///   undoes a deletion; being related to is no such wish.
  func insert(_ root: any PersistentModel, restoring: Bool = false) {
    turn.enter()
    defer { turn.leave() }
    let isLate = beginLateChange()
    defer { if isLate { endLateChange() } }
    checkHome(.insert, type(of: root)._$description.entityName)
    if restoring, let state = root._$state, state.core === self, state.isDeleted {
      // What others have saved of it so far has been seen with it.
      mergeArrivals()
      takeBackDeletion(of: root)
    }
    guard needsInsertion(root, isAsked: restoring) else {
      if restoring, root._$state?.core !== self { noteForeign(root) }
      return
    }
    guard registerNew(root) else { return }
    returnToLists(root)
    var pending = newTargets(of: root)
    if pending.isEmpty { return connectAll(root) }
    var new = [root]
    while let object = pending.popLast() {
      guard needsInsertion(object), registerNew(object) else { continue }
      new.append(object)
      pending.append(contentsOf: newTargets(of: object))
    }
    for object in new { connectAll(object) }
  }

  /// Lists without inverse that have held an object since its deletion have it as a member again.
  private func returnToLists(_ object: any PersistentModel) {
    guard unsaved.lingering.holds(object) else { return }
    for list in unsaved.lingering.lists.values
    where list.property.isOneWayToMany && list.members.contains(ObjectIdentifier(object)) && isHere(list.owner) {
      unsaved.lingering.forget(object, list.owner, list.property)
      guard case .objects(let members) = list.property.description.related(of: list.owner),
        members.contains(where: { $0 === object })
      else { continue }
      notePair(list.property, owner: list.owner, target: object, isAdded: true)
    }
  }

  /// What an object leads to and no context knows: the last first, so that a
  /// stack visits them in declared order.
  private func newTargets(of object: any PersistentModel) -> [any PersistentModel] {
    var targets: [any PersistentModel] = []
    guard let entity = object._$state?.entity else { return targets }
    for property in entity.relationships {
      property.description.forEachRelated(of: object) {
        if needsInsertion($0) { targets.append($0) }
      }
    }
    if targets.count > 1 { targets.reverse() }
    return targets
  }

  /// - Parameter isAsked: Whether the program asks for it. What it has deleted does not come back by being related to.
  private func needsInsertion(_ object: any PersistentModel, isAsked: Bool = false) -> Bool {
    guard let state = object._$state else { return true }
    return state.core == nil && (isAsked || state.life != .gone)
  }

  private func noteForeign(_ object: any PersistentModel) {
    note(
      SwiftDataError(
        .modelValidationFailure, "The inserted model belongs to another context.",
        entity: object._$state?.entity?.name,
        advice: "Look it up in this context by its persistentModelID instead."))
  }

  /// - Returns: Whether the schema has the object's class.
  func registerNew(_ object: any PersistentModel) -> Bool {
    guard let entity = model.entity(for: type(of: object)) else {
      let isModel = type(of: object)._$description.type == type(of: object)
      deferredError =
        deferredError ?? (isModel ? nil : .subclassIsNoModel(type(of: object)))
        ?? SwiftDataError(
          .unknownSchema, "\(type(of: object)) is not in the container's schema.",
          entity: type(of: object)._$description.entityName,
          advice: "Name it in ModelContainer(for:) or in the schema.")
      return false
    }
    let state = object.ensuredState
    if state.flags.contains(.standIn) {
      note(SwiftDataError.standsForNothing(entity.name))
      return false
    }
    if !state.flags.isDisjoint(with: [.fault, .partial]) {
      deferredError =
        deferredError
        ?? SwiftDataError(
          .modelValidationFailure,
          "A deleted model was inserted again, but not all of its properties had been read before.",
          entity: entity.name,
          advice: "Read all of its properties before deleting it, or insert a new model.")
      return false
    }
    if let extra = state.extra {
      extra.lastIdentifier = nil
      extra.backing?.fill(object)
      extra.backing = nil
    }
    if state.key >= 0 { state.key = TemporaryKeys.next() }
    state.dirty = .none
    state.version = 0
    state.flags.remove(.fault)
    move(object, state, to: .inserted)
    unsaved.cascades.remove(of: object)
    register(object, entity, key: state.key)
    undo?.didInsert(object)
    changeObservers.notify(entity, state.key, .inserted)
    context?.noteChange()
    return true
  }

  /// A destination that is known by its key only: its lists have to hear of the object, or there is none any more.
  private func resolve(_ object: any PersistentModel, _ property: _Property, _ key: Int64) {
    guard let destination = property.destination else { return }
    do {
      if let target = try registered(destination, key: key) ?? loadRows(destination, keys: [key]).first, isHere(target)
      {
        property.description.setRelated(.object(target), of: object)
      } else if property.isOptional {
        property.description.setRelated(RelatedValue.none, of: object)
      }
    } catch {
      note(error)
    }
  }

  /// Gives every relationship of a new object its other side.
  private func connectAll(_ object: any PersistentModel) {
    guard let entity = object._$state?.entity else { return }
    for property in entity.relationships {
      let description = property.description
      if !property.isToMany, case .key(let key) = description.related(of: object) {
        // It was saved once, and its destination has not been requested since.
        resolve(object, property, key)
      }
      if property.isToMany, let count = description.relatedCount(of: object), count > 1 {
        var seen = Set<ObjectIdentifier>(minimumCapacity: count)
        var unique: [any PersistentModel] = []
        description.forEachRelated(of: object) {
          if seen.insert(ObjectIdentifier($0)).inserted { unique.append($0) }
        }
        if unique.count != count { description.setRelated(.objects(unique), of: object) }
      }
      var taken: [any PersistentModel] = []
      description.forEachRelated(of: object) {
        connect(object, property, $0)
        if property.isOneWayToMany, $0._$state?.isInserted == false { taken.append($0) }
      }
      if !taken.isEmpty { take(taken, for: object, property) }
    }
  }
}
