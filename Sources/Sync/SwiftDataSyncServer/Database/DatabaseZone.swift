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
  /// What was looked for already, see ``load(_:)``; nil inside: it is not there.
  private var known: [RecordID: StoredRecord?] = [:]

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

  /// Reads records that an upload is about to ask for one by one.
  mutating func load(_ records: [RecordID]) throws {
    for part in SQLBatch.parts(of: records) {
      for id in part { known[id] = .some(nil) }
      let rows = try db.rows(
        "SELECT content FROM record WHERE zone = ?1 AND (type, name) IN (VALUES \(SQLBatch.pairs(after: 1)))",
        [id] + part.flatMap { [$0.type, $0.name] as [any SQLConvertible] })
      for row in rows {
        let record = try stored(row)
        known[record.id] = record
      }
    }
  }

  func record(_ record: RecordID) throws -> StoredRecord? {
    if let found = known[record] { return found }
    return try db.first(
      "SELECT content FROM record WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, record.type, record.name]
    ).map(stored)
  }

  mutating func put(
    _ record: StoredRecord, replacing old: StoredRecord?, claims: [UniqueClaim], deletion: Int64?
  ) throws {
    let (type, name) = (record.id.type, record.id.name)
    growth = growth + AccountUsage(replacing: old, by: record)
    // What is new has nothing to be removed.
    if let old {
      try db.run("DELETE FROM claim WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, type, name])
      if !old.record.isDeleted { try remove(old.record.references, of: record.id) }
    }
    try db.run(
      """
      INSERT INTO record (zone, type, name, version, deletion, content) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (zone, type, name)
      DO UPDATE SET version = excluded.version, deletion = excluded.deletion, content = excluded.content
      """, [id, type, name, Int64(clamping: record.version), deletion, Data(Wire.encode(record))])
    if !known.isEmpty { known[record.id] = record }
    guard !record.record.isDeleted else { return }
    // Their order is that of no hash, or two servers would wait for each other's rows.
    for target in record.record.references.sorted() {
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
        """, [id, claim.type, claim.field, key(claim), type, name])
    }
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

  func changes(after version: UInt64, limit: Int) throws -> [StoredRecord] {
    try changes(after: version, limit: limit, bytes: .max)
  }

  func changes(after version: UInt64, limit: Int, bytes: Int) throws -> [StoredRecord] {
    try page(limit, bytes) { last, count in
      try changes("content", after: last?.version ?? version, count)
    } _: {
      try stored($0)
    }
  }

  func encodedChanges(after version: UInt64, limit: Int, bytes: Int) throws -> [EncodedRecord]? {
    guard givesMessages else { return nil }
    return try page(limit, bytes) { last, count in
      try changes("content, version", after: last?.version ?? version, count)
    } _: {
      try encoded($0)
    }
  }

  private func changes(_ columns: String, after version: UInt64, _ count: Int) throws -> [SQLRow] {
    try db.rows(
      "SELECT \(columns) FROM record WHERE zone = ?1 AND version > ?2 ORDER BY version LIMIT ?3",
      [id, Int64(clamping: version), count])
  }

  func records(after record: RecordID?, withDeletions: Bool, limit: Int) throws -> [StoredRecord] {
    try records(after: record, withDeletions: withDeletions, limit: limit, bytes: .max)
  }

  func records(after record: RecordID?, withDeletions: Bool, limit: Int, bytes: Int) throws -> [StoredRecord] {
    try page(limit, bytes) { last, count in
      let start = last?.id ?? record
      return try records("content", after: (start?.type ?? "", start?.name ?? ""), withDeletions, count)
    } _: {
      try stored($0)
    }
  }

  func encodedRecords(
    after record: RecordID?, withDeletions: Bool, limit: Int, bytes: Int
  ) throws -> [EncodedRecord]? {
    guard givesMessages else { return nil }
    var start = (record?.type ?? "", record?.name ?? "")
    return try page(limit, bytes) { _, count in
      let rows = try records("content, version, type, name", after: start, withDeletions, count)
      if let last = rows.last { start = (last.text(2) ?? "", last.text(3) ?? "") }
      return rows
    } _: {
      try encoded($0)
    }
  }

  /// Texts are compared by their bytes, as identities are.
  private func records(
    _ columns: String, after start: (type: String, name: String), _ withDeletions: Bool, _ count: Int
  ) throws -> [SQLRow] {
    let deletions = withDeletions ? "" : "AND deletion IS NULL"
    return try db.rows(
      """
      SELECT \(columns) FROM record WHERE zone = ?1 AND (type, name) > (?2, ?3) \(deletions) ORDER BY type, name LIMIT ?4
      """, [id, start.type, start.name, count])
  }

  /// Reads records a part after the other: thousands of large ones have more bytes than there is memory. How many come
  /// next, those before them tell.
  private func page<Record>(
    _ limit: Int, _ bytes: Int, _ next: (_ last: Record?, _ count: Int) throws -> [SQLRow],
    _ record: (SQLRow) throws -> Record
  ) throws -> [Record] {
    var records: [Record] = []
    var size = 0
    while records.count < limit, size <= bytes {
      let fitting = records.isEmpty ? Self.firstPart : (bytes - size) / max(size / records.count, 1)
      let count = bytes == .max ? limit : min(limit - records.count, max(fitting, 1))
      let rows = try next(records.last, count)
      for row in rows {
        size += row.data(0)?.count ?? 0
        records.append(try record(row))
      }
      if rows.count < count { break }
    }
    return records
  }

  /// About how many bytes of records are in memory while all of a zone is read.
  static let readBytes = 8 << 20

  /// How many records are read before anything is known of their sizes.
  private static let firstPart = 64

  func referrers(of record: RecordID) throws -> Set<RecordID> {
    let rows = try db.rows(
      "SELECT type, name FROM reference WHERE zone = ?1 AND targetType = ?2 AND targetName = ?3",
      [id, record.type, record.name])
    return Set(try rows.map { try recordID($0, "a reference of zone \(id)") })
  }

  func holder(of claim: UniqueClaim) throws -> RecordID? {
    try db.first(
      "SELECT type, name FROM claim WHERE zone = ?1 AND model = ?2 AND field = ?3 AND value = ?4",
      [id, claim.type, claim.field, key(claim)]
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
    known = [:]
    // Only what has the mark of a move is decoded.
    let mark = db.dialect.contains("content", "?3")
    let key = Data("\"\(ShareRecords.zoneField)\":".utf8)
    let old = "zone = ?1 AND deletion IS NOT NULL AND version <= ?2"
    let marked = try db.rows("SELECT content FROM record WHERE \(old) AND \(mark)", [id, number, key]).map(stored)
    try db.run("DELETE FROM record WHERE \(old) AND NOT \(mark)", [id, number, key])
    for record in marked where !record.record.hasLeft {
      try db.run(
        "DELETE FROM record WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, record.id.type, record.id.name])
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

  private func key(_ claim: UniqueClaim) -> Data { db.dialect.key(Wire.encode(claim.value)) }

  // MARK: Reading

  /// A record whose content is the first column.
  func stored(_ row: SQLRow) throws -> StoredRecord {
    let place = "a record of zone \(id)"
    guard let content = row.data(0) else { throw SyncDatabaseError.damaged(place) }
    return try Self.decoded(place) { () throws(WireError) in try Wire.record(Array(content)) }
  }

  /// The same as it stands there, with its version as the second column. What is no object is no part of a message.
  private func encoded(_ row: SQLRow) throws -> EncodedRecord {
    guard let content = row.data(0), content.first == UInt8(ascii: "{"), content.last == UInt8(ascii: "}"),
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
  private static func decoded<Value>(_ place: String, _ decode: () throws(WireError) -> Value) throws -> Value {
    do { return try decode() } catch { throw SyncDatabaseError.damaged(place) }
  }
}
