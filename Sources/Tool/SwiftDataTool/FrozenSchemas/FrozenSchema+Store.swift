// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

extension FrozenSchema {
  /// The models that a store says it was written with.
  init(_ store: Store) {
    let versions = store.metadata.versionIdentifiers.filter { SchemaVersionNumber($0) != nil }
    self.init(origin: .store, version: versions.last ?? "1.0.0")
    for entity in store.model.entities {
      var model = Model(name: entity.name, parent: entity.superentity)
      model.properties = store.model.ownAttributes(of: entity).map { Property($0, entity.uniquenessConstraints) }
      model.properties += store.model.ownRelationships(of: entity).map { Property($0) }
      let inherited = store.model.ancestors(of: entity).flatMap(\.uniquenessConstraints)
      model.unique = entity.uniquenessConstraints.filter { $0.count > 1 && !inherited.contains($0) }
      model.indexes = entity.indexes.map { $0.elements.map(\.property) }
      models.append(model)
    }
    self = sorted
  }
}

extension FrozenSchema.Property {
  init(_ attribute: AttributeDescription, _ unique: [[String]]) {
    self.init(name: attribute.name, type: Self.type(attribute), isOptional: attribute.isOptional)
    formerName = attribute.renamingIdentifier
    if unique.contains([attribute.name]) { options.append("unique") }
    if attribute.allowsExternalStorage { options.append("external storage") }
    if attribute.preservesValueOnDeletion { options.append("preserved on deletion") }
    if attribute.isIndexedBySpotlight { options.append("spotlight") }
    if attribute.isTransient { options.append("ephemeral") }
    if let transformer = attribute.transformerName, !TransformerNames.areArchives(transformer) {
      options.append("transformer \(transformer)")
    }
    initial = attribute.defaultValue.map { "\(ModelJSON.json($0))" }
  }

  init(_ relationship: RelationshipDescription) {
    self.init(
      name: relationship.name, type: relationship.isToMany ? "[\(relationship.destination)]" : relationship.destination,
      isOptional: relationship.isOptional, isRelationship: true)
    formerName = relationship.renamingIdentifier
    inverse = relationship.inverse
    if relationship.deleteRule != .nullify { deleteRule = relationship.deleteRule.name }
    if relationship.isOrdered { options.append("ordered") }
  }

  /// `{city: String, zip: Int?}` of a struct, whose name a store does not have.
  private static func type(_ attribute: AttributeDescription, depth: Int = 0) -> String {
    guard attribute.type == .composite, !attribute.hasRawValues, depth < AttributeDescription.maximumDepth else {
      return attribute.typeText
    }
    let members = attribute.elements.map { element in
      attribute.isEnumeration && element.type != .composite
        ? element.name
        : "\(element.name): \(type(element, depth: depth + 1))\(element.isOptional && !attribute.isEnumeration ? "?" : "")"
    }
    return (attribute.isEnumeration ? "enum " : "") + "{\(members.joined(separator: ", "))}"
  }
}
