// SPDX-License-Identifier: Apache-2.0

extension ManagedObjectModel {
  /// The superentities of an entity, nearest first.
  package func ancestors(of entity: EntityDescription) -> [EntityDescription] {
    var ancestors: [EntityDescription] = []
    var current = entity
    while let name = current.superentity, let parent = self.entity(named: name),
      parent.name != entity.name, !ancestors.contains(where: { $0.name == name })
    {
      ancestors.append(parent)
      current = parent
    }
    return ancestors
  }

  /// The topmost entity above, or the entity itself.
  package func root(of entity: EntityDescription) -> EntityDescription {
    ancestors(of: entity).last ?? entity
  }

  /// The entity and all below it.
  package func family(of entity: EntityDescription) -> [EntityDescription] {
    entities.filter { other in
      other.name == entity.name || ancestors(of: other).contains { $0.name == entity.name }
    }
  }

  /// The topmost entity that has the property.
  package func declaring(_ property: String, from entity: EntityDescription) -> EntityDescription {
    ancestors(of: entity).last { $0.has(property) } ?? entity
  }

  /// The attributes that the entity does not inherit.
  package func ownAttributes(of entity: EntityDescription) -> [AttributeDescription] {
    guard let parent = ancestors(of: entity).first else { return entity.attributes }
    let inherited = Set(parent.attributes.map(\.name))
    return entity.attributes.filter { !inherited.contains($0.name) }
  }

  /// The relationships that the entity does not inherit.
  package func ownRelationships(of entity: EntityDescription) -> [RelationshipDescription] {
    guard let parent = ancestors(of: entity).first else { return entity.relationships }
    let inherited = Set(parent.relationships.map(\.name))
    return entity.relationships.filter { !inherited.contains($0.name) }
  }

  /// The relationship at the other end.
  package func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    guard let name = relationship.inverse else { return nil }
    return entity(named: relationship.destination)?.relationship(named: name)
  }
}

extension EntityDescription {
  /// Whether the entity declares or inherits a property.
  package func has(_ property: String) -> Bool {
    attributes.contains { $0.name == property } || relationships.contains { $0.name == property }
  }

  /// The attribute of a name, if there is one.
  package func attribute(named name: String) -> AttributeDescription? {
    attributes.first { $0.name == name }
  }

  /// The relationship of a name, if there is one.
  package func relationship(named name: String) -> RelationshipDescription? {
    relationships.first { $0.name == name }
  }
}
