// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// The accounts and zones of a server, in one SQLite file or in a database that several servers share.
///
/// Each upload is one transaction, which is on the disk before the answer is given. Questions read a snapshot of the
/// database and wait for nobody.
package final class SyncDatabase: Sendable {
  package let database: any SQLDatabase
  let service: SyncService
  /// How many zones an account may have: they are made when they are asked for first.
  private let zoneLimit: Int
  /// What an account may have that has no quota of its own.
  let quota: AccountQuota
  /// Where it is; nil: not in a file.
  package let file: URL?
  private let firstGeneration: @Sendable () -> UInt64

  /// - Parameters:
  ///   - file: The database; made if it is not there. What `backUp(to:)` has made begins a new generation here.
  ///   - quota: What an account may have that has no quota of its own.
  ///   - isServing: Whether devices are to be served; a command that looks at a backup leaves it one.
  ///   - firstGeneration: Gives the number of a new zone's generation, which no other zone has.
  ///   - generation: Gives the number of a generation that begins with a backup.
  package convenience init(
    file: URL, service: SyncService = SyncService(), zoneLimit: Int = 100, quota: AccountQuota = AccountQuota(),
    isServing: Bool = true,
    firstGeneration: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 1...UInt64.max) },
    generation: () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
  ) throws {
    self.init(
      try SQLiteDatabase(file: file, isServing: isServing, generation: generation), file: file, service: service,
      zoneLimit: zoneLimit, quota: quota, firstGeneration: firstGeneration)
  }

  /// - Parameters:
  ///   - database: With a server's tables.
  ///   - file: Where it is; nil: not in a file.
  ///   - quota: What an account may have that has no quota of its own.
  ///   - firstGeneration: Gives the number of a new zone's generation, which no other zone has.
  package init(
    _ database: any SQLDatabase, file: URL? = nil, service: SyncService = SyncService(), zoneLimit: Int = 100,
    quota: AccountQuota = AccountQuota(),
    firstGeneration: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
  ) {
    (self.database, self.file, self.service, self.zoneLimit) = (database, file, service, zoneLimit)
    (self.quota, self.firstGeneration) = (quota, firstGeneration)
  }

  /// Begins a new generation of each zone, for a database with an earlier state than devices may know.
  package static func beginGenerations(_ db: any SQLConnection, _ generation: () -> UInt64) throws {
    try db.lockZones(where: "id > 0", [])
    for row in try db.rows("SELECT id FROM zone ORDER BY id") {
      guard let id = row.integer(0) else { throw SyncDatabaseError.damaged("a zone") }
      var zone = DatabaseZone(db: db, id: id)
      try zone.restored(generation: generation())
    }
  }

  /// How many requests may wait for the database at a time; nil: as few as there are processors.
  package var parallelism: Int? { database.parallelism }

  /// Answers a request of an account that was authenticated; nothing is sent before this returns.
  ///
  /// - Parameter givesMessages: Whether the records of pages may be as they stand in a message.
  package func answer(_ request: SyncRequest, now: Int64, givesMessages: Bool = false) throws -> SyncAnswer {
    if case .share(let command) = request.body {
      let answer = try answer(command, zone: request.zone, account: request.account, now: now)
      return SyncAnswer(account: request.account, zone: request.zone, time: now, body: .shared(answer))
    }
    // The right is looked at in the transaction that uses it.
    let answer: (body: SyncAnswer.Body, time: Int64)?
    if case .push(let push) = request.body {
      answer = try self.answer(push, request, now)
    } else {
      answer = try self.answer(toQuestion: request, now, givesMessages)
    }
    return SyncAnswer(
      account: request.account, zone: request.zone, time: answer?.time ?? now, body: answer?.body ?? .noAccess)
  }

  /// What there is of a zone that is asked for.
  private enum Question {
    case noAccess
    case noZone
    case answer(SyncAnswer.Body, time: Int64)
  }

  private func answer(
    toQuestion request: SyncRequest, _ now: Int64, _ givesMessages: Bool
  ) throws -> (body: SyncAnswer.Body, time: Int64)? {
    func ask() throws -> Question {
      try database.read { db in
        guard let access = try Self.access(request.account, request.zone, db) else { return .noAccess }
        guard let id = try Self.find(access.owner, request.zone, db) else { return .noZone }
        var storage = DatabaseZone(db: db, id: id)
        storage.givesMessages = givesMessages
        let (body, time) = try service.answer(request.body, in: &storage, now: now)
        return .answer(body, time: time)
      }
    }
    var question = try ask()
    if case .noZone = question {
      // What reads makes nothing.
      _ = try database.write { db in try zone(request.zone, madeFor: request.account, db) }
      question = try ask()
    }
    switch question {
    case .noAccess: return nil
    case .noZone: throw SyncDatabaseError.noZone(account: request.account, request.zone)
    case .answer(let body, let time): return (body, time)
    }
  }

  private func answer(
    _ push: Push, _ request: SyncRequest, _ now: Int64
  ) throws -> (body: SyncAnswer.Body, time: Int64)? {
    let answer: (zone: Int64, body: SyncAnswer.Body, time: Int64)? = try database.write { db in
      guard let (zone, access) = try lockedZone(request.zone, for: request.account, db) else { return nil }
      var storage = DatabaseZone(db: db, id: zone, upload: (push.id, now))
      storage.room = try Self.space(access.owner, quota, db)
      let answer = try service.answer(request.body, in: &storage, now: now, mayWrite: access.right.mayWrite)
      try Self.count(storage.growth, access.owner, db)
      return (zone, answer.body, answer.time)
    }
    guard let answer else { return nil }
    if case .pushed(let result) = answer.body, case .applied = result.outcome { database.announce(zone: answer.zone) }
    return (answer.body, answer.time)
  }

  /// The zone that an account asks for, kept to a transaction, and what the account may do there; nil: nothing.
  func lockedZone(
    _ name: String, for account: String, _ db: any SQLConnection
  ) throws -> (id: Int64, access: Access)? {
    // First: what is read before another one's commit would be out of date after it.
    let isLocked = try Self.lockZone(name, of: account, db)
    guard let access = try Self.access(account, name, db) else { return nil }
    let id = try zone(name, madeFor: access.owner, db)
    if isLocked { return (id, access) }
    // It was not there, and is: another server may have made it meanwhile, and be changing it.
    try db.lockZones(where: "id = ?1", [id])
    guard let access = try Self.access(account, name, db) else { return nil }
    // Or be erasing it again.
    guard try Self.find(access.owner, name, db) == id else { throw SyncDatabaseError.noZone(account: account, name) }
    return (id, access)
  }

  /// An account's own zone is made when it is asked for first; a share is made by its owner only.
  func zone(_ name: String, madeFor account: String, _ db: any SQLConnection) throws -> Int64 {
    if let id = try Self.find(account, name, db) { return id }
    guard !ServerShare.isName(name) else { throw SyncDatabaseError.noZone(account: account, name) }
    return try make(name, of: account, db)
  }

  func make(_ name: String, of account: String, _ db: any SQLConnection) throws -> Int64 {
    try db.lockUsage(of: account)
    // Another server may have made it while this one waited.
    if db.dialect.rowLock != nil, let id = try Self.find(account, name, db) { return id }
    let count = try db.first("SELECT count(*) FROM zone WHERE account = ?1", [account])?.int(0)
    guard count ?? 0 < zoneLimit else { throw SyncDatabaseError.tooManyZones(limit: zoneLimit) }
    let header = ServerZoneHeader(generation: firstGeneration())
    let id = try db.insert(
      "INSERT INTO zone (account, name, lineage, head, horizon, checksum, time) VALUES (?1, ?2, ?3, 0, 0, 0, 0)",
      [account, name, Data()], number: "id")
    var storage = DatabaseZone(db: db, id: id)
    try storage.setHeader(header)
    return id
  }

  /// Forgets deletions, what was removed from relationships, what records were, and large values that nothing refers to,
  /// from before a time, in milliseconds since 1970, in all zones. Who was away for longer reconciles.
  package func compact(before time: Int64) throws {
    // First: what is half gone must not be taken for what was.
    try database.write { db in
      try db.run(
        """
        INSERT INTO setting (name, value) VALUES ('forgotten', ?1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE setting.value < excluded.value
        """, [time])
    }
    for id in try database.read({ db in try db.rows("SELECT id FROM zone ORDER BY id").compactMap { $0.integer(0) } }) {
      let isChanged: Bool = try database.write { db in
        try db.lockZones(where: "id = ?1", [id])
        // Erased meanwhile.
        guard let account = try db.first("SELECT account FROM zone WHERE id = ?1", [id])?.text(0) else { return false }
        var zone = DatabaseZone(db: db, id: id)
        let head = try zone.header().head
        try zone.compact(before: time)
        try zone.forgetRemovals(before: time)
        try Self.count(zone.growth, account, db)
        try db.run("DELETE FROM past WHERE zone = ?1 AND time < ?2", [id, time])
        try Self.forgetBlobs(in: zone, before: time, db)
        return try zone.header().head != head
      }
      if isChanged { database.announce(zone: id) }
    }
  }

  /// Copies the file while the server works. Devices that know more notice when the copy is used.
  package func backUp(to file: URL) throws { try database.backUp(to: file) }

  /// Reads a zone of an account, in one snapshot.
  func read<R>(account: String, zone: String, _ body: (DatabaseZone) throws -> R) throws -> R {
    try database.read { db in try body(DatabaseZone(db: db, id: try Self.zone(account, zone, db))) }
  }

  /// Applies to zones of an account what the server itself uploads, in one transaction.
  ///
  /// - Parameter plan: Decides about all of them before anything is applied to one.
  func write<Plan>(
    account: String, zones: [String], _ plan: ([(name: String, zone: DatabaseZone)]) throws -> Plan,
    _ body: (Plan, String, inout DatabaseZone, SyncService) throws -> Void
  ) throws {
    let changed: [Int64] = try database.write { db in
      try db.lockZones(where: "account = ?1", [account])
      // An upload of a device's is as large as it may be; this one is as large as what it restores.
      var service = service
      (service.limits.changes, service.limits.bytes, service.limits.changeBytes) = (.max, .max, .max)
      (service.limits.blobBytes, service.limits.loadedBytes) = (.max, .max)
      var growth = AccountUsage()
      var changed: [Int64] = []
      let all = try zones.map { (name: $0, zone: DatabaseZone(db: db, id: try Self.zone(account, $0, db))) }
      let plan = try plan(all)
      for (name, zone) in all {
        var storage = zone
        try body(plan, name, &storage, service)
        growth = growth + storage.growth
        changed.append(storage.id)
      }
      try Self.count(growth, account, db)
      return changed
    }
    for zone in changed { database.announce(zone: zone) }
  }

  static func zone(_ account: String, _ name: String, _ db: any SQLConnection) throws -> Int64 {
    guard let id = try find(account, name, db) else { throw SyncDatabaseError.noZone(account: account, name) }
    return id
  }

  static func find(_ account: String, _ name: String, _ db: any SQLConnection) throws -> Int64? {
    try db.first("SELECT id FROM zone WHERE account = ?1 AND name = ?2", [account, name])?.integer(0)
  }

  /// Reads something.
  ///
  /// - Throws: If the database cannot be read.
  package func check() throws {
    _ = try database.read { db in try db.first("SELECT max(id) FROM zone") }
  }

  /// How many bytes the database has.
  package var size: Int? { database.size }

  /// Closes the database.
  package func close() throws { try database.close() }
}
