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
