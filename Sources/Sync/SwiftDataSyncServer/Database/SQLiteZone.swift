// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncWire

/// A zone in a server's file, inside a transaction.
struct SQLiteZone: ServerZoneStorage {
  typealias Failure = any Error

  let db: Database
  let id: Int64
  /// What is being applied: the records that it replaces are kept as they were.
  var upload: (push: UniqueNumber, time: Int64)?
  /// What its account has and may have, before this transaction; nil: nobody asks.
  var room: AccountSpace?
  /// What this transaction adds to it.
  private(set) var growth = AccountUsage()

  init(db: Database, id: Int64, upload: (push: UniqueNumber, time: Int64)? = nil) {
    (self.db, self.id, self.upload) = (db, id, upload)
  }

  func header() throws -> ServerZoneHeader {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT lineage, head, horizon, checksum, time FROM zone WHERE id = ?"), arguments: [id])
    guard let row, let lineage = row["lineage"] as Data?, let head = row["head"] as Int64?,
      let horizon = row["horizon"] as Int64?, let checksum = row["checksum"] as Int64?,
      let time = row["time"] as Int64?,
      head >= 0, horizon >= 0
    else { throw SyncDatabaseError.damaged("zone \(id)") }
    var header = ServerZoneHeader(generation: 0)
    header.lineage = try decoded("the lineage of zone \(id)") { () throws(WireError) in try Wire.lineage(Array(lineage))
    }
    header.head = UInt64(head)
    header.horizon = UInt64(horizon)
    header.checksum = UInt64(bitPattern: checksum)
    header.time = time
    return header
  }

  mutating func setHeader(_ header: ServerZoneHeader) throws {
    try db.cachedStatement(
      sql: "UPDATE zone SET lineage = ?, head = ?, horizon = ?, checksum = ?, time = ? WHERE id = ?"
    ).execute(arguments: [
      Data(Wire.encode(header.lineage)), Int64(clamping: header.head), Int64(clamping: header.horizon),
      Int64(bitPattern: header.checksum), header.time, id,
    ])
  }

  func record(_ record: RecordID) throws -> StoredRecord? {
    let content = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT content FROM record WHERE zone = ? AND type = ? AND name = ?"),
      arguments: [id, record.type, record.name])
    return try content.map(stored)
  }

  mutating func put(
    _ record: StoredRecord, replacing old: StoredRecord?, claims: [UniqueClaim], deletion: Int64?
  ) throws {
    let (type, name) = (record.id.type, record.id.name)
    if old != nil, let upload { try keep(record, upload.push, upload.time) }
    growth = growth + AccountUsage(replacing: old, by: record)
    // What is new has nothing to be removed.
    for table in old == nil ? [] : ["reference", "claim"] {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE zone = ? AND type = ? AND name = ?")
        .execute(arguments: [id, type, name])
    }
    try db.cachedStatement(
      sql: old == nil
        ? "INSERT INTO record (zone, type, name, version, deletion, content) VALUES (?, ?, ?, ?, ?, ?)"
        : "INSERT OR REPLACE INTO record (zone, type, name, version, deletion, content) VALUES (?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      id, type, name, Int64(clamping: record.version), deletion, Data(Wire.encode(record)),
    ])
    guard !record.record.isDeleted else { return }
    for target in record.record.references {
      try db.cachedStatement(
        sql: "INSERT INTO reference (zone, targetType, targetName, type, name) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: [id, target.type, target.name, type, name])
    }
    for claim in claims {
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO claim (zone, model, field, value, type, name) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(arguments: [id, claim.type, claim.field, Data(Wire.encode(claim.value)), type, name])
    }
  }

  func lacks(_ blob: BlobReference) throws -> Bool {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM blob WHERE zone = ? AND sha256 = ? AND size = ? AND isWhole"),
      arguments: [id, Data(blob.sha256), blob.size]) == nil
  }

  func space() -> AccountSpace? { room }

  func changes(after version: UInt64, limit: Int) throws -> [StoredRecord] {
    try Data.fetchAll(
      db.cachedStatement(sql: "SELECT content FROM record WHERE zone = ? AND version > ? ORDER BY version LIMIT ?"),
      arguments: [id, Int64(clamping: version), limit]
    ).map(stored)
  }

  func records(after record: RecordID?, withDeletions: Bool, limit: Int) throws -> [StoredRecord] {
    // Texts are compared by their bytes, as identities are.
    let deletions = withDeletions ? "" : "AND deletion IS NULL"
    return try Data.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT content FROM record WHERE zone = ? AND (type, name) > (?, ?) \(deletions) ORDER BY type, name LIMIT ?
          """),
      arguments: [id, record?.type ?? "", record?.name ?? "", limit]
    ).map(stored)
  }

  func referrers(of record: RecordID) throws -> Set<RecordID> {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT type, name FROM reference WHERE zone = ? AND targetType = ? AND targetName = ?"),
      arguments: [id, record.type, record.name])
    return Set(try rows.map { try recordID($0, "a reference of zone \(id)") })
  }

  func holder(of claim: UniqueClaim) throws -> RecordID? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT type, name FROM claim WHERE zone = ? AND model = ? AND field = ? AND value = ?"),
      arguments: [id, claim.type, claim.field, Data(Wire.encode(claim.value))]
    ).map { try recordID($0, "a unique value of zone \(id)") }
  }

  func outcome(of push: UniqueNumber) throws -> PushResult? {
    let result = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT result FROM outcome WHERE zone = ? AND push = ?"),
      arguments: [id, Wire.text(push)])
    return try result.map { data in
      try decoded("an outcome of zone \(id)") { () throws(WireError) in try Wire.result(Array(data)) }
    }
  }

  mutating func remember(_ result: PushResult, seen: UInt64) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO outcome (zone, push, seen, result) VALUES (?, ?, ?, ?)")
      .execute(arguments: [id, Wire.text(result.id), Int64(clamping: seen), Data(Wire.encode(result))])
  }

  func latestDeletion(before time: Int64) throws -> UInt64? {
    let version = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(version) FROM record WHERE zone = ? AND deletion < ?"), arguments: [id, time])
    return version.flatMap { UInt64(exactly: $0) }
  }

  mutating func forget(through horizon: UInt64) throws {
    let number = Int64(clamping: horizon)
    try db.cachedStatement(sql: "DELETE FROM record WHERE zone = ? AND deletion IS NOT NULL AND version <= ?")
      .execute(arguments: [id, number])
    try db.cachedStatement(sql: "DELETE FROM outcome WHERE zone = ? AND seen < ?").execute(arguments: [id, number])
  }

  /// Keeps what `next` replaces, as it is.
  private func keep(_ next: StoredRecord, _ push: UniqueNumber, _ time: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO past (zone, type, name, version, next, push, time, content, claimed)
        SELECT zone, type, name, version, :next, :push, :time, content, (
          SELECT json_group_array(field) FROM claim WHERE zone = :zone AND type = :type AND name = :name)
        FROM record WHERE zone = :zone AND type = :type AND name = :name
        """
    ).execute(arguments: [
      "zone": id, "type": next.id.type, "name": next.id.name, "next": Int64(clamping: next.version),
      "push": Wire.text(push), "time": time,
    ])
  }

  // MARK: Reading

  func stored(_ content: Data) throws -> StoredRecord {
    try decoded("a record of zone \(id)") { () throws(WireError) in try Wire.record(Array(content)) }
  }

  func recordID(_ row: Row, _ place: String) throws -> RecordID {
    guard let type = row["type"] as String?, let name = row["name"] as String? else {
      throw SyncDatabaseError.damaged(place)
    }
    return RecordID(type, name)
  }

  /// A file may be damaged; what is wrong with it is said without what it has.
  func decoded<Value>(_ place: String, _ decode: () throws(WireError) -> Value) throws -> Value {
    do { return try decode() } catch { throw SyncDatabaseError.damaged(place) }
  }
}
