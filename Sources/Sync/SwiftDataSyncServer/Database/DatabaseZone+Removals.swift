// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// What was removed from to-many relationships, of which a record keeps the numbers.
extension DatabaseZone {
  /// Drops numbers that were removed at a time, and are now, from records that have many of them: a relationship that
  /// objects join and leave all the time would grow for ever, and be sent with each edit of its object.
  ///
  /// The record gets a new version, since its checksum is another one. Nothing comes back by that: a device that still
  /// has such a member had it in common with the server, and takes what the server has no more for removed.
  ///
  /// To be called before what records were is forgotten.
  mutating func forgetRemovals(before time: Int64) throws {
    var header = try header()
    var last: UInt64 = 0
    let end = header.head
    while let found = try nextWithRemovals(after: last, through: end) {
      last = found.version
      guard let record = try withoutRemovals(found, before: time) else { continue }
      let claims = try claims(of: found.id)
      _ = try write(record, found.id, replacing: found, claims: claims, &header)
    }
    if header.head != end { try setHeader(header) }
  }

  /// So many must be dropped for the new version to be worth it, which all devices load.
  private static let fewestRemovals = 64

  /// The next record that is large enough for them, in the order of versions.
  private func nextWithRemovals(after version: UInt64, through end: UInt64) throws -> StoredRecord? {
    // A number and its time have more bytes than that.
    let size = Self.fewestRemovals * 40
    return try db.first(
      """
      SELECT content FROM record
      WHERE zone = ?1 AND version > ?2 AND version <= ?3 AND deletion IS NULL AND length(content) > ?4
        AND \(db.dialect.contains("content", "?5"))
      ORDER BY version LIMIT 1
      """,
      [id, Int64(clamping: version), Int64(clamping: end), Int64(size), Data(#""removed":{""#.utf8)]
    ).map(stored)
  }

  /// The record without them; nil: they are too few.
  private func withoutRemovals(_ stored: StoredRecord, before time: Int64) throws -> SyncRecord? {
    let now = stored.record.links.mapValues(\.removed)
    guard now.values.reduce(0, { $0 + $1.count }) >= Self.fewestRemovals else { return nil }
    let earlier = try past(
      "type = ?2 AND name = ?3 AND time >= ?4 ORDER BY version LIMIT 1", [stored.id.type, stored.id.name, time]
    ).first?.stored.record
    var record = stored.record
    var count = 0
    for (name, removed) in now {
      let then = earlier.map { $0.links[name]?.removed ?? [:] } ?? removed
      let kept = removed.filter { then[$0.key] == nil }
      count += removed.count - kept.count
      record.links[name]?.removed = kept
    }
    return count < Self.fewestRemovals ? nil : record
  }
}
