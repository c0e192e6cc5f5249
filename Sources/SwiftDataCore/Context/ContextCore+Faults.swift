extension ContextCore {
  /// Reads the row of an object, for properties that are neither loaded nor
  /// changed. A row that has vanished leaves the object with its last values.
  func fireFault(_ object: any PersistentModel, _ state: _ModelState, _ index: Int) {
    guard let entity = state.entity, state.key > 0, !state.isVanished else { return }
    let property = entity.properties[index]
    if property.isToMany || property.description.isLoaded(object) {
      if !state.isFault { return }
      if property.isToMany, index != 0 { return }
    }
    do {
      if state.flags.contains(.member), try fireMembers(state, entity, property), !state.isFault {
        return
      }
      let keys = [state.key] + partialSiblings(of: state, entity)
      noteFault(entity, property, count: keys.count)
      if try loadRows(entity, keys: keys).isEmpty { markVanished(object, state) }
    } catch {
      note(error)
    }
  }

  /// Objects that were fetched together with this one, also without some
  /// properties.
  private func partialSiblings(of state: _ModelState, _ entity: _Entity) -> [Int64] {
    guard state.flags.contains(.partial) else { return [] }
    return groups.stretch(from: state.key, of: entity).filter { key in
      key != state.key
        && registered(entity, key: key)?._$state?.flags.contains(.partial) == true
    }
  }

  func markVanished(_ object: any PersistentModel, _ state: _ModelState) {
    state.flags.insert(.vanished)
    state.flags.remove(.fault)
    leadsToGone = true
  }

  /// An error in a call that cannot throw; the next save throws it.
  func note(_ error: any Error) { deferredError = deferredError ?? error }

  /// Reads rows by key into objects, new or registered.
  @discardableResult
  func loadRows(_ entity: _Entity, keys: [Int64]) throws -> [any PersistentModel] {
    var request = _RowRequest(entity: entity.root)
    request.keys = keys
    var objects: [any PersistentModel] = []
    try store(of: entity).fetch(request) { row in
      objects.append(try object(for: &row, mask: .all))
    }
    return objects
  }

  /// The object of a row: the registered one, or a new one.
  func object(for row: inout _FetchedRow, mask: _PropertyMask) throws -> any PersistentModel {
    let map = unretainedMap(of: row.entity)
    if let known = map._withUnsafeGuaranteedRef({ $0.object(row.key) }), let state = known._$state,
      isOfItsRow(known, state, row.entity)
    {
      let isStale = state.version != row.version && state.version != 0
      if state.isFault || isStale || !isComplete(known, row.entity) {
        try refresh(known, state, &row, mask: mask, replacing: isStale)
      }
      return known
    }
    let object = row.entity.description.make()
    let state = object.ensuredState
    state.version = row.version
    register(object, state, row.entity, key: row.key, in: map)
    object._$load(&row.reader)
    try throwFailure(of: &row)
    return object
  }

  /// Whether an object is of the class of the row with its key.
  ///
  /// It is not if the program asked for it with an identifier that names another class of the
  /// hierarchy: identifiers come out of files. Such an object leaves the context as that of a row
  /// that does not exist, since its storage has no room for the row's values.
  private func isOfItsRow(
    _ object: any PersistentModel, _ state: _ModelState, _ entity: _Entity
  ) -> Bool {
    if isTied(state, to: entity) { return true }
    if !state.flags.isDisjoint(with: [.updated, .deleted]) {
      note(
        SwiftDataError(
          .modelValidationFailure,
          "A changed model has an identifier of another class than its row, which is a \(entity.name).",
          entity: state.entity?.name, identifier: object.persistentModelID,
          advice: "Fetch the model instead of constructing its identifier."))
      updated.remove(object)
      deleted.remove(object)
    }
    detach(object, keepingIdentifier: true)
    markVanished(object, state)
    return false
  }

  /// Throws what could not be decoded, naming the row.
  @inline(__always)
  private func throwFailure(of row: inout _FetchedRow) throws {
    if let failure = row.reader.failure { throw located(failure, row.entity, row.key) }
  }

  private func located(_ failure: any Error, _ entity: _Entity, _ key: Int64) -> any Error {
    let identifier = PersistentIdentifier._row(key, scope: scope(of: entity, isTemporary: false))
    return (failure as? SwiftDataError)?.with(identifier: identifier) ?? failure
  }

  private func isComplete(_ object: any PersistentModel, _ entity: _Entity) -> Bool {
    guard let state = object._$state else { return true }
    return !state.flags.contains(.partial)
  }

  /// Gives a registered object the values of its row; changed properties
  /// keep theirs.
  func refresh(
    _ object: any PersistentModel, _ state: _ModelState, _ row: inout _FetchedRow,
    mask: _PropertyMask, replacing: Bool
  ) throws {
    guard isOfItsRow(object, state, row.entity) else { return }
    if !state.dirty.isEmpty || state.isDeleted {
      // Unsaved values stay; the version tells the save of the conflict.
      if state.isFault || state.flags.contains(.partial) {
        let version = state.version
        try loadAround(object, state, &row, mask: mask)
        if replacing { state.version = version }
      }
      return
    }
    isMerging = true
    defer { isMerging = false }
    let observed = replacing && state.extra?.registrar != nil
    if replacing {
      followingMoves(object, state) {
        if observed {
          notifyAll(object, state) { object._$load(&row.reader) }
        } else {
          object._$load(&row.reader)
        }
      }
      unloadToMany(object, state)
    } else {
      object._$load(&row.reader)
    }
    // Before the object counts as read: who fetches it again hears of it again.
    try throwFailure(of: &row)
    state.version = row.version
    state.flags.subtract([.fault, .member, .vanished])
    if mask == .all { state.flags.remove(.partial) }
  }

  /// Reads the row of an object with unsaved changes again: the unchanged
  /// properties take its values, and observers hear of it.
  func mergeRow(_ object: any PersistentModel) {
    guard let state = object._$state, let entity = state.entity else { return }
    var request = _RowRequest(entity: entity.root)
    request.keys = [state.key]
    do {
      var isThere = false
      try store(of: entity).fetch(request) { row in
        isThere = true
        var failure: (any Error)?
        followingMoves(object, state) {
          notifyAll(object, state) {
            do { try loadAround(object, state, &row, mask: .all) } catch { failure = error }
          }
        }
        if let failure { throw failure }
      }
      if !isThere {
        noteLostChanges(object, state)
        markVanished(object, state)
        forgetVanished([(object, entity)])
      }
    } catch {
      note(error)
    }
  }

  /// Loads a row into an object some of whose properties have changed: those
  /// are set aside and put back.
  func loadAround(
    _ object: any PersistentModel, _ state: _ModelState, _ row: inout _FetchedRow,
    mask: _PropertyMask
  ) throws {
    guard isOfItsRow(object, state, row.entity), let entity = state.entity else { return }
    let aside = entity.description.make()
    for property in entity.description.properties where state.dirty.contains(property.index) {
      property.copyStored(from: object, to: aside)
    }
    object._$load(&row.reader)
    for property in entity.description.properties where state.dirty.contains(property.index) {
      property.copyStored(from: aside, to: object)
    }
    try throwFailure(of: &row)
    state.version = row.version
    state.flags.subtract([.fault, .member])
    if mask == .all { state.flags.remove(.partial) }
  }

  func unloadToMany(_ object: any PersistentModel, _ state: _ModelState) {
    guard let entity = state.entity else { return }
    for property in entity.relationships
    where property.isToMany && !state.dirty.contains(property.index) {
      property.description.unload(object)
    }
  }

  /// Wraps a change of every property for observers.
  func notifyAll(_ object: any PersistentModel, _ state: _ModelState, _ body: () -> Void) {
    guard let entity = state.entity else { return body() }
    func nest(_ index: Int) {
      guard index < entity.description.properties.count else { return body() }
      entity.description.properties[index].notify(object) { nest(index + 1) }
    }
    nest(0)
  }

  // MARK: Relationships

  /// The object that a to-one relationship leads to: registered, or a fault.
  func toOne(
    of object: any PersistentModel, _ state: _ModelState, _ property: _Property, key: Int64
  ) -> (any PersistentModel)? {
    guard let destination = property.destination else { return nil }
    noteLoaded(state, property.index)
    // Another program may have left the key of an object of another class.
    func fits(_ target: any PersistentModel) -> Bool {
      target._$state?.entity?.isKind(of: destination) == true
    }
    if let known = registered(destination, key: key) { return fits(known) ? known : nil }
    do {
      let siblings = siblings(of: state, property, wanting: destination)
      if let entity = state.entity { noteFault(entity, property, count: siblings.count + 1) }
      let keys = Set(siblings.map(\.target)).subtracting([key])
      let loaded = try loadRows(destination, keys: [key] + keys)
      var objects: [Int64: any PersistentModel] = [:]
      for object in loaded where fits(object) {
        if let key = object._$state?.key { objects[key] = object }
      }
      for sibling in siblings {
        guard let target = objects[sibling.target], let state = sibling.object._$state,
          keeps(state, property)
        else { continue }
        property.description.setRelated(.object(target), of: sibling.object)
        noteLoaded(state, property.index)
      }
      return objects[key]
    } catch {
      note(error)
      return nil
    }
  }

  /// Whether the relationship of an object may hold its objects: a context that is gone
  /// lets none go later, and chains of objects must not get long (see `ObjectChains`).
  func keeps(_ state: _ModelState, _ property: _Property) -> Bool {
    !property.closesCircles || !(isAbandoned || ObjectChains.end(at: state.key))
  }

  /// The objects fetched together with this one whose relationship waits for
  /// a row too.
  private func siblings(of state: _ModelState, _ property: _Property, wanting destination: _Entity)
    -> [(object: any PersistentModel, target: Int64)]
  {
    guard let entity = state.entity else { return [] }
    var found: [(object: any PersistentModel, target: Int64)] = []
    for key in groups.stretch(from: state.key, of: entity) {
      guard let sibling = registered(entity, key: key), let other = sibling._$state?.entity,
        other.isKind(of: property.declaringEntity),
        case .key(let target) = property.description.related(of: sibling),
        registered(destination, key: target) == nil
      else { continue }
      found.append((sibling, target))
    }
    return found
  }

  /// The objects that a to-many relationship leads to, in stable order, with
  /// unsaved changes applied.
  func toMany(of object: any PersistentModel, _ state: _ModelState, _ property: _Property)
    -> [any PersistentModel]
  {
    loadToMany(of: object, state, property)
    return Relationships.objects(in: property.description.related(of: object))
  }

  /// Fills the relationship if it is a fault, and that of the objects fetched
  /// together with this one.
  func loadToMany(of object: any PersistentModel, _ state: _ModelState, _ property: _Property) {
    guard !property.description.isLoaded(object), state.key > 0, let entity = state.entity else {
      return
    }
    var owners: [Int64] = [state.key]
    for key in groups.stretch(from: state.key, of: entity)
    where key != state.key {
      guard let sibling = registered(entity, key: key), let other = sibling._$state,
        keeps(other, property),
        other.entity?.isKind(of: property.declaringEntity) == true,
        !property.description.isLoaded(sibling)
      else { continue }
      owners.append(key)
    }
    noteFault(entity, property, count: owners.count)
    do {
      let members = try members(of: property, owners)
      for key in owners where key != state.key {
        guard let sibling = registered(entity, key: key), let other = sibling._$state else {
          continue
        }
        complete(sibling, other, property, members[key])
      }
      complete(object, state, property, members[state.key])
    } catch {
      note(error)
    }
  }

  /// Applies unsaved changes to the stored members and keeps the result.
  private func complete(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property,
    _ stored: ArraySlice<any PersistentModel>
  ) {
    var members = stored
    if hasChanges {
      members.removeAll { member in
        guard let memberState = member._$state else { return false }
        if memberState.isDeleted { return true }
        guard let inverse = property.inverse, !inverse.isToMany,
          memberState.dirty.contains(inverse.index)
        else { return false }
        switch inverse.description.related(of: member) {
        case .object(let owner): return owner !== object
        case .key(let key): return key != state.key
        default: return true
        }
      }
      if property.isOneWayToMany, !links.isEmpty {
        members.removeAll { links.takes($0, from: object, property) }
      }
      var changes = memberships.take(object, property.index)
      if property.isManyToMany || property.isOneWayToMany {
        if !links.isEmpty { dropMet(stored, changes, of: object, property) }
        // What came and went again is as the store has it.
        changes.removeAll {
          !links.has(property, owner: object, target: $0.object, isAdded: $0.isAdded)
        }
      }
      if !changes.isEmpty {
        let moved = Set(changes.map { ObjectIdentifier($0.object) })
        members.removeAll { moved.contains(ObjectIdentifier($0)) }
        for change in changes where change.isAdded {
          guard let state = change.object._$state, state.core === self, !state.isDeleted,
            !state.isVanished
          else { continue }
          members.append(change.object)
        }
      }
      let isAdjusted =
        members.count != stored.count || !zip(members, stored).allSatisfy { $0 === $1 }
      if isAdjusted { adjusted.append((object, property)) }
    }
    property.description.setMembers(members, of: object)
    noteLoaded(state, property.index, isInUse: true)
  }
  /// Unsaved pairs that somebody else has saved, too, are no changes any more:
  /// taking them back must change the store.
  private func dropMet(
    _ stored: ArraySlice<any PersistentModel>,
    _ changes: [(object: any PersistentModel, isAdded: Bool)], of object: any PersistentModel,
    _ property: _Property
  ) {
    for member in stored {
      links.didMeet(property, owner: object, target: member, isAdded: true)
    }
    let removed = changes.filter { !$0.isAdded }
    guard !removed.isEmpty else { return }
    let members = Set(stored.map { ObjectIdentifier($0) })
    for change in removed where !members.contains(ObjectIdentifier(change.object)) {
      links.didMeet(property, owner: object, target: change.object, isAdded: false)
    }
  }
}
