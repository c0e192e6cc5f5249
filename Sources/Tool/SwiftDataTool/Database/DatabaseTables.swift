// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataPostgres

  /// One table of a database and the table of a file that has the same rows, column by column.
  struct DatabaseTable {
    struct Column {
      enum Content {
        /// An attribute, or a part of a composite one.
        case attribute(AttributeDescription)
        /// The key of a row.
        case key
        /// The number of the entity of the row that a key leads to, whose table this is.
        case entity(keyColumn: String, table: String, root: String)
      }

      /// In the file.
      let file: String
      /// In the database; nothing of its own for `.entity`.
      let database: String
      let content: Content
      /// The root entity that a key is of.
      var target: String?
    }

    let root: String
    let database: String
    let file: String
    let hasSubentities: Bool
    var columns: [Column] = []
  }

  /// A table of pairs.
  struct DatabasePairs {
    let database: (table: String, owner: String, target: String)
    let file: (table: String, owner: String, target: String)
    /// The root entities of both ends.
    let owner: String
    let target: String
  }

  /// What is where, in a database and in a file for the same models.
  struct DatabaseTables {
    private(set) var tables: [DatabaseTable] = []
    private(set) var pairs: [DatabasePairs] = []

    /// - Throws: ``StoreError`` if the store's description does not fit its models.
    init(_ record: DatabaseSession.Record, _ store: Store) throws {
      let model = store.model
      for root in store.orderedEntities where model.root(of: root).name == root.name {
        guard let place = record.layout.entities[root.name], let table = store.layout[root.name]?.table else {
          throw Self.unfit(root.name)
        }
        var made = DatabaseTable(
          root: root.name, database: place.table, file: table, hasSubentities: place.hasSubentities)
        for entity in model.family(of: root) {
          try Self.addAttributes(of: entity, record, store, &made)
          try Self.addKeys(of: entity, record, store, &made)
        }
        tables.append(made)
      }
      try addHidden(record, store)
      for pair in record.layout.pairs {
        guard let owner = model.entity(named: pair.entity),
          let relationship = owner.relationship(named: pair.relationship),
          case .join(let table, let ownerColumn, let targetColumn, _)? =
            store.layout[owner.name]?.relationships[relationship.name],
          let target = model.entity(named: relationship.destination)
        else { throw Self.unfit(pair.entity, pair.relationship) }
        pairs.append(
          DatabasePairs(
            database: (pair.table, pair.ownerColumn, pair.targetColumn), file: (table, ownerColumn, targetColumn),
            owner: model.root(of: owner).name, target: model.root(of: target).name))
      }
    }

    private static func unfit(_ entity: String, _ property: String? = nil) -> StoreError {
      StoreError(
        .damaged,
        "The store's description of its tables lacks \(entity)\(property.map { ".\($0)" } ?? "").", file: "database",
        advice: "Open the store with its program after a change of the models, which writes it anew.")
    }

    private static func addAttributes(
      of entity: EntityDescription, _ record: DatabaseSession.Record, _ store: Store, _ table: inout DatabaseTable
    ) throws {
      for attribute in store.model.ownAttributes(of: entity).sorted(by: { $0.name < $1.name })
      where !attribute.isTransient {
        let files = store.layout[entity.name]?.attributes[attribute.name]?.names ?? []
        let columns = record.layout.entities[entity.name]?.attributes[attribute.name] ?? []
        let leaves = attribute.leaves
        guard files.count == leaves.count, columns.count == leaves.count else {
          throw unfit(entity.name, attribute.name)
        }
        for (index, leaf) in leaves.enumerated() {
          table.columns.append(
            .init(file: files[index], database: columns[index], content: .attribute(leaf.attribute)))
        }
      }
    }

    private static func addKeys(
      of entity: EntityDescription, _ record: DatabaseSession.Record, _ store: Store, _ table: inout DatabaseTable
    ) throws {
      let model = store.model
      for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
      where !relationship.isToMany && !relationship.isTransient {
        // One that leads to a store of another configuration has no column.
        guard let column = record.layout.entities[entity.name]?.keys[relationship.name] else { continue }
        guard let target = model.entity(named: relationship.destination),
          case .key(let key, let entityColumn, _)? = store.layout[entity.name]?.relationships[relationship.name]
        else { throw unfit(entity.name, relationship.name) }
        let root = model.root(of: target).name
        table.columns.append(.init(file: key, database: column, content: .key, target: root))
        if let entityColumn, let place = record.layout.entities[root] {
          table.columns.append(
            .init(
              file: entityColumn, database: column,
              content: .entity(keyColumn: column, table: place.table, root: root)))
        }
      }
    }

    private mutating func addHidden(_ record: DatabaseSession.Record, _ store: Store) throws {
      let model = store.model
      for owner in model.entities {
        for relationship in model.ownRelationships(of: owner).sorted(by: { $0.name < $1.name })
        where relationship.isToMany && relationship.inverse == nil && !relationship.isTransient {
          guard let column = record.layout.entities[owner.name]?.hidden[relationship.name] else { continue }
          guard let target = model.entity(named: relationship.destination),
            case .foreign(_, let file, _, true)? = store.layout[owner.name]?.relationships[relationship.name],
            let index = tables.firstIndex(where: { $0.root == model.root(of: target).name })
          else { throw Self.unfit(owner.name, relationship.name) }
          tables[index].columns.append(
            .init(file: file, database: column, content: .key, target: model.root(of: owner).name))
        }
      }
    }
  }
#endif
