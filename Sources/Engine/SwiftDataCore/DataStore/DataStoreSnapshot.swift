// SPDX-License-Identifier: Apache-2.0

/// The requirements for the values of a snapshot.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one model at one time, as they go between a context and a
/// store: a value that can be sent and encoded.
///
/// ``DefaultSnapshot`` serves for any model. A snapshot type of your own may
/// keep the values in the form in which the store writes them.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// The model's identity; temporary before its first save.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Takes the values of a model.
  ///
  /// - Parameters:
  ///   - backingData: The model's values.
  ///   - relatedBackingDatas: The values of models that it refers to; an
  ///     initializer adds those it has come across.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// Copies the values under another identity.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identity of the copy.
  ///   - remappedIdentifiers: Which identifiers of related models have
  ///     become which.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

extension DataStoreSnapshot {
  /// Assigns the snapshot's attributes to a model's backing data.
  /// Relationships are left alone.
  ///
  /// - Returns: Whether all attributes were assigned; `false` for snapshots
  ///   whose values are not known here.
  public func _applyToBackingData(_ backingData: any BackingData) -> Bool {
    (self as? DefaultSnapshot)?.apply(to: backingData) ?? false
  }
}

/// The keys of an encoded snapshot: the identity, and one for each property.
///
/// ```swift
/// let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
/// let name = try container.decode(String.self, forKey: .modeledProperty("name"))
/// ```
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
  /// The model's identity.
  case persistentIdentifier
  /// The property with this name.
  case modeledProperty(String)

  private static let identifierName = "persistentIdentifier"

  /// `persistentIdentifier`, or the name of a property.
  public init?(stringValue: String) {
    self =
      stringValue == Self.identifierName ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// There are no keys without a name.
  public init?(intValue: Int) { nil }

  /// `persistentIdentifier`, or the name of the property.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: Self.identifierName
    case .modeledProperty(let name): name
    }
  }

  /// Always `nil`.
  public var intValue: Int? { nil }
}
