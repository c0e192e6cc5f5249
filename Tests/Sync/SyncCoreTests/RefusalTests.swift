// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// What the server does not take, and what it takes only in parts.
@Suite struct RefusalTests {
  private func bench() throws -> SyncBench {
    var bench = try SyncBench.withItem()
    bench.server.service.objection = { $0.fields["title"]?.value == .text("bad") ? "no" : nil }
    return bench
  }

  @Test func whatTheServerRefusesWaitsAndTheRestGoesOn() throws {
    var bench = try bench()
    let list = RecordID("List", "1")
    try bench.edit(
      0, at: 2_000, .set(SyncBench.item, field: "title", .text("bad")), .insert(list, ["name": .text("list")]))
    try bench.settle(at: 3_000)
    #expect(bench.reports[0].contains(.setAside(SyncBench.item, "no")))
    #expect(bench.isAlive(1, list))
    #expect(bench.value(0, "title") == .text("bad"))
    #expect(bench.value(1, "title") == .text("old"))
    #expect(bench.zone(0).rows[SyncBench.item]?.refusal == "no")
    let version = bench.server.zones["main"]?.head
    let uploads = bench.uploads
    try bench.settle(at: 4_000)
    #expect(bench.uploads == uploads && bench.server.zones["main"]?.head == version)
    // Changed again, it is taken.
    try bench.edit(0, at: 5_000, .set(SyncBench.item, field: "title", .text("good")))
    try bench.settle(at: 6_000)
    #expect(bench.value(1, "title") == .text("good"))
  }

  @Test func whatNeedsARefusedRecordWaitsWithIt() throws {
    var bench = try bench()
    let (new, other) = (RecordID("Item", "2"), RecordID("Item", "3"))
    try bench.edit(0, at: 2_000, .insert(new, ["title": .text("bad")]))
    try bench.edit(0, at: 2_001, .insert(other, ["title": .text("good"), "other": .reference(new)]))
    try bench.settle(at: 3_000)
    #expect(!bench.isAlive(1, new) && !bench.isAlive(1, other))
    #expect(bench.zone(0).waiting(schema: bench.clients[0].schema) == [new, other])
    _ = try bench.handle(0, .discard(zone: "main", new), at: 4_000)
    try bench.settle(at: 5_000)
    #expect(bench.isAlive(1, other) && bench.value(1, "other", of: other) == .null)
    #expect(bench.zone(0).dirty.isEmpty)
  }

  @Test func aRefusedChangeCanBeTakenBackOrTriedAgain() throws {
    var bench = try bench()
    try bench.edit(0, at: 2_000, .set(SyncBench.item, field: "title", .text("bad")))
    try bench.settle(at: 3_000)
    var second = bench
    _ = try bench.handle(0, .discard(zone: "main", SyncBench.item), at: 4_000)
    #expect(bench.value(0, "title") == .text("old") && bench.zone(0).dirty.isEmpty)
    #expect(throws: LocalEditError.notRefused(SyncBench.item)) {
      try bench.handle(0, .discard(zone: "main", SyncBench.item), at: 4_000)
    }
    second.server.service.objection = nil
    _ = try second.handle(0, .retry(zone: "main"), at: 4_000)
    try second.settle(at: 5_000)
    #expect(second.value(1, "title") == .text("bad"))
  }

  /// A deletion cannot be changed again, so it goes without what was refused.
  @Test func theDeletionOfARefusedRecordIsUploaded() throws {
    var bench = try bench()
    try bench.edit(0, at: 2_000, .set(SyncBench.item, field: "title", .text("bad")))
    try bench.settle(at: 3_000)
    try bench.edit(0, at: 4_000, .delete(SyncBench.item))
    try bench.settle(at: 5_000)
    #expect(!bench.isAlive(1, SyncBench.item) && bench.zone(0).dirty.isEmpty)
  }

  /// An upload in doubt when the server was restored: its deletion by others is decided by time, and nothing is left to refuse.
  @Test func theDeletionOfARefusedRecordByOthersIsTheEnd() throws {
    var bench = try bench()
    try bench.edit(0, at: 2_000, .set(SyncBench.item, field: "title", .text("bad")))
    let effects = try bench.handle(0, .sync(zone: "main"), at: 2_000)
    guard case .send(let pull)? = effects.last else { throw CancellationError() }
    _ = try bench.handle(0, .answer(bench.server.handle(pull, now: 2_000)), at: 2_000)
    try #require(bench.zone(0).push != nil)
    bench.server.zones["main"]?.restored(generation: 2)
    try bench.settle(at: 3_000)
    try #require(bench.zone(0).rows[SyncBench.item]?.refusal == "no")
    try bench.edit(1, at: 4_000, .delete(SyncBench.item))
    for device in [1, 0, 1] { try bench.sync(device, at: 5_000) }
    for device in [0, 1] {
      #expect(!bench.isAlive(device, SyncBench.item))
      #expect(bench.zone(device).dirty.isEmpty && bench.zone(device).refused.isEmpty)
    }
  }

  /// The record that is taken in goes without what was refused of it, which the other one has now.
  @Test func aRefusedRecordThatIsTakenInIsUploadedWithTheOther() throws {
    var bench = try bench()
    bench.server.service.objection = { $0.fields["color"]?.value == .text("bad") ? "no" : nil }
    let (older, younger) = (RecordID("Tag", "a"), RecordID("Tag", "b"))
    try bench.edit(0, at: 2_000, .insert(older, ["name": .text("jazz"), "color": .text("red")]))
    try bench.edit(0, at: 2_001, .insert(younger, ["name": .text("rock"), "color": .text("blue")]))
    try bench.settle(at: 2_100)
    try bench.edit(0, at: 3_000, .set(younger, field: "color", .text("bad")))
    try bench.settle(at: 3_100)
    try #require(bench.zone(0).rows[younger]?.refusal == "no")
    // Two devices give the same name to both of them.
    try bench.edit(1, at: 4_000, .set(younger, field: "name", .text("pop")))
    try bench.sync(1, at: 4_000)
    try bench.edit(0, at: 4_001, .set(older, field: "name", .text("pop")))
    try bench.settle(at: 5_000)
    try #require(!bench.isAlive(0, younger) && bench.zone(0).refused == [older])
    try bench.edit(0, at: 6_000, .set(older, field: "color", .text("green")))
    try bench.settle(at: 7_000)
    for device in [0, 1] {
      #expect(bench.isAlive(device, older) && !bench.isAlive(device, younger))
      #expect(bench.value(device, "color", of: older) == .text("green"))
      #expect(bench.zone(device).dirty.isEmpty)
    }
  }

  /// A server that does not say what is wrong is asked with less and less.
  @Test func anUploadThatIsRefusedWithoutANameIsDividedUntilOneIsAlone() throws {
    var bench = try bench()
    bench.server.service.objection = nil
    bench.refusesUnnamed = { $0.changes.contains { $0.fields["title"]?.value == .text("bad") } }
    for number in 0..<9 {
      let title: SyncValue = .text(number == 5 ? "bad" : "good")
      try bench.edit(0, at: 2_000, .insert(RecordID("Item", "n\(number)"), ["title": title]))
    }
    try bench.settle(at: 3_000)
    try bench.settle(at: 4_000)
    #expect(bench.zone(0).dirty == [RecordID("Item", "n5")])
    for number in 0..<9 where number != 5 { #expect(bench.isAlive(1, RecordID("Item", "n\(number)"))) }
  }

  @Test func aTransactionIsOneUploadWhateverTheUsualSize() throws {
    var bench = try bench()
    bench.clients[0].pushLimit = 1
    let ids = (0..<5).map { RecordID("Item", "t\($0)") }
    let head = try #require(bench.server.zones["main"]?.head)
    try bench.edit(0, at: 2_000, edits: ids.map { .insert($0, ["title": .text("together")]) })
    // The same record again: both transactions go together.
    try bench.edit(0, at: 2_001, .set(ids[0], field: "mood", .text("x")), .insert(RecordID("Item", "u"), [:]))
    try bench.edit(0, at: 2_002, .insert(RecordID("Item", "alone"), [:]))
    try bench.sync(0, at: 3_000)
    #expect(bench.pushes.suffix(2).map(\.changes.count).sorted() == [1, 6])
    #expect(bench.server.zones["main"]?.head == head + 7)
  }

  @Test func aTransactionThatIsLargerThanWhatTheServerTakesGoesInParts() throws {
    var bench = try bench()
    bench.server.service.limits.changes = 4
    let ids = (0..<10).map { RecordID("Item", "t\($0)") }
    var edits = ids.map { LocalEdit.insert($0, ["title": .text("large")]) }
    // Each needs the next one.
    for (id, next) in zip(ids, ids.dropFirst()) { edits.append(.set(id, field: "other", .reference(next))) }
    try bench.edit(0, at: 2_000, edits: edits)
    try bench.settle(at: 3_000)
    try bench.settle(at: 4_000)
    #expect(bench.zone(0).dirty.isEmpty)
    for id in ids { #expect(bench.isAlive(1, id)) }
  }

  /// Small changes of large records, of which the server has few in memory at once.
  @Test func aTransactionThatTouchesTooMuchGoesInParts() throws {
    var bench = try bench()
    let ids = (0..<10).map { RecordID("Item", "t\($0)") }
    let text = SyncValue.text(String(repeating: "x", count: 10_000))
    try bench.edit(0, at: 2_000, edits: ids.map { .insert($0, ["title": text, "mood": .text("old")]) })
    try bench.settle(at: 3_000)
    bench.server.service.limits.loadedBytes = 35_000
    let uploads = bench.uploads
    try bench.edit(0, at: 4_000, edits: ids.map { .set($0, field: "mood", .text("new")) })
    try bench.settle(at: 5_000)
    try bench.settle(at: 6_000)
    #expect(bench.zone(0).dirty.isEmpty)
    for id in ids { #expect(bench.value(1, "mood", of: id) == .text("new")) }
    #expect(bench.pushes.dropFirst(uploads).map(\.changes.count).prefix(2) == [10, 3])
  }

  /// A claim is compared as what it names: models by their bytes, fields as Unicode has them.
  @Test func claimsAreTheSameInAllFormsOfAField() {
    func claim(_ type: String, _ field: String) -> UniqueClaim { UniqueClaim(type: type, field: field, value: .null) }
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    #expect(claim("A", composed) == claim("A", decomposed))
    #expect(Set([claim("A", composed), claim("A", decomposed)]).count == 1)
    #expect(claim(composed, "a") != claim(decomposed, "a"))
    let values = [composed, decomposed].map { UniqueClaim(type: "A", field: "a", value: .text($0)) }
    #expect(values[0] != values[1])
  }

  @Test func aRecordThatIsTooLargeIsSetAside() throws {
    var bench = try bench()
    let large = RecordID("Item", "large")
    try bench.edit(0, at: 2_000, .insert(large, ["title": .text(String(repeating: "x", count: 2 << 20))]))
    try bench.edit(0, at: 2_001, .set(SyncBench.item, field: "mood", .text("b")))
    try bench.settle(at: 3_000)
    #expect(bench.zone(0).rows[large]?.refusal?.contains("bytes") == true)
    #expect(bench.value(1, "mood") == .text("b"))
  }

  /// One at a time, the reference to what is still deleted here would be cleared, and that refused in its turn, for ever.
  @Test func whatAnAccountMayNotChangeIsTakenBackTogether() throws {
    var bench = try bench()
    bench.clients[0].pushLimit = 1
    let other = RecordID("Item", "2")
    try bench.edit(1, at: 2_000, .insert(other, ["title": .text("two"), "other": .null]))
    try bench.settle(at: 2_001)
    try bench.edit(0, at: 3_000, .delete(SyncBench.item))
    try bench.edit(1, at: 3_000, .set(other, field: "other", .reference(SyncBench.item)))
    try bench.sync(1, at: 3_001)
    bench.server.service.objection = { _ in Refusal.rightMark + "only reading" }
    try bench.sync(0, at: 4_000)
    #expect(bench.zone(0).dirty.isEmpty && bench.isAlive(0, SyncBench.item))
    #expect(bench.value(0, "other", of: other) == .reference(SyncBench.item))
    #expect(bench.reports[0].contains(.reverted(SyncBench.item, "only reading")))
  }
}
