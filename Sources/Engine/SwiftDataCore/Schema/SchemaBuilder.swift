// SPDX-License-Identifier: Apache-2.0

/// Makes a schema's entities from model classes.
struct SchemaBuilder {
  private(set) var types: [any PersistentModel.Type] = []
  private(set) var entities: [Schema.Entity] = []
  private(set) var issues: [SwiftDataError] = []

  static func build(_ types: [any PersistentModel.Type]) -> SchemaBuilder {
    var builder = SchemaBuilder()
    builder.types = discover(types)
    let descriptions = builder.types.map { $0._$description }
    for (type, description) in zip(builder.types, descriptions) where description.type != type {
      builder.issues.append(.subclassIsNoModel(type))
    }
    if builder.issues.isEmpty { builder.issues = duplicateNames(descriptions.map(\.entityName)) }
    let inverses = InverseResolution.resolveWithIssues(descriptions)
    builder.issues += inverses.issues
    builder.makeEntities(descriptions, inverses: inverses.pairs)
    return builder
  }

  /// The listed classes with their superclasses, then every class that
  /// relationships lead to, in the order in which they are met.
  static func discover(_ listed: [any PersistentModel.Type]) -> [any PersistentModel.Type] {
    var found: [any PersistentModel.Type] = []
    var known: Set<ObjectIdentifier> = []

    func add(_ type: any PersistentModel.Type) {
      guard known.insert(ObjectIdentifier(type)).inserted else { return }
      // A hierarchy needs its base; a base comes before what inherits from it.
      if let superclass = type._$description.superclass { add(superclass) }
      found.append(type)
    }

    for type in listed { add(type) }
    var next = 0
    while next < found.count {
      for property in found[next]._$description.properties {
        switch property.kind {
        case .toOne(let destination), .toMany(let destination): add(destination)
        case .attribute: break
        }
      }
      next += 1
    }
    return found
  }

  /// An issue for each name that more than one entity has.
  static func duplicateNames(_ names: [String]) -> [SwiftDataError] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    return names.reduce(into: []) { issues, name in
      guard let count = counts.removeValue(forKey: name), count > 1 else { return }
      issues.append(
        SwiftDataError(
          .loadIssueModelContainer, "The schema has \(count) entities called \(name).",
          entity: name,
          advice: """
            Entities are named by their class, without the types it is nested in: give the classes \
            different names, or list one of them only.
            """))
    }
  }

  private mutating func makeEntities(
    _ descriptions: [_ModelDescription],
    inverses: [InverseResolution.Reference: InverseResolution.Reference]
  ) {
    var byType: [ObjectIdentifier: Schema.Entity] = [:]
    let keyPaths = Dictionary(
      descriptions.flatMap { description in
        description.properties.map {
          (InverseResolution.Reference(description, $0), $0.metadata?.keypath)
        }
      }, uniquingKeysWith: { first, _ in first })

    for description in descriptions {
      let entity = Schema.Entity(description.entityName)
      entity._type = description.type
      let own = description.properties[description.ownRange]
      entity.storedProperties = own.map { property in
        let reference = InverseResolution.Reference(description, property)
        let inverse = inverses[reference]
        return SchemaPropertyBuilder(property).make(
          inverseName: inverse?.property, inverseKeyPath: inverse.flatMap { keyPaths[$0] ?? nil })
      }
      issues += own.compactMap { SchemaPropertyBuilder($0).issue(entity: description.entityName) }
      addGroups(to: entity, description)
      byType[ObjectIdentifier(description.type)] = entity
      entities.append(entity)
    }
    // Superclasses come first, so what they hand down is complete.
    for description in descriptions {
      guard let superclass = description.superclass else { continue }
      byType[ObjectIdentifier(description.type)]?.superentity =
        byType[ObjectIdentifier(superclass)]
    }
  }

  private mutating func addGroups(to entity: Schema.Entity, _ description: _ModelDescription) {
    var unique = entity.storedProperties.filter(\.isUnique).map { [$0.name] }
    var indices = entity.storedProperties
      .filter { ($0 as? Schema.Attribute)?.options.contains(.indexed) == true }.map { [$0.name] }
    for metadata in description.type.metadataBeforeDescriptions {
      guard let groups = metadata.metadata as? any SchemaKeyPathGroups,
        // An overriding list may repeat the superclass's.
        groups.modelType == description.type
      else { continue }
      let isUnique = metadata.metadata?.isUnique == true
      let names = groups._groups { SchemaKeyPaths.name(of: $0, in: description.type) }
      for (names, group) in zip(names, groups.keyPathGroups) {
        guard let names else {
          issues.append(Self.unresolved(group.keyPaths, isUnique: isUnique, entity.name))
          continue
        }
        if isUnique { unique.append(names) } else { indices.append(names) }
        if group.isRTree { entity._spatialIndices.insert(names) }
      }
    }
    entity.uniquenessConstraints = Self.withoutRepetition(unique)
    let lists = Set(entity.properties.filter { ($0 as? Schema.Relationship)?.isToOneRelationship == false }.map(\.name))
    issues += entity.uniquenessConstraints.joined().filter { lists.contains($0) }.map {
      SwiftDataError(
        .loadIssueModelContainer,
        "A to-many relationship cannot be unique: its members are in rows of their own.",
        entity: entity.name, property: $0,
        advice: "Remove .unique, or make an attribute of the members unique in their class.")
    }
    entity.indices = Self.withoutRepetition(indices)
  }

  private static func withoutRepetition(_ groups: [[String]]) -> [[String]] {
    var known: Set<[String]> = []
    return groups.filter { !$0.isEmpty && known.insert($0).inserted }
  }

  private static func unresolved(
    _ keyPaths: [AnyKeyPath], isUnique: Bool, _ entity: String
  ) -> SwiftDataError {
    SwiftDataError(
      .unsupportedKeyPath,
      "\(isUnique ? "#Unique" : "#Index") names a property that is not persisted.", entity: entity,
      expression: "\(keyPaths)",
      advice: "List stored properties that are not marked @Transient.")
  }
}
