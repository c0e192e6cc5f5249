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
    }

    package var entities: [String: Entity] = [:]
    package var pairs: [Pairs] = []

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
          ownerColumn: PostgresNames.plain(end.ownerColumn), targetColumn: PostgresNames.plain(end.targetColumn))
      }
    }
  }

  /// What a store says about its models.
  struct StoreRecord {
    let model: Parameter
    let layout: Parameter

    init(_ ddl: PostgresDDL, _ entities: [_Entity], version: String) throws {
      let kept = entities.filter { ddl.layout.keeps($0) }
      var description = ManagedObjectModel(kept)
      description.versionIdentifiers = [version]
      model = Parameter(type: TypeNumber.bytes, bytes: Array(try ModelCache.encode(description)))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      layout = Parameter(
        type: TypeNumber.binaryJSON, bytes: [1] + Array(try encoder.encode(RecordedLayout(ddl.layout, kept))))
    }
  }
#endif
