// SPDX-License-Identifier: Apache-2.0

/// How a model gets its ``PersistentIdentifier``.
enum ModelIdentity {
  static func identifier(of model: any PersistentModel) -> PersistentIdentifier {
    let state = model.ensuredState
    if let last = state.extra?.lastIdentifier { return last }
    if state.key == 0 { state.key = TemporaryKeys.next() }
    if state.key < 0 { state.flags.insert(.exposedTemporaryID) }
    if let core = state.core, let entity = state.entity {
      return core.identifier(entity, state.key)
    }
    return ._row(
      state.key,
      scope: IdentifierScope(
        storeIdentifier: nil, entityName: type(of: model)._$description.entityName))
  }
}
