// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelArchiveReader {
  /// Reads a property of any kind; those that are neither attributes nor
  /// relationships, such as fetched ones, keep nothing in the store.
  mutating func read(
    _ property: KeyedArchive.Object, into entity: inout EntityDescription
  ) throws {
    let object = try underlying(property)
    if object.isKind(of: "NSAttributeDescription") {
      entity.attributes.append(try attribute(object, depth: 0))
    } else if object.isKind(of: "NSRelationshipDescription") {
      entity.relationships.append(try relationship(object))
    }
  }

  /// An inherited property may be a proxy of the superentity's.
  func underlying(_ property: KeyedArchive.Object) throws -> KeyedArchive.Object {
    var property = property
    for _ in 0..<Self.maximumDepth {
      guard let next = try property.object("NSUnderlyingProperty") else { return property }
      property = next
    }
    throw error("An inherited property refers to itself.")
  }

  private func name(_ object: KeyedArchive.Object) throws -> String {
    guard let name = try object.string("NSPropertyName") else {
      throw error("A property has no name.")
    }
    return name
  }

  private mutating func attribute(
    _ object: KeyedArchive.Object, depth: Int
  ) throws -> AttributeDescription {
    try spend()
    let name = try name(object)
    let number = try object.integer("NSAttributeType") ?? 0
    guard let type = UInt32(exactly: number).flatMap({ AttributeType(rawValue: $0) }) else {
      throw error("There is no attribute type \(number).", name)
    }
    guard depth < Self.maximumDepth else { throw error("It is a composite of itself.", name) }
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = try object.bool("NSIsOptional") ?? false
    attribute.isTransient = try object.bool("NSIsTransient") ?? false
    attribute.isIndexedBySpotlight = try object.bool("NSIndexedBySpotlight") ?? false
    attribute.isDerived = object.isKind(of: "NSDerivedAttributeDescription")
    attribute.valueClassName = try object.string("NSAttributeValueClassName")
    attribute.transformerName = try object.string("NSValueTransformerName")
    let flags = try object.integer("NSFlagsKey") ?? 0
    attribute.allowsExternalStorage = flags & AttributeFlags.externalStorage != 0
    attribute.preservesValueOnDeletion = flags & AttributeFlags.preservesValue != 0
    attribute.versionHashModifier = try object.string("NSVersionHashModifier")
    attribute.renamingIdentifier = try renamingIdentifier(object, name)
    attribute.userInfo = try userInfo(object)
    attribute.defaultValue = try defaultValue(object.item("NSDefaultValue"), of: type)
    if let elements = try object.object("NSCompositeElements") {
      for element in try objects(in: elements) {
        attribute.elements.append(try self.attribute(element, depth: depth + 1))
      }
    }
    return attribute
  }

  private mutating func relationship(
    _ object: KeyedArchive.Object
  ) throws -> RelationshipDescription {
    try spend()
    let name = try name(object)
    guard
      let destination = try object.string("_NSDestinationEntityName")
        ?? object.object("NSDestinationEntity")?.string("NSEntityName")
    else { throw error("The relationship leads to no entity.", name) }
    let rule = try object.integer("NSDeleteRule") ?? 0
    guard
      let deleteRule = UInt32(exactly: rule)
        .flatMap({ RelationshipDescription.DeleteRule(rawValue: $0) })
    else { throw error("There is no delete rule \(rule).", name) }
    var relationship = RelationshipDescription(name: name, destination: destination)
    relationship.deleteRule = deleteRule
    if let inverse = try object.string("_NSInverseRelationshipName") {
      relationship.inverse = inverse
    } else if let inverse = try object.object("NSInverseRelationship") {
      relationship.inverse = try underlying(inverse).string("NSPropertyName")
    }
    relationship.minimumCount = try count(object, "NSMinCount", name)
    relationship.maximumCount = try count(object, "NSMaxCount", name)
    relationship.isOptional = try object.bool("NSIsOptional") ?? false
    relationship.isOrdered = try object.bool("NSIsOrdered") ?? false
    relationship.isTransient = try object.bool("NSIsTransient") ?? false
    relationship.versionHashModifier = try object.string("NSVersionHashModifier")
    relationship.renamingIdentifier = try renamingIdentifier(object, name)
    relationship.userInfo = try userInfo(object)
    return relationship
  }

  /// Counts have 32 bits in the version hash; some old models have -1 for no
  /// limit.
  private func count(
    _ object: KeyedArchive.Object, _ key: String, _ name: String
  ) throws -> Int {
    let value = try object.integer(key) ?? 0
    guard let count = Int(exactly: value), Int32(exactly: value) != nil else {
      throw error("There is no relationship to \(value) objects.", name)
    }
    return count
  }

  /// Without one given, it is the own name.
  func renamingIdentifier(_ object: KeyedArchive.Object, _ name: String) throws -> String? {
    let identifier = try object.string("NSRenamingIdentifier")
    return identifier == name ? nil : identifier
  }
}

/// Bits of `NSFlagsKey`.
enum AttributeFlags {
  static let externalStorage: Int64 = 4
  static let preservesValue: Int64 = 16
}
