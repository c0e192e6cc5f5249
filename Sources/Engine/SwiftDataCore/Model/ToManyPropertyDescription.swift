// SPDX-License-Identifier: Apache-2.0

/// A to-many relationship.
final class ToManyPropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, [V]>
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    guard case .value(let values) = stored(model) else { return .fault }
    return .objects(values)
  }

  override func resolved(_ model: M) -> [V] {
    if load(model) {
      let values = stored(model).loaded ?? []
      if !isKept(model), isReadable(model) { unload(model) }
      return values
    }
    let values = recorded(model).map { [_destination($0, V.self)] } ?? []
    store(.value(values), model)
    return values
  }

  override func assign(_ value: [V], to model: M) {
    let unique = Relationships.withoutDuplicates(value)
    Relationships.assign(model, index, to: .objects(unique)) { store(.value(unique), model) }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .objects(let objects):
      store(.value(objects.map { _destination($0, V.self) }), model)
    case .none: store(.value([]), model)
    default: store(.absent, model)
    }
  }

  override func setMembers(_ members: ArraySlice<any PersistentModel>, of model: any PersistentModel) {
    store(.value(Self.list(members)), model)
  }

  override func append(_ member: any PersistentModel, to model: any PersistentModel) {
    withMembers(of: model) { $0.append(_destination(member, V.self)) }
  }

  override func remove(_ member: any PersistentModel, from model: any PersistentModel) {
    guard let index = members(of: model)?.lastIndex(where: { $0 === member }) else { return }
    withMembers(of: model) { $0.remove(at: index) }
  }

  override func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool {
    members(of: model)?.contains { $0 === member } ?? false
  }

  override func relatedCount(of model: any PersistentModel) -> Int? {
    members(of: model)?.count
  }

  override func forEachRelated(
    of model: any PersistentModel, _ body: (any PersistentModel) -> Void
  ) {
    guard let members = members(of: model) else { return }
    for member in members { body(_destination(member, V.self)) }
  }

  /// The loaded members; the array is the property's own.
  private func members(of model: any PersistentModel) -> [AnyObject]? {
    guard let address = address(model, as: [AnyObject].self) else {
      guard case .value(let values) = stored(model) else { return nil }
      return values
    }
    return withExtendedLifetime(model) {
      guard case .value(let values) = address.pointee else { return nil }
      return values
    }
  }

  /// Changes the loaded members in place.
  private func withMembers(of model: any PersistentModel, _ body: (inout [V]) -> Void) {
    if let list = list(model, of: V.self) {
      if members(of: model) != nil { withExtendedLifetime(model) { body(&list.pointee) } }
      return
    }
    guard case .value(var values) = stored(model) else { return }
    // The array is taken out, so that changing it does not copy it.
    store(.absent, model)
    body(&values)
    store(.value(values), model)
  }
}

/// A to-many relationship that may be `nil`.
final class OptionalToManyPropertyDescription<M: PersistentModel, V: PersistentModel>:
  TypedPropertyDescription<M, [V]?>
{
  override func related(of model: any PersistentModel) -> RelatedValue {
    switch stored(model) {
    case .value(.some(let values)): .objects(values)
    case .value(nil): .none
    default: .fault
    }
  }

  override func resolved(_ model: M) -> [V]? {
    if load(model) {
      let values = stored(model).loaded ?? []
      if !isKept(model), isReadable(model) { unload(model) }
      return values
    }
    let values = recorded(model).map { [_destination($0, V.self)] }
    store(.value(values), model)
    return values
  }

  override func assign(_ value: [V]?, to model: M) {
    let unique = value.map { Relationships.withoutDuplicates($0) }
    Relationships.assign(model, index, to: unique.map { .objects($0) } ?? .none) {
      store(.value(unique), model)
    }
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    switch value {
    case .objects(let objects):
      store(.value(objects.map { _destination($0, V.self) }), model)
    case .none: store(.value(nil), model)
    default: store(.absent, model)
    }
  }

  override func setMembers(_ members: ArraySlice<any PersistentModel>, of model: any PersistentModel) {
    store(.value(Self.list(members)), model)
  }

  override func append(_ member: any PersistentModel, to model: any PersistentModel) {
    withMembers(of: model) { $0.append(_destination(member, V.self)) }
  }

  override func remove(_ member: any PersistentModel, from model: any PersistentModel) {
    guard let index = members(of: model)?.lastIndex(where: { $0 === member }) else { return }
    withMembers(of: model) { $0.remove(at: index) }
  }

  override func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool {
    members(of: model)?.contains { $0 === member } ?? false
  }

  override func relatedCount(of model: any PersistentModel) -> Int? {
    members(of: model)?.count
  }

  override func forEachRelated(
    of model: any PersistentModel, _ body: (any PersistentModel) -> Void
  ) {
    guard let members = members(of: model) else { return }
    for member in members { body(_destination(member, V.self)) }
  }

  /// The loaded members; the array is the property's own.
  private func members(of model: any PersistentModel) -> [AnyObject]? {
    guard let address = address(model, as: [AnyObject]?.self) else {
      guard case .value(.some(let values)) = stored(model) else { return nil }
      return values
    }
    return withExtendedLifetime(model) {
      guard case .value(.some(let values)) = address.pointee else { return nil }
      return values
    }
  }

  /// Changes the loaded members in place.
  private func withMembers(of model: any PersistentModel, _ body: (inout [V]) -> Void) {
    if let list = list(model, of: V.self) {
      if members(of: model) != nil { withExtendedLifetime(model) { body(&list.pointee) } }
      return
    }
    guard case .value(.some(var values)) = stored(model) else { return }
    // The array is taken out, so that changing it does not copy it.
    store(.absent, model)
    body(&values)
    store(.value(values), model)
  }
}
