import Foundation

extension ContextCore {
  /// Notes a deletion by predicate for the next save, and applies it to the
  /// unsaved objects at once.
  func deleteAll<T: PersistentModel>(
    _ type: T.Type, where predicate: Predicate<T>?, includeSubclasses: Bool
  ) throws {
    mergeArrivals()
    let entity = try entity(type)
    let stored = predicate.map { _StorePredicate($0) }
    var request = _RowRequest(entity: entity)
    request.includesSubentities = includeSubclasses
    request.predicate = stored
    if container.hasCustomStores { request.descriptor = .make(FetchDescriptor<T>(predicate: predicate)) }
    // Refuses now what the store could not do at the save.
    _ = try store(of: entity).explain(request)
    let pending = try PendingChanges.collect(self, entity, predicate: predicate, sort: [])
    request.excludedKeys = pending?.excludedKeys ?? []
    for object in pending?.matches(predicate) ?? [] {
      guard includeSubclasses || object._$state?.entity === entity else { continue }
      delete(object)
    }
    var deletion = PendingBatchDeletion(request: request, predicate: stored)
    deletion.marked = markRegistered(request, entity)
    batchDeletions.append(deletion)
    undo?.removeAllActions(of: context)
    changeObservers.notify()
    context?.noteChange()
  }

  /// Registered objects that the deletion will remove say so.
  private func markRegistered(_ request: _RowRequest, _ entity: _Entity)
    -> [any PersistentModel]
  {
    guard map(of: entity).count > 0 else { return [] }
    var marked: [any PersistentModel] = []
    do {
      try store(of: entity).fetchKeys(request) { key, entity in
        guard let object = registered(entity, key: key), let state = object._$state,
          !state.isDeleted, !state.isVanished
        else { return }
        state.flags.insert(.vanished)
        leadsToGone = true
        marked.append(object)
      }
    } catch {
      note(error)
    }
    return marked
  }
}
