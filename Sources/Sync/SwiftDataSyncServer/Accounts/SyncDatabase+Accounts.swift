// SPDX-License-Identifier: Apache-2.0

import Foundation
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
  /// All zones, by account, or those of one. Reads all that is in them.
  package func summaries(of account: String? = nil) throws -> [ZoneSummary] {
    try database.read { db in
      try db.rows(
        """
        SELECT account, name,
          (SELECT count(*) FROM record WHERE zone = zone.id AND deletion IS NULL),
          (SELECT count(*) FROM record WHERE zone = zone.id AND deletion IS NOT NULL),
          (SELECT count(*) FROM past WHERE zone = zone.id),
          CAST((SELECT coalesce(sum(length(content)), 0) FROM record WHERE zone = zone.id)
            + (SELECT coalesce(sum(length(content)), 0) FROM past WHERE zone = zone.id)
            + (SELECT coalesce(sum(received), 0) FROM blob WHERE zone = zone.id) AS BIGINT)
        FROM zone \(account == nil ? "" : "WHERE account = ?1") ORDER BY account, name
        """, account.map { [$0] } ?? []
      ).map { row in
        guard let account = row.text(0), let zone = row.text(1) else { throw SyncDatabaseError.damaged("a zone") }
        return ZoneSummary(
          account: account, zone: zone, records: row.int(2) ?? 0, deletions: row.int(3) ?? 0,
          versions: row.int(4) ?? 0, bytes: row.int(5) ?? 0)
      }
    }
  }

  /// Hands out all records of an account that are there, of one moment, as lines of JSON: the zone's name, and the record
  /// as the protocol writes it.
  ///
  /// - Returns: How many there are.
  /// - Throws: ``SyncDatabaseError/noAccount(_:)``, and what `write` throws.
  package func export(account: String, write: (_ line: [UInt8]) throws -> Void) throws -> Int {
    try database.read(isRepeatable: false) { db in
      var count = 0
      let zones = try zones(account, db)
      guard !zones.isEmpty else { throw SyncDatabaseError.noAccount(account) }
      for (id, name) in zones {
        let zone = DatabaseZone(db: db, id: id)
        let prefix = Array(#"{"zone":"#.utf8) + Wire.encode(SyncValue.text(name)) + Array(#","record":"#.utf8)
        var last: RecordID?
        while true {
          let page = try zone.records(after: last, withDeletions: false, limit: 1_000, bytes: DatabaseZone.readBytes)
          for record in page { try write(prefix + Wire.encode(record) + [UInt8(ascii: "}"), UInt8(ascii: "\n")]) }
          count += page.count
          guard let end = page.last?.id else { break }
          last = end
        }
      }
      return count
    }
  }

  /// Removes all that the server has of an account, its user and tokens included, and tidies the database up, so that
  /// nothing of it stays in unused parts of a file. Uploads wait meanwhile. Backups keep what they have.
  ///
  /// - Returns: How many zones there were; 0 for an account that is not there, and the file is written anew all the same.
  /// - Throws: ``SyncDatabaseError/notWrittenAnew(_:)`` if the account is removed, and the second part has failed.
  package func erase(account: String) throws -> Int {
    let count = try database.write { db in
      try db.lockZones(where: "account = ?1 OR id IN (SELECT zone FROM member WHERE account = ?1)", [account])
      let zones = try zones(account, db)
      for (id, _) in zones { try Self.removeBlobs("zone = ?1", [id], db) }
      for table in ["record", "reference", "claim", "outcome", "past"] {
        for (id, _) in zones { try db.run("DELETE FROM \(table) WHERE zone = ?1", [id]) }
      }
      try Self.leaveShares(account, db)
      for (id, _) in zones { try db.run("DELETE FROM share WHERE zone = ?1", [id]) }
      for table in ["zone", "usage", "quota"] { try db.run("DELETE FROM \(table) WHERE account = ?1", [account]) }
      // In the same transaction: a device that could still come would upload all that it has.
      try Self.removeUser(account, db)
      return zones.count
    }
    do { try database.tidyUp() } catch { throw SyncDatabaseError.notWrittenAnew("\(error)") }
    return count
  }

  func zones(_ account: String, _ db: any SQLConnection) throws -> [(id: Int64, name: String)] {
    try db.rows("SELECT id, name FROM zone WHERE account = ?1 ORDER BY name", [account]).map { row in
      guard let id = row.integer(0), let name = row.text(1) else { throw SyncDatabaseError.damaged("a zone") }
      return (id, name)
    }
  }
}
