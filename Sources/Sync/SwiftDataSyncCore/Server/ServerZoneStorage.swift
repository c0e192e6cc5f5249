// SPDX-License-Identifier: Apache-2.0

/// What a server keeps of a zone, besides its records.
package struct ServerZoneHeader: Hashable, Sendable, Codable {
  package var lineage: Lineage
  /// The number of the latest change.
  package var head: UInt64 = 0
  /// Deletions up to here are forgotten, and outcomes of uploads whose devices knew less.
  package var horizon: UInt64 = 0
  /// The sum of the digests of all records that live.
  package var checksum: UInt64 = 0
  /// No time that was told is later.
  package var time: Int64 = 0

  package init(generation: UInt64) { lineage = Lineage(generation: generation) }
}

/// What `SyncService` asks of the place where a zone is kept.
///
/// All calls for one request are one transaction: it sees no other's writes meanwhile, and all of its own are kept, or
/// none. The answer may be sent when the transaction is durable, not before.
package protocol ServerZoneStorage {
  /// What goes wrong with it: of a value in memory nothing.
  associatedtype Failure: Error

  func header() throws(Failure) -> ServerZoneHeader
  mutating func setHeader(_ header: ServerZoneHeader) throws(Failure)

  func record(_ id: RecordID) throws(Failure) -> StoredRecord?
  /// The records that an upload changes, in its order, until they have more than so many bytes: all of them are in
  /// memory at once. The first one is read whatever it has.
  ///
  /// - Returns: Those that are there, and for how many of the identities that is known.
  func records(
    _ ids: [RecordID], bytes: Int
  ) throws(Failure) -> (found: [RecordID: StoredRecord], count: Int)
  /// Whether a record is there and not deleted.
  func isAlive(_ id: RecordID) throws(Failure) -> Bool
  /// Hears which records an upload is about to replace, and by which versions, while all of them are as they were: a unique
  /// value may move from one to another.
  mutating func keep(_ records: [(id: RecordID, next: UInt64)]) throws(Failure)
  /// Writes a record, what it refers to, and its unique values, in the place of `old`, which is what is there. A value
  /// that another record still has moves to this one. What is deleted refers to nothing and has no unique values;
  /// `deletion` is the time.
  mutating func put(
    _ record: StoredRecord, replacing old: StoredRecord?, claims: [UniqueClaim], deletion: Int64?
  ) throws(Failure)

  /// The records with a version after this one, in the order of their versions.
  func changes(after version: UInt64, limit: Int) throws(Failure) -> [StoredRecord]
  /// The records after this one, in the order of their identities.
  func records(after id: RecordID?, withDeletions: Bool, limit: Int) throws(Failure) -> [StoredRecord]
  /// The same, as far as a page can have them: at least two of them, if there are so many, and no more than until they have
  /// more than so many bytes in a message. What a page cannot have anyway need not be read.
  func changes(after version: UInt64, limit: Int, bytes: Int) throws(Failure) -> [StoredRecord]
  func records(after id: RecordID?, withDeletions: Bool, limit: Int, bytes: Int) throws(Failure) -> [StoredRecord]
  /// The same as they stand in a message; nil: they are not kept so.
  func encodedChanges(after version: UInt64, limit: Int, bytes: Int) throws(Failure) -> [EncodedRecord]?
  func encodedRecords(
    after id: RecordID?, withDeletions: Bool, limit: Int, bytes: Int
  ) throws(Failure) -> [EncodedRecord]?
  /// The records that live and refer to this one, and that have changed after a version. What they have is not read:
  /// one upload may delete thousands of records, and many others may refer to each.
  func referrers(of id: RecordID, after version: UInt64) throws(Failure) -> Set<RecordID>
  func holder(of claim: UniqueClaim) throws(Failure) -> RecordID?

  func outcome(of push: UniqueNumber) throws(Failure) -> PushResult?
  /// Keeps what became of an upload, and when it came. `seen` is what its device knew.
  mutating func remember(_ result: PushResult, seen: UInt64, at time: Int64) throws(Failure)

  /// Whether the bytes of a large value are missing.
  func lacks(_ blob: BlobReference) throws(Failure) -> Bool

  /// What the zone's account has and may have; nil: nobody counts.
  func space() throws(Failure) -> AccountSpace?

  /// The latest version of what was deleted before a time.
  func latestDeletion(before time: Int64) throws(Failure) -> UInt64?
  /// The latest version that a device knew whose upload came before a time. Not what is after `head`, which no device knows.
  func latestKnowledge(before time: Int64, through head: UInt64) throws(Failure) -> UInt64?
  /// Removes deleted records with a version up to this one, but for those that have left for another zone, and outcomes
  /// of uploads whose devices knew less.
  mutating func forget(through horizon: UInt64) throws(Failure)
}

extension ServerZoneStorage {
  package func space() throws(Failure) -> AccountSpace? { nil }

  package func lacks(_ blob: BlobReference) throws(Failure) -> Bool { false }

  package func records(
    _ ids: [RecordID], bytes: Int
  ) throws(Failure) -> (found: [RecordID: StoredRecord], count: Int) {
    var found: [RecordID: StoredRecord] = [:]
    found.reserveCapacity(ids.count)
    var size = 0
    for (count, id) in ids.enumerated() {
      guard let record = try record(id) else { continue }
      size += record.size
      if count > 0, size > bytes { return (found, count) }
      found[id] = record
    }
    return (found, ids.count)
  }

  package func isAlive(_ id: RecordID) throws(Failure) -> Bool { try record(id)?.record.isDeleted == false }

  package mutating func keep(_ records: [(id: RecordID, next: UInt64)]) throws(Failure) {}

  package func changes(after version: UInt64, limit: Int, bytes: Int) throws(Failure) -> [StoredRecord] {
    try changes(after: version, limit: limit)
  }

  package func records(
    after id: RecordID?, withDeletions: Bool, limit: Int, bytes: Int
  ) throws(Failure) -> [StoredRecord] {
    try records(after: id, withDeletions: withDeletions, limit: limit)
  }

  package func encodedChanges(after version: UInt64, limit: Int, bytes: Int) throws(Failure) -> [EncodedRecord]? {
    nil
  }

  package func encodedRecords(
    after id: RecordID?, withDeletions: Bool, limit: Int, bytes: Int
  ) throws(Failure) -> [EncodedRecord]? { nil }

  /// Gives a record its next version.
  package mutating func write(
    _ record: SyncRecord, _ id: RecordID, replacing old: StoredRecord?, claims: [UniqueClaim],
    _ header: inout ServerZoneHeader
  ) throws(Failure) -> UInt64 {
    if let old, !old.record.isDeleted {
      header.checksum &-= old.record.digest(id: id, version: old.version)
    }
    header.head += 1
    if !record.isDeleted { header.checksum &+= record.digest(id: id, version: header.head) }
    try put(
      StoredRecord(id: id, version: header.head, record: record), replacing: old,
      claims: record.isDeleted ? [] : claims, deletion: record.isDeleted ? header.time : nil)
    return header.head
  }

  /// Forgets deletions from before `time`, and uploads of which no copy could be taken for new.
  ///
  /// All deletions up to the latest of them go, whatever their time: a device must be able to tell by a number. So must who
  /// repeats an upload: where nothing is ever deleted, what devices knew at the time is that number, which all have passed
  /// that have asked since.
  package mutating func compact(before time: Int64) throws(Failure) {
    var header = try header()
    if let latest = try latestDeletion(before: time) { header.horizon = max(header.horizon, latest) }
    if let latest = try latestKnowledge(before: time, through: header.head) {
      header.horizon = max(header.horizon, latest)
    }
    try setHeader(header)
    try forget(through: header.horizon)
  }

  /// Says that this state comes from a backup. Without it, devices that know more would never notice.
  package mutating func restored(generation: UInt64) throws(Failure) {
    var header = try header()
    header.lineage.fork(through: header.head, generation: generation)
    try setHeader(header)
  }
}
