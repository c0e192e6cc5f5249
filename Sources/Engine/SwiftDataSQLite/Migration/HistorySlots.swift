// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
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
    bits = HistoryColumns.slots(entity, layout) { property, position in
      Self.slot(property.name, position)
    } hidden: { reference, _ in
      "\(reference.declaringEntity.name)/\(reference.name)"
    }
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
    let relationships = entity.relationships
    let attributes = entity.attributes.filter { !$0.isTransient }
    let lineage = Set(([entity] + model.ancestors(of: entity)).map(\.name))
    func part(_ name: String, _ count: Int) -> (name: String, slots: [String]) {
      (name, (0..<count).map { Self.slot(name, $0) })
    }
    bits = HistoryBits.slots(
      toOne: relationships.filter { !$0.isToMany }.map { relationship in
        let hasSubentities = model.entities.contains {
          $0.superentity == relationship.destination
        }
        return part(relationship.name, hasSubentities ? 2 : 1)
      },
      hidden: model.entities.flatMap { owner in
        model.ownRelationships(of: owner).filter {
          $0.isToMany && $0.inverse == nil && lineage.contains($0.destination)
        }.map { "\(owner.name)/\($0.name)" }
      },
      attributes: attributes.map { part($0.name, $0.leaves.count) },
      toMany: relationships.filter(\.isToMany).map { ($0.name, $0.name) })
    tombstones = attributes.filter(\.preservesValueOnDeletion).map(\.name).sorted()
  }

  private static func slot(_ name: String, _ position: Int) -> String {
    position == 0 ? name : "\(name).\(position)"
  }
}
