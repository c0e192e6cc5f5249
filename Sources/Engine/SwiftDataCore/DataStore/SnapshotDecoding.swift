// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Reads the values of a snapshot as the types of its model's properties, by whatever decoder it comes from.
///
/// A decoder decides by the type that it is asked for: a date may be a number or a text, data an array or Base64. So the
/// class is looked up by the name in the snapshot's identifier. Within a call of a custom store that is the class in the
/// container's schema; elsewhere, as where a store opens its file, one of the schemas that the program has made.
enum SnapshotDecoding {
  typealias Container = KeyedDecodingContainer<DataStoreSnapshotCodingKey>

  /// The models of the container whose store is being called.
  @TaskLocal static var model: SchemaModel?

  static func values(_ container: Container, entityName: String) throws -> [String: SnapshotValue] {
    let names = container.allKeys.compactMap { key in
      if case .modeledProperty(let name) = key { name } else { nil }
    }
    let descriptions = descriptions(entityName, names)
    for description in descriptions {
      if let values = try? values(container, names, description, strictly: true) { return values }
    }
    return try values(container, names, descriptions.first, strictly: false)
  }

  /// The classes that the values may be of, the likeliest first.
  ///
  /// Two versions of a schema have classes of one name: a store that opens an old file may read it by either.
  private static func descriptions(_ entityName: String, _ names: [String]) -> [_ModelDescription] {
    if let own = model?.entity(named: entityName)?.description { return [own] }
    let known = KnownModels.types(named: entityName).map { $0._$description }
    let fitting = known.filter { description in names.allSatisfy { description.property(named: $0) != nil } }
    return fitting.isEmpty ? Array(known.prefix(1)) : fitting
  }

  /// - Parameters:
  ///   - description: `nil` if no schema has the class: the values are kept as they come.
  ///   - isStrict: Whether a value that is not of its property's type is an error.
  private static func values(
    _ container: Container, _ names: [String], _ description: _ModelDescription?, strictly isStrict: Bool
  ) throws -> [String: SnapshotValue] {
    var values: [String: SnapshotValue] = [:]
    let missing = description?.properties.filter { !names.contains($0.name) } ?? []
    for name in names {
      let key = DataStoreSnapshotCodingKey.modeledProperty(name)
      // `imageURL` comes back as `imageUrl` from a coder that has made `image_url` of it.
      let property =
        description?.property(named: name)
        ?? missing.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }
      guard let property else {
        values[name] = try container.decode(SnapshotValue.self, forKey: key)
        continue
      }
      do {
        values[property.name] = try value(of: property, container, key)
      } catch {
        if isStrict { throw error }
        values[property.name] = .wrongType(try container.decode(SnapshotValue.self, forKey: key))
      }
    }
    return values
  }

  private static func value(
    of property: PropertyDescription, _ container: Container, _ key: DataStoreSnapshotCodingKey
  ) throws -> SnapshotValue {
    if try container.decodeNil(forKey: key) { return .none }
    switch property.kind {
    case .toOne: return .identifier(try container.decode(PersistentIdentifier.self, forKey: key))
    case .toMany: return .identifiers(try container.decode([PersistentIdentifier].self, forKey: key))
    case .attribute:
      // What only a transformer can read is there as the bytes that it has made.
      guard let type = property.valueType as? any Codable.Type else {
        return .value(try container.decode(Data.self, forKey: key))
      }
      func open<V: Codable>(_: V.Type) throws -> SnapshotValue { .of(try container.decode(V.self, forKey: key)) }
      return try open(type)
    }
  }
}

/// The model classes of the program's schemas, by the names of their entities.
enum KnownModels {
  private static let known = Mutex<[String: [any PersistentModel.Type]]>([:])

  static func note(_ types: [any PersistentModel.Type]) {
    let named = types.map { (name: $0._$description.entityName, type: $0) }
    known.withLock { known in
      for (name, type) in named {
        if let first = known[name]?.first, first == type { continue }
        known[name]?.removeAll { $0 == type }
        known[name, default: []].insert(type, at: 0)
      }
    }
  }

  /// The class that came up last is the first.
  static func types(named name: String) -> [any PersistentModel.Type] { known.withLock { $0[name] ?? [] } }
}
