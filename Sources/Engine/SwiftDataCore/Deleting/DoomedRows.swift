// SPDX-License-Identifier: Apache-2.0

/// The rows that deletions by predicate will remove with the save, at the ends of relationships that a fetch follows.
///
/// The store has them, and so have relationships in memory. Rows that lead to them are therefore judged in memory, while
/// the relationships are as the save will leave them.
struct DoomedRows {
  /// By the ordinal of the root entity.
  private var keys: [Int: Set<Int64>] = [:]

  init(_ core: ContextCore, _ paths: [[_Property]]) throws {
    guard !core.unsaved.batchDeletions.isEmpty else { return }
    let ends = Set(paths.compactMap { $0.last?.destination?.root.ordinal })
    for deletion in core.unsaved.batchDeletions where ends.contains(deletion.request.entity.root.ordinal) {
      try core.store(of: deletion.request.entity).fetchKeys(deletion.request) { key, entity in
        keys[entity.root.ordinal, default: []].insert(key)
      }
    }
  }

  func keys(of entity: _Entity) -> [Int64] { keys[entity.root.ordinal].map { Array($0) } ?? [] }

  private func contains(_ object: any PersistentModel) -> Bool {
    guard let state = object._$state, let entity = state.entity else { return false }
    return keys[entity.root.ordinal]?.contains(state.key) ?? false
  }

  /// Runs code while the relationships along some paths lead to none of these rows. Observers are not told, since the
  /// relationships are as before when this returns.
  ///
  /// A relationship that must have a destination keeps it: its owner goes with it, or the save is refused.
  func hide<R>(
    from objects: [some PersistentModel], _ paths: [[_Property]], _ core: ContextCore, _ body: () throws -> R
  ) rethrows -> R {
    guard !keys.isEmpty, !objects.isEmpty else { return try body() }
    var hidden: [(owner: any PersistentModel, property: PropertyDescription, value: RelatedValue)] = []
    defer { for end in hidden.reversed() { end.property.setRelated(end.value, of: end.owner) } }
    for path in paths {
      var owners: [any PersistentModel] = objects
      for step in path {
        var seen = Set<ObjectIdentifier>()
        owners = owners.flatMap { owner -> [any PersistentModel] in
          guard let state = owner._$state, state.core === core, let entity = state.entity,
            entity.isKind(of: step.entity), entity.properties.indices.contains(step.index)
          else { return [] }
          let property = entity.properties[step.index]
          let targets = core.targets(of: owner, state, property, loading: true)
          let rest = targets.filter { !contains($0) }
          if rest.count < targets.count, property.isToMany || property.isOptional {
            let description = property.description
            hidden.append((owner, description, description.related(of: owner)))
            description.setRelated(property.isToMany ? .objects(rest) : RelatedValue.none, of: owner)
          }
          return rest.filter { seen.insert(ObjectIdentifier($0)).inserted }
        }
      }
    }
    return try body()
  }
}
