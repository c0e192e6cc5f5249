// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Reads the row of an object, for properties that are neither loaded nor
  /// changed. A row that is gone leaves the object with its last values.
  func fireFault(_ object: any PersistentModel, _ state: _ModelState, _ index: Int) {
    guard let entity = state.entity, state.key > 0, !state.isRowGone || unsaved.isMarked(object) else { return }
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
      if try loadRows(entity, keys: keys).isEmpty { rowIsGone(object, state) }
    } catch {
      note(error, reading: object)
    }
  }

  /// Objects that were fetched together with this one, also without some
  /// properties.
  private func partialSiblings(of state: _ModelState, _ entity: _Entity) -> [Int64] {
    guard state.flags.contains(.partial) else { return [] }
    return groups.stretch(around: state.key, of: entity).filter { key in
      key != state.key
        && registered(entity, key: key)?._$state?.flags.contains(.partial) == true
    }
  }
}

extension ContextCore {
  /// Reads rows by key into objects, new or registered.
  @discardableResult
  func loadRows(_ entity: _Entity, keys: [Int64]) throws -> [any PersistentModel] {
    turn.enter()
    defer { turn.leave() }
    var request = RowRequest(entity: entity.root)
    request.keys = keys
    var objects: [any PersistentModel] = []
    try store(of: entity).fetch(request) { row in
      objects.append(try object(for: &row, mask: .all))
    }
    return objects
  }

  /// The object of a row: the registered one, or a new one.
  func object(for row: inout FetchedRow, mask: PropertyMask) throws -> any PersistentModel {
    let map = unretainedMap(of: row.entity)
    if let known = map._withUnsafeGuaranteedRef({ $0.object(row.key) }), let state = known._$state,
      isOfItsRow(known, state, row.entity)
    {
      let isStale = state.version != row.version && state.version != 0
      if isStale, mask != .all, state.dirty.isEmpty, !state.isDeleted {
        // What the fetch does not ask for has changed, too.
        merging.overtaken.append(known)
        return known
      }
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
    if state.life == .updated || state.life == .deleted {
      note(
        SwiftDataError(
          .modelValidationFailure,
          "A changed model has an identifier of another class than its row, which is a \(entity.name).",
          entity: state.entity?.name, identifier: object.persistentModelID,
          advice: "Fetch the model instead of constructing its identifier."))
    }
    move(object, state, to: .gone)
    detach(object, keepingIdentifier: true)
    return false
  }

  /// Throws what could not be decoded, naming the row.
  @inline(__always)
  private func throwFailure(of row: inout FetchedRow) throws {
    if let failure = row.reader.failure { throw located(failure, row.entity, row.key) }
  }

  private func located(_ failure: any Error, _ entity: _Entity, _ key: Int64) -> any Error {
    (failure as? SwiftDataError)?.with(identifier: identifier(entity, key)) ?? failure
  }

  private func isComplete(_ object: any PersistentModel, _ entity: _Entity) -> Bool {
    guard let state = object._$state else { return true }
    return !state.flags.contains(.partial)
  }

  /// Gives a registered object the values of its row; changed properties
  /// keep theirs.
  ///
  /// - Parameter changed: What observers hear of.
  func refresh(
    _ object: any PersistentModel, _ state: _ModelState, _ row: inout FetchedRow,
    mask: PropertyMask, replacing: Bool, changed: PropertyMask = .all
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
    let observed = replacing && state.extra?.isObserved == true
    if replacing {
      followingMoves(object, state) {
        if observed {
          // Observers are told before, and may write.
          notifyAll(object, state, changed) { load(&row, into: object, state) }
        } else {
          load(&row, into: object, state)
        }
      }
      unloadToMany(object, state)
    } else {
      load(&row, into: object, state)
    }
    // Before the object counts as read: who fetches it again hears of it again.
    try throwFailure(of: &row)
    state.version = row.version
    state.flags.subtract([.fault, .member])
    // What is to be deleted by predicate still has its row.
    if state.life == .gone, !unsaved.isMarked(object) { move(object, state, to: .stored) }
    if mask == .all { state.flags.remove(.partial) }
  }

  /// Reads the row of an object with unsaved changes again: the unchanged
  /// properties take its values, and observers hear of it.
  func mergeRow(_ object: any PersistentModel) {
    guard let state = object._$state, let entity = state.entity else { return }
    var request = RowRequest(entity: entity.root)
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
        rowIsGone(object, state)
        removeGoneMembers([(object, entity)])
      }
    } catch {
      note(error)
    }
  }

  /// Loads a row into an object some of whose properties have changed: those
  /// are set aside and put back.
  func loadAround(
    _ object: any PersistentModel, _ state: _ModelState, _ row: inout FetchedRow,
    mask: PropertyMask
  ) throws {
    guard isOfItsRow(object, state, row.entity) else { return }
    load(&row, into: object, state)
    try throwFailure(of: &row)
    state.version = row.version
    state.flags.subtract([.fault, .member])
    if mask == .all { state.flags.remove(.partial) }
  }

  /// Takes a row's values into an object's storage; properties that have changed keep theirs.
  private func load(_ row: inout FetchedRow, into object: any PersistentModel, _ state: _ModelState) {
    guard !state.dirty.isEmpty, let entity = state.entity else { return object._$load(&row.reader) }
    let aside = entity.description.make()
    var changed = entity.description.properties.filter { state.dirty.contains($0.index) }
    let former = keptSharedBitValues(state)
    if let former {
      let mine = SharedBitValues(of: object, entity.description)
      changed.removeAll { $0.index >= PropertyMask.sharedBit && !mine.differs(from: former, at: $0.index) }
    }
    for property in changed { property.copyStored(from: object, to: aside) }
    object._$load(&row.reader)
    if former != nil, row.reader.mask.contains(PropertyMask.sharedBit) {
      // From now on the changes are changes of these values.
      state.extra?.sharedBitValues = SharedBitValues(of: object, entity.description)
    }
    for property in changed { property.copyStored(from: aside, to: object) }
  }

  func unloadToMany(_ object: any PersistentModel, _ state: _ModelState) {
    guard let entity = state.entity else { return }
    for property in entity.relationships
    where property.isToMany && !state.dirty.contains(property.index) {
      property.description.unload(object)
    }
  }

  /// Wraps a change of every property, or of those of `mask`, for observers.
  func notifyAll(
    _ object: any PersistentModel, _ state: _ModelState, _ mask: PropertyMask = .all, _ body: () -> Void
  ) {
    guard let entity = state.entity else { return body() }
    func nest(_ index: Int) {
      guard index < entity.description.properties.count else { return body() }
      guard mask.contains(index) else { return nest(index + 1) }
      entity.description.properties[index].notify(object) { nest(index + 1) }
    }
    nest(0)
  }
}
