// SPDX-License-Identifier: Apache-2.0

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
  func savePlans() throws -> [(store: any RowStore, plan: SavePlan)] {
    var plans: [(store: any RowStore, plan: SavePlan)] = []
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
    for object in unsaved.inserted.models {
      guard let item = item(object) else { continue }
      try plans[single ?? index(item.entity)].plan.insertions.append(item)
    }
    for object in unsaved.updated.models {
      guard let item = item(object), !item.state.isRowGone else { continue }
      try plans[single ?? index(item.entity)].plan.updates.append(item)
    }
    for object in unsaved.deleted.models {
      guard let item = item(object) else { continue }
      try plans[single ?? index(item.entity)].plan.deletions.append(item)
    }
    for change in unsaved.links.all {
      guard let target = change.target._$state, target.core === self, !target.isDeleted, !target.isRowGone,
        change.ownerKey != nil, let entity = change.entity
      else { continue }
      try plans[single ?? index(entity)].plan.links.append(change)
    }
    for deletion in unsaved.batchDeletions {
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
    unsaved.unsavableTargets.removeAll { !$0.isRelated(in: self) }
    if let unsavable = unsaved.unsavableTargets.first { throw unsavable.error }
  }

  /// Violations of the schema's rules, found before anything is written.
  func validate() throws {
    try checkDenials()
    for object in unsaved.inserted.models { try validate(object, isNew: true) }
    for object in unsaved.updated.models { try validate(object, isNew: false) }
  }

  private func validate(_ object: any PersistentModel, isNew: Bool) throws {
    guard let state = object._$state, let entity = state.entity, !state.isRowGone else { return }
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
    guard minimum > 0 || maximum > 0, let state = object._$state else { return }
    if case .none = property.description.related(of: object) { return }
    let objects = toMany(of: object, state, property)
    // Lists without inverse may still hold what is deleted.
    let count = unsaved.leadsToGone ? objects.count { isHere($0) } : objects.count
    guard count < minimum || (maximum > 0 && count > maximum) else { return }
    throw SwiftDataError(
      .modelValidationFailure,
      "The relationship has \(count) models; allowed are \(minimum) to "
        + (maximum > 0 ? "\(maximum)." : "any number."),
      entity: entity.name, property: property.name)
  }
}
