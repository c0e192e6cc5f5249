// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore {
    /// Delivers the rows that a relationship of each owner leads to, grouped by owner, and for one owner by key.
    package func fetchRelated(
      _ relationship: _Property, owners: [Int64], _ body: (inout FetchedRow) throws -> Void
    ) throws {
      try fetchRelated([RelatedRequest(relationship: relationship, owners: owners)]) { try body(&$1) }
    }

    package var answersTogether: Bool { true }

    package func fetchRelated(_ requests: [RelatedRequest], _ body: (Int, inout FetchedRow) throws -> Void) throws {
      var wanted: [(index: Int, plan: PostgresRowDecoder, statement: PostgresStatement)] = []
      for (index, request) in requests.enumerated() where !request.owners.isEmpty {
        let path = try PostgresRelationshipPath(request.relationship, layout)
        let plan = try readPlans.plan(path.destination)
        let statement = PostgresStatement(
          "SELECT \(plan.columns.selectList(alias: "t")), \(path.ownerColumn) FROM \(path.source) "
            + "WHERE \(path.condition) ORDER BY \(path.ownerColumn), t.\(path.key)",
          [path.owners(request.owners, keyTable)])
        wanted.append((index, plan, statement))
      }
      guard !wanted.isEmpty else { return }
      for (rows, (index, plan, _)) in zip(try database.read(wanted.map(\.statement)), wanted) {
        database.statistics.noteRows(Int(rows.count))
        try deliver(rows, plan, owner: plan.columns.count) { try body(index, &$0) }
      }
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
          rows.integer(row, 0), rows.integer(row, 1),
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
    /// The key of the destination's table.
    let key: String
    /// What follows FROM.
    let source: String
    /// Holds the owner's key.
    let ownerColumn: String
    /// For the owners that the first parameter lists.
    let condition: String
    /// What the keys of the owners are, and those of the destinations.
    let ownerType: ExistingKeyType
    let keyType: ExistingKeyType

    /// The first parameter.
    func owners(_ keys: [Int64], _ table: KeyTable?) -> Parameter { Parameter(keys: keys, ownerType, table) }

    init(_ relationship: _Property, _ layout: StoreLayout) throws {
      guard let destination = relationship.destination else {
        throw SwiftDataError(
          .unknownEntity, "The relationship has no destination in the schema.",
          entity: relationship.entity.name, property: relationship.name)
      }
      self.destination = destination
      let table = try layout.existingTable(of: destination)
      key = table.key
      keyType = table.keyType
      ownerType = try layout.existingTable(of: relationship.entity).keyType
      if let end = layout.joinTable(of: relationship) {
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
        source = "\(owner.name) AS o JOIN \(table.name) AS t ON t.\(table.key) = o.\(column.name)"
        ownerColumn = "o.\(owner.key)"
      } else {
        throw SwiftDataError(
          .unknownEntity, "The destination of the relationship is in another store.",
          entity: relationship.entity.name, property: relationship.name,
          advice: "Keep related models in one configuration.")
      }
      // An inherited inverse may be of rows of siblings too, and a pair that another program wrote.
      let entities = layout.condition(destination, includesSubentities: true, alias: "t")
      condition = "\(ownerColumn) = ANY($1)" + (entities.map { " AND \($0)" } ?? "")
    }
  }
#endif
