// SPDX-License-Identifier: Apache-2.0

/// A to-one relationship that is empty because a delete rule has emptied it.
///
/// The program has changed nothing about it: if another writer has moved the object to another owner in the meantime,
/// there is nothing to conflict with, and the object stays where it was moved.
struct Nullification {
  let property: _Property
  /// The deleted object, and its side of the relationship.
  let owner: any PersistentModel
  let relationship: _Property
}

extension ContextCore {
  /// Remembers that a rule is about to empty a relationship, unless the program has changed it already.
  func noteNullification(
    of object: any PersistentModel, _ state: _ModelState, _ property: _Property,
    _ owner: any PersistentModel, _ relationship: _Property
  ) {
    guard !state.isInserted, !state.dirty.contains(property.index) else { return }
    unsaved.nullifications[ObjectIdentifier(object), default: []].append(
      Nullification(property: property, owner: owner, relationship: relationship))
  }

  /// The relationships that a rule has emptied and that are empty still, of those that another writer has changed.
  func nullifications(
    of object: any PersistentModel, _ state: _ModelState, changedElsewhere theirs: PropertyMask
  ) -> [Nullification] {
    guard !unsaved.nullifications.isEmpty, let all = unsaved.nullifications[ObjectIdentifier(object)] else { return [] }
    return all.filter { nullification in
      let index = nullification.property.index
      guard theirs.contains(index), state.dirty.contains(index), nullification.owner._$state?.isDeleted == true,
        case .none = nullification.property.description.related(of: object)
      else { return false }
      return true
    }
  }

  /// The row of an object has been read again: what leads to the deleted owner still is emptied again.
  func nullifyAgain(_ emptied: [Nullification], of object: any PersistentModel) {
    for nullification in emptied {
      unsaved.nullifications[ObjectIdentifier(object)]?.removeAll {
        $0.property === nullification.property && $0.owner === nullification.owner
      }
      nullifyLate(object, of: nullification.owner, nullification.relationship)
    }
  }

  /// The deletion of an owner is taken back: relationships that it had emptied and that lead to the owner again are
  /// unchanged. A save would write them over what others have saved of them since.
  func forgetNullifications(of objects: [any PersistentModel], by owner: any PersistentModel) {
    guard !unsaved.nullifications.isEmpty else { return }
    for object in objects {
      let id = ObjectIdentifier(object)
      guard let all = unsaved.nullifications[id], let state = object._$state, state.core === self else { continue }
      let rest = all.filter { $0.owner !== owner }
      guard rest.count < all.count else { continue }
      unsaved.nullifications[id] = rest.isEmpty ? nil : rest
      guard !state.isDeleted, !state.isRowGone else { continue }
      for nullification in all where nullification.owner === owner {
        let index = nullification.property.index
        guard index < PropertyMask.sharedBit, state.dirty.contains(index),
          leads(object, nullification.property, to: owner)
        else { continue }
        giveUp(PropertyMask(bits: PropertyMask.bit(index)), object, state)
      }
    }
  }

  /// A row that the store relates to a deleted owner, and memory did not, lets go of it.
  func nullifyLate(
    _ object: any PersistentModel, of owner: any PersistentModel, _ relationship: _Property
  ) {
    guard let state = object._$state, !state.isDeleted, !state.isRowGone,
      let inverse = relationship.inverse, !inverse.isToMany,
      let own = state.entity?.properties[inverse.index]
    else { return }
    // A member of another list may be known by its key only.
    if case .fault = own.description.related(of: object) { fireFault(object, state, own.index) }
    guard leads(object, own, to: owner) else { return }
    noteNullification(of: object, state, own, owner, relationship)
    willChange(object, state, own.index)
    own.description.notify(object) {
      own.description.setRelated(RelatedValue.none, of: object)
    }
  }

  /// Whether a to-one relationship leads to an object.
  func leads(
    _ object: any PersistentModel, _ property: _Property, to owner: any PersistentModel
  ) -> Bool {
    switch property.description.related(of: object) {
    case .object(let current): current === owner
    case .key(let key): key == owner._$state?.key
    default: false
    }
  }
}
