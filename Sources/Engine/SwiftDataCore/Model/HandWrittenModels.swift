// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Models whose conformance is written by hand, in the form of Apple's macro
/// expansion: their values live in a backing data, by key path.
///
/// They work like the others, at the price of a look-up per value.
enum HandWrittenModels {
  private static let descriptions = Mutex<[ObjectIdentifier: _ModelDescription]>([:])

  /// A cache by type, which holds nothing that could differ between schemas.
  static func description<M: PersistentModel>(of type: M.Type) -> _ModelDescription {
    if let known = descriptions.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    let description = _ModelDescription(type, superclass: nil) { builder in
      for metadata in type.metadataBeforeDescriptions where metadata.keypath is PartialKeyPath<M> {
        builder.handWritten(metadata)
      }
    }
    descriptions.withLock { $0[ObjectIdentifier(type)] = description }
    return description
  }

  /// The values of a hand-written model; `nil` for a macro-made one.
  static func values<M: PersistentModel>(of model: M) -> DetachedBackingData<M>? {
    guard !(type(of: model)._$description.isMacroMade) else { return nil }
    return model.persistentBackingData as? DetachedBackingData<M>
  }
}

extension DetachedBackingData {
  func read<V>(_ key: KeyPath<Model, V>, of model: Model) -> V {
    let known = state?.core
    known?.turn.enter()
    defer { known?.turn.leave() }
    if values[key] == nil, let state, let index = index(of: key) { _fault(model, index); _ = state }
    if let relation = values[key] as? RelatedKey, let core = state?.core,
      let property = state?.entity?.properties[relation.index], let state
    {
      let target = core.toOne(of: model, state, property, key: relation.key)
      values[key] = target as? V
    }
    return value(key)
  }

  func write<V>(_ key: KeyPath<Model, V>, _ new: V, of model: Model) {
    guard let state, let index = index(of: key) else { return store(key, new) }
    if let core = state.core, let property = state.entity?.properties[index],
      property.isRelationship
    {
      let targets =
        (new as? any PersistentModel).map { RelatedValue.object($0) }
        ?? (new as? [any PersistentModel]).map { .objects($0) }
      core.assign(model, index, targets ?? RelatedValue.none) { store(key, new) }
      return
    }
    guard let core = state.core else { return store(key, new) }
    core.turn.enter()
    defer { core.turn.leave() }
    core.willChange(model, state, index)
    store(key, new)
  }

  private func index(of key: PartialKeyPath<Model>) -> Int? {
    Model._$description.properties.first { $0.metadata?.keypath == key }?.index
  }
}

/// A to-one relationship of a hand-written model whose object is not loaded.
struct RelatedKey {
  let index: Int
  let key: Int64
}

extension PersistentModel {
  /// The state of a hand-written model lies in its backing data.
  public var _$ownState: _ModelState {
    // A backing data of the program's own has none: nothing is remembered.
    (persistentBackingData as? any StateHolder)?.ownState(of: self)
      ?? DetachedBackingData<Self>(for: Self.self).ownState(of: self)
  }

  public func _$load(_ row: inout _RowReader) {
    guard let own = persistentBackingData as? any StateHolder else { return }
    for property in Self._$description.properties where row.wants(property.index) {
      guard let key = property.metadata?.keypath else { continue }
      switch property.kind {
      case .attribute: if let value = row._decodeAny() { own.values[key] = value }
      case .toOne: own.values[key] = row._readKey().map { RelatedKey(index: property.index, key: $0) }
      case .toMany: break
      }
    }
  }

  public func _$store(_ writer: inout _RowWriter) {
    guard let own = persistentBackingData as? any StateHolder else { return }
    for property in Self._$description.properties where writer.wants(property.index) {
      guard let key = property.metadata?.keypath else { continue }
      let value = own.values[key]
      switch property.kind {
      case .attribute: writer._encodeAny(value)
      case .toOne:
        if let related = value as? RelatedKey {
          writer._bindRelated(nil, related.key)
        } else {
          writer._bindRelated(value as? any PersistentModel, 0)
        }
      case .toMany: break
      }
    }
  }
}

/// The untyped access to a hand-written model's backing data.
protocol StateHolder: AnyObject {
  func ownState(of model: AnyObject) -> _ModelState
  var values: [AnyKeyPath: Any] { get set }
}

extension DetachedBackingData: StateHolder {
  var ownState: _ModelState { _ModelState(self, storage) }
  /// `nil` until the model has been registered or asked for its identity.
  fileprivate var state: _ModelState? { ownState.isKnown ? ownState : nil }
}
