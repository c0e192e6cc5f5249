// SPDX-License-Identifier: Apache-2.0

/// The values of any model at one time, by property name.
///
/// ```swift
/// let data = try JSONEncoder().encode(request.inserted)
/// let snapshots = try JSONDecoder().decode([DefaultSnapshot].self, from: data)
/// ```
///
/// The encoded form has the identity under `persistentIdentifier`, and one key
/// for each property: attributes as their types encode themselves,
/// relationships as identifiers.
///
/// Encoder and decoder may have any strategies for dates, data, floating-point numbers and keys, as long as both have
/// the same. Each value is decoded as the type of its property, in the class that the identity names. That class must
/// be in a schema that the program has created.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The model's identity.
  public let persistentIdentifier: PersistentIdentifier
  /// By property name.
  let values: [String: SnapshotValue]

  init(persistentIdentifier: PersistentIdentifier, values: [String: SnapshotValue]) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
  }

  /// Takes the values of a model.
  ///
  /// Of properties that are not Codable (`.transformable`) it has the bytes that their transformers make.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    self = SnapshotReader.snapshot(of: backingData, related: &relatedBackingDatas)
  }

  /// Reads what ``encode(to:)`` wrote.
  ///
  /// A value that is not of its property's type is kept as it is; the context that
  /// gets the snapshot says which one.
  ///
  /// - Throws: `DecodingError` if there is no identity.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    persistentIdentifier = try container.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    values = try SnapshotDecoding.values(container, entityName: persistentIdentifier.entityName)
  }

  /// Writes the identity, and each property under its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: .modeledProperty(name))
    }
  }

  /// Copies the values under another identity, and replaces the identifiers
  /// of related models.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    DefaultSnapshot(
      persistentIdentifier: persistentIdentifier,
      values: values.mapValues { $0.remapped(remappedIdentifiers ?? [:]) })
  }
}
