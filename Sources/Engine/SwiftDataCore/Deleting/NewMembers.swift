// SPDX-License-Identifier: Apache-2.0

/// New models of owners that a deletion by predicate of the same save removes. The store applies the rules of these to
/// its rows, and does not have what is new.
extension SaveWriter {
  /// Finds the new models that go with their owners: the context deletes them, and the save starts again.
  ///
  /// - Throws: ``SwiftDataError/deleteDenied`` if a new model denies that its owner is deleted.
  func findNewMembers() throws {
    guard !plan.insertions.isEmpty, !batch.deleted.isEmpty else { return }
    var denials: [Denial] = []
    func apply(_ relationship: _Property, to member: any PersistentModel) {
      if relationship.deleteRule == .cascade {
        stale.members.append(member)
      } else {
        denials.append(Denial(entity: relationship.entity, property: relationship, remaining: [member]))
      }
    }
    for item in plan.insertions {
      for rule in rules(about: item) { apply(rule, to: item.object) }
    }
    forEachNewDestination(apply)
    // What denies may go itself.
    guard stale.members.isEmpty else { return }
    for denial in denials { try denial.check { _ in false } }
  }

  private static func concernsNew(_ relationship: _Property) -> Bool {
    relationship.deleteRule == .cascade || relationship.deleteRule == .deny
  }

  /// Whether a model is removed, and was related to a new one before it was to be.
  private func takesAlong(_ owner: any PersistentModel, _ member: any PersistentModel) -> Bool {
    gone.isRemoved(owner) && !core.unsaved.lateRelations.contains(owner, member)
  }

  /// The relationships of removed owners that have a new model as a member.
  private func rules(about item: SavePlan.Item) -> [_Property] {
    var rules: [_Property] = []
    for property in item.entity.relationships where !property.isOutsideInverse {
      guard let inverse = property.inverse, Self.concernsNew(inverse) else { continue }
      var isConcerned = false
      property.description.forEachRelated(of: item.object) {
        if takesAlong($0, item.object) { isConcerned = true }
      }
      if isConcerned { rules.append(inverse) }
    }
    for list in item.entity.oneWayReferences where list.isOneWayToMany && Self.concernsNew(list) {
      if let owner = core.unsaved.links.owner(of: item.object, list), takesAlong(owner, item.object) {
        rules.append(list)
      }
    }
    return rules
  }

  /// Nothing leads from the destination of a to-one relationship without inverse to its owner: those that are removed
  /// are looked through.
  private func forEachNewDestination(_ body: (_Property, any PersistentModel) -> Void) {
    func isMeant(_ relationship: _Property) -> Bool {
      !relationship.isToMany && relationship.isOneWay && Self.concernsNew(relationship)
    }
    guard plan.insertions.contains(where: { $0.entity.oneWayReferences.contains(where: isMeant) }) else { return }
    for (entity, key) in batch.deleted {
      guard let owner = core.registered(entity, key: key), let entity = owner._$state?.entity else { continue }
      for relationship in entity.relationships where isMeant(relationship) {
        guard case .object(let target) = relationship.description.related(of: owner), let state = target._$state,
          state.core === core, state.isInserted, takesAlong(owner, target)
        else { continue }
        body(relationship, target)
      }
    }
  }
}
