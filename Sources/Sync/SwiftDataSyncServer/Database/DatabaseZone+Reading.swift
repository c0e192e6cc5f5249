// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Reading many records: thousands of large ones have more bytes than there is memory, so their sizes are asked for
/// first.
extension DatabaseZone {
  /// About how many bytes of records are in memory while all of a zone is read.
  static let readBytes = 8 << 20

  func changes(after version: UInt64, limit: Int) throws -> [StoredRecord] {
    try changes(after: version, limit: limit, bytes: .max)
  }

  func changes(after version: UInt64, limit: Int, bytes: Int) throws -> [StoredRecord] {
    try page(limit, bytes) { try changes($0, after: version, $1) }.map(stored)
  }

  func encodedChanges(after version: UInt64, limit: Int, bytes: Int) throws -> [EncodedRecord]? {
    guard givesMessages else { return nil }
    return try page(limit, bytes) { try changes($0, after: version, $1) }.map(encoded)
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
    try page(limit, bytes) { try records($0, after: record, withDeletions, $1) }.map(stored)
  }

  func encodedRecords(
    after record: RecordID?, withDeletions: Bool, limit: Int, bytes: Int
  ) throws -> [EncodedRecord]? {
    guard givesMessages else { return nil }
    return try page(limit, bytes) { try records($0, after: record, withDeletions, $1) }.map(encoded)
  }

  /// Texts are compared by their bytes, as identities are.
  private func records(
    _ columns: String, after start: RecordID?, _ withDeletions: Bool, _ count: Int
  ) throws -> [SQLRow] {
    let deletions = withDeletions ? "" : "AND deletion IS NULL"
    return try db.rows(
      """
      SELECT \(columns) FROM record WHERE zone = ?1 AND (type, name) > (?2, ?3) \(deletions) ORDER BY type, name LIMIT ?4
      """, [id, start?.type ?? "", start?.name ?? "", count])
  }

  /// The rows of a page: as many as have so many bytes, with the one that goes beyond; two in any case.
  ///
  /// Neither engine reads a content whose length it is asked for.
  private func page(
    _ limit: Int, _ bytes: Int, _ rows: (_ columns: String, _ count: Int) throws -> [SQLRow]
  ) throws -> [SQLRow] {
    let columns = "content, version"
    if bytes == .max { return try rows(columns, limit) }
    var (count, size) = (0, 0)
    for row in try rows("length(content)", limit) {
      if count >= 2, size > bytes { break }
      size += row.int(0) ?? 0
      count += 1
    }
    return count == 0 ? [] : try rows(columns, count)
  }

  // MARK: What an upload changes

  func records(_ ids: [RecordID], bytes: Int) throws -> (found: [RecordID: StoredRecord], count: Int) {
    var loaded = LoadedRecords(bytes: bytes)
    loaded.found.reserveCapacity(ids.count)
    let step = db.dialect.isRemote ? SQLBatch.size : 1
    for start in stride(from: 0, to: ids.count, by: step) {
      let part = Array(ids[start..<min(start + step, ids.count)])
      let rows = try step == 1 ? fitting(part[0], loaded.room) : smallOnes(part)
      for id in part where try !loaded.add(id, rows[id]?.size, { try rows[id]?.record ?? record(id) }) {
        return (loaded.found, loaded.count)
      }
    }
    return (loaded.found, loaded.count)
  }

  /// What is known of a record before it is read as a whole.
  private typealias Look = (size: Int, record: StoredRecord?)

  /// A record, if it has no more than so many bytes.
  private func fitting(_ record: RecordID, _ room: Int) throws -> [RecordID: Look] {
    let row = try db.first(
      "SELECT CASE WHEN length(content) <= ?4 THEN content END, length(content) FROM record "
        + "WHERE zone = ?1 AND type = ?2 AND name = ?3", [id, record.type, record.name, room])
    guard let row else { return [:] }
    return [record: (row.int(1) ?? 0, row.data(0) == nil ? nil : try stored(row))]
  }

  /// Records in one way to the database and back; of large ones the sizes only.
  private func smallOnes(_ records: [RecordID]) throws -> [RecordID: Look] {
    var found: [RecordID: Look] = [:]
    for part in SQLBatch.parts(of: records) {
      let rows = try db.rows(
        "SELECT CASE WHEN length(content) <= \(Self.smallBytes) THEN content END, length(content), type, name "
          + "FROM record WHERE zone = ?1 AND (type, name) IN (VALUES \(SQLBatch.pairs(after: 1)))",
        [id] + part.flatMap { [$0.type, $0.name] as [any SQLConvertible] })
      for row in rows {
        guard let type = row.text(2), let name = row.text(3) else {
          throw SyncDatabaseError.damaged("a record of zone \(id)")
        }
        found[RecordID(type, name)] = (row.int(1) ?? 0, row.data(0) == nil ? nil : try stored(row))
      }
    }
    return found
  }

  private static let smallBytes = 64 << 10
}

/// Records that are read until they have too many bytes.
private struct LoadedRecords {
  let bytes: Int
  var found: [RecordID: StoredRecord] = [:]
  private(set) var count = 0
  private var size = 0

  init(bytes: Int) { self.bytes = bytes }

  /// How many bytes the next one may have: the first one has room in any case.
  var room: Int { count == 0 ? .max : max(bytes - size, 0) }

  /// - Parameter size: nil: there is no such record.
  /// - Returns: Whether there was room for it.
  mutating func add(_ id: RecordID, _ size: Int?, _ record: () throws -> StoredRecord?) rethrows -> Bool {
    guard size ?? 0 <= room else { return false }
    self.size += size ?? 0
    count += 1
    if size != nil { found[id] = try record() }
    return true
  }
}
