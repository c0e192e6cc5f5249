// SPDX-License-Identifier: Apache-2.0

/// A to-many relationship without inverse is kept in a column of its members,
/// so a member has one owner. Nothing in the member leads to the owner that it
/// had: the registered ones are looked through, when a member that has a row
/// gets an owner.
extension ContextCore {
  /// `owner` has these members now: the lists of other owners lose them.
  func take(
    _ members: [any PersistentModel], for owner: any PersistentModel, _ relationship: _Property
  ) {
    let saved = members.filter { $0._$state.map { $0.core === self && $0.key > 0 } ?? false }
    forEachOwner(of: saved, relationship) { other, held in
      guard other !== owner else { return }
      release(held, from: other, relationship)
    }
  }

  /// Of an owner that has it in memory only, or in a list that is loaded.
  func release(
    _ members: [any PersistentModel], from owner: any PersistentModel, _ relationship: _Property
  ) {
    guard let state = owner._$state, state.core === self, let entity = state.entity else { return }
    for member in members {
      notePair(relationship, owner: owner, target: member, isAdded: false)
    }
    undo?.willReorder(owner, state, entity.properties[relationship.index])
    // The owner's row does not change; a rollback reads its list again.
    if !state.dirty.contains(relationship.index) {
      unsaved.adjusted.append((owner, entity.properties[relationship.index]))
    }
    remove(members, from: owner, relationship)
  }

  /// Another context has given the member to the owner of this key, or to none, so that it need not
  /// leave any other.
  func forgetLeaving(_ change: ExternalChange, _ taker: ExternalChange.Taker) {
    guard model.entities.indices.contains(taker.entity),
      let member = registered(model.entities[change.entity], key: change.key)
    else { return }
    let relationship = model.entities[taker.entity].properties[taker.property]
    mergeMove(of: member, relationship, to: taker.key)
    unsaved.links.didTake(member, relationship, by: taker.key)
  }

  /// Another context has given the member to the owner of this key, or to none: 0.
  func mergeTaken(_ change: ExternalChange, _ taker: ExternalChange.Taker) {
    guard model.entities.indices.contains(taker.entity),
      let member = registered(model.entities[change.entity], key: change.key)
    else { return }
    let relationship = model.entities[taker.entity].properties[taker.property]
    // An owner that is to be deleted is without it, too: its rule says nothing about the member any more.
    forEachOwner(of: [member], relationship, includesDeleted: true) { other, held in
      guard other._$state?.key != taker.key,
        unsaved.links.owner(of: member, relationship).map({ $0 !== other }) ?? true
      else { return }
      remove(held, from: other, relationship)
    }
  }

  /// A writer outside of this container has changed the rows of these, and perhaps their owners: lists that hold them
  /// are read again.
  func mergeOwners(of members: [any PersistentModel]) {
    guard !members.isEmpty else { return }
    mergeForeignMoves(of: members)
    var lists: [ObjectIdentifier: (relationship: _Property, members: [any PersistentModel])] = [:]
    for member in members {
      for reference in member._$state?.entity?.oneWayReferences ?? [] where reference.isOneWayToMany {
        lists[ObjectIdentifier(reference), default: (reference, [])].members.append(member)
      }
    }
    for (relationship, members) in lists.values {
      var owners: [any PersistentModel] = []
      forEachOwner(of: members, relationship) { owner, _ in owners.append(owner) }
      for owner in owners { readAgain(relationship.index, of: owner) }
    }
  }

  /// The registered objects whose loaded lists hold any of the members.
  ///
  /// - Parameter includesDeleted: Whether those count, too, that are to be deleted.
  func forEachOwner(
    of members: [any PersistentModel], _ relationship: _Property, includesDeleted: Bool = false,
    _ body: (any PersistentModel, [any PersistentModel]) -> Void
  ) {
    guard !members.isEmpty else { return }
    let wanted = Set(members.map { ObjectIdentifier($0) })
    let (entity, description) = (relationship.declaringEntity, relationship.description)
    for owner in map(of: entity).all() {
      guard let state = owner._$state, includesDeleted || !state.isDeleted, state.entity?.isKind(of: entity) == true,
        description.isLoaded(owner)
      else { continue }
      var held: [any PersistentModel] = []
      description.forEachRelated(of: owner) {
        if wanted.contains(ObjectIdentifier($0)) { held.append($0) }
      }
      if !held.isEmpty { body(owner, held) }
    }
  }

  func remove(
    _ members: [any PersistentModel], from owner: any PersistentModel, _ relationship: _Property
  ) {
    let taken = Set(members.map { ObjectIdentifier($0) })
    let description = relationship.description
    let rest = Relationships.objects(in: description.related(of: owner))
      .filter { !taken.contains(ObjectIdentifier($0)) }
    unsaved.memberships.didReplace(owner, relationship.index)
    description.notify(owner) { description.setMembers(rest[...], of: owner) }
  }
}
