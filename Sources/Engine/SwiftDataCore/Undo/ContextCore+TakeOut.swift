// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Takes objects out of the context that were not there before. No delete
  /// rule is followed: what was there stays, without references to them.
  func takeOut(_ objects: [any PersistentModel]) {
    let items = objects.reversed().compactMap { object -> SavePlan.Item? in
      guard isHere(object), let state = object._$state, let entity = state.entity else { return nil }
      if !state.isInserted, state.isFault { fireFault(object, state, 0) }
      undo?.willRemove(object, state, entity)
      return SavePlan.Item(object: object, state: state, entity: entity)
    }
    guard !items.isEmpty else { return }
    let saved = items.map(\.object).filter { $0._$state?.isInserted == false }
    let linksBefore = unsaved.links.snapshot(of: saved)
    var discarded: [(object: any PersistentModel, entity: _Entity)] = []
    // All are marked first: what leaves together stays related.
    for item in items where markDeleted(item.object, item.state) {
      discarded.append((item.object, item.entity))
    }
    let nullify = {
      for item in items {
        for property in item.entity.relationships {
          self.nullify(property, of: item.object, item.state)
          if property.deleteRule == .deny { self.letGo(item.object, property) }
        }
        if !item.entity.oneWayReferences.isEmpty { self.unsaved.leadsToGone = true }
      }
    }
    if let undo { undo.removing(nullify) } else { nullify() }
    // Nothing in a new object leads back to the lists without inverse that hold it.
    for (object, entity) in discarded {
      for reference in entity.oneWayReferences where reference.isOneWayToMany {
        forEachOwner(of: [object], reference) { owner, _ in
          guard let state = owner._$state, let list = state.entity?.properties[reference.index] else { return }
          undo?.willReorder(owner, state, list)
          remove([object], from: owner, reference)
        }
      }
    }
    unsaved.deletedLinks.add(linksBefore, of: saved)
    dropLinks(of: items.map(\.object))
    for (object, _) in discarded.reversed() {
      if let state = object._$state { discard(object, state) }
    }
    settleLists()
    // Whole as after a rollback, since the program may insert them again: by an attempt that it repeats, for one.
    releaseRolledBack()
    rolledBack = discarded
  }

  /// What is related to an object does not forbid that undoing takes it out.
  private func letGo(_ object: any PersistentModel, _ property: _Property) {
    guard property.isToMany || property.isOptional else { return }
    switch property.description.related(of: object) {
    case .objects(let members):
      let leaving = members.filter { !isHere($0) }
      property.description.setMembers(leaving[...], of: object)
    case .object(let target) where isHere(target):
      property.description.setRelated(.none, of: object)
    default: break
    }
  }
}
