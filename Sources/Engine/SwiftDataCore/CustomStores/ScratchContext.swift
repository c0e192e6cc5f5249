// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A context of a session's own, in which models are as the store has them.
///
/// It is private to a call, has no unsaved changes, and ends with the call that needs it.
final class ScratchContext {
  let core: ContextCore

  init(_ session: DataStoreSession) throws {
    guard let container = session.container else {
      throw SwiftDataError(.storeFailure, "The container of the store is gone.", advice: "Keep the container.")
    }
    core = ContextCore(container: container)
    core.sessions[ObjectIdentifier(session.store)] = DataStoreSession(session.store, editing: session.editing)
  }

  func objects(of rows: [SnapshotRow]) throws -> [any PersistentModel] {
    let objects = try rows.map { row in try row.withRow { try core.object(for: &$0, mask: .all) } }
    // What is read of one is read of all.
    for (entity, group) in Dictionary(grouping: rows, by: { $0.entity.root.ordinal }) {
      core.groups.fetched(group.map(\.key), of: core.model.entities[entity])
    }
    return objects
  }

  /// Whether relationships lead from an object to one of the rows.
  func reaches(_ path: [_Property], _ keys: Set<Int64>, from object: any PersistentModel) -> Bool {
    var current: [any PersistentModel] = [object]
    for step in path {
      current = current.flatMap { targets(of: $0, step) }
      if current.isEmpty { return false }
    }
    return current.contains { $0._$state.map { keys.contains($0.key) } ?? false }
  }

  func targets(of object: any PersistentModel, _ property: _Property) -> [any PersistentModel] {
    // The property may be one of a subclass that the object is not of.
    guard let state = object._$state, let entity = state.entity, entity.isKind(of: property.entity),
      property.index < entity.properties.count
    else { return [] }
    return core.targets(of: object, state, entity.properties[property.index], loading: true)
  }

  /// Errors of reading relationships.
  func throwFailure() throws {
    guard let error = core.deferredError else { return }
    core.deferredError = nil
    throw error
  }

  /// Objects that refer to each other let go.
  func end() { core.dropChanges() }
}
