// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A schema made ready for use: entities with numbers, properties with
/// destinations, inverses and rules. One per container, immutable.
package final class SchemaModel: Sendable {
  package let schema: Schema
  /// In the order in which Core Data numbers them (`EntityOrder`).
  package let entities: [_Entity]
  /// Whether any relationship is one to one.
  let hasOneToOne: Bool
  private let byType: [ObjectIdentifier: _Entity]
  private let byName: [String: _Entity]

  package init(schema: Schema) throws {
    if let issue = schema._issues.first { throw issue }
    self.schema = schema
    var byType: [ObjectIdentifier: _Entity] = [:]
    var byName: [String: _Entity] = [:]
    var all: [_Entity] = []
    for type in schema._types where byType[ObjectIdentifier(type)] == nil {
      let entity = _Entity(
        description: type._$description,
        schemaEntity: schema.entitiesByName[type._$description.entityName])
      byType[ObjectIdentifier(type)] = entity
      byName[entity.name] = entity
      all.append(entity)
    }
    for entity in all {
      guard let superclass = entity.description.superclass,
        let superentity = byType[ObjectIdentifier(superclass)]
      else { continue }
      entity.superentity = superentity
    }
    let ordered = EntityOrder.sorted(
      all, name: \.name, superentity: { $0.superentity?.name })
    for (ordinal, entity) in ordered.enumerated() {
      entity.ordinal = ordinal
      entity.root = entity.superentity?.root ?? entity
      entity.rootOrdinal = entity.root.ordinal
      entity.superentity?.subentities.append(entity)
    }
    for entity in ordered { try entity.connect(byType) }
    let inverses = InverseResolution.resolveWithIssues(ordered.map(\.description))
    for entity in ordered {
      for relationship in entity.relationships {
        guard let inverse = inverses.pairs[.init(entity: entity.name, property: relationship.name)]
        else { continue }
        relationship.inverse = byName[inverse.entity]?.property(named: inverse.property)
        relationship.isInverseInferred = inverses.inferred.contains(
          .init(entity: relationship.declaringEntity.name, property: relationship.name))
        if let destination = relationship.inverse?.destination {
          relationship.isOutsideInverse = !entity.isKind(of: destination)
        }
      }
    }
    for entity in ordered { entity.findReferences(ordered) }
    ObjectCircles.mark(ordered)
    hasOneToOne = ordered.contains { entity in
      entity.relationships.contains { !$0.isToMany && $0.inverse?.isToMany == false }
    }
    entities = ordered
    self.byType = byType
    self.byName = byName
  }

  package func entity(for type: any PersistentModel.Type) -> _Entity? {
    byType[ObjectIdentifier(type)]
  }

  package func entity(named name: String) -> _Entity? { byName[name] }
}

/// One entity of a container's schema.
@usableFromInline
package final class _Entity: @unchecked Sendable {
  // Unchecked: changed while the container's schema is made only, before anybody else has it.
  package let description: _ModelDescription
  package let schemaEntity: Schema.Entity?
  // Unchecked exclusivity, here and below: read for each row, and written only while the schema is made.
  /// Position among the schema's entities.
  @exclusivity(unchecked) package internal(set) var ordinal = 0
  // Entities refer to one another within the schema, which owns them all and which each user of one keeps.
  @exclusivity(unchecked) package internal(set) unowned(unsafe) var root: _Entity!
  /// The root's, without a detour by the root.
  @exclusivity(unchecked) var rootOrdinal = 0
  package internal(set) weak var superentity: _Entity?
  package internal(set) var subentities: [_Entity] = []
  /// Inherited first; the same indexes as in the description.
  @exclusivity(unchecked) package private(set) var properties: [_Property] = []
  @exclusivity(unchecked) package private(set) var relationships: [_Property] = []
  /// The properties that lie in columns of the entity's own row: attributes
  /// and to-one relationships. Two writers of one of them conflict.
  @exclusivity(unchecked) private(set) var ownColumns = PropertyMask.none
  /// Groups of properties whose values are unique, by index.
  @exclusivity(unchecked) package private(set) var uniquenessConstraints: [[_Property]] = []
  /// Relationships of any entity that can point here without a way back, at least from rows of some entities.
  package private(set) var oneWayReferences: [_Property] = []

  init(description: _ModelDescription, schemaEntity: Schema.Entity?) {
    self.description = description
    self.schemaEntity = schemaEntity
    properties = description.properties.map { _Property(description: $0, entity: self) }
    relationships = properties.filter(\.isRelationship)
    for property in properties where !property.isToMany { ownColumns.insert(property.index) }
  }

  package var name: String { description.entityName }
  package var type: any PersistentModel.Type { description.type }

  /// This entity and all below it.
  package var family: [_Entity] { [self] + subentities.flatMap(\.family) }

  /// Whether rows of its table are of several entities.
  package var isInHierarchy: Bool { !root.subentities.isEmpty }

  /// The to-one relationships that a path follows; `nil` if it leads elsewhere.
  package func toOneRelationships(_ path: PropertyPath) -> [_Property]? {
    guard path.elements.isEmpty else { return nil }
    var entity: _Entity? = self
    var steps: [_Property] = []
    for name in path.properties {
      guard let step = entity?.property(named: name), !step.isToMany, step.isRelationship else { return nil }
      steps.append(step)
      entity = step.destination
    }
    return steps
  }

  package func property(named name: String) -> _Property? {
    description.property(named: name).map { properties[$0.index] }
  }

  package func isKind(of other: _Entity) -> Bool {
    var entity: _Entity? = self
    while let current = entity {
      if current === other { return true }
      entity = current.superentity
    }
    return false
  }

  fileprivate func connect(_ entities: [ObjectIdentifier: _Entity]) throws {
    for property in relationships {
      let destination: any PersistentModel.Type
      switch property.description.kind {
      case .toOne(let type), .toMany(let type): destination = type
      case .attribute: continue
      }
      guard let entity = entities[ObjectIdentifier(destination)] else {
        throw SwiftDataError(
          .unknownSchema,
          "The schema has no entity \(destination), which is the destination of this relationship.",
          entity: name, property: property.name,
          advice: "Add \(destination).self to the schema.")
      }
      property.destination = entity
    }
    for group in schemaEntity?.uniquenessConstraints ?? [] {
      let members = group.compactMap { property(named: $0) }
      if members.count == group.count, !members.isEmpty { uniquenessConstraints.append(members) }
    }
    // A constraint of a superentity holds for its subentities' rows too.
    var ancestor = description.superclass.flatMap { entities[ObjectIdentifier($0)] }
    while let entity = ancestor {
      for group in entity.schemaEntity?.uniquenessConstraints ?? [] {
        let members = group.compactMap { property(named: $0) }
        let isKnown = uniquenessConstraints.contains { $0.map(\.name) == members.map(\.name) }
        if members.count == group.count, !members.isEmpty, !isKnown {
          uniquenessConstraints.append(members)
        }
      }
      ancestor = entity.description.superclass.flatMap { entities[ObjectIdentifier($0)] }
    }
  }

  fileprivate func findReferences(_ entities: [_Entity]) {
    for entity in entities {
      for property in entity.relationships[...] where property.isDeclared(by: entity) {
        guard property.inverse == nil || property.isOutsideInverse && !property.isToMany,
          let destination = property.destination, isKind(of: destination) || destination.isKind(of: self)
        else { continue }
        oneWayReferences.append(property)
      }
    }
  }
}

/// One property of an entity.
package final class _Property: @unchecked Sendable {
  // Unchecked: changed while the container's schema is made only, before anybody else has it.
  package let description: PropertyDescription
  // These three lie in the schema that owns this one; counting references would cost each access.
  package unowned(unsafe) let entity: _Entity
  /// Of a relationship.
  package internal(set) unowned(unsafe) var destination: _Entity?
  package internal(set) unowned(unsafe) var inverse: _Property?
  /// Whether no declaration names the inverse.
  package internal(set) var isInverseInferred = false
  /// Whether the inverse leads to other entities than the property's own: to a subclass, say, of the class that
  /// declares the property. Objects of this entity are then no members of it, and lead there as if there were none.
  // Unchecked exclusivity: as in `_Entity`.
  @exclusivity(unchecked) package internal(set) var isOutsideInverse = false
  /// Whether a context lets its reference go; see ``ObjectCircles``.
  // Unchecked exclusivity: as in `_Entity`.
  @exclusivity(unchecked) var closesCircles = false
  package let isRelationship: Bool
  package let isToMany: Bool
  package let deleteRule: Schema.Relationship.DeleteRule
  package let relationship: Schema.Relationship?
  package let attribute: Schema.Attribute?

  init(description: PropertyDescription, entity: _Entity) {
    self.description = description
    self.entity = entity
    switch description.kind {
    case .attribute:
      isRelationship = false
      isToMany = false
    case .toOne:
      isRelationship = true
      isToMany = false
    case .toMany:
      isRelationship = true
      isToMany = true
    }
    relationship = description.metadata?.metadata as? Schema.Relationship
    attribute = description.metadata?.metadata as? Schema.Attribute
    deleteRule = relationship?.deleteRule ?? .nullify
  }

  package var index: Int { description.index }
  package var name: String { description.name }
  package var isOptional: Bool { description.isOptional }

  /// Whether its declaration says which the inverse is, or that there is none.
  package var declaresInverse: Bool {
    guard let relationship else { return false }
    return relationship.inverseKeyPath != nil || relationship.excludesInverse
  }

  /// Neither side, or both, hold many: the pairs are rows of their own.
  package var isManyToMany: Bool { isToMany && (inverse?.isToMany ?? false) }

  /// Whether nothing leads back to objects of this entity.
  package var isOneWay: Bool { inverse == nil || isOutsideInverse }

  /// A to-many whose rows are found by a hidden column in the destination.
  package var isOneWayToMany: Bool { isToMany && inverse == nil }

  /// Whether the relationship is its own inverse: friends of friends.
  package var isOwnInverse: Bool {
    guard let inverse else { return false }
    return inverse.name == name && inverse.declaringEntity === declaringEntity
  }

  /// Of the two ends of a many-to-many, the one that writes the pairs.
  package var isCanonicalEnd: Bool {
    guard let inverse else { return true }
    return (declaringEntity.ordinal, index, name)
      <= (inverse.declaringEntity.ordinal, inverse.index, inverse.name)
  }

  /// The entity whose class declares the property.
  package var declaringEntity: _Entity {
    var owner = entity
    while let superentity = owner.superentity, index < superentity.description.count {
      owner = superentity
    }
    return owner
  }

  func isDeclared(by entity: _Entity) -> Bool { entity.description.ownRange.contains(index) }
}
