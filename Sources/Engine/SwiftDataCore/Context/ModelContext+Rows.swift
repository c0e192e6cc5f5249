// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// The model in the row with a key, as addresses name it; nil if there is none, or no such entity.
  package func _model(entity name: String, key: Int64) -> (any PersistentModel)? {
    guard key > 0, let entity = _core.model.entity(named: name) else { return nil }
    return _core.existingModel(for: ._row(key, scope: _core.scope(of: entity, isTemporary: false)))
  }
}
