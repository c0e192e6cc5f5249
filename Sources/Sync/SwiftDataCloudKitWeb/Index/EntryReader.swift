// SPDX-License-Identifier: Apache-2.0

import GRDB
import SwiftDataSyncCore

/// A record of CloudKit's, as the index has it.
struct IndexEntry: Hashable, Sendable {
  var recordName: String
  var recordType: String
  /// The record in the zone; of a link, the one that has it.
  var id: RecordID
  /// Of a link: the relationship, and where it leads; nil: it is removed, and nobody knows.
  var link: Link?
  var version: UInt64
  var isDeleted: Bool
  var digest: Int64
  var created: Int64
  /// When what CloudKit shows was changed last, and by which device.
  var modified: Stamp

  struct Link: Hashable, Sendable {
    var relationship: String
    var target: RecordID?
  }

  /// The link as a record; nil: it is none, or it is removed.
  var linkRecord: LinkRecord? {
    guard let link, let target = link.target, let number = RecordNames.number(recordName) else { return nil }
    return LinkRecord(owner: id, relationship: link.relationship, number: number, target: target)
  }

  init(_ row: Row) throws {
    guard let recordName = row["recordName"] as String?, let recordType = row["recordType"] as String?,
      let type = row["type"] as String?, let name = row["name"] as String?, let version = row["version"] as Int64?,
      let isDeleted = row["isDeleted"] as Bool?, version >= 0
    else { throw RecordIndex.damaged }
    (self.recordName, self.recordType, id) = (recordName, recordType, RecordID(type, name))
    (self.version, self.isDeleted) = (UInt64(version), isDeleted)
    (digest, created) = (row["digest"] ?? 0, row["created"] ?? 0)
    modified = Stamp(wall: row["modified"] ?? 0, node: UInt64(bitPattern: row["device"] as Int64? ?? 0))
    if let relationship = row["relationship"] as String? {
      var target: RecordID?
      if let type = row["targetType"] as String?, let name = row["targetName"] as String? {
        target = RecordID(type, name)
      }
      link = Link(relationship: relationship, target: target)
    }
  }
}

/// Finds entries by what they are asked for.
enum EntryReader {
  static func entry(named name: String, _ zone: Int64, _ db: Database) throws -> IndexEntry? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM entry WHERE zone = ? AND recordName = ?"), arguments: [zone, name]
    ).map(IndexEntry.init)
  }

  static func entry(_ id: RecordID, _ zone: Int64, _ db: Database) throws -> IndexEntry? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT * FROM entry WHERE zone = ? AND type = ? AND name = ? AND relationship IS NULL"),
      arguments: [zone, id.type, id.name]
    ).map(IndexEntry.init)
  }

  /// The name of a record, as it is or would be.
  static func name(of id: RecordID, _ zone: Int64, _ db: Database) throws -> String? {
    if RecordLayout.isHidden(id.type) { return nil }
    return try entry(id, zone, db)?.recordName ?? RecordNames.preferred(id)
  }

  /// The names of a record's links, and which are removed.
  static func links(of id: RecordID, _ zone: Int64, _ db: Database) throws -> [String: Bool] {
    var links: [String: Bool] = [:]
    for row in try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT recordName, isDeleted FROM entry
          WHERE zone = ? AND type = ? AND name = ? AND relationship IS NOT NULL
          """), arguments: [zone, id.type, id.name])
    {
      guard let name = row["recordName"] as String?, let isDeleted = row["isDeleted"] as Bool? else {
        throw RecordIndex.damaged
      }
      links[name] = isDeleted
    }
    return links
  }

  /// The records that refer to one, by fields or by links.
  static func referrers(of id: RecordID, _ zone: Int64, _ db: Database) throws -> Set<RecordID> {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT type, name FROM reference WHERE zone = :zone AND targetType = :type AND targetName = :name
          UNION
          SELECT type, name FROM entry
          WHERE zone = :zone AND targetType = :type AND targetName = :name AND NOT isDeleted
          """), arguments: ["zone": zone, "type": id.type, "name": id.name])
    return Set(
      try rows.map { row in
        guard let type = row["type"] as String?, let name = row["name"] as String? else { throw RecordIndex.damaged }
        return RecordID(type, name)
      })
  }

  /// The records a field of which leads to one.
  static func sources(of id: RecordID, field: String, _ zone: Int64, _ db: Database) throws -> [RecordID] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT type, name FROM reference
          WHERE zone = ? AND targetType = ? AND targetName = ? AND field = ? ORDER BY type, name
          """), arguments: [zone, id.type, id.name, field]
    ).map { row in
      guard let type = row["type"] as String?, let name = row["name"] as String? else { throw RecordIndex.damaged }
      return RecordID(type, name)
    }
  }

  /// What kinds of values a field had in records of an entity.
  static func kinds(_ type: String, _ field: String, _ zone: Int64, _ db: Database) throws -> [FieldKind] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT kind FROM kind WHERE zone = ? AND type = ? AND field = ? ORDER BY kind"),
      arguments: [zone, type, field]
    ).compactMap(FieldKind.init(rawValue:))
  }

  /// Whether records of an entity have had links of a relationship.
  static func hasLinks(_ type: String, _ relationship: String, _ zone: Int64, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM entry WHERE zone = ? AND recordType = ? AND type = ? AND relationship = ?)
        """, arguments: [zone, LinkRecord.type, type, relationship]) ?? false
  }

  /// The changes after a place in the log, in its order.
  ///
  /// - Parameter first: What was deleted before is left out: the client begins from nothing.
  static func changes(
    after place: (version: UInt64, recordName: String?), first: UInt64?, types: [String]?, limit: Int, _ zone: Int64,
    _ db: Database
  ) throws -> [IndexEntry] {
    var sql = "SELECT * FROM entry WHERE zone = ? AND (version, recordName) > (?, ?)"
    // Without a name, all of that version are known.
    var arguments: [any DatabaseValueConvertible] = [
      zone, Int64(clamping: place.version) + (place.recordName == nil ? 1 : 0), place.recordName ?? "",
    ]
    if let first {
      sql += " AND (NOT isDeleted OR version > ?)"
      arguments.append(Int64(clamping: first))
    }
    if let types {
      sql += " AND recordType IN (\(types.map { _ in "?" }.joined(separator: ", ")))"
      arguments += types
    }
    sql += " ORDER BY version, recordName LIMIT ?"
    arguments.append(limit)
    return try Row.fetchAll(db, sql: sql, arguments: StatementArguments(arguments)).map(IndexEntry.init)
  }
}
