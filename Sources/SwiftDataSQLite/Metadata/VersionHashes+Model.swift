import Foundation
import SwiftDataCore

extension VersionHashes {
  /// NSStoreModelVersionHashes of the entities that a store keeps.
  static func hashes(of entities: [_Entity]) -> [String: Data] {
    var known: [Int: [UInt8]] = [:]
    func hash(_ entity: _Entity) -> [UInt8] {
      if let hash = known[entity.ordinal] { return hash }
      let result = Self.hash(
        Entity(
          name: entity.name, superentity: entity.superentity.map { hash($0) } ?? [],
          attributes: entity.properties.filter { !$0.isRelationship && $0.hasColumns }
            .compactMap { attribute($0) },
          relationships: entity.relationships.compactMap { relationship($0) },
          uniquenessConstraints: entity.schemaEntity?.uniquenessConstraints ?? []))
      known[entity.ordinal] = result
      return result
    }
    return Dictionary(
      entities.map { ($0.name, Data(hash($0))) }, uniquingKeysWith: { first, _ in first })
  }

  private static func attribute(_ property: _Property) -> Attribute? {
    guard case .attribute(let layout) = property.description.kind else { return nil }
    let options = property.attribute?.options ?? []
    return Attribute(
      name: property.name, isOptional: property.isOptional,
      modifier: property.attribute?.hashModifier ?? "",
      kind: kind(
        of: layout, named: property.name, isOptional: property.isOptional, isElement: false,
        isExternal: options.contains(.externalStorage),
        preservesValue: options.contains(.preserveValueOnDeletion)))
  }

  private static func kind(
    of layout: _AttributeLayout, named name: String, isOptional: Bool, isElement: Bool,
    isExternal: Bool = false, preservesValue: Bool = false
  ) -> Attribute.Kind {
    func plain(_ type: UInt32) -> Attribute.Kind {
      .plain(type: type, isExternal: isExternal, preservesValue: preservesValue)
    }
    switch layout {
    case .scalar(let type): return plain(type.attributeType)
    case .archive: return plain(isElement ? 1000 : 1800)
    case .transformable: return plain(1800)
    case .rawValue(let type):
      // A composite of one element, of the property's own name.
      let element = Attribute(name: name, isOptional: true, kind: plain(type.attributeType))
      return .composite([element])
    case .enumeration(let elements):
      return .composite(
        elements.map {
          Attribute(
            name: $0.name, isOptional: true,
            kind: kind(of: $0.layout, named: $0.name, isOptional: true, isElement: true))
        })
    case .composite(let elements):
      return .composite(
        elements.map {
          let elementIsOptional = isOptional || $0.isOptional
          return Attribute(
            name: $0.name, isOptional: elementIsOptional,
            kind: kind(
              of: $0.layout, named: $0.name, isOptional: elementIsOptional, isElement: true))
        })
    }
  }

  private static func relationship(_ property: _Property) -> Relationship? {
    guard let destination = property.destination else { return nil }
    let declared = property.relationship
    return Relationship(
      name: property.name, isOptional: property.isOptional,
      modifier: declared?.hashModifier ?? "", destination: destination.name,
      inverse: property.inverse?.name,
      maximum: property.isToMany ? UInt32(clamping: declared?.maximumModelCount ?? 0) : 1,
      minimum: property.isToMany ? UInt32(clamping: declared?.minimumModelCount ?? 0) : 0)
  }
}

extension _ColumnType {
  /// NSAttributeType.
  var attributeType: UInt32 {
    switch self {
    case .integer16: 100
    case .integer32: 200
    case .integer64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .data: 1000
    case .uuid: 1100
    case .url: 1200
    }
  }
}
