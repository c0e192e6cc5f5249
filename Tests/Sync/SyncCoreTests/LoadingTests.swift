// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// What comes after a snapshot.
@Suite struct LoadingTests {
  private static let (former, new) = (RecordID("Tag", "a"), RecordID("Tag", "b"))

  /// The page after a snapshot lacks a deletion. What a merge would make of that is no edit, which would bring back what others
  /// delete.
  ///
  /// - Parameter isFirst: Whether the device knows nothing of the zone yet; otherwise it loads it anew, since a record is gone.
  @Test(arguments: [true, false]) func aPageAfterASnapshotThatLacksADeletionBringsNothingBack(isFirst: Bool) throws {
    var bench = isFirst ? SyncBench() : try SyncBench.withItem()
    try bench.edit(0, at: 2_000, .insert(Self.former, ["name": .text("jazz"), "color": .text("red")]))
    try bench.sync(0, at: 2_000)
    if !isFirst {
      try bench.sync(1, at: 2_000)
      bench.states[1].zones["main"]?.set(SyncBench.item, nil, schema: bench.clients[1].schema)
    }
    var effects = try bench.handle(1, .sync(zone: "main"), at: 2_500)
    func answer() throws -> SyncAnswer {
      let requests = effects.compactMap { if case .send(let request) = $0 { request } else { nil } }
      return bench.server.handle(try #require(requests.first), now: 2_500)
    }
    if !isFirst { effects = try bench.handle(1, .answer(answer()), at: 2_500) }
    guard case .snapshot(let snapshot) = try answer().body else { throw CancellationError() }
    try #require(snapshot.records.contains { $0.id == Self.former })
    effects = try bench.handle(1, .answer(answer()), at: 2_500)
    // While the device loads.
    try bench.edit(0, at: 3_000, .delete(Self.former))
    try bench.edit(0, at: 3_001, .insert(Self.new, ["name": .text("jazz"), "color": .text("blue")]))
    try bench.sync(0, at: 3_100)
    var lacking = try answer()
    guard case .page(var page) = lacking.body else { throw CancellationError() }
    page.records.removeAll { $0.record.isDeleted }
    try #require(page.records.map(\.id) == [Self.new])
    lacking.body = .page(page)
    effects = try bench.handle(1, .answer(lacking), at: 4_000)
    #expect(effects.contains(.report(.divergence(zone: "main"))))
    #expect(!effects.contains(.report(.applied(zone: "main"))))
    try bench.settle(at: 5_000)
    for device in [0, 1] {
      #expect(!bench.isAlive(device, Self.former) && bench.isAlive(device, Self.new))
      #expect(bench.value(device, "color", of: Self.new) == .text("blue"))
      #expect(bench.zone(device).dirty.isEmpty)
    }
    #expect(bench.stored(Self.former)?.isDeleted == true)
  }
}
