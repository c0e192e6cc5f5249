// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

extension ManagedObjectModel {
  /// The model that Apple's framework makes of a schema: the version hashes
  /// are taken of it, and the store carries it.
  ///
  /// - Parameter entities: Those that the store keeps.
  package init(_ entities: [_Entity]) {
    self.init(entities: entities.map { EntityDescription($0) })
    configurations = ["default": entities.map(\.name).sorted()]
  }
}

extension EntityDescription {
  /// Without a class name, as from iOS 18 on.
  package init(_ entity: _Entity) {
    self.init(name: entity.name)
    superentity = entity.superentity?.name
    attributes = entity.properties.compactMap { AttributeDescription($0) }
    relationships = entity.relationships.compactMap { RelationshipDescription($0) }
    uniquenessConstraints = entity.schemaEntity?.uniquenessConstraints ?? []
    indexes = (entity.schemaEntity?.indices ?? []).map { group in
      FetchIndexDescription(
        group, isSpatial: entity.schemaEntity?._spatialIndices.contains(group) ?? false)
    }
  }
}

extension FetchIndexDescription {
  /// An index that `#Index` asks for; also one that has no table, since it is
  /// over a relationship, or spatial.
  fileprivate init(_ group: [String], isSpatial: Bool) {
    let kind = isSpatial ? "RTree" : "Binary"
    self.init(
      name: "SwiftDataIndexOn\(kind)\(group.joined())",
      elements: group.map { name in
        var element = Element(property: name)
        element.isSpatial = isSpatial
        return element
      })
  }
}

extension RelationshipDescription {
  fileprivate init?(_ property: _Property) {
    guard let destination = property.destination else { return nil }
    let declared = property.relationship
    self.init(name: property.name, destination: destination.name)
    inverse = property.inverse?.name
    isOptional = property.isOptional
    maximumCount = property.isToMany ? Int(UInt32(clamping: declared?.maximumModelCount ?? 0)) : 1
    minimumCount = Int(UInt32(clamping: declared?.minimumModelCount ?? 0))
    deleteRule =
      switch property.deleteRule {
      case .noAction: .noAction
      case .nullify: .nullify
      case .cascade: .cascade
      case .deny: .deny
      }
    versionHashModifier = declared?.hashModifier
    renamingIdentifier = property.formerName
  }
}

extension _Property {
  /// The old name of a property that has been renamed.
  package var formerName: String? {
    let original = attribute?.originalName ?? relationship?.originalName
    guard let original, !original.isEmpty, original != name else { return nil }
    return original
  }
}
