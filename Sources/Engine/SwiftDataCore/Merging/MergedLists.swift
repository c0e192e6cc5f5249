// SPDX-License-Identifier: Apache-2.0

/// Lists of objects with unsaved changes, which another writer has given
/// members, or taken some from.
extension ContextCore {
  /// Reads the changed lists of an object again, and applies what is unsaved.
  /// The unchanged ones are read when they are next asked for.
  ///
  /// - Parameter mask: What the other side has changed.
  func mergeLists(_ object: any PersistentModel, changedElsewhere mask: PropertyMask) {
    guard let state = object._$state, let entity = state.entity, state.key > 0, !state.isRowGone
    else { return }
    // Bulk insertion names only the owners.
    guard mask.isEmpty || !mask.subtracting(entity.ownColumns).isEmpty else { return }
    for property in entity.relationships
    where property.isToMany && property.description.isLoaded(object) {
      let isChanged = state.dirty.contains(property.index)
      guard isChanged || mask.isEmpty || mask.contains(property.index) else { continue }
      readAgain(property, of: object, state)
    }
  }

  /// Reads one list of an object again, with what is unsaved.
  func readAgain(_ index: Int, of object: any PersistentModel) {
    guard let state = object._$state, let entity = state.entity, state.key > 0, !state.isRowGone,
      entity.properties.indices.contains(index), entity.properties[index].description.isLoaded(object)
    else { return }
    readAgain(entity.properties[index], of: object, state)
  }

  private func readAgain(_ property: _Property, of object: any PersistentModel, _ state: _ModelState) {
    notePending(property, of: object)
    unsaved.memberships.didReplace(object, property.index)
    property.description.notify(object) {
      property.description.unload(object)
      if state.dirty.contains(property.index) { loadToMany(of: object, state, property) }
    }
  }

  /// Notes the unsaved changes of a loaded list as those of one that is not.
  private func notePending(_ property: _Property, of owner: any PersistentModel) {
    property.description.forEachRelated(of: owner) { member in
      guard isUnsaved(member, property, owner) else { return }
      unsaved.memberships.note(member, joined: true, owner, property.index)
    }
    for change in unsaved.links.changes(of: [owner]) where !change.isAdded {
      // An object that is related to itself is at both ends.
      if change.owner === owner, change.relationship.name == property.name {
        unsaved.memberships.note(change.target, joined: false, owner, property.index)
      } else if change.target === owner, change.relationship.inverse?.name == property.name {
        unsaved.memberships.note(change.owner, joined: false, owner, property.index)
      }
    }
  }

  private func isUnsaved(
    _ member: any PersistentModel, _ property: _Property, _ owner: any PersistentModel
  ) -> Bool {
    guard let state = member._$state, state.core === self, !state.isDeleted else { return false }
    if let inverse = property.inverse, !inverse.isToMany {
      return state.isInserted || state.dirty.contains(inverse.index)
    }
    return unsaved.links.adds(property, owner: owner, target: member)
  }
}
