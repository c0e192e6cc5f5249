// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  func registeredModel(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
    turn.enter()
    defer { turn.leave() }
    guard var entity = model.entity(named: identifier.entityName), var key = self.key(of: identifier, entity)
    else { return nil }
    if key < 0, let permanent = container.permanentKeys[key] { (entity, key) = permanent }
    guard key < 0 || isOfOurStore(identifier, entity) || identifier.storeIdentifier == nil else {
      return nil
    }
    return registered(entity, key: key)
  }

  func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    turn.enter()
    defer { turn.leave() }
    mergeArrivals()
    if let object = registeredModel(for: identifier) { return object }
    guard var entity = model.entity(named: identifier.entityName), var key = self.key(of: identifier, entity)
    else { return standIn(model.entity(named: identifier.entityName) ?? model.entities.first) }
    if key < 0, let permanent = container.permanentKeys[key] { (entity, key) = permanent }
    guard key > 0, isOfOurStore(identifier, entity) || identifier.isTemporary,
      !isRegistered(key, inHierarchyOf: entity)
    else { return standIn(entity) }
    let object = fault(entity, key: key)
    // The row may be of another class than the identifier names, which may come out of a file. It is
    // read before it is deleted or related to under a wrong name.
    if entity.root.subentities.count > 0, let state = object._$state, state.isFault {
      fireFault(object, state, 0)
    }
    return object
  }

  /// The model with an identifier, if its row exists: an actor's subscript.
  func existingModel(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
    turn.enter()
    defer { turn.leave() }
    let object = model(for: identifier)
    guard let state = object._$state else { return nil }
    if state.isFault { fireFault(object, state, 0) }
    return state.isRowGone || state.isDeleted ? nil : object
  }

  private func isOfOurStore(_ identifier: PersistentIdentifier, _ entity: _Entity) -> Bool {
    identifier.storeIdentifier == scope(of: entity, isTemporary: false).storeIdentifier
  }

  /// A model that reports `isDeleted`, for an identifier without a row.
  func standIn(_ entity: _Entity?) -> any PersistentModel {
    guard let entity else { return EmptySchemaModel(backingData: DetachedBackingData(for: EmptySchemaModel.self)) }
    let object = entity.description.make()
    object.ensuredState._becomeStandIn()
    return object
  }
}

/// Stands in for a model in a container without entities.
final class EmptySchemaModel: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] { [] }
  var persistentBackingData: any BackingData<EmptySchemaModel>
  init(backingData: any BackingData<EmptySchemaModel>) { persistentBackingData = backingData }
}
