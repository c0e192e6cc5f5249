// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// Makes descriptions of classes out of the schema and the key paths of their properties.
struct SyncedSchemaBuilder {
  let schema: Schema
  let options: InheritedOptions
  let policies: [String: FieldPolicy]
  let known: FieldNames
  private(set) var types: [String: any PersistentModel.Type] = [:]

  mutating func add(_ type: any PersistentModel.Type) throws {
    func open<Model: PersistentModel>(_ type: Model.Type) -> String? { schema.entity(for: type)?.name }
    guard let name = open(type) else { throw SyncError.unknownModel("\(type)") }
    types[name] = type
  }

  func model(_ name: String) throws -> SyncedModel {
    guard let type = types[name], let entity = schema.entitiesByName[name] else { throw SyncError.unknownModel(name) }
    func open<Model: PersistentModel>(_ type: Model.Type) -> ModelAccess { ModelAccess(type) }
    var model = SyncedModel(name: name, access: open(type))
    model.family = family(entity)
    let paths = Dictionary(
      AppleGaps.properties(of: type).map { ($0.name, $0.path) } + inherited(entity), uniquingKeysWith: { own, _ in own }
    )
    for property in entity.properties where !property.isTransient {
      if options.isLocal(property.name, of: entity) {
        try addLocal(property, path: paths[property.name], of: entity, to: &model)
      } else if let relationship = property as? Schema.Relationship {
        try add(relationship, path: paths[property.name], of: entity, to: &model)
      } else if property.isAttribute {
        guard let path = paths[property.name], let access = AttributeAccess(path) else {
          throw SyncError.unsupportedProperty(model: name, property: property.name, type: "\(property.valueType)")
        }
        var attribute = SyncedAttribute(
          name: property.name, field: field(property, of: entity), type: typeName(property), access: access)
        attribute.isOptional = property.isOptional
        if let value = (property as? Schema.Attribute)?.defaultValue {
          attribute.initial = try? FieldCodec.encode(value)
          attribute.renew = renewal(of: property.name, entity, access)
        } else if property.isOptional {
          attribute.initial = .null
        }
        attribute.isSealed = try isSealed(property, entity)
        model.attributes.append(attribute)
      }
    }
    try check(model)
    return model
  }

  /// A type's name as a signature can have it: `Dictionary<String Int>?`.
  private func typeName(_ property: any SchemaProperty) -> String {
    "\(property.valueType)".filter { !",;:()[]".contains($0) } + (property.isOptional ? "?" : "")
  }

  private func addLocal(
    _ property: any SchemaProperty, path: AnyKeyPath?, of entity: Schema.Entity, to model: inout SyncedModel
  ) throws {
    if let relationship = property as? Schema.Relationship, relationship.isToOneRelationship, !relationship.isOptional {
      throw SyncError.invalidOption(
        "localProperties", name: "\(entity.name).\(property.name)",
        reason: "without which objects that come from other devices could not be")
    }
    if let relationship = property as? Schema.Relationship { try checkEnd(relationship, of: entity) }
    guard let attribute = property as? Schema.Attribute else { return }
    var isOwn = false
    if attribute.defaultValue != nil, let type = declaringType(of: property.name, entity),
      let access = path.flatMap({ AttributeAccess($0) })
    {
      model.locals.append(SyncedLocal(name: property.name, type: type, access: access))
      isOwn = renewal(of: property.name, entity, access) != nil
    }
    let isUnique = family(entity).contains { name in
      schema.entitiesByName[name]?.uniquenessConstraints.contains([property.name]) == true
    }
    if attribute.isUnique || isUnique, !isOwn, !attribute.isOptional { model.unfillable = property.name }
  }

  /// The other end alone does not keep a relationship on the device: records have it at the end that owns it.
  private func checkEnd(_ relationship: Schema.Relationship, of entity: Schema.Entity) throws {
    guard types[relationship.destination] != nil, let inverse = inverse(relationship),
      !isOwner(relationship, of: entity),
      let other = schema.entitiesByName[relationship.destination], !options.isLocal(inverse.name, of: other)
    else { return }
    throw SyncError.invalidOption(
      "localProperties", name: "\(entity.name).\(relationship.name)",
      reason: "but records have the relationship at its other end, '\(other.name).\(inverse.name)'")
  }

  /// What makes an attribute's default value anew; nil: it is always the same.
  private func renewal(
    of name: String, _ entity: Schema.Entity, _ access: AttributeAccess
  ) -> (@Sendable () -> SyncValue?)? {
    guard let type = declaringType(of: name, entity) else { return nil }
    let renew: @Sendable () -> SyncValue? = {
      AppleGaps.defaults(of: type)[name].flatMap { try? FieldCodec.encode($0) }
    }
    guard let first = renew(), let second = renew(), !access.isSame(first, second) else { return nil }
    return renew
  }

  private func declaringType(of property: String, _ entity: Schema.Entity) -> (any PersistentModel.Type)? {
    options.lineage(entity).compactMap { types[$0] }.first { type in
      AppleGaps.properties(of: type).contains { $0.name == property }
    }
  }

  /// Two properties in one field would overwrite each other.
  private func check(_ model: SyncedModel) throws {
    let all = model.attributes.map { ($0.field, $0.name) } + model.relationships.map { ($0.field, $0.name) }
    for (field, properties) in Dictionary(grouping: all, by: \.0).sorted(by: { $0.key < $1.key })
    where properties.count > 1 {
      throw SyncError.sharedField(model: model.name, field: field, properties: properties.map(\.1).sorted())
    }
  }

  func core(_ model: SyncedModel) -> SyncSchema.Model {
    var core = SyncSchema.Model()
    core.fields = Set(model.attributes.map(\.field))
    core.fields.formUnion(model.relationships.filter { !$0.isToMany }.map(\.field))
    let entity = schema.entitiesByName[model.name]
    let single = entity?.uniquenessConstraints.filter { $0.count == 1 }.compactMap(\.first) ?? []
    core.unique = model.attributes.filter { attribute in
      single.contains(attribute.name) || entity?.properties.first { $0.name == attribute.name }?.isUnique == true
    }.map(\.field)
    core.sealed = Set(model.sealed.map(\.field))
    core.deleteWins = entity.map(options.deletionWins) ?? false
    for relationship in model.relationships where isOwned(relationship, entity) {
      core.reviving.insert(relationship.field)
    }
    for relationship in model.relationships {
      let own = entity?.properties.first { $0.name == relationship.name } as? Schema.Relationship
      if own?.deleteRule == .cascade { core.owned.insert(relationship.field) }
      if own.flatMap(inverse)?.deleteRule == .cascade { core.owners.insert(relationship.field) }
    }
    for attribute in model.attributes {
      guard let entity else { continue }
      switch options.rule(of: attribute.name, of: entity) {
      case .server: core.policies[attribute.field] = .server
      case .device: core.policies[attribute.field] = .client
      case .newer, nil: break
      }
      let policy = options.lineage(entity).lazy.compactMap { policies["\($0).\(attribute.name)"] }.first
      if let policy { core.policies[attribute.field] = policy }
    }
    return core
  }

  /// Whether an object makes no sense without the end: then the end comes back for an object that was added meanwhile.
  private func isOwned(_ relationship: SyncedRelationship, _ entity: Schema.Entity?) -> Bool {
    guard !relationship.isToMany else { return false }
    if relationship.isRequired { return true }
    let own = entity?.properties.first { $0.name == relationship.name } as? Schema.Relationship
    return own.flatMap(inverse)?.deleteRule == .cascade
  }

  /// Whether an attribute is encrypted. A unique one cannot be: the server would have to compare what it must not know;
  /// and where values cannot be read, the store would take objects for equal that have only the same default value.
  private func isSealed(_ property: any SchemaProperty, _ entity: Schema.Entity) throws -> Bool {
    let (name, model) = (property.name, entity.name)
    guard
      (property as? Schema.Attribute)?.options.contains(.allowsCloudEncryption) == true
        || options.isEncrypted(name, of: entity)
    else { return false }
    guard Cipher.isAvailable else { throw SyncError.encryptionUnavailable(model: model, property: name) }
    let constraints = family(entity).flatMap { schema.entitiesByName[$0]?.uniquenessConstraints ?? [] }
    guard !property.isUnique, !constraints.contains(where: { $0.contains(name) }) else {
      throw SyncError.encryptedUnique(model: model, property: name)
    }
    return true
  }

  /// The name of a property in records: subclasses that inherit it have the same one.
  private func field(_ property: any SchemaProperty, of entity: Schema.Entity?) -> String {
    if let name = options.field(of: property.name, of: entity) { return name }
    let declarer = declarer(of: property.name, entity)
    return known.field(
      of: property, in: declarer, among: schema.entitiesByName[declarer]?.storedProperties ?? entity?.properties ?? [])
  }

  /// Notes what the next version of the app may not say of the names of fields.
  func note(_ model: SyncedModel, in names: inout FieldNames) {
    guard let entity = schema.entitiesByName[model.name] else { return }
    for property in entity.properties {
      let field =
        model.attributes.first { $0.name == property.name }?.field
        ?? model.relationships.first { $0.name == property.name }?.field
      guard let field else { continue }
      names.note(field, of: property, in: declarer(of: property.name, entity))
    }
  }

  private func inherited(_ entity: Schema.Entity) -> [(String, AnyKeyPath)] {
    var found: [(String, AnyKeyPath)] = []
    var name = entity.superentityName
    while let next = name {
      if let type = types[next] { found += AppleGaps.properties(of: type).map { ($0.name, $0.path) } }
      name = schema.entitiesByName[next]?.superentityName
    }
    return found
  }

  private func family(_ entity: Schema.Entity) -> Set<String> { Set(options.lineage(entity)) }

  private func isInFamily(_ name: String, of destination: String) -> Bool {
    schema.entitiesByName[name].map { family($0).contains(destination) } ?? false
  }

  private func inverse(_ relationship: Schema.Relationship) -> Schema.Relationship? {
    guard let name = relationship.inverseName else { return nil }
    return schema.entitiesByName[relationship.destination]?.properties.first { $0.name == name }
      as? Schema.Relationship
  }

  /// One side has it: the one that leads to one object, or else the one whose name comes first.
  private func isOwner(_ relationship: Schema.Relationship, of entity: Schema.Entity) -> Bool {
    let inverse = inverse(relationship)
    switch (relationship.isToOneRelationship, inverse?.isToOneRelationship) {
    case (_, nil), (true, false): return true
    case (false, true): return false
    default:
      let own = "\(declarer(of: relationship.name, entity)).\(relationship.name)"
      let end = schema.entitiesByName[relationship.destination]
      let other = "\(declarer(of: inverse?.name ?? "", end)).\(inverse?.name ?? "")"
      return own <= other
    }
  }

  private func add(
    _ relationship: Schema.Relationship, path: AnyKeyPath?, of entity: Schema.Entity, to model: inout SyncedModel
  ) throws {
    let (name, destination) = (relationship.name, relationship.destination)
    let isRequired = relationship.isToOneRelationship && !relationship.isOptional
    guard let type = types[destination] else {
      // What leads to objects that stay on the device stays there, too.
      guard isRequired else { return }
      throw SyncError.destinationNotSynced(model: model.name, property: name, destination: destination)
    }
    guard let path, let access = RelationshipAccess(path, destination: type) else {
      throw SyncError.unsupportedProperty(model: model.name, property: name, type: "\(relationship.valueType)")
    }
    let inverse = inverse(relationship)
    if isOwner(relationship, of: entity) {
      let isSymmetric = inverse?.name == name && isInFamily(model.name, of: destination)
      model.relationships.append(
        SyncedRelationship(
          name: name, field: field(relationship, of: entity), isToMany: !relationship.isToOneRelationship,
          isRequired: isRequired,
          isExclusive: relationship.isToOneRelationship
            ? inverse?.isToOneRelationship == true && !isSymmetric : inverse == nil,
          leavesOut: schema.entitiesByName.keys.contains { types[$0] == nil && isInFamily($0, of: destination) },
          ends: Set(types.keys.filter { isInFamily($0, of: destination) }),
          access: access))
    } else if let inverse {
      model.inverses.append(
        SyncedInverse(
          name: name, access: access, field: field(inverse, of: schema.entitiesByName[destination]),
          isToMany: !inverse.isToOneRelationship,
          owners: Set(types.keys.filter { isInFamily($0, of: destination) })))
    }
  }

  /// The class that declares a property: subclasses that inherit it have the same side.
  private func declarer(of property: String, _ entity: Schema.Entity?) -> String {
    var current = entity
    while let next = current {
      if next.storedProperties.contains(where: { $0.name == property }) { return next.name }
      current = next.superentityName.flatMap { schema.entitiesByName[$0] }
    }
    return entity?.name ?? ""
  }
}
