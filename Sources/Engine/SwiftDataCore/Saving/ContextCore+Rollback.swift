// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Drops every unsaved change: new objects leave the context with their
  /// values, deleted ones are no longer so, changed ones are read again.
  func rollback() {
    turn.enter()
    defer { turn.leave() }
    deferredError = nil
    settleLists()
    let new = unsaved.inserted.models
    let changed = unsaved.updated.models + unsaved.deleted.models + unsaved.batchDeletions.flatMap(\.marked)
    let adjusted = unsaved.adjusted
    unsaved.removeAll()
    releaseRolledBack()
    for object in new {
      guard let state = object._$state else { continue }
      if let entity = state.entity { rolledBack.append((object, entity)) }
      detach(object, keepingIdentifier: false)
      // A new insertion gives it a new temporary key.
      state.key = 0
    }
    for object in changed {
      guard let state = object._$state else { continue }
      state.dirty = .none
      // If there is no row, reading it says so.
      settle(state, as: .stored)
    }
    for (object, relationship) in adjusted where object._$state?.core === self {
      relationship.description.notify(object) { relationship.description.unload(object) }
    }
    reload(changed, keepsUnread: false)
    mergeArrivals()
    changeObservers.notify()
  }

  /// - Parameter isLast: Whether the context is going.
  func releaseRolledBack(isLast: Bool = false) {
    ObjectCircles.breakLinks(rolledBack, isLast: isLast)
    rolledBack.removeAll()
  }

  /// Reads objects again, in one statement per hierarchy, and tells their
  /// observers. A model whose row is gone keeps its values and reports `isDeleted`.
  ///
  /// - Parameter announced: Which properties others have changed, where that is known. Rows that have not changed since
  ///   they were read are left alone then; without it, none is.
  /// - Parameter keepsUnread: Whether objects keep the values that they have if their rows cannot be read. They keep
  ///   the versions, too: whoever reads a row later finds that it has changed.
  func reload(
    _ objects: [any PersistentModel], announced: [ObjectIdentifier: ArrivedChanges.Announcement]? = nil,
    keepsUnread: Bool = true
  ) {
    var keys: [Int: (entity: _Entity, objects: [Int64: any PersistentModel])] = [:]
    for object in objects {
      guard let state = object._$state, let entity = state.entity, state.key > 0,
        state.dirty.isEmpty
      else { continue }
      keys[entity.root.ordinal, default: (entity, [:])].objects[state.key] = object
    }
    for (_, group) in keys {
      var missing = group.objects
      var request = RowRequest(entity: group.entity.root)
      request.keys = Array(group.objects.keys)
      do {
        try store(of: group.entity).fetch(request) { row in
          guard let object = missing[row.key], let state = object._$state else { return }
          let known = announced?[ObjectIdentifier(object)]
          if announced != nil, state.version == row.version, !state.isFault, !leadsElsewhere(known, row.entity) {
            missing[row.key] = nil
            return
          }
          // If more has happened to the row than was said, all of it may have changed.
          let changed = known.flatMap { row.version == $0.version ? $0.mask : nil }
          try refresh(object, state, &row, mask: .all, replacing: true, changed: changed ?? .all)
          missing[row.key] = nil
        }
      } catch {
        if keepsUnread { note(error) } else { becomeFaults(missing.values, error) }
        continue
      }
      for (_, object) in missing {
        if let state = object._$state { rowIsGone(object, state) }
      }
    }
  }

  /// The values of objects are not to be kept, and their rows cannot be read: whoever asks for a value reads them, or
  /// hears of the error.
  private func becomeFaults(_ objects: some Sequence<any PersistentModel>, _ error: any Error) {
    var isNoted = false
    for object in objects {
      guard let state = object._$state, let entity = state.entity else { continue }
      // Forgotten when it has been read.
      if !isNoted { note(error, reading: object) }
      isNoted = true
      notifyAll(object, state) {
        for property in entity.description.properties where !property.isConstant && !property.isEphemeral {
          // Observers are told before, and may have written.
          if !state.dirty.contains(property.index) { property.unload(object) }
        }
        state.flags.insert(.fault)
      }
    }
    if !isNoted { note(error) }
  }

  /// Whether what has changed lies in rows of others, such as the members of a list.
  private func leadsElsewhere(_ known: ArrivedChanges.Announcement?, _ entity: _Entity) -> Bool {
    known.map { !$0.mask.subtracting(entity.ownColumns).isEmpty } ?? false
  }

  func refreshIfRegistered(_ entity: _Entity, _ key: Int64) {
    guard let object = registered(entity, key: key) else { return }
    reload([object])
  }

  /// Unchanged objects whose one-way relationship leads to rows of these
  /// entities get nil: the store has set the column to NULL.
  func clearDeletedTargets(_ entities: [_Entity]) {
    var seen = Set<ObjectIdentifier>()
    for entity in entities where seen.insert(ObjectIdentifier(entity)).inserted {
      for reference in entity.oneWayReferences {
        for object in map(of: reference.entity).all() {
          guard let state = object._$state, let entity = state.entity, entity.isKind(of: reference.entity),
            !state.dirty.contains(reference.index), entity.properties[reference.index].isOneWay
          else { continue }
          clearDeleted(object, reference)
        }
      }
    }
  }

  private func clearDeleted(_ object: any PersistentModel, _ reference: _Property) {
    switch reference.description.related(of: object) {
    case .object(let target) where target._$state?.core == nil:
      guard reference.isOptional else { return }
      reference.description.notify(object) {
        reference.description.setRelated(RelatedValue.none, of: object)
      }
    case .objects(let targets) where targets.contains(where: { $0._$state?.core == nil }):
      let rest = targets.filter { $0._$state?.core != nil }
      reference.description.notify(object) {
        reference.description.setRelated(.objects(rest), of: object)
      }
    default: return
    }
  }
}
