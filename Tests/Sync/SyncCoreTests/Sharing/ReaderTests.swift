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
}
