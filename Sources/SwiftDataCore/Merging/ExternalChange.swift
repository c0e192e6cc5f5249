/// One row that another context of the container has saved.
struct ExternalChange: Sendable {
  enum Kind: Sendable {
    case inserted
    /// With the properties that have changed; none if what changed lies in
    /// rows of others, as the members of a to-many relationship do.
    case updated(_PropertyMask)
    case deleted
    /// It has an owner by a relationship without inverse.
    case taken(Taker)
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
}

extension ContextCore {
  /// Called on any thread: the changes wait until this context does something.
  func arrive(_ changes: [ExternalChange]) {
    arrivals.withLock { $0.append(contentsOf: changes) }
    changeObservers.notify(Set(changes.lazy.compactMap { self.rootOrdinal($0.entity) }))
  }

  private func rootOrdinal(_ entity: Int) -> Int? {
    model.entities.indices.contains(entity) ? model.entities[entity].root.ordinal : nil
  }

  /// The stores were emptied: what is registered has vanished.
  func arriveErasure(of isErased: (_Entity) -> Bool) {
    let changes = model.entities.filter { $0.superentity == nil && isErased($0) }.flatMap { entity in
      map(of: entity).all().compactMap { object in
        object._$state.map { ExternalChange(entity: entity.ordinal, key: $0.key, kind: .deleted) }
      }
    }
    arrive(changes.filter { $0.key > 0 })
  }

  /// Brings registered objects up to date with what other contexts have
  /// saved. Unsaved changes are kept, property by property; where both sides
  /// have changed one, the merge policy decides.
  func mergeArrivals() {
    let changes = arrivals.withLock { arrivals in
      defer { arrivals.removeAll() }
      return arrivals
    }
    guard !changes.isEmpty else { return }
    var stale: [any PersistentModel] = []
    var changed: [(object: any PersistentModel, mask: _PropertyMask)] = []
    var vanished: [(object: any PersistentModel, entity: _Entity)] = []
    var taken: [(member: ExternalChange, taker: ExternalChange.Taker)] = []
    for change in changes where model.entities.indices.contains(change.entity) {
      let entity = model.entities[change.entity]
      guard let object = registered(entity, key: change.key), let state = object._$state else {
        continue
      }
      switch change.kind {
      case .inserted, .updated:
        var mask = _PropertyMask.none
        if case .updated(let properties) = change.kind { mask = properties }
        if state.dirty.isEmpty, !state.isDeleted {
          stale.append(object)
        } else {
          changed.append((object, mask))
        }
      case .deleted:
        noteLostChanges(object, state)
        markVanished(object, state)
        if let entity = state.entity { vanished.append((object, entity)) }
      case .taken(let taker): taken.append((change, taker))
      }
    }
    for (change, taker) in taken { forgetLeaving(change, taker) }
    forgetVanished(vanished)
    reload(stale)
    merge(changed)
    for (change, taker) in taken { mergeTaken(change, taker) }
  }
}
