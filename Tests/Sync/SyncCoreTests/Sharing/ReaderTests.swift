// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import Testing

/// What somebody writes who may only read, as far as the device knows.
@Suite struct ReaderTests {
  private let item = RecordID("Item", "1")
  private let theirs = RecordID("List", "theirs")
  private let own = RecordID("List", "own")

  /// The server decides by the right that an upload meets: then all of the edit counts, or nothing.
  @Test(arguments: [false, true]) func aReaderTakesAnItemOut(mayByThen: Bool) throws {
    var bench = SharingBench("ann", "bob")
    try bench.share(SharingBench.first, with: .read)
    try bench.save(0, .insert(theirs, ["name": .text("theirs")]))
    try bench.save(0, .insert(item, ["title": .text("one"), "list": .reference(theirs)]))
    try bench.settle()
    try bench.move(0, theirs, to: SharingBench.first)
    try bench.save(1, .insert(own, ["name": .text("own")]))
    try bench.settle()
    #expect(bench.space(1).home(of: item) == SharingBench.first)
    try bench.save(1, .set(item, field: "list", .reference(own)))
    if mayByThen { bench.ask(SharingBench.first, "ann", .setRight(account: "bob", .write)) }
    try bench.settle()
    #expect(bench.space(1).record(item)?.fields["list"]?.value == .reference(mayByThen ? own : theirs))
    #expect(bench.space(1).referrers(of: own) == (mayByThen ? [item] : []))
    #expect(bench.space(0).isAlive(item) == !mayByThen)
  }

  /// A reference to what is gone is cleared on the device. Only who may write tells the server.
  @Test(arguments: [ShareRight.read, .write]) func aReaderUploadsNoCorrections(right: ShareRight) throws {
    var bench = SyncBench()
    bench.clients[1].mainZone = "own"
    bench.states[1] = ClientState(account: "ann", token: "t", node: 2, zones: ["own"])
    _ = try bench.handle(1, .shares(["main": right]), at: 1_000)
    let (stamp, gone) = (Stamp(wall: 1, node: 9), RecordID("Item", "gone"))
    var (record, deleted) = (SyncRecord(created: stamp), SyncRecord(created: stamp))
    record.fields["other"] = Register(.reference(gone), stamp)
    deleted.life = Life(isDeleted: true, stamp: stamp)
    let lineage = Lineage(generation: 1)
    _ = try bench.handle(1, .sync(zone: "main"), at: 1_000)
    let snapshot = SnapshotPage(
      lineage: lineage, since: 2, after: nil,
      records: [
        StoredRecord(id: item, version: 1, record: record), StoredRecord(id: gone, version: 2, record: deleted),
      ],
      hasMore: false)
    _ = try bench.handle(
      1, .answer(SyncAnswer(account: "ann", zone: "main", time: 1_000, body: .snapshot(snapshot))), at: 1_000)
    let page = LogPage(generation: 1, after: 2, through: 2, records: [], hasMore: false, horizon: 0, checksum: nil)
    let effects = try bench.handle(
      1, .answer(SyncAnswer(account: "ann", zone: "main", time: 1_000, body: .page(page))), at: 1_000)
    #expect(bench.value(1, "other", of: item) == .null)
    #expect(bench.zone(1).corrections == [item])
    let uploads = effects.contains { effect in
      if case .send(let request) = effect, case .push = request.body { true } else { false }
    }
    #expect(uploads == right.mayWrite)
    #expect(bench.zone(1).waiting(schema: bench.clients[1].schema, right: right).isEmpty == right.mayWrite)
  }
}
