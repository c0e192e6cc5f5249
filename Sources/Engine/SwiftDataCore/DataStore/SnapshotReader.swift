// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Moves values between backing data and snapshots, property by property.
enum SnapshotReader {
  static func snapshot(
    of backingData: any BackingData,
    related: inout [PersistentIdentifier: any BackingData]
  ) -> DefaultSnapshot {
    func open<B: BackingData>(
      _ backingData: B, _ related: inout [PersistentIdentifier: any BackingData]
    ) -> DefaultSnapshot {
      let description = B.Model._$description
      var values: [String: SnapshotValue] = [:]
      for property in description.properties {
        values[property.name] = value(of: property, backingData, &related)
      }
      return DefaultSnapshot(
        persistentIdentifier: backingData.persistentModelID
          ?? ._row(
            TemporaryKeys.next(),
            scope: IdentifierScope(storeIdentifier: nil, entityName: description.entityName)),
        values: values)
    }
    return open(concrete(backingData), &related)
  }

  /// The values of a model, under its own class.
  static func backingData(of model: any PersistentModel) -> any BackingData {
    func open<M: PersistentModel>(_ model: M) -> any BackingData {
      M._$description.isMacroMade ? ModelBackingData(model: model) : model.persistentBackingData
    }
    return open(model)
  }

  /// The backing data with the class of its instance: a superclass gives out
  /// that of its subclasses under its own name.
  static func concrete(_ backingData: any BackingData) -> any BackingData {
    // Asking for the identity makes the state, which leads to the instance.
    guard backingData.persistentModelID != nil,
      let model = (backingData.metadata as? _ModelState)?.owner as? any PersistentModel
    else { return backingData }
    func open<M: PersistentModel>(_ model: M) -> any BackingData { ModelBackingData(model: model) }
    return open(model)
  }

  private static func value<B: BackingData>(
    of property: PropertyDescription, _ backingData: B,
    _ related: inout [PersistentIdentifier: any BackingData]
  ) -> SnapshotValue? {
    guard let keyPath = ModelKeyPaths.keyPath(property.index, of: B.Model.self) else { return nil }
    switch property.kind {
    case .attribute:
      guard let type = property.valueType as? any Codable.Type else { return transformed(property, backingData) }
      return attribute(type, keyPath, backingData)
    case .toOne(let type), .toMany(let type):
      let (objects, isToMany) = objects(type, keyPath, backingData)
      for object in objects { note(object, &related) }
      if isToMany { return .identifiers(objects.map(\.persistentModelID)) }
      return objects.first.map { .identifier($0.persistentModelID) } ?? SnapshotValue.none
    }
  }

  /// What only a transformer can write: the bytes that it makes of the value.
  private static func transformed<B: BackingData>(
    _ property: PropertyDescription, _ backingData: B
  ) -> SnapshotValue? {
    guard let model = (concrete(backingData).metadata as? _ModelState)?.owner as? any PersistentModel,
      let codec = property.codec, let value = property.read(model),
      let columns = try? ConstantColumns.columns(of: value, codec: codec, B.Model._$description)
    else { return nil }
    if case .bytes(let bytes)? = columns.first { return .value(Data(bytes)) }
    return SnapshotValue.none
  }

  private static func attribute<B: BackingData, V: Codable>(
    _: V.Type, _ keyPath: PartialKeyPath<B.Model>, _ backingData: B
  ) -> SnapshotValue? {
    guard let keyPath = keyPath as? KeyPath<B.Model, V> else { return nil }
    return .of(backingData.getValue(forKey: keyPath))
  }

  private static func objects<B: BackingData, D: PersistentModel>(
    _: D.Type, _ keyPath: PartialKeyPath<B.Model>, _ backingData: B
  ) -> (objects: [any PersistentModel], isToMany: Bool) {
    switch keyPath {
    case let keyPath as KeyPath<B.Model, D?>:
      (backingData.getValue(forKey: keyPath).map { [$0] } ?? [], false)
    case let keyPath as KeyPath<B.Model, D>: ([backingData.getValue(forKey: keyPath)], false)
    case let keyPath as KeyPath<B.Model, [D]>: (backingData.getValue(forKey: keyPath), true)
    case let keyPath as KeyPath<B.Model, [D]?>: (backingData.getValue(forKey: keyPath) ?? [], true)
    default: ([], false)
    }
  }

  private static func note<M: PersistentModel>(
    _ object: M, _ related: inout [PersistentIdentifier: any BackingData]
  ) {
    if related[object.persistentModelID] == nil {
      related[object.persistentModelID] = object.persistentBackingData
    }
  }
}

extension DefaultSnapshot {
  /// Assigns the attributes; true if there was a value of the right type for
  /// each one that the model can be given.
  func apply(to backingData: any BackingData) -> Bool {
    func open<B: BackingData>(_ backingData: B) -> Bool {
      var isComplete = true
      for property in B.Model._$description.properties {
        guard case .attribute = property.kind, !property.isConstant,
          let type = property.valueType as? any Codable.Type,
          let keyPath = ModelKeyPaths.keyPath(property.index, of: B.Model.self)
        else { continue }
        isComplete = assign(property.name, type, keyPath, backingData) && isComplete
      }
      return isComplete
    }
    return open(SnapshotReader.concrete(backingData))
  }

  private func assign<B: BackingData, V: Codable>(
    _ name: String, _: V.Type, _ keyPath: PartialKeyPath<B.Model>, _ backingData: B
  ) -> Bool {
    guard let keyPath = keyPath as? KeyPath<B.Model, V>, let value = values[name]?.typed(V.self)
    else { return false }
    backingData.setValue(forKey: keyPath, to: value)
    return true
  }
}
