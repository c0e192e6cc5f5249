// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import Testing

/// What simulations found of restored servers, forgotten uploads and what merges conclude.
@Suite struct RestoreTests {
  /// The server loses a record and its deletion; a device that has it still does not bring it back.
  @Test(arguments: [[0, 1], [1, 0]]) func aDeletionThatTheServerLostIsTold(order: [Int]) throws {
    var bench = SyncBench()
    let backup = bench.server
    try bench.edit(0, at: 1_000, .insert(SyncBench.item, ["title": .text("old")]))
    try bench.settle(at: 1_000)
    // Device 1 has the record and does not hear of its deletion.
    try bench.edit(0, at: 2_000, .delete(SyncBench.item))
    try bench.sync(0, at: 2_000)
    bench.server = backup
    bench.server.zones["main"]?.restored(generation: 2)
    for device in order + order + order { try bench.sync(device, at: 3_000) }
    for device in [0, 1] {
      #expect(!bench.isAlive(device, SyncBench.item))
      #expect(bench.zone(device).dirty.isEmpty)
    }
    #expect(bench.stored(SyncBench.item)?.isDeleted == true)
  }

  /// A deletion whose upload was not answered, and was not applied, has not seen an edit of another device.
  @Test func anUploadThatMayBeInIsTakenForInOnlyIfItShows() throws {
    var bench = try SyncBench.withItem()
    try bench.edit(0, at: 2_000, .delete(SyncBench.item))
    // The upload is lost on its way.
    _ = try bench.handle(0, .sync(zone: "main"), at: 2_000)
    let page = bench.server.handle(
      SyncRequest(
        account: "ann", token: "t", zone: "main",
        body: .pull(Pull(lineage: try #require(bench.zone(0).lineage), after: bench.zone(0).cursor, limit: 9))),
      now: 2_000)
    _ = try bench.handle(0, .answer(page), at: 2_000)
    try #require(bench.zone(0).push != nil)
    let other = RecordID("List", "1")
    try bench.edit(1, at: 1_500, .set(SyncBench.item, field: "title", .text("edited")), .insert(other, [:]))
    try bench.sync(1, at: 2_100)
    try bench.edit(1, at: 2_200, .delete(other))
    try bench.sync(1, at: 2_200)
    bench.server.zones["main"]?.compact(before: 9_000)
    try bench.settle(at: 10_000)
    for device in [0, 1] { #expect(bench.isAlive(device, SyncBench.item)) }
    #expect(bench.stored(SyncBench.item)?.fields["title"]?.value == .text("edited"))
  }

  /// The user deletes a new record while the device finds out whether its upload was applied.
  @Test(arguments: [false, true]) func aDeletionMeetsAnInsertionInDoubt(isApplied: Bool) throws {
    var bench = SyncBench()
    try bench.settle(at: 500)
    try bench.edit(0, at: 1_000, .insert(SyncBench.item, ["title": .text("old")]))
    var effects = try bench.handle(0, .sync(zone: "main"), at: 1_000)
    guard case .send(let pull)? = effects.last else { throw CancellationError() }
    effects = try bench.handle(0, .answer(bench.server.handle(pull, now: 1_000)), at: 1_000)
    guard case .send(let push)? = effects.last, case .push = push.body else { throw CancellationError() }
    if isApplied { _ = bench.server.handle(push, now: 1_000) }
    let other = RecordID("List", "1")
    try bench.edit(1, at: 1_500, .insert(other, [:]))
    try bench.sync(1, at: 2_000)
    try bench.edit(1, at: 2_200, .delete(other))
    try bench.sync(1, at: 2_200)
    bench.server.zones["main"]?.compact(before: 9_000)
    let answer = bench.server.handle(push, now: 10_000)
    guard case .reconcile = answer.body else { throw CancellationError() }
    _ = try bench.handle(0, .answer(answer), at: 10_000)
    try bench.edit(0, at: 10_100, .delete(SyncBench.item))
    try bench.settle(at: 11_000)
    for device in [0, 1] {
      #expect(!bench.isAlive(device, SyncBench.item))
      #expect(bench.zone(device).dirty.isEmpty)
    }
    #expect(bench.stored(SyncBench.item)?.isDeleted ?? true)
    #expect(isApplied || bench.zone(0).rows[SyncBench.item] == nil)
  }

  /// A device hears nothing of the upload that inserts a record. Another one sees it, edits and deletes it, and the server
  /// forgets both. The first device inserts it again, which is no edit.
  @Test(arguments: [false, true]) func anInsertionInDoubtComesBackOnlyWithAnEdit(isEdited: Bool) throws {
    var bench = SyncBench()
    try bench.settle(at: 500)
    try bench.edit(0, at: 1_000, .insert(SyncBench.item, ["title": .text("old"), "mood": .text("calm")]))
    var effects = try bench.handle(0, .sync(zone: "main"), at: 1_000)
    guard case .send(let pull)? = effects.last else { throw CancellationError() }
    effects = try bench.handle(0, .answer(bench.server.handle(pull, now: 1_000)), at: 1_000)
    guard case .send(let push)? = effects.last, case .push = push.body else { throw CancellationError() }
    // The answer is lost on its way.
    _ = bench.server.handle(push, now: 1_000)
    if isEdited { try bench.edit(0, at: 1_500, .set(SyncBench.item, field: "mood", .text("glad"))) }
    try bench.sync(1, at: 2_000)
    try bench.edit(1, at: 2_000, .set(SyncBench.item, field: "title", .text("new")))
    try bench.sync(1, at: 2_100)
    try bench.edit(1, at: 3_000, .delete(SyncBench.item))
    try bench.sync(1, at: 3_000)
    bench.server.zones["main"]?.compact(before: 9_000)
    try #require(bench.stored(SyncBench.item) == nil)
    try bench.settle(at: 10_000)
    for device in [0, 1] {
      #expect(bench.isAlive(device, SyncBench.item) == isEdited)
      #expect(bench.zone(device).dirty.isEmpty)
      guard isEdited else { continue }
      #expect(bench.value(device, "title") == .text("new"))
      #expect(bench.value(device, "mood") == .text("glad"))
    }
  }

  /// A reference that a merge cleared comes back with its end, if nothing was uploaded meanwhile.
  @Test func whatAMergeClearsIsDecidedAnew() throws {
    var bench = try SyncBench.withItem()
    let referrer = RecordID("Item", "2")
    try bench.edit(1, at: 2_000, .insert(referrer, ["other": .reference(SyncBench.item)]))
    try bench.edit(0, at: 2_000, .delete(SyncBench.item))
    try bench.sync(1, at: 2_100)
    // Another device's edit is on its way; this one clears the reference, and is refused.
    try bench.edit(1, at: 2_200, .set(SyncBench.item, field: "title", .text("edited")))
    var effects = try bench.handle(0, .sync(zone: "main"), at: 2_300)
    guard case .send(let pull)? = effects.last else { throw CancellationError() }
    effects = try bench.handle(0, .answer(bench.server.handle(pull, now: 2_300)), at: 2_300)
    #expect(bench.value(0, "other", of: referrer) == .null)
    try bench.sync(1, at: 2_400)
    try bench.edit(1, at: 2_500, .delete(referrer))
    try bench.settle(at: 2_600)
    for device in [0, 1] {
      #expect(bench.isAlive(device, SyncBench.item))
      #expect(!bench.isAlive(device, referrer))
    }
  }

  /// Edits that the server has lost go to the record that another device has merged theirs into.
  @Test func lostEditsOfARecordThatWasTakenInGoAlong() throws {
    var bench = SyncBench()
    let (first, second) = (RecordID("Tag", "a"), RecordID("Tag", "b"))
    try bench.edit(0, at: 1_000, .insert(first, ["name": .text("one"), "color": .text("red")]))
    try bench.edit(0, at: 1_001, .insert(second, ["name": .text("two"), "color": .text("blue")]))
    try bench.settle(at: 1_100)
    let backup = bench.server
    try bench.edit(0, at: 2_000, .set(second, field: "color", .text("green")))
    try bench.sync(0, at: 2_000)
    bench.server = backup
    bench.server.zones["main"]?.restored(generation: 2)
    try bench.edit(1, at: 1_500, .set(second, field: "name", .text("three")), .set(first, field: "name", .text("two")))
    try bench.edit(1, at: 1_501, .set(second, field: "name", .text("two")), .set(first, field: "color", .text("rose")))
    for device in [1, 0, 1, 0, 1] { try bench.sync(device, at: 3_000) }
    let alive = [first, second].filter { bench.isAlive(0, $0) }
    try #require(alive.count == 1)
    for device in [0, 1] { #expect(bench.value(device, "color", of: alive[0]) == .text("green")) }
  }
}
