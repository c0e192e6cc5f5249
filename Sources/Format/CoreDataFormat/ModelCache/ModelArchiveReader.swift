// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a model from its archive.
struct ModelArchiveReader {
  /// How many properties, elements and values are read at most: one list may
  /// be that of many entities, and so the work larger than the archive.
  private var budget = 250_000
  /// The entity that is being read, for errors.
  var entityName: String?

  /// How deep composites, default values and user info are nested at most.
  static let maximumDepth = 32

  mutating func model(_ root: KeyedArchive.Object) throws -> ManagedObjectModel {
    guard let list = try root.object("NSEntities") else {
      throw ModelCacheError("The model has no entities.")
    }
    var entities: [EntityDescription] = []
    for object in try objects(in: list) { entities.append(try entity(object)) }
    guard Set(entities.map(\.name)).count == entities.count else {
      throw ModelCacheError("Two entities have the same name.")
    }
    var model = ManagedObjectModel(entities: ManagedObjectModel.ordered(entities))
    if let identifiers = try root.object("NSVersionIdentifiers") {
      model.versionIdentifiers = try strings(in: identifiers).sorted()
    }
    if let configurations = try root.object("NSConfigurations") {
      for (name, value) in try entries(of: configurations) {
        guard case .object(let members) = value else { continue }
        model.configurations[name] = try objects(in: members)
          .compactMap { try $0.string("NSEntityName") }.sorted()
      }
    }
    return model
  }

  private mutating func entity(_ object: KeyedArchive.Object) throws -> EntityDescription {
    guard object.isKind(of: "NSEntityDescription"), let name = try object.string("NSEntityName")
    else { throw ModelCacheError("\(object.className) is no entity, or has no name.") }
    entityName = name
    defer { entityName = nil }
    var entity = EntityDescription(name: name)
    entity.superentity = try object.object("NSSuperentity")?.string("NSEntityName")
    entity.isAbstract = try object.bool("NSIsAbstract") ?? false
    entity.className = try object.string("NSClassNameForEntity")
    entity.versionHashModifier = try object.string("NSVersionHashModifier")
    entity.renamingIdentifier = try renamingIdentifier(object, name)
    entity.userInfo = try userInfo(object)
    if let properties = try object.object("NSProperties") {
      for property in try objects(in: properties) { try read(property, into: &entity) }
    }
    let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
    guard Set(names).count == names.count else { throw error("Two properties have the same name.") }
    if let tuples = try object.object("NSUniqueTuples") {
      for tuple in try objects(in: tuples) {
        entity.uniquenessConstraints.append(try propertyNames(tuple))
      }
    }
    if let indexes = try object.object("NSFetchIndexDescriptions") {
      for index in try objects(in: indexes) { entity.indexes.append(try fetchIndex(index)) }
    }
    return entity
  }

  /// Counts one step of work.
  mutating func spend() throws {
    budget -= 1
    guard budget >= 0 else { throw ModelCacheError("The model is too large.", entity: entityName) }
  }

  func error(_ reason: String, _ property: String? = nil) -> ModelCacheError {
    ModelCacheError(reason, entity: entityName, property: property)
  }
}

// MARK: - Lists

extension ModelArchiveReader {
  /// The objects in a list of any kind; of a dictionary the values.
  mutating func objects(in list: KeyedArchive.Object) throws -> [KeyedArchive.Object] {
    var objects: [KeyedArchive.Object] = []
    for item in try items(in: list) {
      // Free places of a dictionary of known keys hold a string.
      if case .object(let object) = item { objects.append(object) }
    }
    return objects
  }

  mutating func items(in list: KeyedArchive.Object) throws -> [KeyedArchive.Item] {
    let items: [KeyedArchive.Item]
    if let values = try knownValues(of: list) {
      items = try values.members()
    } else if list.isKind(of: "NSDictionary") {
      items = try list.entries().map(\.value)
    } else {
      items = try list.members()
    }
    for _ in items { try spend() }
    return items
  }

  /// Core Data's dictionary of known keys, whose values are an array.
  private func knownValues(of list: KeyedArchive.Object) throws -> KeyedArchive.Object? {
    list.className.hasPrefix("NSKnownKeysDictionary") ? try list.object("values") : nil
  }

  /// The entries of a dictionary whose keys are strings.
  mutating func entries(
    of dictionary: KeyedArchive.Object
  ) throws -> [(key: String, value: KeyedArchive.Item)] {
    var entries: [(key: String, value: KeyedArchive.Item)] = []
    for (key, value) in try dictionary.entries() {
      try spend()
      if let key = try key.string { entries.append((key, value)) }
    }
    return entries
  }

  mutating func strings(in list: KeyedArchive.Object) throws -> [String] {
    try items(in: list).compactMap { try $0.string }
  }

  /// Of a list that holds properties, or their names.
  private mutating func propertyNames(_ list: KeyedArchive.Object) throws -> [String] {
    try items(in: list).map { item in
      guard let name = try propertyName(item) else {
        throw error("A constraint holds \(item.kind) instead of a property.")
      }
      return name
    }
  }

  private func propertyName(_ item: KeyedArchive.Item?) throws -> String? {
    if let name = try item?.string { return name }
    guard case .object(let object) = item else { return nil }
    return try underlying(object).string("NSPropertyName")
  }

  private mutating func fetchIndex(
    _ object: KeyedArchive.Object
  ) throws -> FetchIndexDescription {
    guard let name = try object.string("NSIndexName") else { throw error("An index has no name.") }
    var index = FetchIndexDescription(name: name, elements: [])
    index.isPartial = try object.item("NSPartialIndexPredicate") != nil
    guard let elements = try object.object("NSIndexElements") else { return index }
    for element in try objects(in: elements) {
      // An element over an expression has no property.
      var description = FetchIndexDescription.Element(
        property: try propertyName(element.item("NSPropertyName")) ?? "",
        isAscending: try element.bool("NSAscending") ?? false)
      description.isSpatial = try element.integer("NSFetchIndexElementType") == 1
      index.elements.append(description)
    }
    return index
  }
}
