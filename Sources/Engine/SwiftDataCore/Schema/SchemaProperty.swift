// SPDX-License-Identifier: Apache-2.0

/// A property of an entity: an attribute or a relationship.
///
/// ```swift
/// for property in schema.entitiesByName["Trip"]?.properties ?? [] where property.isUnique {
///   print(property.name, property.valueType)
/// }
/// ```
public protocol SchemaProperty: Decodable, Encodable, Hashable {
  /// The property's name.
  var name: String { get set }
  /// The name in earlier versions of the schema; the same as `name` if the
  /// property was never renamed.
  var originalName: String { get set }
  /// The type as declared.
  var valueType: any Any.Type { get set }
  /// Whether this is an attribute.
  var isAttribute: Bool { get }
  /// Whether this is a relationship.
  var isRelationship: Bool { get }
  /// Whether changes are tracked but nothing is stored.
  var isTransient: Bool { get }
  /// Whether the property may be `nil`.
  var isOptional: Bool { get }
  /// Whether no two models may have the same value.
  var isUnique: Bool { get }
}

extension SchemaProperty {
  /// False unless the conforming type says otherwise.
  public var isAttribute: Bool { false }
  /// False unless the conforming type says otherwise.
  public var isRelationship: Bool { false }
  /// False unless the conforming type says otherwise.
  public var isTransient: Bool { false }
  /// Whether the declared type is optional.
  public var isOptional: Bool { SchemaTypes.isOptional(valueType) }
}

extension SchemaProperty {
  /// Equality with a property of any type.
  func isEqual(to other: any SchemaProperty) -> Bool { (other as? Self) == self }
}
