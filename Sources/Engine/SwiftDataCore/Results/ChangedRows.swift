// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Which rows of a hierarchy have changed since the last call, whichever of their properties.
final class ChangedRows: ChangeListener {
  private struct State {
    var keys: Set<Int64> = []
    /// More than can be told apart, or not known which.
    var isAny = false
  }

  /// By the entity's ordinal: whether its rows count.
  private let entities: [Bool]
  private let root: Int
  private let turn: Turn
  private let state = Mutex(State())
  private static let most = 10_000

  init(_ entity: _Entity, _ model: SchemaModel, _ turn: Turn) {
    entities = model.entities.map { $0.isKind(of: entity) }
    root = entity.root.ordinal
    self.turn = turn
  }

  func hear(_ changes: [ExternalChange]?, isSaved: Bool) {
    let hasHeard = state.withLock { state in
      guard let changes else {
        state.isAny = true
        return true
      }
      var hasHeard = false
      for change in changes {
        if case .unknown = change.kind, change.entity == root {
          state.isAny = true
          hasHeard = true
        }
        guard entities.indices.contains(change.entity), entities[change.entity], case .updated = change.kind else {
          continue
        }
        state.keys.insert(change.key)
        hasHeard = true
      }
      if state.keys.count > Self.most { state.isAny = true }
      if state.isAny { state.keys = [] }
      return hasHeard
    }
    if hasHeard { turn.advance() }
  }

  /// - Returns: Whether a row has changed.
  func take(_ core: ContextCore) -> (PersistentIdentifier) -> Bool {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    if taken.isAny { return { _ in true } }
    let entity = core.model.entities[root]
    return { taken.keys.contains(core.key(of: $0, entity) ?? 0) }
  }
}
