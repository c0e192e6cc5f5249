// SPDX-License-Identifier: Apache-2.0

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
