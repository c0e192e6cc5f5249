// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncWire

/// What a record was before an upload changed it.
struct PastRecord {
  var stored: StoredRecord
  /// The version that it got then.
  var next: UInt64
  var push: String
  /// When the upload came, in milliseconds since 1970.
  var time: Int64
  /// The fields that had unique values.
  var claimed: [String]

  var id: RecordID { stored.id }

  var claims: [UniqueClaim] {
    claimed.compactMap { field in
      stored.record.fields[field].map { UniqueClaim(type: id.type, field: field, value: $0.value) }
    }
  }
}

/// Reading what records were.
extension DatabaseZone {
  /// All that is kept of a record, the oldest first.
  func past(of record: RecordID) throws -> [PastRecord] {
    try past("type = ?2 AND name = ?3 ORDER BY version", [record.type, record.name])
  }

  /// What was replaced in a time, the oldest first.
  func past(from first: Int64, through last: Int64) throws -> [PastRecord] {
    try past("time BETWEEN ?2 AND ?3 ORDER BY time, next", [first, last])
  }

  /// What each record that is deleted was before.
  func pastOfDeletions() throws -> [PastRecord] {
    try past(
      """
      EXISTS (
        SELECT 1 FROM record WHERE record.zone = past.zone AND record.type = past.type AND record.name = past.name
          AND record.deletion IS NOT NULL AND record.version = past.next)
      ORDER BY next
      """, [])
  }

  /// Whether a transaction has cleared a reference of a record, or removed a member of one of its relationships.
  func wasCutOff(_ record: RecordID, by stamp: Stamp) throws -> Bool {
    guard let current = try self.record(record)?.record else { return false }
    func isOfIt(_ other: Stamp) -> Bool { (other.wall, other.node) == (stamp.wall, stamp.node) }
    return current.fields.values.contains { $0.value == .null && isOfIt($0.stamp) }
      || current.links.values.contains { $0.removed.values.contains(where: isOfIt) }
  }

  /// The first state after a time of each record that has changed since: what the record was at that time.
  func past(at time: Int64) throws -> [PastRecord] {
    try past(
      """
      time > ?2 AND NOT EXISTS (
        SELECT 1 FROM past AS earlier WHERE earlier.zone = past.zone AND earlier.type = past.type
          AND earlier.name = past.name AND earlier.version < past.version AND earlier.time > ?2)
      ORDER BY type, name
      """, [time])
  }

  /// Before which time it is forgotten what records were, in milliseconds since 1970; nil: nothing is, as far as is known.
  func forgotten() throws -> Int64? { try db.first("SELECT value FROM setting WHERE name = 'forgotten'")?.integer(0) }

  /// The unique values that a record has now.
  func claims(of record: RecordID) throws -> [UniqueClaim] {
    let rows = try db.rows(
      "SELECT field FROM claim WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, record.type, record.name])
    guard let stored = try self.record(record) else { return [] }
    return rows.compactMap { $0.text(0) }.compactMap { field in
      stored.record.fields[field].map { UniqueClaim(type: record.type, field: field, value: $0.value) }
    }
  }

  /// What is deleted, the latest first.
  func deletions(since time: Int64, limit: Int) throws -> [(stored: StoredRecord, time: Int64)] {
    try db.rows(
      "SELECT content, deletion FROM record WHERE zone = ?1 AND deletion >= ?2 ORDER BY version DESC LIMIT ?3",
      [id, time, limit]
    ).map { row in
      guard let time = row.integer(1) else { throw SyncDatabaseError.damaged("a record of zone \(id)") }
      return (try stored(row), time)
    }
  }

  /// The records that were changed since a time, the latest first.
  func changed(since time: Int64, limit: Int) throws -> [RecordID] {
    try db.rows(
      "SELECT type, name, max(time) FROM past WHERE zone = ?1 AND time >= ?2 GROUP BY type, name "
        + "ORDER BY max(time) DESC, type, name LIMIT ?3", [id, time, limit]
    ).map { row in
      guard let type = row.text(0), let name = row.text(1) else {
        throw SyncDatabaseError.damaged("the history of zone \(id)")
      }
      return RecordID(type, name)
    }
  }

  func past(_ condition: String, _ arguments: [any SQLConvertible]) throws -> [PastRecord] {
    let place = "the history of zone \(id)"
    return try db.rows(
      "SELECT content, next, push, time, claimed FROM past WHERE zone = ?1 AND \(condition)", [id] + arguments
    ).map { row in
      guard let next = row.integer(1), let push = row.text(2), let time = row.integer(3), let claimed = row.text(4),
        next > 0, let fields = try? JSONDecoder().decode([String].self, from: Data(claimed.utf8))
      else { throw SyncDatabaseError.damaged(place) }
      return PastRecord(stored: try stored(row), next: UInt64(next), push: push, time: time, claimed: fields)
    }
  }
}
