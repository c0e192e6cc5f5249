// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What accounts have, kept as running totals, and what they may have.
extension SyncDatabase {
  /// What an account has, and may have on this server.
  package func space(of account: String) throws -> AccountSpace {
    try database.read { db in try Self.space(account, quota, db) }
  }

  /// Gives an account a quota of its own, or what all others have. A server that works with the database follows it at once.
  ///
  /// - Parameter quota: A limit that is nil is that of all others, and 0 is none; nil: the account has no quota of its own.
  package func setQuota(_ quota: AccountQuota?, of account: String) throws {
    try Self.check(name: account)
    try database.write { db in
      guard let quota else { return try db.run("DELETE FROM quota WHERE account = ?1", [account]) }
      try db.run(
        """
        INSERT INTO quota (account, records, bytes) VALUES (?1, ?2, ?3)
        ON CONFLICT (account) DO UPDATE SET records = excluded.records, bytes = excluded.bytes
        """, [account, quota.records, quota.bytes])
    }
  }

  /// The quotas that accounts have of their own, as `setQuota` takes them.
  package func quotas() throws -> [String: AccountQuota] {
    try database.read { db in
      Dictionary(
        try db.rows("SELECT account, records, bytes FROM quota").compactMap { row in
          row.text(0).map { ($0, AccountQuota(records: row.integer(1), bytes: row.integer(2))) }
        }, uniquingKeysWith: { a, _ in a })
    }
  }

  static func space(_ account: String, _ quota: AccountQuota, _ db: any SQLConnection) throws -> AccountSpace {
    let own = try db.first("SELECT records, bytes FROM quota WHERE account = ?1", [account])
    let quota = AccountQuota(
      records: limit(own?.integer(0), quota.records), bytes: limit(own?.integer(1), quota.bytes))
    // Two uploads into two zones must not take the same room.
    if quota.records != nil || quota.bytes != nil { try db.lockUsage(of: account) }
    let usage = try db.first("SELECT records, bytes FROM usage WHERE account = ?1", [account])
    return AccountSpace(
      usage: AccountUsage(records: usage?.integer(0) ?? 0, bytes: usage?.integer(1) ?? 0), quota: quota)
  }

  private static func limit(_ own: Int64?, _ usual: Int64?) -> Int64? {
    guard let own else { return usual }
    return own == 0 ? nil : own
  }

  /// Adds to an account's totals, in the transaction that adds to the account.
  static func count(_ growth: AccountUsage, _ account: String, _ db: any SQLConnection) throws {
    guard growth != AccountUsage() else { return }
    try db.run(
      """
      INSERT INTO usage (account, records, bytes) VALUES (?1, ?2, ?3)
      ON CONFLICT (account) DO UPDATE SET records = usage.records + excluded.records, bytes = usage.bytes + excluded.bytes
      """, [account, growth.records, growth.bytes])
  }

  /// Counts all records of a file that has no totals yet.
  static func countAll(_ db: any SQLConnection) throws {
    for row in try db.rows("SELECT id, account FROM zone ORDER BY id") {
      guard let id = row.integer(0), let account = row.text(1) else {
        throw SyncDatabaseError.damaged("a zone")
      }
      try count(try usage(of: DatabaseZone(db: db, id: id)), account, db)
    }
  }

  /// What a zone has, by looking at all of it.
  static func usage(of zone: DatabaseZone) throws -> AccountUsage {
    var usage = AccountUsage()
    var last: RecordID?
    while true {
      let page = try zone.records(after: last, withDeletions: false, limit: 1_000, bytes: DatabaseZone.readBytes)
      for record in page { usage = usage + AccountUsage(replacing: nil, by: record) }
      guard let end = page.last?.id else { return usage }
      last = end
    }
  }

  /// What an account has, by looking at all of it: for tests of the totals.
  package func countedUsage(of account: String) throws -> AccountUsage {
    try database.read { db in
      try zones(account, db).reduce(AccountUsage()) { sum, zone in
        sum + (try Self.usage(of: DatabaseZone(db: db, id: zone.id)))
      }
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
