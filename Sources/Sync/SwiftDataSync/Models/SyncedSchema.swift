// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// The classes that are synced, and what the core must know of them.
struct SyncedSchema: Sendable {
  private(set) var models: [String: SyncedModel] = [:]
  private(set) var core = SyncSchema()

  /// - Parameter policies: Of attributes, by `"Class.property"`, before those of the options.
  init(
    _ types: [any PersistentModel.Type], in schema: Schema, options: SyncOptions, policies: [String: FieldPolicy] = [:]
  ) throws {
    var builder = SyncedSchemaBuilder(schema: schema, options: options, policies: policies)
    for type in types { try builder.add(type) }
    for name in builder.types.keys.sorted() {
      let model = try builder.model(name)
      models[name] = model
      core.models[name] = builder.core(model)
    }
    core.models.merge(KeyRecords.models) { own, _ in own }
    core.models.merge(ShareRecords.models) { own, _ in own }
  }

  /// Encrypted attributes, as `Class.field`.
  var sealedFields: Set<String> {
    Set(models.values.flatMap { model in model.sealed.map { "\(model.name).\($0.field)" } })
  }

  /// All fields and to-many relationships, as `Class.field`.
  var fields: Set<String> { Self.fields(ofSignature: signature) }

  static func fields(ofSignature text: String) -> Set<String> {
    Set(
      text.split(separator: ";").flatMap { model -> [String] in
        guard let start = model.firstIndex(of: "("), model.hasSuffix(")") else { return [] }
        return model[model.index(after: start)...].dropLast().split(separator: ",").map { "\(model[..<start]).\($0)" }
      })
  }

  /// What it is made of, as a text: a device that has another one since an update looks at all its records again.
  var signature: String {
    models.keys.sorted().map { name in
      let fields = core.models[name]?.fields.sorted() ?? []
      let sets = models[name]?.relationships.filter(\.isToMany).map(\.field).sorted() ?? []
      return "\(name)(\((fields + sets).joined(separator: ",")))"
    }.joined(separator: ";")
  }
}

/// Makes descriptions of classes out of the schema and the key paths of their properties.
private struct SyncedSchemaBuilder {
  let schema: Schema
  let options: SyncOptions
  let policies: [String: FieldPolicy]
  var types: [String: any PersistentModel.Type] = [:]

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
    let local = options.localProperties[name] ?? []
    for property in entity.properties where !property.isTransient && !local.contains(property.name) {
      if let relationship = property as? Schema.Relationship {
        try add(relationship, path: paths[property.name], of: entity, to: &model)
      } else if property.isAttribute {
        guard let path = paths[property.name], let access = AttributeAccess(path) else {
          throw SyncError.unsupportedProperty(model: name, property: property.name, type: "\(property.valueType)")
        }
        var attribute = SyncedAttribute(name: property.name, field: field(property), access: access)
        if let value = (property as? Schema.Attribute)?.defaultValue {
          attribute.initial = try? FieldCodec.encode(value)
        } else if property.isOptional {
          attribute.initial = .null
        }
        attribute.isSealed = try isSealed(property, entity)
        model.attributes.append(attribute)
      }
    }
    return model
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
    core.deleteWins = options.deletionsWin.contains(model.name)
    for relationship in model.relationships where isOwned(relationship, entity) {
      core.reviving.insert(relationship.field)
    }
    for relationship in model.relationships {
      let own = entity?.properties.first { $0.name == relationship.name } as? Schema.Relationship
      if own?.deleteRule == .cascade { core.owned.insert(relationship.field) }
      if own.flatMap(inverse)?.deleteRule == .cascade { core.owners.insert(relationship.field) }
    }
    for attribute in model.attributes {
      switch options.rules["\(model.name).\(attribute.name)"] {
      case .server: core.policies[attribute.field] = .server
      case .device: core.policies[attribute.field] = .client
      case .newer, nil: break
      }
      if let policy = policies["\(model.name).\(attribute.name)"] { core.policies[attribute.field] = policy }
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

  /// Whether an attribute is encrypted. A unique one cannot be: the server would have to compare what it must not know; and
  /// where values cannot be read, the store would take objects for equal that have only the same default value.
  private func isSealed(_ property: any SchemaProperty, _ entity: Schema.Entity) throws -> Bool {
    let (name, model) = (property.name, entity.name)
    guard
      (property as? Schema.Attribute)?.options.contains(.allowsCloudEncryption) == true
        || options.encryptedProperties[model]?.contains(name) == true
    else { return false }
    guard Cipher.isAvailable else { throw SyncError.encryptionUnavailable(model: model, property: name) }
    let constraints = family(entity).flatMap { schema.entitiesByName[$0]?.uniquenessConstraints ?? [] }
    guard !property.isUnique, !constraints.contains(where: { $0.contains(name) }) else {
      throw SyncError.encryptedUnique(model: model, property: name)
    }
    return true
  }

  private func field(_ property: any SchemaProperty) -> String {
    property.originalName.isEmpty ? property.name : property.originalName
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

  private func family(_ entity: Schema.Entity) -> Set<String> {
    var names: Set<String> = []
    var name: String? = entity.name
    while let next = name, names.insert(next).inserted { name = schema.entitiesByName[next]?.superentityName }
    return names
  }

  private func isInFamily(_ name: String, of destination: String) -> Bool {
    schema.entitiesByName[name].map { family($0).contains(destination) } ?? false
  }

  private func inverse(_ relationship: Schema.Relationship) -> Schema.Relationship? {
    guard let name = relationship.inverseName else { return nil }
    return schema.entitiesByName[relationship.destination]?.properties.first { $0.name == name }
      as? Schema.Relationship
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
    // One side has it: the one that leads to one object, or else the one whose name comes first.
    let isOwner: Bool
    switch (relationship.isToOneRelationship, inverse?.isToOneRelationship) {
    case (_, nil), (true, false): isOwner = true
    case (false, true): isOwner = false
    default:
      let own = "\(declarer(of: name, entity)).\(name)"
      let other = "\(declarer(of: inverse?.name ?? "", schema.entitiesByName[destination])).\(inverse?.name ?? "")"
      isOwner = own <= other
    }
    if isOwner {
      let isSymmetric = inverse?.name == name && isInFamily(model.name, of: destination)
      model.relationships.append(
        SyncedRelationship(
          name: name, field: field(relationship), isToMany: !relationship.isToOneRelationship, isRequired: isRequired,
          isExclusive: relationship.isToOneRelationship
            ? inverse?.isToOneRelationship == true && !isSymmetric : inverse == nil, access: access))
    } else if let inverse {
      model.inverses.append(
        SyncedInverse(
          name: name, access: access, field: field(inverse), isToMany: !inverse.isToOneRelationship,
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
