// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore {
  /// Delivers the rows that a relationship of each owner leads to, grouped by
  /// owner, and for one owner by key.
  package func fetchRelated(
    _ relationship: _Property, owners: [Int64], _ body: (inout FetchedRow) throws -> Void
  ) throws {
    guard !owners.isEmpty else { return }
    let path = try RelationshipPath(relationship, layout)
    let plan = try readPlans.plan(path.destination)
    let selection = "\(plan.columns.selectList(alias: "t")), \(path.ownerColumn)"
    let sql =
      "SELECT \(selection) FROM \(path.source) WHERE \(path.condition(ownerCount: owners.count)) "
      + "ORDER BY \(path.ownerColumn), t.Z_PK"
    let ownerPosition = plan.columns.count
    try database.read { connection in
      try connection.withStatement(sql) { statement in
        try path.bind(owners, to: statement)
        var count = 0
        defer { database.statistics.noteRows(count) }
        while try statement.step() {
          count += 1
          try deliver(statement, plan, owner: statement.integer(ownerPosition), body)
        }
      }
    }
  }

  /// Delivers keys of those rows only; an index answers it.
  package func fetchRelatedKeys(
    _ relationship: _Property, owners: [Int64],
    _ body: (_ owner: Int64, _ key: Int64, _ entity: _Entity) throws -> Void
  ) throws {
    guard !owners.isEmpty else { return }
    let path = try RelationshipPath(relationship, layout)
    let isSingle = path.destination.root.family.count == 1
    let sql =
      "SELECT \(path.ownerColumn), t.Z_PK\(isSingle ? "" : ", t.Z_ENT") FROM \(path.source) "
      + "WHERE \(path.condition(ownerCount: owners.count)) ORDER BY \(path.ownerColumn), t.Z_PK"
    try database.read { connection in
      try connection.withStatement(sql) { statement in
        try path.bind(owners, to: statement)
        while try statement.step() {
          let entity =
            isSingle ? path.destination : try entity(statement.integer(2), path.destination)
          try body(statement.integer(0), statement.integer(1), entity)
        }
      }
    }
  }

  /// How many rows a relationship of one owner leads to.
  package func countRelated(_ relationship: _Property, owner: Int64) throws -> Int {
    let path = try RelationshipPath(relationship, layout)
    return try database.read { connection in
      try connection.withStatement(
        "SELECT count(*) FROM \(path.source) WHERE \(path.condition(ownerCount: 1))"
      ) { statement in
        try path.bind([owner], to: statement)
        return try statement.step() ? Int(statement.integer(0)) : 0
      }
    }
  }
}

/// How SQL gets from the owners of a relationship to its destinations, which
/// have the alias `t`.
struct RelationshipPath {
  let destination: _Entity
  /// The FROM clause.
  let source: String
  /// Holds the owner's key.
  let ownerColumn: String
  private let entityCondition: String?

  init(_ relationship: _Property, _ layout: StoreLayout) throws {
    guard let destination = relationship.destination else {
      throw SwiftDataError(
        .unknownEntity, "The relationship has no destination in the schema.",
        entity: relationship.entity.name, property: relationship.name)
    }
    self.destination = destination
    let table = try layout.existingTable(of: destination)
    _ = try layout.existingTable(of: relationship.entity)
    if let end = layout.joinTable(of: relationship) {
      source = "\(end.table) AS j JOIN \(table.name) AS t ON t.Z_PK = j.\(end.targetColumn)"
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
      source = "\(owner.name) AS o JOIN \(table.name) AS t ON t.Z_PK = o.\(column.name)"
      ownerColumn = "o.Z_PK"
    } else {
      throw SwiftDataError(
        .unknownEntity, "The destination of the relationship is in another store.",
        entity: relationship.entity.name, property: relationship.name,
        advice: "Keep related models in one configuration.")
    }
    // An inherited inverse may be of rows of siblings too, and a pair that another program wrote.
    entityCondition = layout.entityCondition(
      destination, includesSubentities: true, alias: "t")
  }

  func condition(ownerCount: Int) -> String {
    ownerCount == 1
      ? completed("\(ownerColumn) = ?1") : condition(owners: "SELECT value FROM json_each(?1)")
  }

  /// - Parameter owners: a query for keys.
  func condition(owners: String) -> String { completed("\(ownerColumn) IN (\(owners))") }

  private func completed(_ owners: String) -> String {
    entityCondition.map { "\(owners) AND \($0)" } ?? owners
  }

  func bind(_ owners: [Int64], to statement: PreparedStatement) throws {
    if owners.count == 1 {
      statement.bind(owners[0], 1)
    } else {
      try statement.bind(KeyList.json(owners), 1)
    }
  }
}

/// Keys as one parameter.
enum KeyList {
  static func json(_ keys: [Int64]) -> String {
    var text = "["
    text.reserveCapacity(keys.count * 8)
    for (index, key) in keys.enumerated() {
      if index > 0 { text += "," }
      text += String(key)
    }
    return text + "]"
  }
}
