// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore

/// The accounts and zones of a server in one SQLite file.
///
/// Each upload is one transaction, which is on the disk before the answer is given. Questions read a snapshot of the file
/// and wait for nobody.
package final class SyncDatabase: Sendable {
  let pool: DatabasePool
  let service: SyncService
  /// How many zones an account may have: they are made when they are asked for first.
  private let zoneLimit: Int
  /// What an account may have that has no quota of its own.
  let quota: AccountQuota
  package let file: URL
  private let firstGeneration: @Sendable () -> UInt64

  /// - Parameters:
  ///   - file: The database; made if it is not there. What `backUp(to:)` has made begins a new generation here.
  ///   - quota: What an account may have that has no quota of its own.
  ///   - firstGeneration: Gives the number of a new zone's generation, which no other zone has.
  ///   - generation: Gives the number of a generation that begins with a backup.
  package init(
    file: URL, service: SyncService = SyncService(), zoneLimit: Int = 100, quota: AccountQuota = AccountQuota(),
    firstGeneration: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 1...UInt64.max) },
    generation: () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
  ) throws {
    self.firstGeneration = firstGeneration
    var configuration = Configuration()
    // Backups and compactions are other processes, which write for a moment.
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // In WAL mode the default would lose what was acknowledged when the power fails.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    pool = try DatabasePool(path: file.path, configuration: configuration)
    self.service = service
    self.zoneLimit = zoneLimit
    self.quota = quota
    self.file = file
    try pool.write { db in
      try SyncDatabaseSchema.prepare(db)
      let isBackup = try Int.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'isBackup'") == 1
      guard isBackup else { return }
      for id in try Int64.fetchAll(db, sql: "SELECT id FROM zone ORDER BY id") {
        var zone = SQLiteZone(db: db, id: id)
        try zone.restored(generation: generation())
      }
      try db.execute(sql: "DELETE FROM setting WHERE name = 'isBackup'")
    }
  }

  /// Answers a request of an account that was authenticated; nothing is sent before this returns.
  package func answer(_ request: SyncRequest, now: Int64) throws -> SyncAnswer {
    if case .share(let command) = request.body {
      let answer = try answer(command, zone: request.zone, account: request.account, now: now)
      return SyncAnswer(account: request.account, zone: request.zone, time: now, body: .shared(answer))
    }
    // The right is looked at in the transaction that uses it.
    if !ServerShare.isName(request.zone) { try makeZone(request.zone, of: request.account) }
    let answer: (body: SyncAnswer.Body, time: Int64)?
    if case .push(let push) = request.body {
      answer = try pool.write { db in
        guard let access = try Self.access(request.account, request.zone, db) else { return nil }
        let zone = try Self.zone(access.owner, request.zone, db)
        var storage = SQLiteZone(db: db, id: zone, upload: (push.id, now))
        storage.room = try Self.space(access.owner, quota, db)
        let answer = try service.answer(request.body, in: &storage, now: now, mayWrite: access.right.mayWrite)
        try Self.count(storage.growth, access.owner, db)
        return answer
      }
    } else {
      answer = try pool.read { db in
        guard let access = try Self.access(request.account, request.zone, db) else { return nil }
        var storage = SQLiteZone(db: db, id: try Self.zone(access.owner, request.zone, db))
        return try service.answer(request.body, in: &storage, now: now)
      }
    }
    return SyncAnswer(
      account: request.account, zone: request.zone, time: answer?.time ?? now, body: answer?.body ?? .noAccess)
  }

  /// An account's own zone is made when it is asked for first.
  func makeZone(_ name: String, of account: String) throws {
    func isThere(_ db: Database) throws -> Bool { try Self.find(account, name, db) != nil }
    if try pool.read(isThere) { return }
    try pool.write { db in
      guard try !isThere(db) else { return }
      _ = try make(name, of: account, db)
    }
  }

  func make(_ name: String, of account: String, _ db: Database) throws -> Int64 {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM zone WHERE account = ?", arguments: [account])
    guard count ?? 0 < zoneLimit else { throw SyncDatabaseError.tooManyZones(limit: zoneLimit) }
    let header = ServerZoneHeader(generation: firstGeneration())
    try db.execute(
      sql: "INSERT INTO zone (account, name, lineage, head, horizon, checksum, time) VALUES (?, ?, x'', 0, 0, 0, 0)",
      arguments: [account, name])
    var storage = SQLiteZone(db: db, id: db.lastInsertedRowID)
    try storage.setHeader(header)
    return storage.id
  }

  /// Forgets deletions, what records were, and large values that nothing refers to, from before a time, in milliseconds since 1970, in all zones. Who was away
  /// for longer reconciles.
  package func compact(before time: Int64) throws {
    for id in try pool.read({ try Int64.fetchAll($0, sql: "SELECT id FROM zone ORDER BY id") }) {
      try pool.write { db in
        var zone = SQLiteZone(db: db, id: id)
        try zone.compact(before: time)
        try db.execute(sql: "DELETE FROM past WHERE zone = ? AND time < ?", arguments: [id, time])
        try Self.forgetBlobs(in: zone, before: time, db)
      }
    }
  }

  /// Copies the file while the server works. Devices that know more notice when the copy is used.
  package func backUp(to file: URL) throws {
    let copy = try DatabaseQueue(path: file.path)
    try pool.backup(to: copy)
    try copy.write { db in try db.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('isBackup', 1)") }
    try copy.close()
  }

  /// Reads a zone of an account, in one snapshot.
  func read<R>(account: String, zone: String, _ body: (SQLiteZone) throws -> R) throws -> R {
    try pool.read { db in try body(SQLiteZone(db: db, id: try Self.zone(account, zone, db))) }
  }

  /// Applies to zones of an account what the server itself uploads, in one transaction.
  func write(account: String, zones: [String], _ body: (String, inout SQLiteZone, SyncService) throws -> Void) throws {
    try pool.write { db in
      // An upload of a device's is as large as it may be; this one is as large as what it restores.
      var service = service
      (service.limits.changes, service.limits.bytes, service.limits.changeBytes) = (.max, .max, .max)
      for name in zones {
        var storage = SQLiteZone(db: db, id: try Self.zone(account, name, db))
        try body(name, &storage, service)
        try Self.count(storage.growth, account, db)
      }
    }
  }

  static func zone(_ account: String, _ name: String, _ db: Database) throws -> Int64 {
    guard let id = try find(account, name, db) else { throw SyncDatabaseError.noZone(account: account, name) }
    return id
  }

  static func find(_ account: String, _ name: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM zone WHERE account = ? AND name = ?"), arguments: [account, name])
  }

  /// Reads something.
  ///
  /// - Throws: If the file cannot be read.
  package func check() throws {
    _ = try pool.read { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM zone") }
  }

  /// How many bytes the file and its log have.
  package var size: Int? {
    let sizes = ["", "-wal"].compactMap { suffix in
      try? FileManager.default.attributesOfItem(atPath: file.path + suffix)[.size] as? Int
    }
    return sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  /// Closes the file.
  package func close() throws { try pool.close() }
}
