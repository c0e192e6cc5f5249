// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SecureHashes
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation
import SyncStores
import Testing

/// Bringing back what devices have deleted or overwritten.
@Suite struct RestorationTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "RestorationTests-\(UUID().uuidString)")
  private let database: SyncDatabase

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
    _ = try answer(.pull(Pull(lineage: Lineage(generation: 1), after: 0, limit: 1)))
  }

  private func answer(_ body: SyncRequest.Body, at now: Int64 = 0, in zone: String = "main") throws -> SyncAnswer.Body {
    try database.answer(SyncRequest(account: "ann", token: "", zone: zone, body: body), now: now).body
  }

  private func record(_ id: RecordID, in zone: String = "main") throws -> StoredRecord? {
    let body = try answer(
      .snapshot(
        SnapshotRequest(lineage: Lineage(generation: 1), since: nil, after: nil, withDeletions: true, limit: 1_000)),
      in: zone)
    guard case .snapshot(let page) = body else { throw CancellationError() }
    return page.records.first { $0.id == id }
  }

  private func value(_ id: RecordID, _ field: String, in zone: String = "main") throws -> SyncValue? {
    try record(id, in: zone).flatMap { $0.record.isDeleted ? nil : $0.record.fields[field]?.value }
  }

  /// One upload at a time: values, members added and removed, and deletions.
  private func upload(
    at now: Int64, stamp time: Int64? = nil, in zone: String = "main",
    _ changes: [(RecordID, (inout RecordChange, Stamp) -> Void)]
  ) throws {
    let stamp = Stamp(wall: time ?? now, node: 7)
    var made: [RecordChange] = []
    for (id, edit) in changes {
      let old = try record(id, in: zone)
      var change = RecordChange(id: id, base: old?.version ?? 0, created: old?.record.created ?? stamp)
      if old == nil { change.life = Life(isDeleted: false, stamp: stamp) }
      edit(&change, stamp)
      made.append(change)
    }
    let push = Push(
      id: UniqueNumber(high: UInt64(now), low: 1), generation: 1, seen: UInt64(Int32.max), changes: made)
    let body = try answer(.push(push), at: now, in: zone)
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

  /// What was there at a time, the server's order says, and no device's clock.
  @Test func whatWasThereIsDecidedByTheServersOrder() throws {
    let (early, late, number) = (RecordID("Item", "early"), RecordID("Item", "late"), UniqueNumber(high: 1, low: 1))
    // By a clock that is ahead, and by one that is behind.
    try upload(at: 10, stamp: 1_000, [(trip, set("name", .text("Rome")))])
    try upload(at: 20, [(tag, set("name", .text("a")))])
    try upload(at: 50, stamp: 5, [(early, set("name", .text("first"))), (late, set("name", .text("first")))])
    try upload(
      at: 60, stamp: 2_000,
      [
        (trip, set("name", .text(""))), (early, set("name", .text("second"))),
        (tag, { change, _ in change.added["items"] = [number: late] }),
      ])
    try upload(at: 61, stamp: 2_001, [(tag, set("name", .text("b")))])
    let report = try database.restore(account: "ann", zone: "main", to: 35, now: 70)
    #expect(report.changed == [tag, trip] && report.revived.isEmpty && report.left.isEmpty)
    #expect(try value(trip, "name") == .text("Rome") && value(tag, "name") == .text("a"))
    // Both came later: they stay, with what they have, and as members.
    #expect(try value(early, "name") == .text("second") && value(late, "name") == .text("first"))
    #expect(try record(tag)?.record.links["items"]?.targets == [late])
    try end()
  }

  /// `compact` gives records versions without uploads: they are those that were there before.
  @Test func whatWasCompactedSinceIsRestored() throws {
    let numbers = (0..<70).map { UniqueNumber(high: 9, low: UInt64($0)) }
    try upload(
      at: 10,
      [
        (item, set("name", .text("bag"))),
        (
          tag,
          { change, stamp in
            change.fields["name"] = Register(.text("a"), stamp)
            change.added["items"] = Dictionary(uniqueKeysWithValues: numbers.map { ($0, self.item) })
          }
        ),
      ])
    try upload(
      at: 20,
      [
        (
          tag,
          { change, stamp in
            change.removed["items"] = Dictionary(uniqueKeysWithValues: numbers.map { ($0, stamp) })
          }
        )
      ])
    try upload(at: 30, [(trip, set("name", .text("Rome")))])
    let version = try #require(try record(tag)?.version)
    try upload(at: 50, [(item, set("name", .text("other")))])
    try database.compact(before: 25)
    try #require(try record(tag)?.version != version)
    try upload(at: 60, [(tag, set("name", .text("b"))), (trip, set("name", .text("Milan")))])
    let report = try database.restore(account: "ann", zone: "main", to: 45, now: 70)
    #expect(report.changed == [item, tag, trip])
    #expect(try value(tag, "name") == .text("a") && value(item, "name") == .text("bag"))
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

  /// Values that two records have changed with each other in one upload are theirs again, and nobody else's.
  @Test func changedUniqueValuesAreClaimedAgain() throws {
    let other = RecordID("Tag", "other")
    try upload(
      at: 10, [(tag, set("name", .text("a"), isUnique: true)), (other, set("name", .text("b"), isUnique: true))])
    try upload(
      at: 20, [(tag, set("name", .text("b"), isUnique: true)), (other, set("name", .text("a"), isUnique: true))])
    #expect(try database.restore(account: "ann", zone: "main", to: 15, now: 30).changed == [tag, other])
    #expect(try value(tag, "name") == .text("a") && value(other, "name") == .text("b"))
    for (number, (text, holder)) in [("a", tag), ("b", other)].enumerated() {
      let stamp = Stamp(wall: 40, node: 7)
      var change = RecordChange(id: RecordID("Tag", "new"), base: 0, created: stamp)
      change.life = Life(isDeleted: false, stamp: stamp)
      set("name", .text(text), isUnique: true)(&change, stamp)
      let push = Push(
        id: UniqueNumber(high: 40, low: UInt64(number)), generation: 1, seen: UInt64(Int32.max), changes: [change])
      guard case .pushed(let result) = try answer(.push(push), at: 40) else { throw CancellationError() }
      #expect(result.outcome == .stale([holder]))
    }
    try end()
  }

  /// Each zone has its own unique values: of two that are to be in one zone now, one stays as it is.
  @Test func equalUniqueValuesOfTwoZonesAreNotBroughtTogether() throws {
    try makeShare()
    let other = RecordID("Tag", "other")
    try upload(at: 10, [(tag, set("name", .text("a"), isUnique: true))])
    try upload(at: 11, in: share, [(other, set("name", .text("a"), isUnique: true))])
    try upload(at: 12, [(tag, set("name", .text("b"), isUnique: true))])
    try upload(at: 13, in: share, [(other, set("name", .text("c"), isUnique: true))])
    try move(tag, at: 20, with: [("name", .text("b"))])
    let dry = try database.restore(account: "ann", zones: nil, to: 11, now: 30, dryRun: true)
    let reports = try database.restore(account: "ann", zones: nil, to: 11, now: 30)
    #expect(reports == dry)
    #expect(reports[share]?.changed == [tag])
    #expect(reports[share]?.left == [other: "Tag:g has its value of 'name', which is unique"])
    #expect(try value(tag, "name", in: share) == .text("a") && value(other, "name", in: share) == .text("c"))
    try end()
  }

  /// What a record was before it moved may have a large value that has never been where it is now.
  @Test func aLargeValueThatIsNotThereLeavesTheRestToBeRestored() throws {
    try makeShare()
    let bytes = [UInt8](repeating: 1, count: 100)
    let blob = try #require(BlobReference(sha256: SHA2.sha256(bytes), size: 100, isText: false))
    _ = try database.receive(bytes, of: blob.name, size: 100, at: 0, zone: "main", account: "ann", now: 5)
    try upload(at: 10, [(trip, set("picture", .blob(blob))), (item, set("name", .text("bag")))])
    try upload(at: 12, [(trip, set("picture", .null))])
    try move(trip, at: 20, with: [("picture", .null)])
    try upload(at: 30, [(item, set("name", .text("")))])
    let dry = try database.restore(account: "ann", zones: nil, to: 11, now: 40, dryRun: true)
    let reports = try database.restore(account: "ann", zones: nil, to: 11, now: 40)
    #expect(reports == dry)
    #expect(reports["main"]?.changed == [item] && reports[share]?.changed == [])
    #expect(reports[share]?.left[trip]?.hasPrefix("a large value") == true)
    #expect(try value(item, "name") == .text("bag") && value(trip, "picture", in: share) == .null)
    try end()
  }

  /// What objects come into and leave all the time does not grow for ever; devices that still have a former member lose it.
  @Test func whatWasRemovedLongAgoIsForgotten() throws {
    let numbers = (0..<200).map { UniqueNumber(high: 9, low: UInt64($0)) }
    func add(_ range: Range<Int>) -> (inout RecordChange, Stamp) -> Void {
      { change, _ in
        let members = range.map { (numbers[$0], (100..<150).contains($0) ? item : trip) }
        change.added["trips"] = Dictionary(uniqueKeysWithValues: members)
      }
    }
    func remove(_ range: Range<Int>) -> (inout RecordChange, Stamp) -> Void {
      { change, stamp in
        change.removed["trips"] = Dictionary(uniqueKeysWithValues: numbers[range].map { ($0, stamp) })
      }
    }
    let other = RecordID("Tag", "other")
    try upload(
      at: 10,
      [
        (trip, set("name", .text("Rome"))), (item, set("name", .text("bag"))), (tag, add(0..<200)),
        (other, add(0..<63)),
      ])
    // As a device of then has them.
    let known = try #require(try record(tag))
    try upload(at: 20, [(tag, remove(0..<100)), (other, remove(0..<63))])
    try upload(at: 30, [(tag, remove(100..<150))])
    let before = try #require(try record(tag))
    // Of what was removed at that time: neither the later ones, nor few.
    try database.compact(before: 25)
    let after = try #require(try record(tag)), few = try #require(try record(other))
    #expect(after.version > before.version)
    #expect(after.record.links["trips"]?.members == before.record.links["trips"]?.members)
    #expect(Set(after.record.links["trips"]?.removed.keys ?? [:].keys) == Set(numbers[100..<150]))
    #expect(few.record.links["trips"]?.removed.count == 63)
    #expect(try database.space(of: "ann").usage == database.countedUsage(of: "ann"))
    let pull = Pull(lineage: Lineage(generation: 1), after: before.version, limit: 9)
    guard case .page(let page) = try answer(.pull(pull)) else { throw CancellationError() }
    #expect(page.records == [after] && page.checksum != nil)
    let all = [try #require(try record(trip)), try #require(try record(item)), after, few]
    #expect(page.checksum == all.reduce(0) { $0 &+ $1.record.digest(id: $1.id, version: $1.version) })
    // The device takes what is in neither of the two for removed, and uploads nothing of it.
    let merge = RecordMerge(schema: SyncSchema(), id: tag, stamp: Stamp(wall: 40, node: 3))
    let merged = merge.merge(base: known.record, local: known.record, remote: after.record)
    #expect(merged.links["trips"]?.members == after.record.links["trips"]?.members)
    #expect(RecordChange(id: tag, from: after.record, version: after.version, to: merged) == nil)
    // Nothing to do is no new version.
    try database.compact(before: 26)
    #expect(try record(tag)?.version == after.version)
    #expect(try database.restore(account: "ann", zone: "main", to: 29, now: 50).changed == [tag])
    #expect(try record(tag)?.record.links["trips"]?.targets == [trip, item])
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

  /// What is left of the versions is what records were later, not then.
  @Test func aTimeThatIsForgottenIsRefused() throws {
    for (time, name) in [(Int64(10), "a"), (20, "b"), (30, "c")] {
      try upload(at: time, [(trip, set("name", .text(name)))])
    }
    try database.compact(before: 25)
    // An earlier time forgets nothing anew.
    try database.compact(before: 5)
    for isDry in [true, false] {
      do {
        _ = try database.restore(account: "ann", zone: "main", to: 15, now: 40, dryRun: isDry)
        Issue.record("another state than that of the time was restored")
      } catch SyncDatabaseError.notRestored(let reason) {
        #expect(reason.hasPrefix("what records were before 1970-01-01T00:00:00Z is forgotten"))
      }
    }
    #expect(try value(trip, "name") == .text("c"))
    #expect(try database.restore(account: "ann", zone: "main", to: 25, now: 40).changed == [trip])
    #expect(try value(trip, "name") == .text("b"))
    try end()
  }

  /// A transaction of thousands comes in several uploads: all of it comes back, and nothing of another one.
  @Test func whatCameInSeveralUploadsComesBackTogether() throws {
    let number = UniqueNumber(high: 1, low: 1)
    let items = (0..<6).map { RecordID("Item", "\($0)") }
    let (stranger, later) = (RecordID("Item", "stranger"), RecordID("Tag", "later"))
    try upload(
      at: 10,
      [(trip, set("name", .text("Rome")))] + (items + [stranger]).map { ($0, set("trip", .reference(trip))) } + [
        (tag, { change, _ in change.added["trips"] = [number: self.trip] }),
        (later, { change, _ in change.added["trips"] = [UniqueNumber(high: 1, low: 2): self.trip] }),
      ])
    // Another transaction of the same device, just before.
    try upload(at: 19, [(stranger, delete)])
    // One transaction, at 20 by the device's clock, in four parts.
    try upload(at: 21, stamp: 20, items.prefix(3).map { ($0, delete) })
    try upload(
      at: 22, stamp: 20,
      items.suffix(3).map { ($0, delete) } + [(tag, { change, stamp in change.removed["trips"] = [number: stamp] })])
    // Meanwhile somebody lets go of it for reasons of their own.
    try upload(
      at: 23, [(later, { change, stamp in change.removed["trips"] = [UniqueNumber(high: 1, low: 2): stamp] })])
    try upload(at: 24, stamp: 20, [(trip, delete)])
    let report = try database.undelete(account: "ann", zone: "main", trip, now: 30)
    #expect(report.revived == items + [trip] && report.changed == [tag] && report.left.isEmpty)
    #expect(try record(stranger)?.record.isDeleted == true)
    #expect(try record(tag)?.record.links["trips"]?.targets == [trip])
    #expect(try record(later)?.record.links["trips"]?.members.isEmpty == true)
    for item in items { #expect(try value(item, "trip") == .reference(trip)) }
    try end()
  }

  /// All zones of an account come back together, or none; a record is found in whichever has it.
  @Test func severalZonesOfAnAccount() throws {
    let zones = ["main", "work", "home"]
    for zone in zones {
      _ = try answer(.pull(Pull(lineage: Lineage(generation: 1), after: 0, limit: 1)), in: zone)
      try upload(at: 10, in: zone, [(trip, set("name", .text(zone))), (item, set("trip", .reference(trip)))])
    }
    try upload(at: 15, in: "work", [(tag, set("name", .text("only here")))])
    for zone in zones { try upload(at: 20, in: zone, [(trip, delete), (item, delete)]) }
    try upload(at: 21, in: "work", [(tag, delete)])
    #expect(try database.zones(of: "ann") == zones.sorted())
    #expect(throws: SyncDatabaseError.noAccount("eve")) { try database.zones(of: "eve") }
    // The only zone that has it, and none of several by chance.
    #expect(try database.undelete(account: "ann", zone: nil, tag, now: 30).revived == [tag])
    #expect(throws: SyncDatabaseError.severalZones("Trip:t", zones.sorted())) {
      try database.undelete(account: "ann", zone: nil, trip, now: 30)
    }
    #expect(throws: SyncDatabaseError.noRecord("Trip:none")) {
      try database.undelete(account: "ann", zone: nil, RecordID("Trip", "none"), now: 30)
    }
    #expect(throws: SyncDatabaseError.noAccount("eve")) {
      try database.undelete(account: "eve", zone: nil, trip, now: 30)
    }
    #expect(throws: SyncDatabaseError.noZone(account: "ann", "none")) {
      try database.restore(account: "ann", zones: ["main", "none"], to: 12, now: 40)
    }
    #expect(try value(trip, "name") == nil)
    let dry = try database.restore(account: "ann", zones: nil, to: 12, now: 40, dryRun: true)
    let reports = try database.restore(account: "ann", zones: nil, to: 12, now: 40)
    #expect(reports == dry && reports.keys.sorted() == zones.sorted())
    for zone in zones {
      #expect(reports[zone]?.revived == [item, trip], "\(zone)")
      #expect(try value(trip, "name", in: zone) == .text(zone))
    }
    #expect(try database.countedUsage(of: "ann") == database.space(of: "ann").usage)
    #expect(try database.restore(account: "ann", zones: nil, to: 12, now: 50).values.allSatisfy { $0.revived.isEmpty })
    try end()
  }

  /// A backup has what was replaced before it, and takes an upload of its own generation.
  @Test func aRestoredBackupBringsBackToo() throws {
    try upload(at: 10, [(trip, set("name", .text("Rome"))), (item, set("trip", .reference(trip)))])
    try upload(at: 20, [(trip, delete), (item, delete)])
    let copy = folder.appendingPathComponent("copy.sqlite")
    try ServerStore.backUp(database, of: folder.appendingPathComponent("server.sqlite"), to: copy)
    let place = folder.appendingPathComponent("restored.sqlite")
    try ServerStore.restore(copy, as: place)
    let restored = try ServerStore.open(place)
    #expect(try restored.undelete(account: "ann", zone: "main", trip, now: 30).revived == [item, trip])
    #expect(try restored.history(account: "ann", zone: "main", trip).map(\.isDeleted) == [false, true, false])
    try restored.close()
    try end()
  }

  /// A file of the version before.
  @Test(.enabled(if: ServerStore.isFile)) func aFileWithoutVersionsKeepsThemFromThenOn() throws {
    try upload(at: 10, [(trip, set("name", .text("Rome")))])
    try upload(at: 20, [(trip, delete)])
    try database.close()
    let file = folder.appendingPathComponent("server.sqlite")
    try DatabaseQueue(path: file.path).write { db in
      try db.execute(sql: "DROP TABLE past; DROP TABLE token; DROP TABLE user; DROP TABLE usage; DROP TABLE quota")
      try db.execute(sql: "DROP TABLE invitation; DROP TABLE member; DROP TABLE share")
      try db.execute(sql: "DROP TABLE blobPart; DROP TABLE blob")
      try db.execute(sql: "ALTER TABLE outcome DROP COLUMN time")
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    let opened = try SyncDatabase(file: file)
    #expect(try opened.countedUsage(of: "ann") == opened.space(of: "ann").usage)
    #expect(try opened.undelete(account: "ann", zone: "main", trip, now: 30).revived == [trip])
    #expect(try opened.space(of: "ann").usage.records == 1)
    #expect(try opened.countedUsage(of: "ann") == opened.space(of: "ann").usage)
    #expect(try opened.history(account: "ann", zone: "main", trip).count == 2)
    try opened.close()
    try FileManager.default.removeItem(at: folder)
  }

  private let share = "share-00000000000000000000000000000001"

  /// As a device moves a record: it comes to the one zone, and leaves the other one with a mark.
  private func move(_ id: RecordID, at now: Int64, with fields: [(String, SyncValue)]) throws {
    let created = try #require(try record(id)?.record.created)
    try upload(
      at: now, in: share,
      [
        (
          id,
          { change, stamp in
            change.created = created
            for (name, value) in fields { change.fields[name] = Register(value, stamp) }
            change.fields["$zone"] = Register(.null, stamp)
          }
        )
      ])
    try upload(
      at: now + 1,
      [
        (
          id,
          { change, stamp in
            change.fields["$zone"] = Register(.text(self.share), stamp)
            change.life = Life(isDeleted: true, stamp: stamp)
          }
        )
      ])
  }

  private func makeShare() throws {
    _ = try answer(.share(.create(root: nil, title: "Trips")), in: share)
  }

  @Test func aRecordThatHasMovedIsRestoredWhereItIs() throws {
    try makeShare()
    try upload(at: 10, [(trip, set("name", .text("Rome"))), (item, set("name", .text("bag")))])
    try move(trip, at: 20, with: [("name", .text("Rome"))])
    try move(item, at: 22, with: [("name", .text("bag"))])
    // From here on all is wrong: one is overwritten, and one deleted.
    try upload(at: 30, in: share, [(trip, set("name", .text(""))), (item, delete)])
    let dry = try database.restore(account: "ann", zones: nil, to: 15, now: 40, dryRun: true)
    let reports = try database.restore(account: "ann", zones: nil, to: 15, now: 40)
    #expect(reports == dry)
    #expect(reports["main"] == RestorationReport())
    #expect(reports[share]?.changed == [trip] && reports[share]?.revived == [item])
    #expect(try value(trip, "name", in: share) == .text("Rome") && value(item, "name", in: share) == .text("bag"))
    // Neither is there twice, nor is one on its way.
    for id in [trip, item] {
      #expect(try record(id)?.record.departure == share)
      #expect(try value(id, "$zone", in: share) == .null)
    }
    // Both have been changed by one edit.
    let stamps = try [
      record(trip, in: share)?.record.fields["name"]?.stamp, record(item, in: share)?.record.life.stamp,
    ]
    #expect(stamps[0] != nil && stamps[0]?.node == stamps[1]?.node && stamps[0]?.wall == stamps[1]?.wall)
    try end()
  }

  @Test func whatCameToAZoneLaterStaysAndWhatHasLeftIsReported() throws {
    try makeShare()
    try upload(at: 10, [(trip, set("name", .text("Rome")))])
    try move(trip, at: 20, with: [("name", .text("Rome"))])
    try upload(at: 30, in: share, [(trip, set("name", .text("Milan")))])
    // Alone, neither zone knows of the other one.
    #expect(try database.restore(account: "ann", zone: share, to: 15, now: 40) == RestorationReport())
    let report = try database.restore(account: "ann", zone: "main", to: 15, now: 41)
    #expect(report.revived.isEmpty && report.changed.isEmpty)
    #expect(report.left[trip]?.hasPrefix("it has moved to '\(share)'") == true)
    #expect(try value(trip, "name") == nil && value(trip, "name", in: share) == .text("Milan"))
    try end()
  }

  @Test func aRecordThatHasMovedIsNotUndeletedWhereItWas() throws {
    try makeShare()
    try upload(at: 10, [(trip, set("name", .text("Rome")))])
    try move(trip, at: 20, with: [("name", .text("Rome"))])
    let moved = SyncDatabaseError.notRestored("the record Trip:t has moved to '\(share)': name that zone")
    #expect(throws: moved) { try database.undelete(account: "ann", zone: "main", trip, now: 30) }
    #expect(try record(trip)?.record.hasLeft == true)
    // Without a name, it is the zone that has it.
    #expect(throws: SyncDatabaseError.notDeleted("Trip:t")) {
      try database.undelete(account: "ann", zone: nil, trip, now: 30)
    }
    try upload(at: 40, in: share, [(trip, delete)])
    #expect(try database.undelete(account: "ann", zone: nil, trip, now: 50).revived == [trip])
    #expect(try value(trip, "name", in: share) == .text("Rome") && value(trip, "name") == nil)
    try end()
  }
}
