// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// What a request makes a server read: an answer's worth, however much the zone has.
@Suite struct LargeZoneTests {
  private let database: SyncDatabase
  private let traffic: DatabaseTraffic
  private let stamp = Stamp(wall: 1_000, node: 1)

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Large-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var service = SyncService()
    service.pageBytes = 100_000
    service.limits.loadedBytes = 250_000
    let opened = try ServerStore.open(folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
    let counting = CountingDatabase(opened.database)
    traffic = counting.traffic
    database = SyncDatabase(counting, service: service, firstGeneration: { 1 })
    _ = try answer(.pull(Pull(lineage: Lineage(generation: 1), after: 0, limit: 1)))
  }

  private func answer(_ body: SyncRequest.Body, givesMessages: Bool = false) throws -> SyncAnswer.Body {
    let request = SyncRequest(account: "ann", token: "", zone: "main", body: body)
    return try database.answer(request, now: 1_000, givesMessages: givesMessages).body
  }

  private func push(
    _ changes: [RecordChange], seen: UInt64 = .max >> 1, id: UniqueNumber? = nil
  ) throws -> PushResult.Outcome {
    var random = SystemRandomNumberGenerator()
    let push = Push(id: id ?? UniqueNumber(using: &random), generation: 1, seen: seen, changes: changes)
    guard case .pushed(let result) = try answer(.push(push)) else { throw CancellationError() }
    return result.outcome
  }

  @discardableResult private func apply(_ changes: [RecordChange], seen: UInt64 = .max >> 1) throws -> [UInt64] {
    let outcome = try push(changes, seen: seen)
    guard case .applied(let versions, _) = outcome else {
      Issue.record("\(outcome)")
      throw CancellationError()
    }
    return versions
  }

  private func note(_ number: Int, base: UInt64 = 0, bytes: Int? = nil) -> RecordChange {
    change(RecordID("Note", "\(1_000 + number)"), base: base, bytes: bytes)
  }

  private func change(_ id: RecordID, base: UInt64 = 0, bytes: Int? = nil) -> RecordChange {
    var change = RecordChange(id: id, base: base, created: stamp)
    if base == 0 { change.life = Life(isDeleted: false, stamp: stamp) }
    if let bytes { change.fields["text"] = Register(.text(String(repeating: "a", count: bytes)), stamp) }
    return change
  }

  /// Small records first, so that those that come first say nothing of the rest.
  @Test(arguments: [false, true]) func aPageReadsWhatItHas(givesMessages: Bool) throws {
    try apply((0..<64).map { note($0, bytes: 10) })
    try apply((64..<94).map { note($0, bytes: 200_000) })
    traffic.reset()
    var (position, found): (UInt64, Int) = (0, 0)
    var hasMore = true
    while hasMore {
      let pull = Pull(lineage: Lineage(generation: 1), after: position, limit: 2_000)
      guard case .page(let page) = try answer(.pull(pull), givesMessages: givesMessages) else {
        throw CancellationError()
      }
      try #require(page.through > position)
      found += page.records.count + page.encoded.count
      (position, hasMore) = (page.through, page.hasMore)
    }
    #expect(found == 94)
    var last: RecordID?
    (found, hasMore) = (0, true)
    while hasMore {
      let request = SnapshotRequest(
        lineage: Lineage(generation: 1), since: 94, after: last, withDeletions: true, limit: 2_000)
      guard case .snapshot(let page) = try answer(.snapshot(request), givesMessages: givesMessages) else {
        throw CancellationError()
      }
      let count = page.records.count + page.encoded.count
      try #require(count > 0)
      found += count
      (last, hasMore) = (note(found - 1).id, page.hasMore)
    }
    #expect(found == 94)
    // The bytes of two pages, with the record that goes beyond them.
    #expect((200_000...450_000).contains(traffic.largest), "\(traffic.largest)")
  }

  @Test func deletionsReadNothingOfWhoReferredToThem() throws {
    let trips = (0..<5).map { RecordID("Trip", "\($0)") }
    try apply(trips.map { change($0) })
    var items: [RecordChange] = []
    for number in 0..<20 {
      var item = note(number, bytes: 20_000)
      for (place, trip) in trips.enumerated() { item.fields["trip \(place)"] = Register(.reference(trip), stamp) }
      items.append(item)
    }
    let versions = try apply(items)
    let head = try #require(versions.last)
    func deletions(_ bases: Range<UInt64>) -> [RecordChange] {
      zip(trips, bases).map { trip, base in
        var change = change(trip, base: base)
        change.life = Life(isDeleted: true, stamp: stamp)
        return change
      }
    }
    // After what the device knows, something else has changed; then one that refers to them.
    try apply([note(50)])
    traffic.reset()
    let outcome = try push([deletions(1..<6)[0]], seen: head)
    #expect(outcome == .applied(versions: [head + 2], limit: 61_000))
    #expect(traffic.bytes < 20_000, "\(traffic.bytes)")
    var other = note(3, base: versions[3])
    other.fields["text"] = Register(.text("new"), stamp)
    try apply([other])
    #expect(try push(Array(deletions(1..<6).dropFirst()), seen: head) == .stale([other.id]))
    try apply(Array(deletions(1..<6).dropFirst()))
  }

  /// Of many references, an edit writes those that it changes.
  @Test func anEditLeavesReferencesAsTheyAre() throws {
    let trips = (0..<5).map { RecordID("Trip", "\($0)") }
    try apply(trips.map { change($0) })
    var item = note(1, bytes: 10)
    for (place, trip) in trips.dropLast().enumerated() {
      item.fields["trip \(place)"] = Register(.reference(trip), stamp)
    }
    var version = try apply([item])[0]
    func edit(_ field: String, _ value: SyncValue?) throws -> [Int] {
      var edit = note(1, base: version)
      if let value { edit.fields[field] = Register(value, stamp) }
      if value == nil { edit.life = Life(isDeleted: !field.isEmpty, stamp: stamp) }
      traffic.reset()
      version = try apply([edit])[0]
      return [traffic.count("INSERT INTO reference"), traffic.count("DELETE FROM reference")]
    }
    #expect(try edit("text", .text("other")) == [0, 0])
    #expect(try edit("trip 0", .reference(trips[4])) == [1, 1])
    #expect(try edit("trip 4", .reference(trips[4])) == [0, 0])
    #expect(try edit("trip 4", .null) == [0, 0])
    // What goes refers to nothing, and to all of it when it comes back.
    #expect(try edit("gone", nil) == [0, 4])
    #expect(try edit("", nil) == [4, 0])
    var trip = change(trips[4], base: 5)
    trip.life = Life(isDeleted: true, stamp: stamp)
    #expect(try push([trip], seen: 5) == .stale([item.id]))
  }

  /// A small upload that changes large records is not taken at once, and is in parts.
  @Test func anUploadLoadsNoMoreThanFitsIntoMemory() throws {
    try apply((0..<10).map { note($0, bytes: 70_000) })
    func edits(_ range: Range<Int>) -> [RecordChange] {
      range.map { number in
        var edit = note(number, base: UInt64(number + 1))
        edit.fields["title"] = Register(.text("t"), stamp)
        return edit
      }
    }
    let id = UniqueNumber(high: 7, low: 7)
    traffic.reset()
    #expect(try push(edits(0..<10), id: id) == .tooLarge(changes: 3))
    #expect(traffic.bytes < 300_000, "\(traffic.bytes)")
    // It is one of this number for ever.
    #expect(try push(edits(0..<10), id: id) == .tooLarge(changes: 3))
    #expect(try push(edits(0..<3)) == .applied(versions: [11, 12, 13], limit: 61_000))
    // What is new needs no room; a record that is too large for all others can be changed alone.
    try apply([note(20, bytes: 300_000)])
    var edit = note(20, base: 14)
    edit.fields["text"] = Register(.text("small"), stamp)
    #expect(try push([note(30)] + edits(3..<4) + [edit]) == .tooLarge(changes: 2))
    #expect(try push([edit] + edits(3..<4)) == .tooLarge(changes: 1))
    #expect(try push([edit]) == .applied(versions: [15], limit: 61_000))
    #expect(try database.countedUsage(of: "ann") == database.space(of: "ann").usage)
  }
}
