// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// Records that leave a zone while others have them come back, with their stated ends.
@Suite struct MovingTests {
  private let item = RecordID("Item", "1")
  private let first = SharingBench.first
  private let second = SharingBench.second

  /// Two devices of one account, and an item that both have in the second of two shares.
  private func shared() throws -> SharingBench {
    var bench = SharingBench("ann", "ann")
    try bench.share(first, with: .write)
    try bench.share(second, with: .write)
    try bench.save(0, .insert(item, ["title": .text("one"), "list": .null]))
    try bench.settle()
    try bench.move(0, item, to: second)
    try bench.settle()
    for device in [0, 1] { #expect(bench.space(device).home(of: item) == second) }
    return bench
  }

  /// One device sends the item to the first share. The other one hears of that there, and sends it back, before it hears from the
  /// second share that the item leaves: neither zone may take the other one's word for it.
  @Test(arguments: [false, true]) func whatReturnsBeforeItHasLeftStays(hasLeft: Bool) throws {
    var bench = try shared()
    try bench.move(1, item, to: first)
    try bench.sync(1, second)
    try bench.sync(1, first)
    if hasLeft { try bench.sync(1, second) }
    #expect(bench.zones(having: item) == (hasLeft ? [first] : [first, second]))
    try bench.sync(0, first)
    #expect(bench.space(0).home(of: item) == first)
    try bench.move(0, item, to: second)
    try bench.sync(0, first)
    #expect(bench.zones(having: item).contains(first))
    try bench.sync(0, second)
    try bench.settle()
    #expect(bench.zones(having: item) == [second])
    for device in [0, 1] {
      #expect(bench.space(device).home(of: item) == second)
      #expect(bench.space(device).record(item)?.fields["title"]?.value == .text("one"))
    }
  }

  /// Who was sent there at that moment by a later decision goes there all the same.
  @Test func aLaterDecisionMeetsAnArrival() throws {
    var bench = try shared()
    try bench.move(1, item, to: first)
    try bench.sync(1, second)
    try bench.sync(1, first)
    try bench.sync(0, first)
    try bench.move(0, item, to: second)
    try bench.sync(0, first)
    try bench.sync(0, second)
    try bench.move(1, item, to: SharingBench.main)
    try bench.settle()
    #expect(bench.zones(having: item) == [SharingBench.main])
    for device in [0, 1] { #expect(bench.space(device).home(of: item) == SharingBench.main) }
  }

  // MARK: Merging

  private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: wall, node: 1) }

  private func record(_ marks: [String: (String?, Int64)], deletedAt wall: Int64? = nil) -> SyncRecord {
    var record = SyncRecord(created: stamp(1))
    for (name, (text, wall)) in marks {
      record.fields[name] = Register(text.map { .text($0) } ?? .null, stamp(wall))
    }
    if let wall { record.life = Life(isDeleted: true, stamp: stamp(wall)) }
    return record
  }

  private func merge(deleteWins: Bool = false) -> RecordMerge {
    var schema = SharingWorld.schema
    schema.models["Item"]?.deleteWins = deleteWins
    return RecordMerge(schema: schema, id: item, stamp: stamp(100))
  }

  /// A mark from before the record has come counts no more, whichever of the two the server had first.
  @Test func anArrivalIsLaterThanAMark() {
    let base = record(["$zone": (nil, 2)])
    let arrived = record(["$zone": (nil, 2), "$arrival": ("6 0 1", 6)])
    for (wall, expected) in [(5, SyncValue.null), (7, .text("x"))] as [(Int64, SyncValue)] {
      let marked = record(["$zone": ("x", wall)])
      for (local, remote) in [(marked, arrived), (arrived, marked)] {
        let merged = merge().merge(base: base, local: local, remote: remote)
        #expect(merged.fields["$zone"]?.value == expected && merged.fields["$arrival"]?.value == .text("6 0 1"))
      }
    }
    // Called back meanwhile, and so what it was before.
    let merged = merge().merge(base: base, local: record(["$zone": ("x", 5)]), remote: record(["$zone": (nil, 6)]))
    #expect(merged.fields["$zone"]?.value == .null)
  }

  /// To leave is nobody's deletion, whatever a model says of those; a user's holds, since no edit has met it.
  @Test(arguments: [false, true]) func whatLeavesMeetsAnArrival(deleteWins: Bool) {
    let merge = merge(deleteWins: deleteWins)
    let base = record(["$zone": ("x", 5)])
    let left = record(["$zone": ("x", 5)], deletedAt: 7)
    let arrived = record(["$zone": (nil, 6), "$arrival": ("6 0 1", 6)])
    for (local, remote) in [(left, arrived), (arrived, left)] {
      let merged = merge.merge(base: base, local: local, remote: remote)
      #expect(!merged.isDeleted && merged.fields["$zone"]?.value == .null)
    }
    let still = record(["$zone": (nil, 2)])
    let deleted = record(["$zone": (nil, 2)], deletedAt: 7)
    let here = record(["$zone": (nil, 2), "$arrival": ("6 0 1", 6)])
    for (local, remote) in [(deleted, here), (here, deleted)] {
      #expect(merge.merge(base: still, local: local, remote: remote).isDeleted)
    }
  }
}
