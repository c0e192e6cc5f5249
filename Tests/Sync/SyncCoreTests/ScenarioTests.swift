// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// Single situations, with their stated ends.
@Suite struct ScenarioTests {
  /// What an upload has written is not loaded again, unless somebody else has written something before it.
  @Test func ownChangesAreNotAskedFor() throws {
    var bench = try SyncBench.withItem()
    #expect(bench.zone(0).cursor == 1)
    try bench.edit(0, at: 2_000, .set(SyncBench.item, field: "title", .text("a")), .insert(RecordID("Item", "2"), [:]))
    var effects = try bench.handle(0, .sync(zone: "main"), at: 2_000)
    func answer() throws -> SyncAnswer {
      let requests = effects.compactMap { if case .send(let request) = $0 { request } else { nil } }
      return bench.server.handle(try #require(requests.first), now: 2_000)
    }
    // A page without records, and the upload.
    effects = try bench.handle(0, .answer(answer()), at: 2_000)
    effects = try bench.handle(0, .answer(answer()), at: 2_000)
    #expect(bench.zone(0).cursor == 3 && bench.server.zones["main"]?.head == 3)
    guard case .page(let page) = try answer().body else { throw CancellationError() }
    #expect(page.records.isEmpty)
    try bench.sync(0, at: 2_000)
    // Somebody else was faster, with another record.
    try bench.edit(1, at: 3_000, .insert(RecordID("Item", "3"), [:]))
    try bench.sync(1, at: 3_000)
    try bench.edit(0, at: 4_000, .insert(RecordID("Item", "4"), [:]))
    effects = try bench.handle(0, .sync(zone: "main"), at: 4_000)
    effects = try bench.handle(0, .answer(answer()), at: 4_000)
    try bench.edit(1, at: 4_000, .insert(RecordID("Item", "5"), [:]))
    try bench.sync(1, at: 4_000)
    effects = try bench.handle(0, .answer(answer()), at: 4_000)
    #expect(bench.zone(0).cursor == 4)
    try bench.settle(at: 5_000)
    for device in [0, 1] { #expect(bench.isAlive(device, RecordID("Item", "5")) && bench.zone(device).cursor == 6) }
    #expect(bench.reports.joined().allSatisfy { if case .divergence = $0 { false } else { true } })
  }

  @Test func differentFieldsBothStay() throws {
    var bench = try SyncBench.withItem()
    try bench.edit(0, at: 30_000, .set(SyncBench.item, field: "title", .text("a")))
    try bench.edit(1, at: 60_000, .set(SyncBench.item, field: "mood", .text("b")))
    try bench.settle(at: 61_000)
    for device in [0, 1] {
      #expect(bench.value(device, "title") == .text("a"))
      #expect(bench.value(device, "mood") == .text("b"))
    }
  }

  @Test(arguments: [[0, 1], [1, 0]]) func theLaterEditStaysWhoeverUploadsFirst(order: [Int]) throws {
    var bench = try SyncBench.withItem()
    try bench.edit(0, at: 60_000, .set(SyncBench.item, field: "title", .text("later")))
    try bench.edit(1, at: 30_000, .set(SyncBench.item, field: "title", .text("earlier")))
    for device in order + order { try bench.sync(device, at: 61_000) }
    #expect(bench.value(0, "title") == .text("later"))
    #expect(bench.value(1, "title") == .text("later"))
  }

  @Test func anEditThatKnowsOfAnotherWinsWhateverItsClockSays() throws {
    var bench = try SyncBench.withItem()
    try bench.edit(0, at: 60_000, .set(SyncBench.item, field: "title", .text("first")))
    try bench.settle(at: 60_000)
    try bench.edit(1, at: 5, .set(SyncBench.item, field: "title", .text("second")))
    try bench.settle(at: 61_000)
    #expect(bench.value(0, "title") == .text("second"))
  }

  @Test(arguments: [[0, 1], [1, 0]]) func anEditBeatsADeletionThatDidNotKnow(order: [Int]) throws {
    var bench = try SyncBench.withItem()
    try bench.edit(0, at: 30_000, .delete(SyncBench.item))
    try bench.edit(1, at: 20_000, .set(SyncBench.item, field: "title", .text("edited")))
    for device in order + order { try bench.sync(device, at: 31_000) }
    for device in [0, 1] {
      #expect(bench.isAlive(device, SyncBench.item))
      #expect(bench.value(device, "title") == .text("edited"))
    }
  }

  /// A list is deleted on one device while another one puts something into it: both stay.
  @Test(arguments: [[0, 1], [1, 0]]) func whatIsPutIntoADeletedListKeepsIt(order: [Int]) throws {
    var bench = try SyncBench.withItem()
    let list = RecordID("List", "1")
    try bench.edit(0, at: 2_000, .insert(list, ["name": .text("list")]))
    try bench.settle(at: 2_000)
    try bench.edit(0, at: 3_000, .delete(list))
    try bench.edit(1, at: 3_000, .set(SyncBench.item, field: "list", .reference(list)))
    for device in order + order { try bench.sync(device, at: 4_000) }
    for device in [0, 1] {
      #expect(bench.isAlive(device, list))
      #expect(bench.value(device, "list") == .reference(list))
    }
  }

  /// A relationship that does not protect its destination becomes nil.
  @Test(arguments: [[0, 1], [1, 0]]) func aReferenceToADeletedItemBecomesNil(order: [Int]) throws {
    var bench = try SyncBench.withItem()
    let other = RecordID("Item", "2")
    try bench.edit(0, at: 2_000, .insert(other, ["title": .text("other")]))
    try bench.settle(at: 2_000)
    try bench.edit(0, at: 3_000, .delete(other))
    try bench.edit(1, at: 3_000, .set(SyncBench.item, field: "other", .reference(other)))
    for device in order + order { try bench.sync(device, at: 4_000) }
    for device in [0, 1] {
      #expect(!bench.isAlive(device, other))
      #expect(bench.value(device, "other") == .null)
    }
  }

  /// What one device has let go of to delete it, another one has taken and put back meanwhile: a new reference, which the
  /// deletion did not know.
  @Test func aReferenceThatWasMadeAnewMeetsTheDeletion() throws {
    var bench = try SyncBench.withItem()
    let tag = RecordID("Tag", "1")
    try bench.edit(
      0, at: 2_000, .insert(tag, ["name": .text("jazz")]), .link(SyncBench.item, relationship: "tags", tag))
    try bench.settle(at: 2_000)
    try bench.edit(0, at: 3_000, .unlink(SyncBench.item, relationship: "tags", tag), .delete(tag))
    try bench.edit(1, at: 3_000, .unlink(SyncBench.item, relationship: "tags", tag))
    try bench.edit(1, at: 3_001, .link(SyncBench.item, relationship: "tags", tag))
    for device in [1, 0, 1, 0] { try bench.sync(device, at: 4_000) }
    let stored = try #require(bench.server.zones["main"])
    for target in stored.records[SyncBench.item]?.record.references ?? [] {
      #expect(stored.records[target]?.record.isDeleted == false)
    }
    for device in [0, 1] { #expect(bench.states[device].zones["main"]?.dirty.isEmpty == true) }
  }

  /// That a reference is cleared since its end was deleted is nobody's edit, which would bring back what others delete.
  @Test(arguments: [[0, 1], [1, 0]]) func clearedReferencesBringNothingBack(order: [Int]) throws {
    var bench = try SyncBench.withItem()
    let other = RecordID("Item", "2")
    try bench.edit(
      0, at: 2_000, .insert(other, ["title": .text("other")]), .set(SyncBench.item, field: "other", .reference(other)))
    try bench.settle(at: 2_000)
    try bench.edit(0, at: 3_000, .set(SyncBench.item, field: "other", .null), .delete(other))
    try bench.edit(1, at: 3_000, .delete(SyncBench.item))
    for device in order + order { try bench.sync(device, at: 4_000) }
    for device in [0, 1] {
      #expect(!bench.isAlive(device, SyncBench.item) && !bench.isAlive(device, other))
      #expect(bench.states[device].zones["main"]?.dirty.isEmpty == true)
    }
  }

  @Test func theSameUniqueValueMakesOneRecord() throws {
    var bench = try SyncBench.withItem()
    let (mine, theirs) = (RecordID("Tag", "b"), RecordID("Tag", "a"))
    try bench.edit(0, at: 2_000, .insert(mine, ["name": .text("jazz"), "color": .text("red")]))
    try bench.edit(
      1, at: 3_000, .insert(theirs, ["name": .text("jazz")]), .link(SyncBench.item, relationship: "tags", theirs))
    try bench.settle(at: 4_000)
    #expect(bench.reports[1].contains(.replaced(theirs, by: mine)))
    for device in [0, 1] {
      #expect(bench.isAlive(device, mine) && !bench.isAlive(device, theirs))
      #expect(bench.value(device, "color", of: mine) == .text("red"))
      #expect(bench.states[device].zones["main"]?.rows[SyncBench.item]?.local?.links["tags"]?.targets == [mine])
    }
  }

  /// What a device would make of a part of the log that lacks something is no edit, which would bring back what others delete.
  @Test func aPageThatLacksADeletionBringsNothingBack() throws {
    var bench = try SyncBench.withItem()
    let (former, new) = (RecordID("Tag", "a"), RecordID("Tag", "b"))
    try bench.edit(0, at: 2_000, .insert(former, ["name": .text("jazz"), "color": .text("red")]))
    try bench.settle(at: 2_000)
    try bench.edit(0, at: 3_000, .delete(former))
    try bench.edit(0, at: 3_001, .insert(new, ["name": .text("jazz"), "color": .text("blue")]))
    try bench.sync(0, at: 3_100)
    guard case .send(let pull)? = try bench.handle(1, .sync(zone: "main"), at: 4_000).last else {
      throw CancellationError()
    }
    var answer = bench.server.handle(pull, now: 4_000)
    guard case .page(var page) = answer.body else { throw CancellationError() }
    page.records.removeAll { $0.record.isDeleted }
    try #require(page.records.map(\.id) == [new])
    answer.body = .page(page)
    let effects = try bench.handle(1, .answer(answer), at: 4_000)
    #expect(effects.contains(.report(.divergence(zone: "main"))))
    try bench.settle(at: 5_000)
    for device in [0, 1] {
      #expect(!bench.isAlive(device, former) && bench.isAlive(device, new))
      #expect(bench.value(device, "color", of: new) == .text("blue"))
      #expect(bench.zone(device).dirty.isEmpty)
    }
    #expect(bench.stored(former)?.isDeleted == true)
  }

  /// A phone that is wrong by a year wins for a minute, not for a year.
  @Test func aClockThatIsFarAheadIsSetBack() throws {
    var bench = try SyncBench.withItem()
    try bench.edit(0, at: 31_000_000_000, .set(SyncBench.item, field: "title", .text("from the future")))
    try bench.settle(at: 10_000)
    let stamp = try #require(bench.server.zones["main"]?.records[SyncBench.item]?.record.fields["title"]?.stamp)
    #expect(stamp.wall == 70_000)
    try bench.edit(0, at: 200_000, .set(SyncBench.item, field: "title", .text("a")))
    try bench.edit(1, at: 201_000, .set(SyncBench.item, field: "title", .text("b")))
    try bench.settle(at: 202_000)
    #expect(bench.value(0, "title") == .text("b"))
  }

  /// One answer of a server that is wrong by a year does not end that for ever. Neither does a device's clock begin it anew, nor
  /// an answer that comes late.
  @Test func aServerThatWasFarAheadIsCorrected() throws {
    var bench = try SyncBench.withItem()
    func tell(_ time: Int64, at now: Int64) throws -> Int64 {
      let answer = SyncAnswer(account: "ann", zone: "main", time: time, body: .refused("busy", push: nil))
      _ = try bench.handle(0, .answer(answer), at: now)
      return bench.states[0].serverTime
    }
    #expect(try tell(31_000_000_000, at: 2_000) == 31_000_000_000)
    #expect(try tell(3_000, at: 3_000) == 3_000)
    #expect(try tell(2_000, at: 4_000) == 3_000)
    // Of a device that is behind, or ahead, the server's time counts.
    #expect(try tell(90_000_000_000, at: 4_000) == 90_000_000_000)
    #expect(try tell(89_999_000_000, at: 4_000) == 90_000_000_000)
    #expect(try tell(89_000_000_000, at: 90_000_000_000) == 90_000_000_000)
    // Any number may come.
    #expect(try tell(.max, at: 90_000_000_000) == .max)
    #expect(try tell(91_000_000_000, at: 90_000_000_000) == 91_000_000_000)
    #expect(try tell(.min, at: 90_000_000_000) == 90_000_000_000)
  }

  @Test func modelsOfALaterVersionAreSetAside() throws {
    var bench = try SyncBench.withItem()
    let photo = RecordID("Photo", "1")
    try bench.edit(1, at: 2_000, .insert(photo, ["caption": .text("sea")]))
    try bench.edit(1, at: 2_001, .set(SyncBench.item, field: "extra", .text("kept")))
    try bench.settle(at: 3_000)
    #expect(bench.states[0].zones["main"]?.rows[photo]?.objection != nil)
    try bench.edit(0, at: 4_000, .set(SyncBench.item, field: "title", .text("by the old app")))
    try bench.settle(at: 5_000)
    #expect(bench.value(1, "extra") == .text("kept"))
    #expect(bench.value(1, "title") == .text("by the old app"))
  }

  @Test(arguments: [true, false]) func answersToAnotherAccountAreNotTaken(isFollowed: Bool) throws {
    var bench = try SyncBench.withItem()
    bench.clients[0].schema.disabled = isFollowed ? [] : [.accounts]
    let fields = SyncRecord(created: Stamp(wall: 1, node: 9))
    let page = LogPage(
      generation: 1, after: bench.states[0].zones["main"]?.cursor ?? 0, through: 9,
      records: [StoredRecord(id: RecordID("List", "bob's"), version: 9, record: fields)], hasMore: false, horizon: 0,
      checksum: nil)
    let answer = SyncAnswer(account: "bob", zone: "main", time: 2_000, body: .page(page))
    _ = try bench.clients[0].handle(.answer(answer), &bench.states[0], now: 2_000, using: &bench.random)
    #expect(bench.isAlive(0, RecordID("List", "bob's")) == !isFollowed)
  }

  @Test func editsOfWhatIsNotThereAreRefused() throws {
    var bench = try SyncBench.withItem()
    let before = bench.states[0].zones["main"]?.rows
    #expect(throws: LocalEditError.missing(RecordID("List", "none"))) {
      try bench.edit(
        0, at: 2_000, .set(SyncBench.item, field: "title", .text("half")), .delete(RecordID("List", "none")))
    }
    #expect(throws: LocalEditError.exists(SyncBench.item)) {
      try bench.edit(0, at: 2_000, .insert(SyncBench.item, [:]))
    }
    #expect(bench.states[0].zones["main"]?.rows == before)
  }
}
