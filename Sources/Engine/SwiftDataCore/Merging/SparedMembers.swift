// SPDX-License-Identifier: Apache-2.0

/// Deletions of this context, and what other writers have related to the objects, or have taken away from them, since.
extension ContextCore {
  /// Takes back a deletion as somebody else's change decides, which is nothing to be undone here.
  func takeBackWithoutAction(_ object: any PersistentModel) {
    guard let undo else { return takeBackDeletion(of: object) }
    undo.withoutActions { takeBackDeletion(of: object) }
  }

  /// Takes back the deletion of an object that no longer is what the deletions of its owners take along.
  ///
  /// - Parameters:
  ///   - row: What the store has of it.
  ///   - theirs: The columns that others have changed.
  ///   - isNamed: Whether that is known, and not only that some have been.
  /// - Returns: Whether it is not to be deleted any more.
  func takeBackIfMoved(
    _ object: any PersistentModel, _ row: any PersistentModel, _ theirs: PropertyMask, isNamed: Bool
  ) -> Bool {
    let cascades = unsaved.cascades.of(object)
    guard !cascades.isEmpty else { return false }
    var (moved, left): ([Cascade], [Cascade]) = ([], [])
    for cascade in cascades {
      if hasMoved(row, away: cascade, theirs, isNamed: isNamed) {
        moved.append(cascade)
      } else if hasLeft(object, cascade) {
        left.append(cascade)
      }
    }
    let former = moved + left
    guard former.count == cascades.count else {
      // Another owner takes it along still.
      unsaved.cascades.remove(of: object) { cascade in former.contains { $0.isSame(as: cascade) } }
      return false
    }
    // Where it leads now, its row says.
    let inverses = moved.reduce(into: PropertyMask.none) { mask, cascade in
      if let inverse = cascade.relationship.inverse { mask.insert(inverse.index) }
    }
    if let state = object._$state { state.dirty = state.dirty.subtracting(inverses) }
    takeBackWithoutAction(object)
    for cascade in left where cascade.relationship.description.isLoaded(cascade.owner) {
      // If the owner comes back, too, it is without.
      remove([object], from: cascade.owner, cascade.relationship)
    }
    return true
  }

  /// What has left lists without inverse of an object that is to be deleted stays. A store of rows has them in columns of
  /// the members, whose changes arrive as such; where a row has its lists, the members' rows are as they were.
  func spareFormerMembers(of owner: any PersistentModel, _ state: _ModelState, _ entity: _Entity) throws {
    guard !unsaved.cascades.isEmpty else { return }
    let store = try store(of: entity)
    guard store.deliversWholeRows else { return }
    var members: [Int: Set<Int64>] = [:]
    for cascade in unsaved.cascades.from(owner) where cascade.relationship.isOneWayToMany {
      guard let member = cascade.object._$state, member.core === self, member.isDeleted else { continue }
      let list = cascade.relationship
      if members[list.index] == nil {
        var keys: Set<Int64> = []
        try store.fetchRelatedKeys(list, owners: [state.key]) { _, key, _ in keys.insert(key) }
        members[list.index] = keys
      }
      guard members[list.index]?.contains(member.key) == false else { continue }
      _ = takeBackIfMoved(cascade.object, cascade.object, .none, isNamed: true)
    }
  }

  /// Whether the row of an object that is to be deleted with its owner leads elsewhere.
  private func hasMoved(
    _ row: any PersistentModel, away cascade: Cascade, _ theirs: PropertyMask, isNamed: Bool
  ) -> Bool {
    guard let inverse = cascade.relationship.inverse, !inverse.isToMany,
      theirs.contains(inverse.index),
      // The store has never had what this context has assigned, and it is not known that others have moved it.
      isNamed || cascade.object._$state?.dirty.contains(inverse.index) != true
    else { return false }
    guard case .key(let key) = inverse.description.related(of: row) else { return true }
    return key != cascade.owner._$state?.key
  }

  /// Whether the store has a member no longer in the list whose owner's deletion takes it along, where no column of its
  /// row says so.
  private func hasLeft(_ member: any PersistentModel, _ cascade: Cascade) -> Bool {
    let (owner, relationship) = (cascade.owner, cascade.relationship)
    guard relationship.isToMany, relationship.inverse?.isToMany != false, let key = member._$state?.key,
      let state = owner._$state, state.core === self, state.key > 0, let entity = state.entity
    else { return false }
    // The store has never had what this context has added.
    let joined = unsaved.deletedLinks.changes(of: member).joined
    guard !joined.contains(where: { $0.owner === owner || $0.target === owner }) else { return false }
    var isMember = false
    do {
      let store = try store(of: entity)
      if store.deliversWholeRows {
        try store.fetchRelatedKeys(relationship, owners: [state.key]) { _, found, _ in
          if found == key { isMember = true }
        }
      } else {
        // The list may be long.
        var request = RowRequest(entity: entity)
        request.keys = [state.key]
        request.reaching = [.init(path: [relationship], keys: [key])]
        try store.fetchKeys(request) { _, _ in isMember = true }
      }
    } catch {
      note(error)
      return false
    }
    return !isMember
  }

  /// The delete rules hold for what another writer has related the object to.
  func applyRules(
    of object: any PersistentModel, _ entity: _Entity, _ row: any PersistentModel,
    _ theirs: PropertyMask
  ) {
    for property in entity.relationships where !property.isToMany && theirs.contains(property.index) {
      var target: Int64?
      if case .key(let key) = property.description.related(of: row) { target = key }
      switch property.deleteRule {
      case .cascade: spareFormer(of: object, property, except: target)
      case .deny:
        noteDenying(target, of: object, property)
        continue
      case .nullify, .noAction: guard property.inverse?.isToMany == false else { continue }
      }
      if let target { applyRule(to: .init(owner: object, relationship: property, key: target)) }
    }
  }

  /// An object that is to be deleted leads elsewhere by now: what its deletion has taken along stays.
  private func spareFormer(of owner: any PersistentModel, _ property: _Property, except key: Int64?) {
    // What this context has assigned, the store has never had.
    guard owner._$state?.dirty.contains(property.index) == false else { return }
    func isHis(_ cascade: Cascade) -> Bool {
      cascade.owner === owner && cascade.relationship.index == property.index
    }
    for cascade in unsaved.cascades.from(owner) where isHis(cascade) && cascade.removed == nil {
      guard let state = cascade.object._$state, state.core === self, state.isDeleted, state.key != key else { continue }
      guard unsaved.cascades.of(cascade.object).allSatisfy(isHis) else {
        // Another owner takes it along still, or another relationship of this one, of which is yet to be heard.
        unsaved.cascades.remove(of: cascade.object, where: isHis)
        continue
      }
      takeBackWithoutAction(cascade.object)
    }
  }

  /// Others have changed lists of an object that is to be deleted: the save asks those that deny.
  func readDenyingLists(of object: any PersistentModel, _ entity: _Entity, _ changes: PropertyMask) {
    for property in entity.relationships
    where property.isToMany && property.deleteRule == .deny && property.inverse?.isToMany != false
      && (changes.isEmpty || changes.contains(property.index))
    {
      readAgain(property.index, of: object)
    }
  }

  /// An object that is to be deleted leads to what denies that, or no longer: the save asks it.
  private func noteDenying(_ key: Int64?, of object: any PersistentModel, _ property: _Property) {
    guard object._$state?.dirty.contains(property.index) == false, key != nil || property.isOptional else { return }
    let value = key.map { RelatedValue.key($0) } ?? RelatedValue.none
    property.description.notify(object) { property.description.setRelated(value, of: object) }
  }
}
