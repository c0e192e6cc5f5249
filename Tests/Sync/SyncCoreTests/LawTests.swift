// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// Laws of merging, over random records.
@Suite struct LawTests {
  private func record(_ random: inout SeededRandom, from base: SyncRecord?, node: UInt64) -> SyncRecord {
    var record = base ?? SyncRecord(created: Stamp(wall: Int64(random.below(5)), node: node))
    for field in ["a", "b", "c"] where random.chance(50) {
      let stamp = Stamp(wall: 10 + Int64(random.below(4)), count: UInt32(random.below(2)), node: node)
      record.fields[field] = Register(.integer(Int64(random.below(4))), stamp)
    }
    var set = record.links["l"] ?? LinkSet()
    for number in set.members.keys.sorted() where random.chance(40) { set.remove(number, Stamp(wall: 12, node: node)) }
    if random.chance(60) {
      let number = UniqueNumber(high: 0, low: UInt64(random.below(6)))
      if set.removed[number] == nil { set.members[number] = RecordID("T", "\(number.low)") }
    }
    record.links["l"] = set
    if random.chance(20) {
      record.life = Life(isDeleted: true, stamp: Stamp(wall: 20 + Int64(random.below(3)), node: node))
    }
    return record
  }

  @Test func joiningIsIdempotentCommutativeAndAssociative() {
    for seed in UInt64(1)...3_000 {
      var random = SeededRandom(seed)
      let base = record(&random, from: nil, node: 9)
      let (a, b, c) = (
        record(&random, from: base, node: 1), record(&random, from: base, node: 2), record(&random, from: base, node: 3)
      )
      #expect(a.joined(with: a) == a, "seed \(seed)")
      #expect(a.joined(with: b) == b.joined(with: a), "seed \(seed)")
      #expect(a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c)), "seed \(seed)")
    }
  }

  @Test func mergingThreeWaysIsIdempotentCommutativeAndAssociative() {
    var schema = SyncSchema()
    schema.models["T"] = SyncSchema.Model()
    for seed in UInt64(1)...3_000 {
      var random = SeededRandom(seed)
      let merge = RecordMerge(schema: schema, id: RecordID("T", "1"), stamp: Stamp(wall: 30, node: 7))
      var base = record(&random, from: nil, node: 9)
      base.life.isDeleted = false
      func edited(_ node: UInt64) -> SyncRecord {
        var record = record(&random, from: base, node: node)
        record.life = base.life
        return record
      }
      let (a, b, c) = (edited(1), edited(2), edited(3))
      func both(_ x: SyncRecord, _ y: SyncRecord) -> SyncRecord { merge.merge(base: base, local: x, remote: y) }
      #expect(!both(a, a).differs(from: a), "seed \(seed)")
      #expect(!both(a, b).differs(from: both(b, a)), "seed \(seed)")
      #expect(!both(both(a, b), c).differs(from: both(a, both(b, c))), "seed \(seed)")
    }
  }

  /// A log makes one zone, however it is cut into pages, snapshots and what follows them.
  @Test func pagesMayBeCutAnywhere() throws {
    for seed in UInt64(1)...100 {
      var world = World(Plan(seed: seed))
      try #require(world.run().isEmpty, "seed \(seed)")
      let server = try #require(world.server)
      var ends: Set<UInt64> = []
      for limit in [1, 2, 3, 1_000] {
        var client = SyncClient(schema: SimulatedApp.schema(version: 2, disabled: []))
        client.pageLimit = limit
        var state = ClientState(
          account: "ann", token: try #require(server.tokens.first), node: 77, zones: [World.zone])
        var copy = server
        var random = SeededRandom(seed)
        var effects = try client.handle(.sync(zone: World.zone), &state, now: 1, using: &random)
        var requests = 0
        while let effect = effects.popLast() {
          guard case .send(let request) = effect else { continue }
          requests += 1
          try #require(requests < 1_000)
          effects += try client.handle(.answer(copy.handle(request, now: 1)), &state, now: 1, using: &random)
        }
        let zone = try #require(state.zones[World.zone])
        #expect(zone.checksum == server.zones[World.zone]?.checksum, "seed \(seed), pages of \(limit)")
        #expect(zone.dirty.isEmpty, "seed \(seed), pages of \(limit)")
        ends.insert(zone.recomputedChecksum)
      }
      #expect(ends.count == 1, "seed \(seed)")
    }
  }
}
