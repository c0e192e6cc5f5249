// SPDX-License-Identifier: Apache-2.0

/// Undoing is changing: everything goes the way of any other change, so that
/// inverses follow, observers hear of it, and the next save writes it.
extension ContextCore {
  /// Brings back what was before a step. What is gone by then is left
  /// alone.
  func takeBack(_ step: UndoStep) {
    mergeArrivals()
    let moves = step.moves
    leave(moves)
    bringBack(step.removed)
    for former in step.former { restoreDestinations(of: former) }
    let pairs = step.pairs.reversed()
    for pair in pairs where pair.isAdded { separate(pair) }
    for pair in pairs where !pair.isAdded { join(pair.owner, pair.relationship, pair.target) }
    comeBack(moves)
    for former in step.former { restoreAttributes(of: former) }
    for former in step.former { restoreOrder(of: former) }
    takeOut(step.inserted)
    readTakenMembersAgain()
    settleLists()
    changeObservers.notify()
  }

  /// Whether an object is there to be related to.
  func isHere(_ object: any PersistentModel) -> Bool {
    guard let state = object._$state else { return false }
    return state.core === self && !state.isDeleted && !state.isRowGone
  }

  /// Whether a relationship can lead to an object. One without inverse leads
  /// to a deleted object too, until a save; to one that is gone it comes back
  /// with it.
  private func isReachable(
    _ target: any PersistentModel, from object: any PersistentModel, _ property: _Property
  ) -> Bool {
    guard property.isOneWay, let state = target._$state else { return isHere(target) }
    if state.core === self { return !state.isRowGone }
    undo?.noteReferrer(object, property, to: target)
    return false
  }

  // MARK: Relationships

  private func restoreDestinations(of former: UndoStep.Former) {
    guard isHere(former.object), let state = former.object._$state else { return }
    for (property, target) in former.destinations {
      lead(former.object, state, property, to: target)
    }
  }

  /// Assigns a to-one relationship, unless it leads there already.
  func lead(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property,
    to target: (any PersistentModel)?
  ) {
    let target = target.flatMap { isReachable($0, from: object, property) ? $0 : nil }
    guard target != nil || property.isOptional else { return }
    let current = targets(of: object, state, property, loading: false).first
    if let target, current === target { return }
    let value = target.map { RelatedValue.object($0) } ?? .none
    if target == nil, case .none = property.description.related(of: object) { return }
    assign(object, property.index, value) { property.description.setRelated(value, of: object) }
  }

  /// Both sides of a pair.
  func join(
    _ owner: any PersistentModel, _ relationship: _Property, _ target: any PersistentModel
  ) {
    guard isHere(owner), let state = owner._$state, let entity = state.entity else { return }
    let property = entity.properties[relationship.index]
    guard isReachable(target, from: owner, property) else { return }
    join(target, owner, state, property)
    connect(owner, property, target)
  }

  func separate(_ pair: UndoStep.Pair) {
    guard isHere(pair.owner), isHere(pair.target), let state = pair.owner._$state,
      let entity = state.entity
    else { return }
    let property = entity.properties[pair.relationship.index]
    leave(pair.target, pair.owner, state, property)
    disconnect(pair.owner, property, pair.target)
  }

  /// Members stand as they stood; what has come since follows.
  private func restoreOrder(of former: UndoStep.Former) {
    guard !former.lists.isEmpty, isHere(former.object), let values = former.values else { return }
    for property in former.lists {
      guard property.description.relatedCount(of: former.object) != nil else { continue }
      let members = Relationships.objects(in: property.description.related(of: former.object))
      let before = Relationships.objects(in: property.description.related(of: values))
      var left = Set(members.map { ObjectIdentifier($0) })
      var ordered = before.filter { left.remove(ObjectIdentifier($0)) != nil }
      ordered += members.filter { left.contains(ObjectIdentifier($0)) }
      guard !zip(ordered, members).allSatisfy({ $0 === $1 }) else { continue }
      property.description.notify(former.object) {
        property.description.setMembers(ordered[...], of: former.object)
      }
    }
  }

  /// Members that others have moved are where the store has them, unless this context moves them, too: what a step puts
  /// back in memory alone are the owners that they had before.
  private func readTakenMembersAgain() {
    for taken in undo?.takenMembers ?? [] {
      guard let member = registered(model.entities[taken.entity], key: taken.key) else { continue }
      for relationship in member._$state?.entity?.oneWayReferences ?? [] where relationship.isOneWayToMany {
        var owners: [any PersistentModel] = []
        forEachOwner(of: [member], relationship) { owner, _ in owners.append(owner) }
        for owner in owners { readAgain(relationship.index, of: owner) }
      }
    }
  }

  // MARK: Attributes

  private func restoreAttributes(of former: UndoStep.Former) {
    let object = former.object
    guard !former.attributes.isEmpty, let values = former.values, let state = object._$state,
      state.core === self, !state.isRowGone, let entity = state.entity
    else { return }
    if state.isFault { fireFault(object, state, 0) }
    for property in entity.properties
    where !property.isRelationship && former.attributes.contains(property.index) {
      willChange(object, state, property.index)
      property.description.notify(object) {
        property.description.copyStored(from: values, to: object)
      }
    }
  }
}
