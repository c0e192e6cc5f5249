// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation
import SyncStores
import Testing

/// What accounts have, as a running total, and what happens when they are full.
@Suite struct QuotaTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("QuotaTests-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func open(_ quota: AccountQuota = AccountQuota()) throws -> SyncDatabase {
    try ServerStore.open(
      folder.appendingPathComponent("\(UUID().uuidString).sqlite"), quota: quota, firstGeneration: { 1 })
  }

  /// An account's records in one zone, for uploads that start from what is there.
  private struct Uploader {
    let database: SyncDatabase
    let zone: String
    var versions: [RecordID: UInt64] = [:]
    var now: Int64 = 1_000
    var random: SeededRandom

    init(_ database: SyncDatabase, _ zone: String, seed: UInt64 = 1) throws {
      (self.database, self.zone, random) = (database, zone, SeededRandom(seed))
      _ = try answer(.pull(Pull(lineage: Lineage(generation: 1), after: 0, limit: 1)))
    }

    func answer(_ body: SyncRequest.Body) throws -> SyncAnswer.Body {
      try database.answer(SyncRequest(account: "ann", token: "", zone: zone, body: body), now: now).body
    }

    /// Texts by the name of their record; nil: it is deleted.
    mutating func upload(_ texts: [(String, String?)]) throws -> PushResult.Outcome {
      now += 1
      let stamp = Stamp(wall: now, node: 1)
      var changes: [RecordChange] = []
      for (name, text) in texts {
        let id = RecordID("Note", name)
        var change = RecordChange(id: id, base: versions[id] ?? 0, created: stamp)
        if versions[id] == nil || text == nil { change.life = Life(isDeleted: text == nil, stamp: stamp) }
        if let text { change.fields["text"] = Register(.text(text), stamp) }
        changes.append(change)
      }
      let push = Push(id: UniqueNumber(using: &random), generation: 1, seen: .max >> 1, changes: changes)
      guard case .pushed(let result) = try answer(.push(push)) else { throw CancellationError() }
      if case .applied(let new, _) = result.outcome {
        for (change, version) in zip(changes, new) {
          versions[change.id] = change.life?.isDeleted == true ? nil : version
        }
      }
      // The same upload again is answered in the same way, and counted once.
      #expect(try answer(.push(push)) == .pushed(result))
      return result.outcome
    }
  }

  private func refused(_ outcome: PushResult.Outcome) -> [String] {
    guard case .refused(let refusals) = outcome else { return [] }
    #expect(refusals.allSatisfy { $0.reason.hasPrefix(Refusal.quotaMark) })
    return refusals.map(\.id.name)
  }

  private func isApplied(_ outcome: PushResult.Outcome) -> Bool { if case .applied = outcome { true } else { false } }

  @Test func recordsBeyondTheQuotaAreRefusedByName() throws {
    let database = try open(AccountQuota(records: 3))
    var main = try Uploader(database, "main"), other = try Uploader(database, "other")
    #expect(isApplied(try main.upload([("1", "a"), ("2", "b")])))
    // The zones of an account have one quota.
    #expect(refused(try other.upload([("3", "c"), ("4", "d"), ("5", "e")])) == ["4", "5"])
    #expect(isApplied(try other.upload([("3", "c")])))
    #expect(try database.space(of: "ann").usage.records == 3)
    // Records that are there may be edited, and deleted; what makes room counts first.
    #expect(isApplied(try main.upload([("1", "longer than before")])))
    #expect(refused(try main.upload([("6", "f")])) == ["6"])
    #expect(isApplied(try main.upload([("6", "f"), ("1", nil)])))
    #expect(try database.space(of: "ann").usage.records == 3)
    #expect(try database.countedUsage(of: "ann") == database.space(of: "ann").usage)
    // Another account has its own.
    #expect(try database.space(of: "bob").usage == AccountUsage())
    try database.close()
  }

  @Test func bytesAndQuotasOfOnesOwn() throws {
    let database = try open(AccountQuota(bytes: 2_000))
    var zone = try Uploader(database, "main")
    let long = String(repeating: "x", count: 1_000)
    #expect(isApplied(try zone.upload([("1", long)])))
    #expect(refused(try zone.upload([("2", long)])) == ["2"])
    #expect(refused(try zone.upload([("1", long + long)])) == ["1"])
    // Less is no more.
    #expect(isApplied(try zone.upload([("1", "short")])))
    #expect(isApplied(try zone.upload([("2", long)])))
    // Followed at once; a limit that is not said is that of all.
    try database.setQuota(AccountQuota(bytes: 0), of: "ann")
    #expect(isApplied(try zone.upload([("3", long + long + long)])))
    try database.setQuota(AccountQuota(records: 3), of: "ann")
    #expect(try database.space(of: "ann").quota == AccountQuota(records: 3, bytes: 2_000))
    // Above the quota that it has now, it may still shrink, and nothing is removed.
    #expect(refused(try zone.upload([("3", long + long + long + "more")])) == ["3"])
    #expect(isApplied(try zone.upload([("3", long + long)])))
    try database.setQuota(nil, of: "ann")
    #expect(try database.quotas().isEmpty)
    #expect(throws: SyncDatabaseError.badName("")) { try database.setQuota(nil, of: "") }
    try database.close()
  }

  /// What an administrator brings back is not refused: it was the account's.
  @Test func restoringIsNotRefusedAndIsCounted() throws {
    let database = try open(AccountQuota(records: 2))
    var zone = try Uploader(database, "main")
    #expect(isApplied(try zone.upload([("1", "a"), ("2", "b")])))
    let time = zone.now
    #expect(isApplied(try zone.upload([("1", nil), ("2", nil)])))
    #expect(try database.space(of: "ann").usage == AccountUsage())
    #expect(isApplied(try zone.upload([("3", "c")])))
    let report = try database.restore(account: "ann", zone: "main", to: time, now: zone.now + 1)
    #expect(report.revived.count == 2)
    #expect(try database.space(of: "ann").usage.records == 3)
    #expect(try database.countedUsage(of: "ann") == database.space(of: "ann").usage)
    try database.compact(before: .max)
    #expect(try database.countedUsage(of: "ann") == database.space(of: "ann").usage)
    _ = try database.erase(account: "ann")
    #expect(try database.space(of: "ann").usage == AccountUsage())
    try database.close()
  }

  /// A file of the version before quotas is counted when it is opened.
  @Test(.enabled(if: ServerStore.isFile)) func anOlderFileIsCounted() throws {
    let database = try open()
    var main = try Uploader(database, "main"), other = try Uploader(database, "other")
    _ = try main.upload((0..<1_200).map { ("\($0)", String(repeating: "x", count: $0 % 50)) })
    _ = try main.upload([("5", nil), ("6", "changed")])
    _ = try other.upload([("1", "a")])
    let usage = try database.space(of: "ann").usage
    #expect(usage.records == 1_200)
    let file = try #require(database.file)
    try database.close()
    try DatabaseQueue(path: file.path).write { db in
      try db.execute(sql: "DROP TABLE token; DROP TABLE user; DROP TABLE usage; DROP TABLE quota")
      try db.execute(sql: "DROP TABLE invitation; DROP TABLE member; DROP TABLE share")
      try db.execute(sql: "DROP TABLE blobPart; DROP TABLE blob")
      try db.execute(sql: "ALTER TABLE outcome DROP COLUMN time")
      try db.execute(sql: "PRAGMA user_version = 2")
    }
    let opened = try SyncDatabase(file: file)
    #expect(try opened.space(of: "ann").usage == usage && opened.countedUsage(of: "ann") == usage)
    try opened.addUser("ann", now: 1)
    try opened.close()
  }

  /// Whatever is uploaded: the total is what a count of all records gives, and never above the quota by an upload.
  @Test(arguments: Seeds.all(10)) func totalsAreWhatIsThere(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let quota = AccountQuota(records: 12, bytes: 4_000)
    let database = try open(quota)
    var zones = [try Uploader(database, "a", seed: seed), try Uploader(database, "b", seed: seed + 1_000)]
    var (applied, refusals) = (0, 0)
    for step in 0..<120 {
      let index = random.below(2)
      let names = Set((0..<(1 + random.below(4))).map { _ in "\(random.below(14))" })
      let texts = names.sorted().compactMap { name -> (String, String?)? in
        let isThere = zones[index].versions[RecordID("Note", name)] != nil
        if isThere, random.chance(35) { return (name, nil) }
        return (name, String(repeating: "x", count: random.below(600)))
      }
      let before = try database.space(of: "ann").usage
      let outcome = try zones[index].upload(texts)
      let after = try database.space(of: "ann").usage
      try #require(try database.countedUsage(of: "ann") == after, "seed \(seed), step \(step)")
      if isApplied(outcome) {
        applied += 1
        #expect(after.records <= max(12, before.records) && after.bytes <= max(4_000, before.bytes), "seed \(seed)")
      } else {
        refusals += 1
        #expect(after == before && !refused(outcome).isEmpty, "seed \(seed), step \(step): \(outcome)")
        // The rest goes up without them.
        let rest = texts.filter { !refused(outcome).contains($0.0) }
        if !rest.isEmpty { #expect(isApplied(try zones[index].upload(rest)), "seed \(seed), step \(step)") }
      }
      if step == 60 { try database.compact(before: zones[index].now) }
      try #require(
        try database.countedUsage(of: "ann") == database.space(of: "ann").usage, "seed \(seed), step \(step)")
    }
    #expect(applied > 10 && refusals > 10, "seed \(seed): \(applied) applied, \(refusals) refused")
    try database.close()
  }
}
