// SPDX-License-Identifier: Apache-2.0

/// Views of an entity's properties by kind and by name.
///
/// Reading any of them includes inherited properties; assigning changes the
/// entity's own properties only.
extension Schema.Entity {
  /// The attributes.
  public var attributes: Set<Schema.Attribute> {
    get { Set(properties.compactMap { $0 as? Schema.Attribute }) }
    set { replace(\.isAttribute, with: newValue.sorted { $0.name < $1.name }) }
  }

  /// The relationships.
  public var relationships: Set<Schema.Relationship> {
    get { Set(properties.compactMap { $0 as? Schema.Relationship }) }
    set { replace(\.isRelationship, with: newValue.sorted { $0.name < $1.name }) }
  }

  /// The attributes, by name.
  public var attributesByName: [String: Schema.Attribute] {
    get { byName(properties).compactMapValues { $0 as? Schema.Attribute } }
    set { attributes = Set(newValue.values) }
  }

  /// The relationships, by name.
  public var relationshipsByName: [String: Schema.Relationship] {
    get { byName(properties).compactMapValues { $0 as? Schema.Relationship } }
    set { relationships = Set(newValue.values) }
  }

  /// The entity's own properties, by name.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    get { byName(storedProperties) }
    set { replace({ _ in true }, with: newValue.values.sorted { $0.name < $1.name }) }
  }

  /// The inherited properties, by name.
  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    get { byName(inheritedProperties) }
    set { inheritedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  private func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
    // A subclass's property hides the inherited one of its name.
    Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { _, own in own })
  }

  /// Replaces some of the own properties. Those that stay keep their place,
  /// new ones follow.
  private func replace(
    _ isConcerned: (any SchemaProperty) -> Bool, with replacements: [any SchemaProperty]
  ) {
    let inherited = Set(inheritedProperties.map(\.name))
    var waiting = byName(replacements.filter { !inherited.contains($0.name) })
    var result: [any SchemaProperty] = []
    for property in storedProperties {
      if !isConcerned(property) {
        result.append(property)
      } else if let replacement = waiting.removeValue(forKey: property.name) {
        result.append(replacement)
      }
    }
    result += waiting.values.sorted { $0.name < $1.name }
    storedProperties = result
  }
}
