// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Brings the links of a relationship to where a changed schema keeps them.
struct LinkMove {
  /// Rows that each name an object and one that it leads to.
  struct Source {
    let table: String
    let owner: String
    let member: String

    var reversed: Source { Source(table: table, owner: member, member: owner) }
  }

  let property: _Property
  let sources: [Source]
  /// Whether the place for the property's own links has them already; what it
  /// has otherwise is of an older schema.
  let keepsProperty: Bool
  let keepsInverse: Bool

  func run(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    guard let destination = property.destination, layout.keeps(property.entity),
      layout.keeps(destination)
    else { return }
    let owners = layout.table(of: property.entity).name
    let members = layout.table(of: destination).name
    try collect(connection, layout, owners: owners, members: members, destination)
    try check(connection)
    if property.isManyToMany {
      try writePairs(connection, layout)
    } else if property.isOneWayToMany {
      guard let column = layout.hiddenColumn(of: property)?.name else { return }
      try write(
        connection, members, column, key: "member", value: "owner", replaces: !keepsProperty)
    } else {
      try writeKeys(of: property, connection, layout, key: "owner", replaces: !keepsProperty)
      if let inverse = property.inverse, inverse !== property {
        try writeKeys(of: inverse, connection, layout, key: "member", replaces: !keepsInverse)
      }
    }
    try connection.executeOnce("DROP TABLE temp.OSD_LINKS")
  }

  /// Links to missing rows do not count.
  private func collect(
    _ connection: SQLiteConnection, _ layout: StoreLayout, owners: String, members: String,
    _ destination: _Entity
  ) throws {
    let conditions = [(property.declaringEntity, "o"), (destination, "m")].compactMap {
      layout.entityCondition($0.0, includesSubentities: true, alias: $0.1)
    }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    try connection.executeOnce("DROP TABLE IF EXISTS temp.OSD_LINKS")
    try connection.executeOnce(
      "CREATE TEMP TABLE OSD_LINKS (owner INTEGER, member INTEGER, PRIMARY KEY (owner, member)) WITHOUT ROWID"
    )
    for source in sources {
      let (table, owner, member) = (
        DDL.quoted(source.table), "s.\(DDL.quoted(source.owner))", "s.\(DDL.quoted(source.member))"
      )
      try connection.executeOnce(
        "INSERT OR IGNORE INTO temp.OSD_LINKS SELECT \(owner), \(member) FROM \(table) AS s "
          + "JOIN \(owners) AS o ON o.Z_PK = \(owner) JOIN \(members) AS m ON m.Z_PK = \(member)\(filter)"
      )
    }
    try connection.executeOnce("CREATE INDEX temp.OSD_LINKS_MEMBER ON OSD_LINKS (member)")
  }

  /// - Throws: an error if an object has more links than it can keep.
  private func check(_ connection: SQLiteConnection) throws {
    if !property.isToMany { try requireOne("owner", property, connection) }
    if let inverse = property.inverse {
      if !inverse.isToMany { try requireOne("member", inverse, connection) }
    } else if property.isToMany {
      guard try repeats("member", connection) else { return }
      throw error(
        property,
        "Some objects are in several of these lists; without an inverse, each can be in only one.",
        "Declare a to-many relationship at the other end and name it as the inverse, or remove the objects with the former version of the schema first: in the program that has it, or in willMigrate of a stage."
      )
    }
  }

  private func requireOne(
    _ key: String, _ side: _Property, _ connection: SQLiteConnection
  ) throws {
    guard try repeats(key, connection) else { return }
    throw error(
      side, "The store has objects with several destinations, and the relationship is now to-one.",
      "Leave one destination for each with the former version of the schema first: in the program that has it, or in willMigrate of a stage."
    )
  }

  private func repeats(_ key: String, _ connection: SQLiteConnection) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM temp.OSD_LINKS GROUP BY \(key) HAVING count(*) > 1 LIMIT 1") != nil
  }

  private func error(
    _ side: _Property, _ explanation: String, _ advice: String
  ) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema, explanation, entity: side.entity.name, property: side.name,
      advice: advice)
  }

  // MARK: Writing

  private func writePairs(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    guard let end = layout.joinTable(of: property) else { return }
    let (owner, target) = (DDL.quoted(end.ownerColumn), DDL.quoted(end.targetColumn))
    let table = DDL.quoted(end.table)
    if !keepsProperty { try connection.executeOnce("DELETE FROM \(table)") }
    try connection.executeOnce(
      "INSERT OR IGNORE INTO \(table) (\(owner), \(target)) SELECT owner, member FROM temp.OSD_LINKS"
    )
    if property.inverse === property {
      try connection.executeOnce(
        "INSERT OR IGNORE INTO \(table) (\(owner), \(target)) SELECT member, owner FROM temp.OSD_LINKS"
      )
    }
  }

  private func writeKeys(
    of side: _Property, _ connection: SQLiteConnection, _ layout: StoreLayout, key: String,
    replaces: Bool
  ) throws {
    guard !side.isToMany, let column = layout.columns(of: side).first?.name else { return }
    let table = layout.table(of: side.entity).name
    // Which entity a key is of is filled in afterwards.
    let others = layout.columns(of: side).dropFirst().map(\.name)
    try write(
      connection, table, column, clearing: others, key: key,
      value: key == "owner" ? "member" : "owner", replaces: replaces)
  }

  private func write(
    _ connection: SQLiteConnection, _ table: String, _ column: String,
    clearing others: [String] = [],
    key: String, value: String, replaces: Bool
  ) throws {
    let cleared = others.map { ", \($0) = NULL" }.joined()
    if replaces {
      try connection.executeOnce(
        "UPDATE \(table) SET \(column) = NULL\(cleared) WHERE \(column) IS NOT NULL")
    }
    try connection.executeOnce(
      "UPDATE \(table) SET \(column) = (SELECT \(value) FROM temp.OSD_LINKS WHERE \(key) = \(table).Z_PK)"
        + "\(cleared) WHERE Z_PK IN (SELECT \(key) FROM temp.OSD_LINKS)")
  }
}
