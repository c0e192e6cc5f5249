// SPDX-License-Identifier: Apache-2.0

/// The common part of the getters of relationships that are not loaded.
extension TypedPropertyDescription {
  /// Whether the reference may stay: it does not close a circle that no context
  /// looks after.
  func isKept(_ model: M) -> Bool {
    guard let state = model._$state, let core = state.core, let entity = state.entity else {
      return true
    }
    return core.keeps(state, entity.properties[index])
  }

  /// Whether members that have just been loaded, and are not to be kept, can be read again: those with
  /// unsaved changes applied cannot.
  func isReadable(_ model: M) -> Bool {
    guard let core = model._$state?.core, !core.unsaved.adjusted.isEmpty else { return true }
    return !core.unsaved.adjusted.contains { $0.object === model && $0.relationship.index == index }
  }

  /// The destination of a to-one relationship.
  func destination(of model: M, _ key: Int64) -> (any PersistentModel)? {
    guard let state = model._$state, let core = state.core, let entity = state.entity else {
      return nil
    }
    return core.toOne(of: model, state, entity.properties[index], key: key)
  }

  /// The destination of a relationship of a recording instance.
  func recorded(_ model: M) -> (any PersistentModel)? {
    model._$state?.extra?.recorder?.destination(index)
  }

  /// Loads a to-many relationship: `false` if there is nothing to load it from.
  func load(_ model: M) -> Bool {
    guard let state = model._$state, let core = state.core, let entity = state.entity else {
      return false
    }
    core.loadToMany(of: model, state, entity.properties[index])
    return true
  }
}
