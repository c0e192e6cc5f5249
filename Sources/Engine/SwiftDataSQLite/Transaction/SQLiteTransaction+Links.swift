// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

extension SQLiteTransaction {
  /// Adds or removes one pair of a many-to-many, or the owner's key in the
  /// hidden column of a one-way to-many relationship.
  func link(
    _ relationship: _Property, owner: Int64, target: Int64, add: Bool, targetIsWritten: Bool
  ) throws {
    if let end = layout.joinTable(of: relationship) {
      try pair(end, owner, target, add)
      // A relationship that is its own inverse is kept in both directions.
      if relationship.isOwnInverse { try pair(end, target, owner, add) }
      return
    }
    guard let hidden = layout.hiddenColumn(of: relationship),
      let destination = relationship.destination, layout.keeps(destination)
    else {
      throw SwiftDataError(
        .unknownEntity, "The join table of the relationship is not in this store.",
        entity: relationship.entity.name, property: relationship.name,
        advice: "Keep related models in one configuration.")
    }
    let table = layout.table(of: destination).name
    let value = add ? "?1" : "NULL"
    let condition = add ? "" : " AND \(hidden.name) = ?1"
    try connection.withStatement(
      "UPDATE \(table) SET \(hidden.name) = \(value) WHERE Z_PK = ?2\(condition) "
        + RowTouches.returning
    ) { statement in
      statement.bind(owner, 1)
      statement.bind(target, 2)
      try touches.run(
        statement, .hidden(hidden.name), of: destination, isWritten: targetIsWritten, layout)
    }
  }

  private func pair(_ end: JoinTableEnd, _ owner: Int64, _ target: Int64, _ add: Bool) throws {
    if add {
      try run(
        "INSERT OR IGNORE INTO \(end.table) (\(end.ownerColumn), \(end.targetColumn)) VALUES (?1, ?2)",
        owner, target)
    } else {
      try run(
        "DELETE FROM \(end.table) WHERE \(end.ownerColumn) = ?1 AND \(end.targetColumn) = ?2",
        owner, target)
    }
  }

  private func run(_ sql: String, _ first: Int64, _ second: Int64) throws {
    try connection.withStatement(sql) { statement in
      statement.bind(first, 1)
      statement.bind(second, 2)
      try statement.run()
    }
  }

  /// The keys of the rows that a relationship of one owner leads to.
  func relatedKeys(_ relationship: _Property, owner: Int64, limit: Int?) throws -> [Int64] {
    let path = try RelationshipPath(relationship, layout)
    let sql =
      "SELECT t.Z_PK FROM \(path.source) WHERE \(path.condition(ownerCount: 1)) "
      + "ORDER BY t.Z_PK LIMIT ?2"
    return try connection.withStatement(sql) { statement in
      try path.bind([owner], to: statement)
      statement.bind(Int64(limit ?? -1), 2)
      var keys: [Int64] = []
      while try statement.step() { keys.append(statement.integer(0)) }
      return keys
    }
  }
}
