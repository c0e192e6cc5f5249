/// One row that another context of the container has saved.
struct ExternalChange: Sendable {
  enum Kind: Sendable {
    case inserted, updated, deleted
    /// It has an owner by a relationship without inverse.
    case taken(Taker)
  }

  struct Taker: Sendable {
    let entity: Int
    let property: Int
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
    changeObservers.notify()
  }

  /// The stores were emptied: what is registered has vanished.
  func arriveErasure() {
    let changes = model.entities.filter { $0.superentity == nil }.flatMap { entity in
      map(of: entity).all().compactMap { object in
        object._$state.map { ExternalChange(entity: entity.ordinal, key: $0.key, kind: .deleted) }
      }
    }
    arrive(changes.filter { $0.key > 0 })
  }

  /// Brings registered objects up to date with what other contexts have
  /// saved. Unsaved changes are kept, property by property, so the last save
  /// of a property wins.
  func mergeArrivals() {
    let changes = arrivals.withLock { arrivals in
      defer { arrivals.removeAll() }
      return arrivals
    }
    guard !changes.isEmpty else { return }
    var stale: [any PersistentModel] = []
    var changed: [(object: any PersistentModel, key: Int64)] = []
    var vanished: [(object: any PersistentModel, entity: _Entity)] = []
    var taken: [(member: ExternalChange, taker: ExternalChange.Taker)] = []
    for change in changes where model.entities.indices.contains(change.entity) {
      let entity = model.entities[change.entity]
      guard let object = registered(entity, key: change.key), let state = object._$state else {
        continue
      }
      switch change.kind {
      case .inserted, .updated:
        if state.dirty.isEmpty { stale.append(object) } else { changed.append((object, change.key)) }
      case .deleted:
        markVanished(object, state)
        if let entity = state.entity { vanished.append((object, entity)) }
      case .taken(let taker): taken.append((change, taker))
      }
    }
    forgetVanished(vanished)
    reload(stale)
    for (object, key) in changed { merge(object, key) }
    for (change, taker) in taken { mergeTaken(change, taker) }
  }

  /// Gives the unchanged properties of a changed object the row's values.
  private func merge(_ object: any PersistentModel, _ key: Int64) {
    guard let state = object._$state, let entity = state.entity else { return }
    var request = _RowRequest(entity: entity.root)
    request.keys = [key]
    do {
      try store(of: entity).fetch(request) { row in
        var failure: (any Error)?
        notifyAll(object, state) {
          do { try loadAround(object, state, &row, mask: .all) } catch { failure = error }
        }
        if let failure { throw failure }
      }
    } catch {
      note(error)
    }
  }
}
