// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The object model that a store carries.
struct CheckerModel {
  struct Attribute {
    var name: String
    var type: Int
    var isOptional: Bool
    var isTransient: Bool
    var flags: Int
    var modifier: String
    var transformer: String?
    /// Of a composite, in declared order.
    var elements: [Attribute]

    var isExternal: Bool { flags & 4 != 0 }
    var isPreserved: Bool { flags & 16 != 0 }
    /// The attributes that have columns.
    var leaves: [Attribute] { type == 2100 ? elements.flatMap(\.leaves) : [self] }
  }

  struct Relationship {
    var name: String
    var destination: String
    var inverse: String?
    var isToOne: Bool { maximum == 1 }
    var maximum: Int
    var minimum: Int
    var isOrdered: Bool
    var isOptional: Bool
    var modifier: String
  }

  struct Index {
    var name: String
    var elements: [(property: String, isAscending: Bool, type: Int)]
    var isPartial: Bool
  }

  struct Entity {
    var name: String
    var number = 0
    var superentity: String?
    var isAbstract: Bool
    /// With the inherited ones, by name in the order of their code points.
    var attributes: [Attribute]
    var relationships: [Relationship]
    var uniqueTuples: [[String]]
    var indexes: [Index]
    var modifier: String
  }

  /// In the order of their numbers.
  private(set) var entities: [Entity] = []
  private let byName: [String: Int]

  /// Root entities sorted without case, each followed by its subentities.
  init(_ unordered: [Entity]) {
    let children = Dictionary(grouping: unordered) { $0.superentity ?? "" }
    var ordered: [Entity] = []
    func visit(_ parent: String) {
      for var entity in (children[parent] ?? []).sorted(by: {
        $0.name.lowercased() < $1.name.lowercased()
      })
      where ordered.count < unordered.count {
        entity.number = ordered.count + 1
        ordered.append(entity)
        visit(entity.name)
      }
    }
    visit("")
    entities = ordered
    byName = Dictionary(
      ordered.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ name: String) -> Entity? { byName[name].map { entities[$0] } }

  /// The entity and those above it.
  func lineage(_ name: String) -> [Entity] {
    sequence(first: self[name]) { $0?.superentity.flatMap { self[$0] } }.compactMap { $0 }
  }

  func root(_ name: String) -> Entity? { lineage(name).last }

  /// The entity and all below it, in the order of their numbers.
  func family(_ name: String) -> [Entity] {
    entities.filter { lineage($0.name).contains { $0.name == name } }
  }

  func ownAttributes(_ entity: Entity) -> [Attribute] {
    let inherited = Set(entity.superentity.flatMap { self[$0] }?.attributes.map(\.name) ?? [])
    return entity.attributes.filter { !inherited.contains($0.name) }
  }

  func ownRelationships(_ entity: Entity) -> [Relationship] {
    let inherited = Set(entity.superentity.flatMap { self[$0] }?.relationships.map(\.name) ?? [])
    return entity.relationships.filter { !inherited.contains($0.name) }
  }

  func inverse(_ relationship: Relationship) -> Relationship? {
    relationship.inverse.flatMap { name in
      self[relationship.destination]?.relationships.first { $0.name == name }
    }
  }

  /// To-many relationships without an inverse, whose keys lie with the entity.
  func hiddenOwners(of entity: Entity) -> [(owner: Entity, relationship: Relationship)] {
    entities.flatMap { owner in
      ownRelationships(owner).filter {
        !$0.isToOne && $0.inverse == nil && $0.destination == entity.name
      }.map { (owner, $0) }
    }
  }
}
