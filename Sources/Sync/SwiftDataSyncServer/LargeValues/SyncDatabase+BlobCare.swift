// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// What becomes of large values that are not needed any more, and of those of whole accounts.
extension SyncDatabase {
  /// Removes the values of a zone that nothing refers to, neither a record nor what one was, and that came before a time.
  ///
  /// A device may have found a value a moment ago, and refer to it now: then its upload is refused, and it sends the value
  /// again.
  static func forgetBlobs(in zone: DatabaseZone, before time: Int64, _ db: any SQLConnection) throws {
    let old = try db.rows("SELECT id, sha256 FROM blob WHERE zone = ?1 AND time < ?2", [zone.id, time])
    if old.isEmpty { return }
    var used: Set<Data> = []
    for table in ["record", "past"] {
      // Only what can have a value is decoded, encrypted or not.
      try db.each(
        "SELECT content FROM \(table) WHERE zone = ?1 AND \(db.dialect.contains("content", "?2"))",
        [zone.id, Data(#""sha256":"#.utf8)]
      ) { row in
        for blob in try zone.stored(row).record.blobs { used.insert(Data(blob.sha256)) }
      }
    }
    for row in old {
      guard let id = row.integer(0), let hash = row.data(1), !used.contains(hash) else { continue }
      try removeBlobs("id = ?1", [id], db)
    }
  }

  static func removeBlobs(_ condition: String, _ values: [any SQLConvertible], _ db: any SQLConnection) throws {
    try db.run("DELETE FROM blobPart WHERE blob IN (SELECT id FROM blob WHERE \(condition))", values)
    try db.run("DELETE FROM blob WHERE \(condition)", values)
  }

  /// Hands out the large values of an account, each in parts, in their order. A value that several zones have comes once.
  ///
  /// - Returns: How many there are.
  package func exportBlobs(account: String, write: (_ name: String, _ part: Data) throws -> Void) throws -> Int {
    try database.read(isRepeatable: false) { db in
      let rows = try db.rows(
        """
        SELECT min(blob.id), blob.sha256, blob.size FROM blob JOIN zone ON zone.id = blob.zone
        WHERE zone.account = ?1 AND blob.isWhole > 0 GROUP BY blob.sha256, blob.size
        """, [account])
      for row in rows {
        guard let id = row.integer(0), let hash = row.data(1), let size = row.int(2),
          let blob = BlobReference(sha256: Array(hash), size: size, isText: false)
        else { throw SyncDatabaseError.damaged("a large value") }
        try Self.parts(of: id, db) { part in try write(blob.name, part) }
      }
      return rows.count
    }
  }

  /// Hands out the parts of a large value, in their order.
  static func parts(of blob: Int64, _ db: any SQLConnection, _ body: (Data) throws -> Void) throws {
    try db.each("SELECT content FROM blobPart WHERE blob = ?1 ORDER BY start", [blob]) { row in
      guard let part = row.data(0) else { throw SyncDatabaseError.damaged("a large value") }
      try body(part)
    }
  }
}
