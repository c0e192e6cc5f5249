// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore {
    /// Delivers the rows that a relationship of each owner leads to, grouped by owner, and for one owner by key.
    package func fetchRelated(
      _ relationship: _Property, owners: [Int64], _ body: (inout FetchedRow) throws -> Void
    ) throws {
      guard !owners.isEmpty else { return }
      let path = try PostgresRelationshipPath(relationship, layout)
      let plan = try readPlans.plan(path.destination)
      let rows = try database.read(
        PostgresStatement(path.rows(plan.columns, of: "= ANY($1)"), [path.owners(owners, keyTable)]))
      database.statistics.noteRows(Int(rows.count))
      try deliver(rows, plan, owner: (plan.columns.count, relationship.entity), body)
    }

    /// Delivers keys of those rows only.
    package func fetchRelatedKeys(
      _ relationship: _Property, owners: [Int64],
      _ body: (_ owner: Int64, _ key: Int64, _ entity: _Entity) throws -> Void
    ) throws {
      guard !owners.isEmpty else { return }
      let path = try PostgresRelationshipPath(relationship, layout)
      let rows = try database.read(
        PostgresStatement(
          "SELECT \(path.ownerColumn), \(layout.header(of: path.destination, alias: "t")) FROM \(path.source) "
            + "WHERE \(path.condition) ORDER BY \(path.ownerColumn), t.\(path.key)", [path.owners(owners, keyTable)]))
      for row in 0..<rows.count {
        try body(
          rows.number(row, 0, of: relationship.entity), rows.number(row, 1, of: path.destination),
          layout.entity(named: rows.optionalText(row, 2), in: path.destination))
      }
    }

    /// How many rows a relationship of one owner leads to.
    package func countRelated(_ relationship: _Property, owner: Int64) throws -> Int {
      let path = try PostgresRelationshipPath(relationship, layout)
      let rows = try database.read(
        PostgresStatement(
          "SELECT count(*) FROM \(path.source) WHERE \(path.condition)", [path.owners([owner], keyTable)]))
      return Int(rows.integer(0, 0))
    }
  }

  /// How SQL gets from the owners of a relationship to its destinations, which have the alias `t`.
  struct PostgresRelationshipPath {
    let destination: _Entity
    /// The destination's table.
    let table: String
    /// The key of the destination's table.
    let key: String
    /// What follows FROM.
    let source: String
    /// Holds the owner's key.
    let ownerColumn: String
    /// Whether the source is two tables.
    var isJoin: Bool = false
    /// Where a to-one relationship has its keys.
    var reference: Reference?
    /// What rows must be to belong to the destination; `nil` if all of the source do.
    let entities: String?

    /// A column of the owners' table.
    struct Reference {
      let table: String
      let key: String
      let column: String
      let destination: String
    }

    /// What the keys of the owners are, and those of the destinations.
    let ownerType: ExistingKeyType
    let keyType: ExistingKeyType

    /// For the owners that the first parameter lists.
    var condition: String { condition(of: "= ANY($1)") }

    /// What holds for the destinations of some owners.
    ///
    /// - Parameter owners: What follows the name of a column that has their keys.
    func condition(of owners: String) -> String { "\(ownerColumn) \(owners)" + (entities.map { " AND \($0)" } ?? "") }

    /// Selects the destinations of some owners, and behind the columns of each the key of its owner.
    func rows(_ columns: RowColumns, of owners: String) -> String {
      "SELECT \(columns.selectList(alias: "t")), \(ownerColumn) FROM \(source) "
        + "WHERE \(condition(of: owners)) ORDER BY \(ownerColumn), t.\(key)"
    }

    /// A parameter with the keys of owners.
    func owners(_ keys: [Int64], _ table: KeyTable?) -> Parameter { Parameter(keys: keys, ownerType, table) }

    init(_ relationship: _Property, _ layout: StoreLayout) throws {
      guard let destination = relationship.destination else {
        throw SwiftDataError(
          .unknownEntity, "The relationship has no destination in the schema.",
          entity: relationship.entity.name, property: relationship.name)
      }
      self.destination = destination
      let table = try layout.existingTable(of: destination)
      self.table = table.name
      key = table.key
      keyType = table.keyType
      ownerType = try layout.existingTable(of: relationship.entity).keyType
      if let end = layout.joinTable(of: relationship) {
        isJoin = true
        source = "\(end.table) AS j JOIN \(table.name) AS t ON t.\(table.key) = j.\(end.targetColumn)"
        ownerColumn = "j.\(end.ownerColumn)"
      } else if let hidden = layout.hiddenColumn(of: relationship) {
        source = "\(table.name) AS t"
        ownerColumn = "t.\(hidden.name)"
      } else if relationship.isToMany, let inverse = relationship.inverse,
        let column = layout.columns(of: inverse).first
      {
        source = "\(table.name) AS t"
        ownerColumn = "t.\(column.name)"
      } else if !relationship.isToMany, let column = layout.columns(of: relationship).first {
        let owner = layout.table(of: relationship.entity)
        isJoin = true
        reference = Reference(table: owner.name, key: owner.key, column: column.name, destination: table.name)
        source = "\(owner.name) AS o JOIN \(table.name) AS t ON t.\(table.key) = o.\(column.name)"
        ownerColumn = "o.\(owner.key)"
      } else {
        throw SwiftDataError(
          .unknownEntity, "The destination of the relationship is in another store.",
          entity: relationship.entity.name, property: relationship.name,
          advice: "Keep related models in one configuration.")
      }
      // An inherited inverse may be of rows of siblings too, and a pair that another program wrote.
      entities = layout.condition(destination, includesSubentities: true, alias: "t")
    }
  }
#endif
