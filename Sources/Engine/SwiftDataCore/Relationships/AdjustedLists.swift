// SPDX-License-Identifier: Apache-2.0

/// Lists that were read with unsaved changes applied, which are not so any more.
extension ContextCore {
  /// The unsaved pairs of objects that are gone will not be written: members that they had taken from others stay there,
  /// and lists that were read with those pairs are read again.
  func forgetLinks(of objects: [any PersistentModel]) {
    unsaved.links.forget(objects)
    readAdjustedListsAgain(where: \.isOneWayToMany)
  }

  /// Lists are read again when they are next asked for; those that have changed themselves at once, with what is unsaved.
  func readAdjustedListsAgain(where isConcerned: (_Property) -> Bool) {
    var seen = Set<LingeringMembers.End>()
    for (owner, list) in unsaved.adjusted where list.isToMany && isConcerned(list) {
      guard isHere(owner), let state = owner._$state, list.description.isLoaded(owner),
        seen.insert(.init(owner: ObjectIdentifier(owner), index: list.index)).inserted
      else { continue }
      if state.dirty.contains(list.index) {
        mergeLists(owner, changedElsewhere: _PropertyMask(bits: _PropertyMask.bit(list.index)))
      } else if !state.isInserted {
        unsaved.memberships.didReplace(owner, list.index)
        list.description.notify(owner) { list.description.unload(owner) }
      }
    }
  }
}
