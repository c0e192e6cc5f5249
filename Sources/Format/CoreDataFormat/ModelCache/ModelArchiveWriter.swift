// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Archives a model in the layout of Core Data's own archives.
struct ModelArchiveWriter {
  let model: ManagedObjectModel
  /// Superentities before their subentities.
  let entities: [EntityDescription]
  var writer = KeyedArchiveWriter()
  let root: PropertyListValue
  /// The reserved objects of the entities, by name.
  private(set) var entityReferences: [String: PropertyListValue] = [:]
  /// The reserved objects of properties, also of inherited ones.
  private var propertyReferences: [String: [String: PropertyListValue]] = [:]
  private var inherited: [String: Set<String>] = [:]
  let noUserInfo: PropertyListValue

  /// What a dictionary of known keys holds in its free places.
  private static let emptyToken = "__empty_slot_token_4c24_98dc_ac1e_b773__"

  init(_ model: ManagedObjectModel) throws {
    self.model = model
    entities = ManagedObjectModel.ordered(model.entities)
    root = writer.reserve()
    noUserInfo = writer.add(.dictionary, ["NS.keys": .array([]), "NS.objects": .array([])])
    for entity in entities {
      guard entityReferences.updateValue(writer.reserve(), forKey: entity.name) == nil else {
        throw ModelCacheError("Two entities have the same name.", entity: entity.name)
      }
    }
    var byName: [String: EntityDescription] = [:]
    for entity in entities {
      let superentity = entity.superentity.flatMap { byName[$0] }
      reserveProperties(of: entity, superentity)
      byName[entity.name] = entity
    }
  }

  mutating func archive() throws -> Data {
    for entity in entities { write(entity) }
    var fields: [String: PropertyListValue] = [
      "NSEntities": knownKeys(), "NSFetchRequestTemplates": KeyedArchiveWriter.null,
      "NSVersionIdentifiers": writer.add(
        .set, ["NS.objects": .array(model.versionIdentifiers.map { writer.add(.string($0)) })]),
    ]
    if !model.configurations.isEmpty { fields["NSConfigurations"] = configurations() }
    writer.set(root, .model, fields)
    return try writer.archive(root: root)
  }

  // MARK: References

  /// A property that is as it is in the superentity is a proxy of that one.
  private mutating func reserveProperties(
    of entity: EntityDescription, _ superentity: EntityDescription?
  ) {
    var references: [String: PropertyListValue] = [:]
    for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
      let isInherited =
        superentity.map { parent in
          entity.isAttribute(name, equalTo: parent) || entity.isRelationship(name, equalTo: parent)
        } ?? false
      if isInherited, let parent = superentity,
        let reference = propertyReferences[parent.name]?[name]
      {
        references[name] = reference
        inherited[entity.name, default: []].insert(name)
      } else {
        references[name] = writer.reserve()
      }
    }
    propertyReferences[entity.name] = references
  }

  func isInherited(_ property: String, by entity: EntityDescription) -> Bool {
    inherited[entity.name]?.contains(property) ?? false
  }

  func reference(to property: String, of entity: String) -> PropertyListValue {
    propertyReferences[entity]?[property] ?? KeyedArchiveWriter.null
  }

  func reference(toEntity name: String?) -> PropertyListValue {
    name.flatMap { entityReferences[$0] } ?? KeyedArchiveWriter.null
  }

  // MARK: Lists

  mutating func optional(_ string: String?) -> PropertyListValue {
    string.map { writer.add(.string($0)) } ?? KeyedArchiveWriter.null
  }

  mutating func array(
    _ members: [PropertyListValue], _ archivedClass: ArchivedClass = .mutableArray
  ) -> PropertyListValue {
    writer.add(archivedClass, ["NS.objects": .array(members)])
  }

  mutating func dictionary(
    _ entries: [(key: String, value: PropertyListValue)],
    _ archivedClass: ArchivedClass = .mutableDictionary
  ) -> PropertyListValue {
    let keys = entries.map { writer.add(.string($0.key)) }
    return writer.add(
      archivedClass, ["NS.keys": .array(keys), "NS.objects": .array(entries.map(\.value))])
  }

  private mutating func knownKeys() -> PropertyListValue {
    let sorted = entities.sorted { $0.name < $1.name }
    let keys = array(sorted.map { writer.add(.string($0.name)) }, .array)
    let mapping = writer.add(
      .knownKeysMapping,
      ["keys": keys, "length": .integer(Int64(sorted.count)), "version": .integer(1)])
    let values = array(sorted.map { reference(toEntity: $0.name) }, .array)
    return writer.add(
      .knownKeysDictionary,
      [
        "values": values, "searchMapping": mapping, "version": .integer(1),
        "emptyToken": writer.add(.string(Self.emptyToken)),
      ])
  }

  private mutating func configurations() -> PropertyListValue {
    var entries: [(key: String, value: PropertyListValue)] = []
    for (name, members) in model.configurations.sorted(by: { $0.key < $1.key }) {
      let references = members.compactMap { entityReferences[$0] }
      entries.append((name, array(references, .set)))
    }
    return dictionary(entries)
  }
}

extension EntityDescription {
  fileprivate func isAttribute(_ name: String, equalTo other: EntityDescription) -> Bool {
    let mine = attributes.first { $0.name == name }
    return mine != nil && mine == other.attributes.first { $0.name == name }
  }

  fileprivate func isRelationship(_ name: String, equalTo other: EntityDescription) -> Bool {
    let mine = relationships.first { $0.name == name }
    return mine != nil && mine == other.relationships.first { $0.name == name }
  }
}
