// SPDX-License-Identifier: Apache-2.0

import GRDB
import SwiftDataSyncCore

/// What accounts have, kept as running totals, and what they may have.
extension SyncDatabase {
  /// What an account has, and may have on this server.
  package func space(of account: String) throws -> AccountSpace {
    try pool.read { db in try Self.space(account, quota, db) }
  }

  /// Gives an account a quota of its own, or what all others have. A server that works with the file follows it at once.
  ///
  /// - Parameter quota: A limit that is nil is that of all others, and 0 is none; nil: the account has no quota of its own.
  package func setQuota(_ quota: AccountQuota?, of account: String) throws {
    try Self.check(name: account)
    try pool.write { db in
      guard let quota else { return try db.execute(sql: "DELETE FROM quota WHERE account = ?", arguments: [account]) }
      try db.execute(
        sql: "INSERT OR REPLACE INTO quota (account, records, bytes) VALUES (?, ?, ?)",
        arguments: [account, quota.records, quota.bytes])
    }
  }

  /// The quotas that accounts have of their own, as `setQuota` takes them.
  package func quotas() throws -> [String: AccountQuota] {
    try pool.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT account, records, bytes FROM quota")
      return Dictionary(
        rows.compactMap { row in
          (row["account"] as String?).map { ($0, AccountQuota(records: row["records"], bytes: row["bytes"])) }
        }, uniquingKeysWith: { a, _ in a })
    }
  }

  static func space(_ account: String, _ quota: AccountQuota, _ db: Database) throws -> AccountSpace {
    let usage = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT records, bytes FROM usage WHERE account = ?"), arguments: [account])
    let own = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT records, bytes FROM quota WHERE account = ?"), arguments: [account])
    return AccountSpace(
      usage: AccountUsage(records: usage?["records"] ?? 0, bytes: usage?["bytes"] ?? 0),
      quota: AccountQuota(
        records: limit(own?["records"], quota.records), bytes: limit(own?["bytes"], quota.bytes)))
  }

  private static func limit(_ own: Int64?, _ usual: Int64?) -> Int64? {
    guard let own else { return usual }
    return own == 0 ? nil : own
  }

  /// Adds to an account's totals, in the transaction that adds to the account.
  static func count(_ growth: AccountUsage, _ account: String, _ db: Database) throws {
    guard growth != AccountUsage() else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO usage (account, records, bytes) VALUES (:account, :records, :bytes)
        ON CONFLICT (account) DO UPDATE SET records = records + :records, bytes = bytes + :bytes
        """
    ).execute(arguments: ["account": account, "records": growth.records, "bytes": growth.bytes])
  }

  /// Counts all records of a file that has no totals yet.
  static func countAll(_ db: Database) throws {
    let zones = try Row.fetchAll(db, sql: "SELECT id, account FROM zone ORDER BY id")
    for row in zones {
      guard let id = row["id"] as Int64?, let account = row["account"] as String? else {
        throw SyncDatabaseError.damaged("a zone")
      }
      try count(try usage(of: SQLiteZone(db: db, id: id)), account, db)
    }
  }

  /// What a zone has, by looking at all of it.
  static func usage(of zone: SQLiteZone) throws -> AccountUsage {
    var usage = AccountUsage()
    var last: RecordID?
    while true {
      let page = try zone.records(after: last, withDeletions: false, limit: 1_000)
      for record in page { usage = usage + AccountUsage(replacing: nil, by: record) }
      guard page.count == 1_000, let end = page.last?.id else { return usage }
      last = end
    }
  }

  /// What an account has, by looking at all of it: for tests of the totals.
  package func countedUsage(of account: String) throws -> AccountUsage {
    try pool.read { db in
      try Int64.fetchAll(db, sql: "SELECT id FROM zone WHERE account = ?", arguments: [account])
        .reduce(AccountUsage()) { sum, id in sum + (try Self.usage(of: SQLiteZone(db: db, id: id))) }
    }
  }

  /// Whether a text may be the name of an account, a zone or a device.
  package static func isName(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
  }

  static func check(name: String) throws {
    guard isName(name) else { throw SyncDatabaseError.badName(String(name.prefix(40))) }
  }
}
