// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncWire

/// What becomes of large values that are not needed any more, and of those of whole accounts.
extension SyncDatabase {
  /// Removes the values of a zone that nothing refers to, neither a record nor what one was, and that came before a time.
  ///
  /// A device may have found a value a moment ago, and refer to it now: then its upload is refused, and it sends the value
  /// again.
  static func forgetBlobs(in zone: SQLiteZone, before time: Int64, _ db: Database) throws {
    let old = try Row.fetchAll(
      db, sql: "SELECT id, sha256 FROM blob WHERE zone = ? AND time < ?", arguments: [zone.id, time])
    if old.isEmpty { return }
    var used: Set<Data> = []
    for table in ["record", "past"] {
      // Only what can have a value is decoded.
      let contents = try Data.fetchCursor(
        db, sql: #"SELECT content FROM \#(table) WHERE zone = ? AND instr(content, CAST('"blob":' AS BLOB)) > 0"#,
        arguments: [zone.id])
      while let content = try contents.next() {
        for blob in try zone.stored(content).record.blobs { used.insert(Data(blob.sha256)) }
      }
    }
    for row in old {
      guard let id = row["id"] as Int64?, let hash = row["sha256"] as Data?, !used.contains(hash) else { continue }
      try removeBlobs("id = \(id)", db)
    }
  }

  static func removeBlobs(_ condition: String, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM blobPart WHERE blob IN (SELECT id FROM blob WHERE \(condition))")
    try db.execute(sql: "DELETE FROM blob WHERE \(condition)")
  }

  /// Hands out the large values of an account, each in parts, in their order. A value that several zones have comes once.
  ///
  /// - Returns: How many there are.
  package func exportBlobs(account: String, write: (_ name: String, _ part: Data) throws -> Void) throws -> Int {
    try pool.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT min(blob.id) AS id, blob.sha256 AS sha256, blob.size AS size
          FROM blob JOIN zone ON zone.id = blob.zone
          WHERE zone.account = ? AND blob.isWhole GROUP BY blob.sha256
          """, arguments: [account])
      for row in rows {
        guard let id = row["id"] as Int64?, let hash = row["sha256"] as Data?, let size = row["size"] as Int?,
          let blob = BlobReference(sha256: Array(hash), size: size, isText: false)
        else { throw SyncDatabaseError.damaged("a large value") }
        let parts = try Data.fetchCursor(
          db, sql: "SELECT content FROM blobPart WHERE blob = ? ORDER BY start", arguments: [id])
        while let part = try parts.next() { try write(blob.name, part) }
      }
      return rows.count
    }
  }
}
