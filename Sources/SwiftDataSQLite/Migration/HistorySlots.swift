import CoreDataModel
import SwiftDataCore
import SwiftDataSQL

/// What the bits of ACHANGE.ZCOLUMNS and the columns ZTOMBSTONE0 … stand for,
/// by name: both go by the sorted properties of an entity, which another
/// schema has others of.
struct HistorySlots {
  let bits: [String]
  /// `nil` if the store's model would not say it.
  let tombstones: [String]?

  /// As ``HistoryColumns`` and ``HistoryTombstones`` have them.
  init(_ entity: _Entity, _ layout: StoreLayout) {
    let sorted = entity.properties.sorted { $0.name < $1.name }
    var bits: [String] = []
    for property in sorted where property.isRelationship && !property.isToMany {
      bits += Self.parts(property.name, max(1, layout.columns(of: property).count))
    }
    for reference in entity.oneWayReferences where reference.isToMany {
      guard let destination = reference.destination, entity.isKind(of: destination),
        layout.hiddenColumn(of: reference) != nil
      else { continue }
      bits.append("\(reference.declaringEntity.name)/\(reference.name)")
    }
    for property in sorted where !property.isRelationship {
      bits += Self.parts(property.name, layout.columns(of: property).count)
    }
    bits += sorted.filter(\.isToMany).map(\.name)
    self.bits = bits
    let preserved = HistoryTombstones.properties(of: entity)
    let isPlain = preserved.allSatisfy { property in
      guard case .attribute(let layout) = property.description.kind else { return false }
      return switch layout {
      case .scalar, .archive, .transformable: true
      default: false
      }
    }
    tombstones = isPlain ? preserved.map(\.name) : nil
  }

  /// As they were in the version that the store was written with.
  init(_ entity: EntityDescription, in model: ManagedObjectModel) {
    let relationships = entity.relationships.sorted { $0.name < $1.name }
    let attributes = entity.attributes.filter { !$0.isTransient }.sorted { $0.name < $1.name }
    var bits: [String] = []
    for relationship in relationships where !relationship.isToMany {
      let hasSubentities = model.entities.contains { $0.superentity == relationship.destination }
      bits += Self.parts(relationship.name, hasSubentities ? 2 : 1)
    }
    var lineage = [entity.name]
    while let parent = model.entity(named: lineage.last ?? "")?.superentity,
      !lineage.contains(parent)
    {
      lineage.append(parent)
    }
    for owner in model.entities {
      let parent = owner.superentity.flatMap { model.entity(named: $0) }
      let inherited = Set((parent?.relationships ?? []).map(\.name))
      for relationship in owner.relationships
      where relationship.isToMany && relationship.inverse == nil
        && lineage.contains(relationship.destination) && !inherited.contains(relationship.name)
      {
        bits.append("\(owner.name)/\(relationship.name)")
      }
    }
    for attribute in attributes { bits += Self.parts(attribute.name, Self.count(attribute, 0)) }
    bits += relationships.filter(\.isToMany).map(\.name)
    self.bits = bits
    tombstones = attributes.filter(\.preservesValueOnDeletion).map(\.name)
  }

  private static func parts(_ name: String, _ count: Int) -> [String] {
    (0..<count).map { $0 == 0 ? name : "\(name).\($0)" }
  }

  private static func count(_ attribute: AttributeDescription, _ depth: Int) -> Int {
    guard attribute.type == .composite, depth < 32 else { return 1 }
    return attribute.elements.reduce(0) { $0 + count($1, depth + 1) }
  }
}
