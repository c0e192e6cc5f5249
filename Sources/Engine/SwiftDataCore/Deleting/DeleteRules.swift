// SPDX-License-Identifier: Apache-2.0

/// The delete rules, in memory.
extension ContextCore {
  /// Applies the delete rule of one relationship of a deleted object.
  ///
  /// - Parameter pending: What is to be deleted too.
  func apply(
    _ property: _Property, of object: any PersistentModel, _ state: _ModelState,
    _ pending: inout [any PersistentModel]
  ) {
    switch property.deleteRule {
    case .cascade:
      for target in targets(of: object, state, property, loading: true) {
        noteCascade(to: target, from: object, property)
        pending.append(target)
      }
    case .nullify: nullify(property, of: object, state)
    case .deny, .noAction:
      // A denied deletion throws at the save and changes nothing before it;
      // with no action the other sides dangle, as asked.
      unsaved.leadsToGone = true
    }
  }

  /// The other sides of a deleted object's relationship let go of it.
  func nullify(_ property: _Property, of object: any PersistentModel, _ state: _ModelState) {
    // One-to-many children have a column to empty, and loaded ends of pairs
    // a member to lose: they must be known. A to-one's owner only needs
    // correcting if it is here.
    guard !property.isOutsideInverse else { return }
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
      let inverse = property.inverse, entity.isKind(of: inverse.entity)
    else { return }
    let own = entity.properties[inverse.index]
    if own.isToMany, !own.description.isLoaded(target) {
      // The row's own column, or its pairs, go with it.
      unsaved.memberships.note(object, joined: false, target, own.index)
      // The save counts what is left.
      if own.relationship?.minimumModelCount ?? 0 > 0 { willChange(target, state, own.index) }
      return
    }
    if own.isToMany { return linger(object, in: target, state, own, property) }
    noteNullification(of: target, state, own, object, property)
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
  ///
  /// A deletion by predicate in the same save may remove what denies: then the save asks when it has done that.
  func checkDenials() throws {
    saving.denials = []
    for object in unsaved.deleted.models {
      guard let state = object._$state, let entity = state.entity else { continue }
      for property in entity.relationships where property.deleteRule == .deny {
        let remaining = targets(of: object, state, property, loading: true).filter {
          guard let state = $0._$state else { return false }
          return state.core === self && !state.isDeleted && !state.isRowGone
        }
        guard !remaining.isEmpty else { continue }
        let denial = Denial(entity: entity, property: property, remaining: remaining)
        if unsaved.batchDeletions.isEmpty { try denial.check { _ in false } }
        saving.denials.append(denial)
      }
    }
  }
}

/// What stands in the way of a deletion, by the rule `.deny`.
struct Denial {
  let entity: _Entity
  let property: _Property
  let remaining: [any PersistentModel]

  /// Throws if anything remains.
  func check(isRemoved: (any PersistentModel) -> Bool) throws {
    let remaining = remaining.filter { !isRemoved($0) }
    guard let first = remaining.first else { return }
    throw SwiftDataError(
      .deleteDenied,
      "The delete rule forbids the deletion while \(remaining.count) \(type(of: first)) "
        + "remain in this relationship.",
      entity: entity.name, property: property.name,
      advice: "Delete or reassign the related objects first, or call rollback().")
  }
}
