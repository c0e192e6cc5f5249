// SPDX-License-Identifier: Apache-2.0

/// A row that another context of the container, or another process, has saved.
struct ExternalChange: Sendable {
  enum Kind: Sendable {
    case inserted
    /// With the properties that have changed; none if what changed lies in
    /// rows of others, as the members of a to-many relationship do.
    case updated(PropertyMask)
    case deleted
    /// It has an owner by a relationship without inverse.
    case taken(Taker)
    /// Any row of the hierarchy may be another one now, or deleted; without a key.
    case unknown
  }

  struct Taker: Sendable {
    let entity: Int
    let property: Int
    /// 0 if the member has no owner any more.
    let key: Int64
  }

  /// The ordinal of the entity in the container's schema.
  let entity: Int
  let key: Int64
  let kind: Kind
  /// Whether another process, or another container, has saved it.
  var isForeign = false
  /// The counter of the row after it, where the save knows it.
  var version: Int32?
}

extension ContextCore {
  /// Called on any thread: the changes wait until this context does something.
  func arrive(_ changes: [ExternalChange]) {
    receive(changes)
    changeObservers.notify(changes, isSaved: true)
  }

  /// As ``arrive(_:)``, but for observers, who are not told.
  func receive(_ changes: [ExternalChange]) {
    arrivals.add(changes) {
      model.entities.filter { $0.superentity == nil }.map { ExternalChange(entity: $0.ordinal, key: 0, kind: .unknown) }
    }
  }

  /// The stores were emptied: the rows of all registered objects are gone.
  func arriveErasure(of isErased: (_Entity) -> Bool) {
    let changes = model.entities.filter { $0.superentity == nil && isErased($0) }.flatMap { entity in
      map(of: entity).all().compactMap { object in
        object._$state.map { ExternalChange(entity: entity.ordinal, key: $0.key, kind: .deleted) }
      }
    }
    arrivals.add(changes.filter { $0.key > 0 })
    changeObservers.notify(isSaved: true)
  }

  /// Brings registered objects up to date with what other contexts have
  /// saved. Unsaved changes are kept, property by property; where both sides
  /// have changed one, the merge policy decides.
  func mergeArrivals() {
    turn.enter()
    defer { turn.leave() }
    let changes = arrivals.takeAll()
    guard !changes.isEmpty else { return }
    var merged = ArrivedChanges()
    for change in changes where model.entities.indices.contains(change.entity) {
      let entity = model.entities[change.entity]
      if case .unknown = change.kind {
        for object in map(of: entity).all() { sort(object, into: &merged) }
        continue
      }
      guard let object = registered(entity, key: change.key), let state = object._$state else {
        continue
      }
      switch change.kind {
      case .inserted: merged.note(.all, object, state, change)
      case .updated(let properties):
        merged.note(properties, object, state, change)
        // A history tells of such a row that it has changed, and not which owner it has got.
        if change.isForeign {
          merged.members.append(object)
          undo?.didTake(entity, change.key)
        }
      case .deleted:
        noteLostChanges(object, state)
        rowIsGone(object, state)
        if let entity = state.entity { merged.gone.append((object, entity)) }
      case .taken(let taker):
        merged.taken.append((change, taker))
        undo?.didTake(entity, change.key)
      case .unknown: break
      }
    }
    for (change, taker) in merged.taken { forgetLeaving(change, taker) }
    removeGoneMembers(merged.gone)
    reload(merged.stale, announced: merged.announced)
    merge(merged.changed, explained: merged.announced.compactMapValues(\.explained))
    for (change, taker) in merged.taken { mergeTaken(change, taker) }
    mergeOwners(of: merged.members)
  }

  /// An object of which it is not known whether its row has changed.
  private func sort(_ object: any PersistentModel, into merged: inout ArrivedChanges) {
    guard let state = object._$state, state.core === self, state.key > 0, !state.isRowGone, !state.isFault,
      let entity = state.entity
    else { return }
    if state.dirty.isEmpty, !state.isDeleted { return merged.stale.append(object) }
    let error = deferredError
    guard let row = storedRow(of: object, state, entity) else {
      // A store that cannot be read says nothing about its rows.
      guard deferredError == nil || error != nil else { return }
      noteLostChanges(object, state)
      rowIsGone(object, state)
      return merged.gone.append((object, entity))
    }
    if row.version != state.version { merged.changed.append((object, .all)) }
  }
}

/// The arrivals, by the action that they need.
struct ArrivedChanges {
  /// What was said of one object.
  struct Announcement {
    /// All that has changed, if the row has ``version``.
    var mask: PropertyMask
    var version: Int32
    /// Whether something that was not announced lies between what was: the row has a higher counter then.
    var hasGap = false
    /// Whether the version of the row after the change is unknown.
    var isVague = false

    /// Up to which counter it is known what has happened to the row; `nil` if that is not known.
    ///
    /// What lies beyond it was saved by another process, and not announced yet.
    var explained: Int32? { isVague ? nil : version }
  }

  /// Without unsaved changes.
  var stale: [any PersistentModel] = []
  var changed: [(object: any PersistentModel, mask: PropertyMask)] = []
  var gone: [(object: any PersistentModel, entity: _Entity)] = []
  var taken: [(member: ExternalChange, taker: ExternalChange.Taker)] = []
  /// Rows that a writer outside of this container has changed, and may have given to another owner.
  var members: [any PersistentModel] = []
  var announced: [ObjectIdentifier: Announcement] = [:]

  mutating func note(
    _ mask: PropertyMask, _ object: any PersistentModel, _ state: _ModelState, _ change: ExternalChange
  ) {
    let id = ObjectIdentifier(object)
    var known = announced[id] ?? Announcement(mask: .none, version: state.version)
    // Nothing named is anything.
    known.mask = known.mask.union(mask.isEmpty ? .all : mask)
    known.add(change)
    announced[id] = known
    if state.dirty.isEmpty, !state.isDeleted { stale.append(object) } else { changed.append((object, mask)) }
  }
}

extension ArrivedChanges.Announcement {
  /// Contexts of the container announce their saves in the order of these; only what is foreign comes late.
  fileprivate mutating func add(_ change: ExternalChange) {
    guard let new = change.version else {
      if !change.isForeign { isVague = true }
      if !hasGap { version &+= 1 }
      return
    }
    // The row may have been read since.
    guard !hasGap, new > version else { return }
    if new == version &+ 1 { version = new } else { hasGap = true }
  }
}
