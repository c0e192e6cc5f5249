// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Where the properties of a store's models lie, for programs that do not have the models. The store carries it beside the
  /// models' description, as files do.
  package struct RecordedLayout: Codable, Equatable, Sendable {
    /// One entity, inherited properties included.
    package struct Entity: Codable, Equatable, Sendable {
      /// Without the namespace, not quoted.
      package var table: String
      /// Whether the rows of the table name their entities.
      package var hasSubentities: Bool
      /// The columns of each attribute, those of composite ones from left to right.
      package var attributes: [String: [String]] = [:]
      /// The column of each to-one relationship.
      package var keys: [String: String] = [:]
      /// Of to-many relationships without inverse: the column in the destination's table.
      package var hidden: [String: String] = [:]
    }

    /// A table of pairs.
    package struct Pairs: Codable, Equatable, Sendable {
      package var table: String
      package var entity: String
      package var relationship: String
      /// Has the keys of the objects that have the relationship.
      package var ownerColumn: String
      /// Has the keys of the objects that it leads to.
      package var targetColumn: String
      /// The entity that it leads to; `nil` in records of former versions.
      package var destination: String?
    }

    /// A column.
    package struct Place: Codable, Equatable, Sendable {
      package var table: String
      package var column: String
      /// The number of an attribute's type.
      package var type: UInt32?
      /// The entity that a relationship leads to.
      package var destination: String?
      /// Of to-many relationships without inverse.
      package var isHidden: Bool?
    }

    package var entities: [String: Entity] = [:]
    package var pairs: [Pairs] = []
    /// Of the models; `nil` in records of former versions, which lack all that follows.
    package var fingerprint: String?
    /// Of models that the store had before, the latest last.
    package var superseded: [String]?
    /// What the models no longer have, by the entity that declared it and path. A path may end with `/` and a column.
    package var kept: [String: [String: Place]]?
    package var keptPairs: [Pairs]?
    /// The tables of root entities that the models no longer have.
    package var keptTables: [String: String]?
    /// Whether a former version of this library has made the store, which did not note what is kept.
    package var hasGaps: Bool?
    /// Of each subentity, those that the models no longer have too, the entity above it.
    package var parents: [String: String]?

    /// Subentities that the models no longer have, by the entity as which their rows are read.
    package var formerSubentities: [String: [String]] { FormerSubentities.find(parents ?? [:], Set(entities.keys)) }

    /// What the rows of an entity may be called, without those of subentities that the models have.
    package func rowNames(of entity: String) -> [String] {
      [entity] + (formerSubentities[entity] ?? []).sorted()
    }

    /// Whether nothing is kept that is not noted.
    var isComplete: Bool { kept != nil && hasGaps != true }

    init(_ layout: StoreLayout, _ entities: [_Entity]) {
      for entity in entities where layout.keeps(entity) {
        let table = layout.table(of: entity)
        var place = Entity(table: PostgresNames.plain(table.name), hasSubentities: table.holdsSubentities)
        for property in entity.properties {
          let columns = layout.columns(of: property).map { PostgresNames.plain($0.name) }
          if !property.isRelationship {
            if !columns.isEmpty { place.attributes[property.name] = columns }
          } else if !property.isToMany {
            place.keys[property.name] = columns.first
          } else if let hidden = layout.hiddenColumn(of: property) {
            place.hidden[property.name] = PostgresNames.plain(hidden.name)
          }
        }
        self.entities[entity.name] = place
      }
      pairs = layout.joinTables.compactMap { table in
        guard let end = layout.joinTable(of: table.relationship) else { return nil }
        return Pairs(
          table: PostgresNames.plain(table.name), entity: table.owner.name, relationship: table.relationship.name,
          ownerColumn: PostgresNames.plain(end.ownerColumn), targetColumn: PostgresNames.plain(end.targetColumn),
          destination: table.relationship.destination?.name)
      }
      parents = Dictionary(
        entities.compactMap { entity in entity.superentity.map { (entity.name, $0.name) } }
      ) { first, _ in first }
    }
  }
#endif
