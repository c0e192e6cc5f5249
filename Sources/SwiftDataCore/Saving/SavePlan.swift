/// What one save will write, for one store: a value, made before anything is
/// written.
struct SavePlan {
  var insertions: [Item] = []
  var updates: [Item] = []
  var deletions: [Item] = []
  var links: [LinkChanges.Change] = []
  var batchDeletions: [PendingBatchDeletion] = []

  struct Item {
    let object: any PersistentModel
    let state: _ModelState
    let entity: _Entity
  }

  var isEmpty: Bool {
    insertions.isEmpty && updates.isEmpty && deletions.isEmpty && links.isEmpty
      && batchDeletions.isEmpty
  }
}

extension ContextCore {
  /// Splits the changes by store, in the order of the container's stores.
  func savePlans() throws -> [(store: any _RowStore, plan: SavePlan)] {
    var plans: [(store: any _RowStore, plan: SavePlan)] = []
    func index(_ entity: _Entity) throws -> Int {
      let store = try store(of: entity)
      if let index = plans.firstIndex(where: { $0.store === store }) { return index }
      plans.append((store, SavePlan()))
      return plans.count - 1
    }
    func item(_ object: any PersistentModel) -> SavePlan.Item? {
      guard let state = object._$state, let entity = state.entity else { return nil }
      return SavePlan.Item(object: object, state: state, entity: entity)
    }
    // Most contexts have one store: it is asked for once.
    let single = container.stores.count == 1 ? try index(model.entities[0]) : nil
    for object in inserted.models {
      guard let item = item(object) else { continue }
      try plans[single ?? index(item.entity)].plan.insertions.append(item)
    }
    for object in updated.models {
      guard let item = item(object), !item.state.isVanished else { continue }
      try plans[single ?? index(item.entity)].plan.updates.append(item)
    }
    for object in deleted.models {
      guard let item = item(object) else { continue }
      try plans[single ?? index(item.entity)].plan.deletions.append(item)
    }
    for change in links.all {
      guard let owner = change.owner._$state, let target = change.target._$state,
        target.core === self, !owner.isDeleted, !owner.isVanished, !target.isDeleted,
        !target.isVanished, let entity = owner.entity
      else { continue }
      try plans[single ?? index(entity)].plan.links.append(change)
    }
    for deletion in batchDeletions {
      try plans[single ?? index(deletion.request.entity)].plan.batchDeletions.append(deletion)
    }
    plans.removeAll { $0.plan.isEmpty }
    guard plans.count > 1 else { return plans }
    let order = container.orderOfSaving
    return plans.sorted { (order[$0.store.identifier] ?? 0) < (order[$1.store.identifier] ?? 0) }
  }

  /// What went wrong in calls that cannot throw, once; and what is related to
  /// models that cannot be saved, as long as it is.
  func throwNotedErrors() throws {
    if let error = deferredError {
      deferredError = nil
      throw error
    }
    misfits.removeAll { !$0.isRelated(in: self) }
    if let misfit = misfits.first { throw misfit.error }
  }

  /// What the rules of the schema forbid, found before anything is written.
  func validate() throws {
    try checkDenials()
    for object in inserted.models { try validate(object, isNew: true) }
    for object in updated.models { try validate(object, isNew: false) }
  }

  private func validate(_ object: any PersistentModel, isNew: Bool) throws {
    guard let state = object._$state, let entity = state.entity, !state.isVanished else { return }
    for property in entity.relationships
    where isNew || state.dirty.contains(property.index) {
      if property.isToMany {
        try validateCount(object, property, entity)
        continue
      }
      guard !property.isOptional else { continue }
      switch property.description.related(of: object) {
      case .key: continue
      case .object(let target):
        // A new one that was deleted has left the context.
        if let state = target._$state, state.core === self, !state.isDeleted { continue }
      default: break
      }
      throw SwiftDataError.missingDestination(entity, property)
    }
  }

  private func validateCount(_ object: any PersistentModel, _ property: _Property, _ entity: _Entity)
    throws
  {
    let minimum = property.relationship?.minimumModelCount ?? 0
    let maximum = property.relationship?.maximumModelCount ?? 0
    guard minimum > 0 || maximum > 0,
      case .objects(let objects) = property.description.related(of: object)
    else { return }
    guard objects.count < minimum || (maximum > 0 && objects.count > maximum) else { return }
    throw SwiftDataError(
      .modelValidationFailure,
      "The relationship has \(objects.count) models; allowed are \(minimum) to "
        + (maximum > 0 ? "\(maximum)." : "any number."),
      entity: entity.name, property: property.name)
  }
}
