// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncWire

/// What a server has of an account's zone.
package struct ZoneSummary: Hashable, Sendable {
  package var account: String
  package var zone: String
  /// Records that are there.
  package var records: Int
  /// Deletions that are not forgotten yet.
  package var deletions: Int
  /// Versions of records that were replaced.
  package var versions: Int
  /// Of all these; not what the file needs around them.
  package var bytes: Int
}

extension SyncDatabase {
  /// All zones, by account. Reads all of the file.
  package func summaries() throws -> [ZoneSummary] {
    try pool.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT account, name,
            (SELECT count(*) FROM record WHERE zone = zone.id AND deletion IS NULL) AS records,
            (SELECT count(*) FROM record WHERE zone = zone.id AND deletion IS NOT NULL) AS deletions,
            (SELECT count(*) FROM past WHERE zone = zone.id) AS versions,
            (SELECT total(length(content)) FROM record WHERE zone = zone.id)
              + (SELECT total(length(content)) FROM past WHERE zone = zone.id)
              + (SELECT total(received) FROM blob WHERE zone = zone.id) AS bytes
          FROM zone ORDER BY account, name
          """
      ).map { row in
        guard let account = row["account"] as String?, let zone = row["name"] as String? else {
          throw SyncDatabaseError.damaged("a zone")
        }
        return ZoneSummary(
          account: account, zone: zone, records: row["records"] ?? 0, deletions: row["deletions"] ?? 0,
          versions: row["versions"] ?? 0, bytes: Int(row["bytes"] as Double? ?? 0))
      }
    }
  }

  /// Hands out all records of an account that are there, of one moment, as lines of JSON: the zone's name, and the record
  /// as the protocol writes it.
  ///
  /// - Returns: How many there are.
  /// - Throws: ``SyncDatabaseError/noAccount(_:)``, and what `write` throws.
  package func export(account: String, write: (_ line: [UInt8]) throws -> Void) throws -> Int {
    try pool.read { db in
      var count = 0
      let zones = try zones(account, db)
      guard !zones.isEmpty else { throw SyncDatabaseError.noAccount(account) }
      for (id, name) in zones {
        let zone = SQLiteZone(db: db, id: id)
        let prefix = Array(#"{"zone":"#.utf8) + Wire.encode(SyncValue.text(name)) + Array(#","record":"#.utf8)
        var last: RecordID?
        while true {
          let page = try zone.records(after: last, withDeletions: false, limit: 1_000)
          for record in page { try write(prefix + Wire.encode(record) + [UInt8(ascii: "}"), UInt8(ascii: "\n")]) }
          count += page.count
          guard page.count == 1_000, let end = page.last?.id else { break }
          last = end
        }
      }
      return count
    }
  }

  /// Removes all that the server has of an account, its user and tokens included, and writes the file anew, so that nothing
  /// of it stays in unused parts. Uploads wait meanwhile. Backups keep what they have.
  ///
  /// - Returns: How many zones there were; 0 for an account that is not there, and the file is written anew all the same.
  /// - Throws: ``SyncDatabaseError/notWrittenAnew(_:)`` if the account is removed, and the second part has failed.
  package func erase(account: String) throws -> Int {
    let count = try pool.write { db in
      let zones = try zones(account, db)
      for (id, _) in zones { try Self.removeBlobs("zone = \(id)", db) }
      for table in ["record", "reference", "claim", "outcome", "past"] {
        for (id, _) in zones { try db.execute(sql: "DELETE FROM \(table) WHERE zone = ?", arguments: [id]) }
      }
      try Self.leaveShares(account, db)
      for (id, _) in zones { try db.execute(sql: "DELETE FROM share WHERE zone = ?", arguments: [id]) }
      for table in ["zone", "usage", "quota"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account])
      }
      // In the same transaction: a device that could still come would upload all that it has.
      try Self.removeUser(account, db)
      return zones.count
    }
    do {
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "VACUUM")
        // The write-ahead log has it, too.
        _ = try db.checkpoint(.truncate)
      }
    } catch {
      throw SyncDatabaseError.notWrittenAnew("\(error)")
    }
    return count
  }

  func zones(_ account: String, _ db: Database) throws -> [(id: Int64, name: String)] {
    try Row.fetchAll(
      db, sql: "SELECT id, name FROM zone WHERE account = ? ORDER BY name", arguments: [account]
    ).map { row in
      guard let id = row["id"] as Int64?, let name = row["name"] as String? else {
        throw SyncDatabaseError.damaged("a zone")
      }
      return (id, name)
    }
  }
}
