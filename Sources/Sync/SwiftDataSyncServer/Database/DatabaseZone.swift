// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncWire

/// A zone in a server's database, inside a transaction.
struct DatabaseZone: ServerZoneStorage {
  typealias Failure = any Error

  let db: any SQLConnection
  let id: Int64
  /// What is being applied: the records that it replaces are kept as they were, see ``keep(_:)``.
  var upload: (push: UniqueNumber, time: Int64)?
  /// What its account has and may have, before this transaction; nil: nobody asks.
  var room: AccountSpace?
  /// What this transaction adds to it.
  private(set) var growth = AccountUsage()
  /// Whether pages are given as they stand in messages: records are kept so, and taking them apart to write them again would be
  /// most of the work of a page.
  var givesMessages = false

  init(db: any SQLConnection, id: Int64, upload: (push: UniqueNumber, time: Int64)? = nil) {
    (self.db, self.id, self.upload) = (db, id, upload)
  }

  func header() throws -> ServerZoneHeader {
    let row = try db.first("SELECT lineage, head, horizon, checksum, time FROM zone WHERE id = ?1", [id])
    guard let row, let lineage = row.data(0), let head = row.integer(1), let horizon = row.integer(2),
      let checksum = row.integer(3), let time = row.integer(4), head >= 0, horizon >= 0
    else { throw SyncDatabaseError.damaged("zone \(id)") }
    var header = ServerZoneHeader(generation: 0)
    header.lineage = try Self.lineage(lineage, zone: id)
    header.head = UInt64(head)
    header.horizon = UInt64(horizon)
    header.checksum = UInt64(bitPattern: checksum)
    header.time = time
    return header
  }

  mutating func setHeader(_ header: ServerZoneHeader) throws {
    try db.run(
      "UPDATE zone SET lineage = ?1, head = ?2, horizon = ?3, checksum = ?4, time = ?5 WHERE id = ?6",
      [
        Data(Wire.encode(header.lineage)), Int64(clamping: header.head), Int64(clamping: header.horizon),
        Int64(bitPattern: header.checksum), header.time, id,
      ])
  }

  func record(_ record: RecordID) throws -> StoredRecord? {
    try db.first(
      "SELECT content FROM record WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, record.type, record.name]
    ).map(stored)
  }

  func isAlive(_ record: RecordID) throws -> Bool {
    try db.first(
      "SELECT version FROM record WHERE zone = ?1 AND type = ?2 AND name = ?3 AND deletion IS NULL",
      [id, record.type, record.name]) != nil
  }

  mutating func put(
    _ record: StoredRecord, replacing old: StoredRecord?, claims: [UniqueClaim], deletion: Int64?
  ) throws {
    let (type, name) = (record.id.type, record.id.name)
    growth = growth + AccountUsage(replacing: old, by: record)
    // Most edits change none of them. What is deleted refers to nothing.
    let (former, current) = (old.map(references) ?? [], references(of: record))
    // What is new has nothing to be removed.
    if old != nil {
      try db.run("DELETE FROM claim WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, type, name])
      try remove(former.subtracting(current), of: record.id)
    }
    try db.run(
      """
      INSERT INTO record (zone, type, name, version, deletion, content) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (zone, type, name)
      DO UPDATE SET version = excluded.version, deletion = excluded.deletion, content = excluded.content
      """, [id, type, name, Int64(clamping: record.version), deletion, Data(Wire.encode(record))])
    guard !record.record.isDeleted else { return }
    // Their order is that of no hash, or two servers would wait for each other's rows.
    for target in current.subtracting(former).sorted() {
      try db.run(
        "INSERT INTO reference (zone, targetType, targetName, type, name) VALUES (?1, ?2, ?3, ?4, ?5)",
        [id, target.type, target.name, type, name])
    }
    // They are counted with the record from now on.
    let counted = old.map { $0.record.isDeleted ? [] : $0.record.blobs } ?? []
    for blob in record.record.blobs.subtracting(counted).sorted() {
      try db.run(
        "UPDATE blob SET isWhole = \(SyncDatabase.BlobState.counted.rawValue) WHERE zone = ?1 AND sha256 = ?2 "
          + "AND isWhole = \(SyncDatabase.BlobState.uncounted.rawValue)", [id, Data(blob.sha256)])
    }
    for claim in claims {
      try db.run(
        """
        INSERT INTO claim (zone, model, field, value, type, name) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (zone, model, field, value) DO UPDATE SET type = excluded.type, name = excluded.name
        """, [id, claim.type, field(claim), key(claim), type, name])
    }
  }

  private func references(of stored: StoredRecord) -> Set<RecordID> {
    stored.record.isDeleted ? [] : stored.record.references
  }

  private func remove(_ references: Set<RecordID>, of source: RecordID) throws {
    for target in references.sorted() {
      try db.run(
        "DELETE FROM reference WHERE zone = ?1 AND targetType = ?2 AND targetName = ?3 AND type = ?4 AND name = ?5",
        [id, target.type, target.name, source.type, source.name])
    }
  }

  func lacks(_ blob: BlobReference) throws -> Bool {
    try db.first(
      "SELECT id FROM blob WHERE zone = ?1 AND sha256 = ?2 AND size = ?3 AND isWhole > 0",
      [id, Data(blob.sha256), blob.size]) == nil
  }

  func space() -> AccountSpace? { room }

  func referrers(of record: RecordID, after version: UInt64) throws -> Set<RecordID> {
    // SQLite keeps this order: the other way round, it would look at all that is later, once for each deletion.
    let rows = try db.rows(
      """
      SELECT record.type, record.name FROM reference CROSS JOIN record
      WHERE reference.zone = ?1 AND reference.targetType = ?2 AND reference.targetName = ?3
        AND record.zone = ?1 AND record.type = reference.type AND record.name = reference.name AND record.version > ?4
      """, [id, record.type, record.name, Int64(clamping: version)])
    return Set(try rows.map { try recordID($0, "a reference of zone \(id)") })
  }

  /// Of a field that was written in another form once, the row may still have that.
  func holder(of claim: UniqueClaim) throws -> RecordID? {
    try db.first(
      "SELECT type, name FROM claim WHERE zone = ?1 AND model = ?2 AND field IN (?3, ?4) AND value = ?5",
      [id, claim.type, field(claim), claim.field, key(claim)]
    ).map { try recordID($0, "a unique value of zone \(id)") }
  }

  func outcome(of push: UniqueNumber) throws -> PushResult? {
    let row = try db.first("SELECT result FROM outcome WHERE zone = ?1 AND push = ?2", [id, Wire.text(push)])
    guard let row else { return nil }
    let place = "an outcome of zone \(id)"
    guard let data = row.data(0) else { throw SyncDatabaseError.damaged(place) }
    return try Self.decoded(place) { () throws(WireError) in try Wire.result(Array(data)) }
  }

  mutating func remember(_ result: PushResult, seen: UInt64, at time: Int64) throws {
    try db.run(
      """
      INSERT INTO outcome (zone, push, seen, result, time) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (zone, push) DO UPDATE SET seen = excluded.seen, result = excluded.result, time = excluded.time
      """, [id, Wire.text(result.id), Int64(clamping: seen), Data(Wire.encode(result)), time])
  }

  func latestDeletion(before time: Int64) throws -> UInt64? {
    try db.first("SELECT max(version) FROM record WHERE zone = ?1 AND deletion < ?2", [id, time])?.integer(0)
      .flatMap { UInt64(exactly: $0) }
  }

  func latestKnowledge(before time: Int64, through head: UInt64) throws -> UInt64? {
    try db.first(
      "SELECT seen FROM outcome WHERE zone = ?1 AND time < ?2 AND seen <= ?3 ORDER BY seen DESC LIMIT 1",
      [id, time, Int64(clamping: head)])?.integer(0).flatMap { UInt64(exactly: $0) }
  }

  mutating func forget(through horizon: UInt64) throws {
    let number = Int64(clamping: horizon)
    // Only what has the mark of a move is decoded.
    let mark = db.dialect.contains("content", "?3")
    let key = Data("\"\(ShareRecords.zoneField)\":".utf8)
    let old = "zone = ?1 AND deletion IS NOT NULL AND version <= ?2"
    var marked: [RecordID] = []
    try db.each("SELECT content FROM record WHERE \(old) AND \(mark)", [id, number, key]) { row in
      let record = try stored(row)
      if !record.record.hasLeft { marked.append(record.id) }
    }
    try db.run("DELETE FROM record WHERE \(old) AND NOT \(mark)", [id, number, key])
    for record in marked {
      try db.run("DELETE FROM record WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, record.type, record.name])
    }
    try db.run("DELETE FROM outcome WHERE zone = ?1 AND seen < ?2", [id, number])
  }

  func keep(_ records: [(id: RecordID, next: UInt64)]) throws {
    guard let upload else { return }
    for (record, next) in records {
      try db.run(
        """
        INSERT INTO past (zone, type, name, version, next, push, time, content, claimed)
        SELECT zone, type, name, version, ?4, ?5, ?6, content, (
          SELECT \(db.dialect.array(of: "field")) FROM claim WHERE zone = ?1 AND type = ?2 AND name = ?3)
        FROM record WHERE zone = ?1 AND type = ?2 AND name = ?3
        """,
        [id, record.type, record.name, Int64(clamping: next), Wire.text(upload.push), upload.time])
    }
  }

  /// Names of fields that Unicode takes for the same are one, and a database compares bytes.
  private func field(_ claim: UniqueClaim) -> String { claim.field.precomposedStringWithCanonicalMapping }

  private func key(_ claim: UniqueClaim) -> Data { db.dialect.key(Wire.encode(claim.value)) }

  // MARK: Reading

  /// A record whose content is the first column.
  func stored(_ row: SQLRow) throws -> StoredRecord {
    let place = "a record of zone \(id)"
    guard let content = row.data(0) else { throw SyncDatabaseError.damaged(place) }
    return try Self.decoded(place) { () throws(WireError) in try Wire.record(Array(content)) }
  }

  /// The same as it stands there, with its version as the second column. What is no object is no part of a message: nobody
  /// could read the others that it has.
  func encoded(_ row: SQLRow) throws -> EncodedRecord {
    guard let content = row.data(0), content.withUnsafeBytes(Wire.isObject),
      let version = row.integer(1).flatMap({ UInt64(exactly: $0) })
    else { throw SyncDatabaseError.damaged("a record of zone \(id)") }
    return EncodedRecord(version: version, bytes: Array(content))
  }

  private func recordID(_ row: SQLRow, _ place: String) throws -> RecordID {
    guard let type = row.text(0), let name = row.text(1) else { throw SyncDatabaseError.damaged(place) }
    return RecordID(type, name)
  }

  static func lineage(_ data: Data, zone id: Int64) throws -> Lineage {
    try decoded("the lineage of zone \(id)") { () throws(WireError) in try Wire.lineage(Array(data)) }
  }

  /// A database may be damaged; what is wrong with it is said without what it has.
  static func decoded<Value>(_ place: String, _ decode: () throws(WireError) -> Value) throws -> Value {
    do { return try decode() } catch { throw SyncDatabaseError.damaged(place) }
  }
}
