extension ContextCore {
  /// Registers an object that has no row yet, and every new object that can
  /// be reached from it. Registered objects are left alone, so inserting
  /// twice is harmless.
  ///
  /// - Parameter restoring: Whether the program asks for this object, which
  ///   takes back a deletion; being related to is no such wish.
  func insert(_ root: any PersistentModel, restoring: Bool = false) {
    checkHome(.insert, type(of: root)._$description.entityName)
    if restoring, let state = root._$state, state.core === self, state.isDeleted, !state.isInserted {
      takeBackDeletion(of: root)
    }
    guard needsInsertion(root) else {
      if restoring, root._$state?.core !== self { noteForeign(root) }
      return
    }
    guard registerNew(root) else { return }
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

  private func needsInsertion(_ object: any PersistentModel) -> Bool {
    object._$state?.core == nil
  }

  private func noteForeign(_ object: any PersistentModel) {
    note(
      SwiftDataError(
        .modelValidationFailure, "The inserted model belongs to another context.",
        entity: object._$state?.entity?.name,
        advice: "Look it up in this context by its persistentModelID instead."))
  }

  /// Takes back a deletion that has not been saved.
  func restore(_ object: any PersistentModel, _ state: _ModelState) {
    undo?.didInsert(object)
    state.flags.remove(.deleted)
    deleted.remove(object)
    if !state.dirty.isEmpty {
      state.flags.insert(.updated)
      updated.append(object)
    }
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
    state.flags.subtract([.vanished, .fault, .deleted, .updated])
    state.flags.insert(.inserted)
    register(object, entity, key: state.key)
    inserted.append(object)
    undo?.didInsert(object)
    changeObservers.notify(entity, state.key, .inserted)
    context?.noteChange()
    return true
  }

  /// Gives every relationship of a new object its other side.
  private func connectAll(_ object: any PersistentModel) {
    guard let entity = object._$state?.entity else { return }
    for property in entity.relationships {
      let description = property.description
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
