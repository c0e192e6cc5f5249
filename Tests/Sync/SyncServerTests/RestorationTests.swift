// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation
import Testing

/// Bringing back what devices have deleted or overwritten.
@Suite struct RestorationTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "RestorationTests-\(UUID().uuidString)")
  private let database: SyncDatabase

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try SyncDatabase(file: folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
    _ = try answer(.pull(Pull(lineage: Lineage(generation: 1), after: 0, limit: 1)))
  }

  private func answer(_ body: SyncRequest.Body, at now: Int64 = 0) throws -> SyncAnswer.Body {
    try database.answer(SyncRequest(account: "ann", token: "", zone: "main", body: body), now: now).body
  }

  private func record(_ id: RecordID) throws -> StoredRecord? {
    let body = try answer(
      .snapshot(
        SnapshotRequest(lineage: Lineage(generation: 1), since: nil, after: nil, withDeletions: true, limit: 1_000)))
    guard case .snapshot(let page) = body else { throw CancellationError() }
    return page.records.first { $0.id == id }
  }

  private func value(_ id: RecordID, _ field: String) throws -> SyncValue? {
    try record(id).flatMap { $0.record.isDeleted ? nil : $0.record.fields[field]?.value }
  }

  /// One upload at a time: values, members added and removed, and deletions.
  private func upload(
    at now: Int64, _ changes: [(RecordID, (inout RecordChange, Stamp) -> Void)]
  ) throws {
    let stamp = Stamp(wall: now, node: 7)
    var made: [RecordChange] = []
    for (id, edit) in changes {
      let old = try record(id)
      var change = RecordChange(id: id, base: old?.version ?? 0, created: old?.record.created ?? stamp)
      if old == nil { change.life = Life(isDeleted: false, stamp: stamp) }
      edit(&change, stamp)
      made.append(change)
    }
    let push = Push(
      id: UniqueNumber(high: UInt64(now), low: 1), generation: 1, seen: UInt64(Int32.max), changes: made)
    let body = try answer(.push(push), at: now)
    guard case .pushed(let result) = body, case .applied = result.outcome else {
      Issue.record("\(body)")
      return
    }
  }

  private func set(_ field: String, _ value: SyncValue, isUnique: Bool = false) -> (inout RecordChange, Stamp) -> Void {
    { change, stamp in
      change.fields[field] = Register(value, stamp)
      if isUnique { change.claims = [UniqueClaim(type: change.id.type, field: field, value: value)] }
    }
  }

  private let delete: (inout RecordChange, Stamp) -> Void = { $0.life = Life(isDeleted: true, stamp: $1) }
  private let trip = RecordID("Trip", "t"), item = RecordID("Item", "i"), tag = RecordID("Tag", "g")

  private func end() throws {
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func whatWasDeletedTogetherComesBackTogether() throws {
    let other = RecordID("Item", "other"), number = UniqueNumber(high: 1, low: 1)
    try upload(
      at: 10,
      [
        (trip, set("name", .text("Rome"))), (item, set("trip", .reference(trip))), (other, set("trip", .null)),
        (tag, { change, _ in change.added["trips"] = [number: trip] }),
      ])
    // With a stranger, which has nothing to do with it.
    try upload(
      at: 20,
      [
        (trip, delete), (item, delete), (other, delete),
        (tag, { change, stamp in change.removed["trips"] = [number: stamp] }),
      ])
    #expect(try database.deletions(account: "ann", zone: "main").map(\.id).sorted() == [item, other, trip].sorted())
    let dry = try database.undelete(account: "ann", zone: "main", trip, now: 30, dryRun: true)
    #expect(try record(trip)?.record.isDeleted == true)
    let report = try database.undelete(account: "ann", zone: "main", trip, now: 30)
    #expect(report == dry)
    #expect(report.revived == [item, trip] && report.changed == [tag] && report.left.isEmpty)
    #expect(try value(trip, "name") == .text("Rome") && value(item, "trip") == .reference(trip))
    #expect(try record(tag)?.record.links["trips"]?.targets == [trip])
    #expect(try record(other)?.record.isDeleted == true)
    #expect(throws: SyncDatabaseError.notDeleted("Trip:t")) {
      try database.undelete(account: "ann", zone: "main", trip, now: 40)
    }
    #expect(throws: SyncDatabaseError.noRecord("Trip:none")) {
      try database.undelete(account: "ann", zone: "main", RecordID("Trip", "none"), now: 40)
    }
    #expect(throws: SyncDatabaseError.noZone(account: "bob", "main")) {
      try database.undelete(account: "bob", zone: "main", trip, now: 40)
    }
    try end()
  }

  @Test func anObjectComesBackWithoutWhatIsStillGone() throws {
    try upload(at: 10, [(trip, set("name", .text("Rome"))), (item, set("trip", .reference(trip)))])
    try upload(at: 20, [(item, delete)])
    try upload(at: 30, [(trip, delete)])
    #expect(try database.undelete(account: "ann", zone: "main", item, now: 40).revived == [item])
    #expect(try value(item, "trip") == .null)
    try end()
  }

  @Test func allIsAsItWasAtATimeAndWhatIsNewStays() throws {
    let new = RecordID("Item", "new"), number = UniqueNumber(high: 1, low: 1), later = UniqueNumber(high: 1, low: 2)
    try upload(at: 10, [(trip, set("name", .text("Rome"))), (item, set("trip", .reference(trip)))])
    try upload(at: 20, [(tag, { change, _ in change.added["items"] = [number: self.item] })])
    try upload(at: 30, [(trip, set("name", .text("Milan")))])
    // From here on all is wrong.
    try upload(at: 40, [(trip, set("name", .text("")))])
    try upload(
      at: 50,
      [
        (new, set("trip", .reference(trip))),
        (
          tag,
          { change, stamp in
            change.removed["items"] = [number: stamp]
            change.added["items"] = [later: new]
          }
        ),
      ])
    try upload(at: 60, [(item, delete)])
    let report = try database.restore(account: "ann", zone: "main", to: 35, now: 70)
    #expect(report.revived == [item] && report.changed == [tag, trip])
    #expect(try value(trip, "name") == .text("Milan") && value(item, "trip") == .reference(trip))
    #expect(try record(tag)?.record.links["items"]?.targets == [item, new])
    #expect(try value(new, "trip") == .reference(trip))
    // It is so already.
    #expect(try database.restore(account: "ann", zone: "main", to: 35, now: 80) == RestorationReport())
    // That was an upload as any other, which is taken back in the same way.
    _ = try database.restore(account: "ann", zone: "main", to: 65, now: 90)
    #expect(try value(trip, "name") == .text("") && record(tag)?.record.links["items"]?.targets == [new])
    try end()
  }

  @Test func aUniqueValueStaysWithWhoHasItNow() throws {
    let other = RecordID("Tag", "other")
    try upload(at: 10, [(tag, set("name", .text("a"), isUnique: true)), (item, set("tag", .reference(tag)))])
    try upload(at: 20, [(tag, delete), (item, delete)])
    try upload(at: 30, [(other, set("name", .text("a"), isUnique: true))])
    let report = try database.undelete(account: "ann", zone: "main", tag, now: 40)
    #expect(report.left == [tag: "Tag:other has its value of 'name', which is unique"])
    #expect(report.revived == [item] && report.changed.isEmpty)
    #expect(try value(item, "tag") == .null && record(tag)?.record.isDeleted == true)
    // It is free again, and belongs to who comes back from then on.
    try upload(at: 50, [(other, set("name", .text("b"), isUnique: true))])
    #expect(try database.undelete(account: "ann", zone: "main", tag, now: 60).revived == [tag])
    #expect(try database.restore(account: "ann", zone: "main", to: 45, now: 70).left.count == 1)
    try end()
  }

  @Test func theHistorySaysWhatChangedWithoutValues() throws {
    try upload(at: 10, [(trip, set("name", .text("secret")))])
    try upload(at: 20, [(trip, set("days", .integer(3)))])
    try upload(at: 30, [(trip, delete)])
    let versions = try database.history(account: "ann", zone: "main", trip)
    #expect(versions.map(\.changes) == [["name"], ["days"], []])
    #expect(versions.map(\.time) == [nil, 20, 30] && versions.map(\.written) == [10, 20, 30])
    #expect(versions.map(\.isDeleted) == [false, false, true] && versions.allSatisfy { $0.node == 7 })
    #expect(!"\(versions)".contains("secret"))
    // What was forgotten can be brought back no more.
    try database.compact(before: 40)
    #expect(throws: SyncDatabaseError.noRecord("Trip:t")) {
      try database.history(account: "ann", zone: "main", trip)
    }
    try end()
  }

  /// A backup has what was replaced before it, and takes an upload of its own generation.
  @Test func aRestoredBackupBringsBackToo() throws {
    try upload(at: 10, [(trip, set("name", .text("Rome"))), (item, set("trip", .reference(trip)))])
    try upload(at: 20, [(trip, delete), (item, delete)])
    let copy = folder.appendingPathComponent("copy.sqlite")
    try database.backUp(to: copy)
    let restored = try SyncDatabase(file: copy)
    #expect(try restored.undelete(account: "ann", zone: "main", trip, now: 30).revived == [item, trip])
    #expect(try restored.history(account: "ann", zone: "main", trip).map(\.isDeleted) == [false, true, false])
    try restored.close()
    try end()
  }

  /// A file of the version before.
  @Test func aFileWithoutVersionsKeepsThemFromThenOn() throws {
    try upload(at: 10, [(trip, set("name", .text("Rome")))])
    try upload(at: 20, [(trip, delete)])
    try database.close()
    let file = folder.appendingPathComponent("server.sqlite")
    try DatabaseQueue(path: file.path).write { try $0.execute(sql: "DROP TABLE past; PRAGMA user_version = 1") }
    let opened = try SyncDatabase(file: file)
    #expect(try opened.undelete(account: "ann", zone: "main", trip, now: 30).revived == [trip])
    #expect(try opened.history(account: "ann", zone: "main", trip).count == 2)
    try opened.close()
    try FileManager.default.removeItem(at: folder)
  }
}
