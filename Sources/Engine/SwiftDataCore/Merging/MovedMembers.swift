// SPDX-License-Identifier: Apache-2.0

/// A member of a to-many relationship without inverse has one owner. If this context and another one have given it to
/// different owners, both have changed the same thing, although no property of the member says so: the merge policy
/// decides.
extension ContextCore {
  /// Another context has given a member to the owner of this key.
  func mergeMove(of member: any PersistentModel, _ relationship: _Property, to taker: Int64) {
    guard taker != 0, let owner = unsaved.links.owner(of: member, relationship), owner._$state?.key != taker,
      let entity = owner._$state?.entity
    else { return }
    noteConflict(.bothChanged, entity, PropertyMask(bits: PropertyMask.bit(relationship.index)))
    switch effectiveMergePolicy {
    case .memoryWins: break
    case .storeWins: giveUpMove(of: member, relationship)
    case .error:
      // What was merged before has been seen.
      if saving.isRunning { unsaved.movedElsewhere[LinkChanges.Member(relationship, member)] = (member, relationship) }
    }
  }

  /// A writer outside of this container has changed the rows of these. Nothing tells whether it has given them to other
  /// owners: where this context moves one, the store is asked which owner it has.
  func mergeForeignMoves(of members: [any PersistentModel]) {
    guard !unsaved.links.moves.isEmpty else { return }
    for member in members {
      guard let state = member._$state, state.key > 0, !state.isRowGone, let entity = state.entity else { continue }
      for reference in entity.oneWayReferences where reference.isOneWayToMany {
        guard let move = unsaved.links.moves[LinkChanges.Member(reference, member)],
          let owner = storedOwner(of: state.key, reference), owner != move.former?._$state?.key
        else { continue }
        mergeMove(of: member, reference, to: owner)
        unsaved.links.didTake(member, reference, by: owner)
        if let mine = move.owner, mine._$state?.key == owner {
          unsaved.links.didMeet(reference, owner: mine, target: member, isAdded: true)
        }
      }
    }
  }

  /// The key of the owner that the store says a member has; 0 for none, `nil` if that cannot be asked.
  private func storedOwner(of member: Int64, _ relationship: _Property) -> Int64? {
    var request = RowRequest(entity: relationship.declaringEntity)
    request.reaching = [.init(path: [relationship], keys: [member])]
    var owner: Int64 = 0
    do {
      let store = try store(of: relationship.declaringEntity)
      // A store that delivers whole rows tells of lists with the rows of their owners.
      guard !store.deliversWholeRows else { return nil }
      try store.fetchKeys(request) { key, _ in owner = key }
    } catch {
      note(error)
      return nil
    }
    return owner
  }

  /// The member is where the store has it.
  private func giveUpMove(of member: any PersistentModel, _ relationship: _Property) {
    guard let owner = unsaved.links.owner(of: member, relationship) else { return }
    unsaved.links.restore(nil, of: member, relationship)
    if relationship.description.isLoaded(owner) { remove([member], from: owner, relationship) }
  }

  /// Decides about members that have got other owners elsewhere, by the policy that holds at the save.
  func settleMoveConflicts() throws {
    guard !unsaved.movedElsewhere.isEmpty else { return }
    let policy = effectiveMergePolicy
    for (member, relationship) in unsaved.movedElsewhere.values {
      guard let owner = unsaved.links.owner(of: member, relationship), let entity = owner._$state?.entity else {
        continue
      }
      switch policy {
      case .error:
        throw SwiftDataError.mergeConflict(entity, PropertyMask(bits: PropertyMask.bit(relationship.index)))
      case .storeWins: giveUpMove(of: member, relationship)
      case .memoryWins: break
      }
    }
    unsaved.movedElsewhere = [:]
  }
}
