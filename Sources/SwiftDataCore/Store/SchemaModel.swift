import Foundation

/// A schema made ready for use: entities with numbers, properties with
/// destinations, inverses and rules. One per container, immutable.
public final class _SchemaModel: @unchecked Sendable {
  // Unchecked: changed while the container's schema is made only, before anybody else has it.
  public let schema: Schema
  /// Roots by name, case-insensitively, each followed depth-first by its
  /// subentities: the order in which Core Data numbers entities.
  public let entities: [_Entity]
  private let byType: [ObjectIdentifier: _Entity]
  private let byName: [String: _Entity]

  public init(schema: Schema) throws {
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
      superentity.subentities.append(entity)
    }
    func sorted(_ list: [_Entity]) -> [_Entity] {
      list.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }
    var ordered: [_Entity] = []
    func visit(_ entity: _Entity, root: _Entity) {
      entity.ordinal = ordered.count
      entity.root = root
      entity.rootOrdinal = root.ordinal
      ordered.append(entity)
      entity.subentities = sorted(entity.subentities)
      for subentity in entity.subentities { visit(subentity, root: root) }
    }
    for root in sorted(all.filter { $0.superentity == nil }) { visit(root, root: root) }
    entities = ordered
    self.byType = byType
    self.byName = byName
    for entity in ordered { try entity.connect(in: self) }
    let inverses = _InverseResolution.resolveWithIssues(ordered.map(\.description))
    for entity in ordered {
      for relationship in entity.relationships {
        guard let inverse = inverses.pairs[.init(entity: entity.name, property: relationship.name)]
        else { continue }
        relationship.inverse = byName[inverse.entity]?.property(named: inverse.property)
        relationship.isInverseInferred = inverses.inferred.contains(
          .init(entity: relationship.declaringEntity.name, property: relationship.name))
      }
    }
    for entity in ordered { entity.findReferences(in: self) }
    ObjectCircles.mark(ordered)
  }

  public func entity(for type: any PersistentModel.Type) -> _Entity? {
    byType[ObjectIdentifier(type)]
  }

  public func entity(named name: String) -> _Entity? { byName[name] }
}

/// One entity of a container's schema.
public final class _Entity: @unchecked Sendable {
  // Unchecked: changed while the container's schema is made only, before anybody else has it.
  public let description: _ModelDescription
  public let schemaEntity: Schema.Entity?
  /// Position among the schema's entities.
  @exclusivity(unchecked) public internal(set) var ordinal = 0
  // Entities refer to one another within the schema, which owns them all and which each user of one keeps.
  @exclusivity(unchecked) public internal(set) unowned(unsafe) var root: _Entity!
  /// The root's, without a detour by the root.
  @exclusivity(unchecked) var rootOrdinal = 0
  public internal(set) weak var superentity: _Entity?
  public internal(set) var subentities: [_Entity] = []
  /// Inherited first; the same indexes as in the description.
  @exclusivity(unchecked) public private(set) var properties: [_Property] = []
  @exclusivity(unchecked) public private(set) var relationships: [_Property] = []
  /// The properties that lie in columns of the entity's own row: attributes
  /// and to-one relationships. Two writers of one of them conflict.
  @exclusivity(unchecked) private(set) var ownColumns = _PropertyMask.none
  /// Groups of properties whose values are unique, by index.
  @exclusivity(unchecked) public private(set) var uniquenessConstraints: [[_Property]] = []
  /// Relationships without inverse, of any entity, that can point here.
  public private(set) var oneWayReferences: [_Property] = []

  init(description: _ModelDescription, schemaEntity: Schema.Entity?) {
    self.description = description
    self.schemaEntity = schemaEntity
    properties = description.properties.map { _Property(description: $0, entity: self) }
    relationships = properties.filter(\.isRelationship)
    for property in properties where !property.isToMany { ownColumns.insert(property.index) }
  }

  public var name: String { description.entityName }
  public var type: any PersistentModel.Type { description.type }

  /// This entity and all below it.
  public var family: [_Entity] { [self] + subentities.flatMap(\.family) }

  public func property(named name: String) -> _Property? {
    description.property(named: name).map { properties[$0.index] }
  }

  public func isKind(of other: _Entity) -> Bool {
    var entity: _Entity? = self
    while let current = entity {
      if current === other { return true }
      entity = current.superentity
    }
    return false
  }

  fileprivate func connect(in model: _SchemaModel) throws {
    for property in relationships {
      let destination: any PersistentModel.Type
      switch property.description.kind {
      case .toOne(let type), .toMany(let type): destination = type
      case .attribute: continue
      }
      guard let entity = model.entity(for: destination) else {
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
    var ancestor = description.superclass.flatMap { model.entity(for: $0) }
    while let entity = ancestor {
      for group in entity.schemaEntity?.uniquenessConstraints ?? [] {
        let members = group.compactMap { property(named: $0) }
        let isKnown = uniquenessConstraints.contains { $0.map(\.name) == members.map(\.name) }
        if members.count == group.count, !members.isEmpty, !isKnown {
          uniquenessConstraints.append(members)
        }
      }
      ancestor = entity.description.superclass.flatMap { model.entity(for: $0) }
    }
  }

  fileprivate func findReferences(in model: _SchemaModel) {
    for entity in model.entities {
      for property in entity.relationships[...] where property.isDeclared(by: entity) {
        guard property.inverse == nil, let destination = property.destination,
          isKind(of: destination) || destination.isKind(of: self)
        else { continue }
        oneWayReferences.append(property)
      }
    }
  }
}

/// One property of an entity.
public final class _Property: @unchecked Sendable {
  // Unchecked: changed while the container's schema is made only, before anybody else has it.
  public let description: _PropertyDescription
  // These three lie in the schema that owns this one; counting references would cost each access.
  public unowned(unsafe) let entity: _Entity
  /// Of a relationship.
  public internal(set) unowned(unsafe) var destination: _Entity?
  public internal(set) unowned(unsafe) var inverse: _Property?
  /// Whether no declaration names the inverse.
  public internal(set) var isInverseInferred = false
  /// Whether a context lets its reference go; see ``ObjectCircles``.
  @exclusivity(unchecked) var closesCircles = false
  public let isRelationship: Bool
  public let isToMany: Bool
  public let deleteRule: Schema.Relationship.DeleteRule
  public let relationship: Schema.Relationship?
  public let attribute: Schema.Attribute?

  init(description: _PropertyDescription, entity: _Entity) {
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

  public var index: Int { description.index }
  public var name: String { description.name }
  public var isOptional: Bool { description.isOptional }

  /// Whether its declaration says which the inverse is, or that there is none.
  public var declaresInverse: Bool {
    guard let relationship else { return false }
    return relationship.inverseKeyPath != nil || relationship.excludesInverse
  }

  /// Neither side, or both, hold many: the pairs are rows of their own.
  public var isManyToMany: Bool { isToMany && (inverse?.isToMany ?? false) }

  /// A to-many whose rows are found by a hidden column in the destination.
  public var isOneWayToMany: Bool { isToMany && inverse == nil }

  /// Whether the relationship is its own inverse: friends of friends.
  public var isOwnInverse: Bool {
    guard let inverse else { return false }
    return inverse.name == name && inverse.declaringEntity === declaringEntity
  }

  /// Of the two ends of a many-to-many, the one that writes the pairs.
  public var isCanonicalEnd: Bool {
    guard let inverse else { return true }
    return (declaringEntity.ordinal, index, name)
      <= (inverse.declaringEntity.ordinal, inverse.index, inverse.name)
  }

  /// The entity whose class declares the property.
  public var declaringEntity: _Entity {
    var owner = entity
    while let superentity = owner.superentity, index < superentity.description.count {
      owner = superentity
    }
    return owner
  }

  func isDeclared(by entity: _Entity) -> Bool { entity.description.ownRange.contains(index) }
}
