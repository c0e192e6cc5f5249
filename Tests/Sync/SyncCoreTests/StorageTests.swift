// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// What is written is what is in memory.
@Suite struct StorageTests {
  private static let zone = "main"

  private func check(_ state: ClientState, _ storage: MemoryClientStorage, _ schema: SyncSchema) throws {
    let loaded = try #require(storage.load(schema: schema))
    #expect(loaded.header == state.header)
    #expect(Set(loaded.zones.keys) == Set(state.zones.keys))
    #expect(Set(loaded.parked.keys) == Set(state.parked.keys))
    for (name, zone) in state.zones {
      let other = try #require(loaded.zones[name])
      #expect(other.rows == zone.rows)
      #expect(other.dirty == zone.dirty)
      #expect(other.checksum == zone.checksum && other.recomputedChecksum == zone.checksum)
      #expect(other.lineage == zone.lineage && other.cursor == zone.cursor && other.push == zone.push)
      #expect(other.staged?.records == zone.staged?.records)
      #expect(other.staged?.position == zone.staged?.position && other.staged?.snapshot == zone.staged?.snapshot)
      #expect(other.largestPush == zone.largestPush && other.pushesEverything == zone.pushesEverything)
    }
  }

  /// Small pages, refusals, another account, a load that is interrupted: after each event, all of the state is written.
  @Test func whatIsLoadedIsWhatWasThere() throws {
    for seed in UInt64(1)...20 {
      var world = World(Plan(seed: seed))
      world.history = []
      try #require(world.run().isEmpty, "seed \(seed)")
      var server = try #require(world.server)
      var client = SyncClient(schema: SimulatedApp.schema(version: 2, disabled: []))
      client.pageLimit = 3
      var state = ClientState(
        account: "ann", token: try #require(server.tokens.first), node: 77, zones: [Self.zone])
      var storage = MemoryClientStorage()
      var random = SeededRandom(seed)
      func handle(_ event: ClientEvent) throws -> [ClientEffect] {
        let effects = try client.handle(event, &state, now: 2_000_000_000, using: &random)
        storage.write(state.takeChanges())
        try check(state, storage, client.schema)
        return effects
      }
      func sync(rounds: Int) throws {
        var effects = try handle(.sync(zone: Self.zone))
        for _ in 0..<rounds {
          guard case .send(let request)? = effects.popLast() else { continue }
          effects += try handle(.answer(server.handle(request, now: 2_000_000_000)))
        }
      }
      storage.write(state.takeChanges())
      try sync(rounds: 2)
      let item = RecordID("Item", "mine")
      _ = try handle(.edit(zone: Self.zone, [.insert(item, ["title": .text("a")])]))
      try sync(rounds: 100)
      #expect(state.zones[Self.zone]?.dirty.isEmpty == true, "seed \(seed)")
      _ = try handle(.edit(zone: Self.zone, [.set(item, field: "title", .text("b"))]))
      _ = try handle(.signIn(account: "bob", token: "1"))
      _ = try handle(.edit(zone: Self.zone, [.insert(item, ["title": .text("bob's")])]))
      _ = try handle(.signIn(account: "ann", token: try #require(server.tokens.first)))
      #expect(state.zones[Self.zone]?.dirty == [item])
    }
  }

  /// An event writes what it has changed, not the zone.
  @Test func anEditWritesOneRow() throws {
    let client = SyncClient(schema: SimulatedApp.schema(version: 2, disabled: []))
    var state = ClientState(account: "ann", token: "t", node: 1, zones: [Self.zone])
    var random = SeededRandom(1)
    let all = (0..<50).map { LocalEdit.insert(RecordID("List", "\($0)"), ["name": .text("x")]) }
    _ = try client.handle(.edit(zone: Self.zone, all), &state, now: 1, using: &random)
    #expect(state.takeChanges().zones["ann"]?[Self.zone]?.rows.count == 50)
    let one = RecordID("List", "7")
    _ = try client.handle(
      .edit(zone: Self.zone, [.set(one, field: "name", .text("y"))]), &state, now: 2, using: &random)
    #expect(state.takeChanges().zones["ann"]?[Self.zone]?.rows.keys.sorted() == [one])
    #expect(state.takeChanges().zones.isEmpty)
  }
}
