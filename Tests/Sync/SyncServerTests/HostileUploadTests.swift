// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataSyncWire
import SyncStores
import Testing

/// Uploads that no device of ours makes, and that a server must not keep: one account's zone stays readable, and its
/// numbers right, whatever comes.
@Suite struct HostileUploadTests {
  private let database: SyncDatabase
  private static let note = RecordID("Note", "1")

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
    _ = try answer(.pull(Pull(lineage: Lineage(generation: 1), after: 0, limit: 1)))
  }

  private func answer(_ body: SyncRequest.Body) throws -> SyncAnswer.Body {
    try database.answer(SyncRequest(account: "ann", token: "", zone: "main", body: body), now: 1_000).body
  }

  private func push(_ changes: [RecordChange]) throws -> PushResult.Outcome {
    var random = SystemRandomNumberGenerator()
    let push = Push(id: UniqueNumber(using: &random), generation: 1, seen: .max >> 1, changes: changes)
    guard case .pushed(let result) = try answer(.push(push)) else { throw CancellationError() }
    return result.outcome
  }

  private func page() throws -> SnapshotPage {
    let request = SnapshotRequest(
      lineage: Lineage(generation: 1), since: nil, after: nil, withDeletions: true, limit: 1_000)
    guard case .snapshot(let page) = try answer(.snapshot(request)) else { throw CancellationError() }
    return page
  }

  private let stamp = Stamp(wall: 1_000, node: 1)

  private func change(_ id: RecordID = note, base: UInt64 = 0, isDeleted: Bool? = false) -> RecordChange {
    var change = RecordChange(id: id, base: base, created: stamp)
    if let isDeleted { change.life = Life(isDeleted: isDeleted, stamp: stamp) }
    return change
  }

  private func reasons(_ outcome: PushResult.Outcome) -> [String] {
    if case .refused(let refusals) = outcome { refusals.map(\.reason) } else { [] }
  }

  private func isApplied(_ outcome: PushResult.Outcome) -> Bool { if case .applied = outcome { true } else { false } }

  @Test func whatAMessageCannotHaveAsANameIsRefusedWhereverItIs() throws {
    #expect(isApplied(try push([change(RecordID("Note", "good"))])))
    let number = UniqueNumber(high: 1, low: 1)
    for name in ["", "a\u{1}", "\n", "a\u{7f}", String(repeating: "a", count: 256)] {
      let bad = [RecordID(name, "x"), RecordID("Note", name)]
      var changes = bad.map { change($0) }
      for target in bad {
        var reference = change(), member = change(), successor = change(isDeleted: true), claim = change()
        reference.fields["a"] = Register(.reference(target), stamp)
        member.added["a"] = [number: target]
        successor.life?.successor = target
        claim.claims = [UniqueClaim(type: "Note", field: "a", value: .reference(target))]
        changes += [reference, member, successor, claim]
      }
      var field = change(), added = change(), removed = change(), type = change(), claimed = change()
      field.fields[name] = Register(.bool(true), stamp)
      added.added[name] = [number: Self.note]
      removed.removed[name] = [number: stamp]
      type.claims = [UniqueClaim(type: name, field: "a", value: .bool(true))]
      claimed.claims = [UniqueClaim(type: "Note", field: name, value: .bool(true))]
      for change in changes + [field, added, removed, type, claimed] {
        let reasons = reasons(try push([change]))
        #expect(reasons.count == 1 && reasons[0].hasPrefix("a name in it"), "\(change)")
      }
    }
    // What is there can be read, and be in a message.
    let page = try page()
    #expect(page.records.map(\.id) == [RecordID("Note", "good")])
    for record in page.records { #expect(try Wire.record(Wire.encode(record)) == record) }
  }

  /// Two records of one upload with the same unique value are a conflict, as those of two uploads are.
  @Test func twoOfAnUploadThatClaimOneValueConflict() throws {
    let (first, second) = (RecordID("Note", "1"), RecordID("Note", "2"))
    func named(_ id: RecordID, _ text: String, base: UInt64 = 0) -> RecordChange {
      var change = change(id, base: base, isDeleted: base == 0 ? false : nil)
      change.fields["name"] = Register(.text(text), stamp)
      change.claims = [UniqueClaim(type: "Note", field: "name", value: .text(text))]
      return change
    }
    #expect(try push([named(first, "a"), named(second, "a")]) == .stale([first]))
    #expect(try page().records.isEmpty)
    #expect(try push([named(first, "a"), named(second, "b")]) == .applied(versions: [1, 2], limit: 61_000))
    // Both want a third value; then they change theirs with each other, which is none.
    #expect(try push([named(first, "c", base: 1), named(second, "c", base: 2)]) == .stale([first]))
    #expect(
      try push([named(first, "b", base: 1), named(second, "a", base: 2)]) == .applied(versions: [3, 4], limit: 61_000))
    // Who goes claims nothing.
    var gone = named(first, "d", base: 3)
    gone.life = Life(isDeleted: true, stamp: stamp)
    #expect(try push([gone, named(second, "d", base: 4)]) == .applied(versions: [5, 6], limit: 61_000))
  }

  /// It would be a conflict between records that have nothing in common.
  @Test func nullIsNoUniqueValue() throws {
    var null = change()
    null.fields["name"] = Register(.null, stamp)
    null.claims = [UniqueClaim(type: "Note", field: "name", value: .null)]
    let reasons = reasons(try push([null]))
    #expect(reasons.count == 1 && reasons[0].hasPrefix("it claims null"))
    null.claims = []
    #expect(isApplied(try push([null])))
  }

  /// In a set, a number is a member or removed: of one that is both, devices would not say the same.
  @Test func aRemovedNumberIsNotAddedAgain() throws {
    let (number, other) = (UniqueNumber(high: 1, low: 1), UniqueNumber(high: 2, low: 2))
    var first = change()
    first.added["tags"] = [number: Self.note]
    #expect(isApplied(try push([first])))
    var removal = change(base: 1, isDeleted: nil)
    removal.removed["tags"] = [number: stamp]
    #expect(isApplied(try push([removal])))
    var again = change(base: 2, isDeleted: nil)
    again.added["tags"] = [number: Self.note, other: Self.note]
    #expect(isApplied(try push([again])))
    let set = try #require(try page().records.first?.record.links["tags"])
    #expect(set.members == [other: Self.note] && set.removed == [number: stamp])
  }

  /// What nobody counts as the account's must not be kept for it.
  @Test func claimsOfMoreThanARecordHasAreRefused() throws {
    let long = SyncValue.text(String(repeating: "a", count: 400_000))
    var empty = change()
    empty.claims = [UniqueClaim(type: "Note", field: "name", value: long)]
    #expect(reasons(try push([empty])) == ["the change claims more unique values than its record has"])
    var many = change()
    for number in 0..<1_000 {
      many.claims.append(UniqueClaim(type: "Note", field: "name \(number)", value: .integer(Int64(number))))
    }
    #expect(reasons(try push([many])).count == 1)
    var own = empty
    own.fields["name"] = Register(long, stamp)
    #expect(isApplied(try push([own])))
    // Of what is deleted nothing is kept.
    var gone = change(base: 1, isDeleted: true)
    gone.claims = many.claims
    #expect(isApplied(try push([gone])))
  }

  /// A device that says it knows what nobody can: what became of its uploads is forgotten like that of others.
  @Test func outcomesOfDevicesThatKnowTooMuchAreForgotten() throws {
    func ask(_ number: UInt64, seen: UInt64) throws -> PushResult.Outcome {
      let push = Push(
        id: UniqueNumber(high: 0, low: number), generation: 1, seen: seen,
        changes: [change(RecordID("Note", "\(number)"))])
      guard case .pushed(let result) = try answer(.push(push)) else { throw CancellationError() }
      return result.outcome
    }
    for number in UInt64(1)...3 { #expect(isApplied(try ask(number, seen: .max >> 1))) }
    #expect(try ask(1, seen: .max >> 1) == .applied(versions: [1], limit: 61_000))
    try database.compact(before: .max)
    // As if it had not come before.
    #expect(try ask(1, seen: .max >> 1) == .stale([RecordID("Note", "1")]))
  }

  /// Pages have all records, however large they are and however they are read.
  @Test func pagesOfSmallAndLargeRecordsHaveAllOfThem() throws {
    for part in 0..<10 {
      var changes: [RecordChange] = []
      for number in 0..<60 {
        var change = change(RecordID("Note", "\(part) \(number)"))
        let size = number % 20 == part ? 300_000 : 10 * number
        change.fields["text"] = Register(.text(String(repeating: "a", count: size)), stamp)
        changes.append(change)
      }
      #expect(isApplied(try push(changes)))
    }
    for limit in [1, 2, 63, 64, 65, 2_000] {
      var found: [RecordID] = []
      var position: UInt64 = 0
      var hasMore = true
      while hasMore {
        let pull = Pull(lineage: Lineage(generation: 1), after: position, limit: limit)
        guard case .page(let page) = try answer(.pull(pull)) else { throw CancellationError() }
        try #require(page.through > position)
        #expect(page.records.count <= limit)
        found += page.records.map(\.id)
        (position, hasMore) = (page.through, page.hasMore)
      }
      #expect(position == 600 && Set(found).count == 600 && found.count == 600, "limit \(limit)")
    }
    var (found, last): ([RecordID], RecordID?) = ([], nil)
    var hasMore = true
    while hasMore {
      let request = SnapshotRequest(
        lineage: Lineage(generation: 1), since: 600, after: last, withDeletions: true, limit: 2_000)
      guard case .snapshot(let page) = try answer(.snapshot(request)) else { throw CancellationError() }
      try #require(!page.records.isEmpty)
      found += page.records.map(\.id)
      (last, hasMore) = (page.records.last?.id, page.hasMore)
    }
    #expect(found == found.sorted() && Set(found).count == 600)
    var lines = 0
    #expect(try database.export(account: "ann") { _ in lines += 1 } == 600)
    #expect(lines == 600)
    #expect(try database.countedUsage(of: "ann") == database.space(of: "ann").usage)
  }

  private func blob(_ number: UInt64, size: Int) -> SyncValue {
    let half = UniqueNumber(high: number, low: number)
    return .blob(BlobReference(high: half, low: half, size: size, isText: false))
  }

  @Test func valuesOfADeletedRecordAreLookedForWhenItComesBack() throws {
    for size in [-1, 0, (256 << 20) + 1, 1 << 53, .max] {
      var forged = change(isDeleted: true)
      forged.fields["a"] = Register(blob(1, size: size), stamp)
      #expect(reasons(try push([forged])).first?.hasPrefix("a large value in it has") == true, "\(size)")
    }
    var dead = change(isDeleted: true)
    for number in UInt64(1)...100 { dead.fields["f\(number)"] = Register(blob(number, size: 256 << 20), stamp) }
    #expect(try push([dead]) == .applied(versions: [1], limit: 61_000))
    #expect(reasons(try push([change(base: 1)])).first?.hasPrefix(Refusal.blobMark) == true)
    #expect(try database.space(of: "ann").usage == AccountUsage())
    #expect(try database.countedUsage(of: "ann") == AccountUsage())
  }

  @Test func totalsDoNotWrapAround() {
    let full = AccountUsage(records: 1, bytes: .max - 10)
    #expect((full + AccountUsage(records: 1, bytes: 100)).bytes == .max)
    #expect((full + AccountUsage(records: 1, bytes: -100)).bytes == .max - 110)
    #expect((AccountUsage(bytes: .min) + AccountUsage(bytes: -1)).bytes == .min)
  }

  /// A relationship that grows and grows, and a text of which each character has six bytes in a message.
  @Test func aRecordStaysSmallerThanAMessage() throws {
    var version: UInt64 = 0
    var (count, outcome): (UInt64, PushResult.Outcome?) = (0, nil)
    for part in 0..<100 {
      var change = change(base: version, isDeleted: version == 0 ? false : nil)
      for place in 0..<12_000 {
        change.removed["items", default: [:]][UniqueNumber(high: UInt64(part), low: UInt64(place))] = stamp
      }
      // With something new, so that it is not only what goes.
      change.fields["a"] = Register(.integer(Int64(part)), stamp)
      outcome = try push([change])
      guard case .applied(let versions, _)? = outcome else { break }
      (version, count) = (versions[0], count + 1)
    }
    #expect(count > 3 && outcome.map(reasons)?.first?.hasPrefix("the record would have more than") == true)
    let limit = WireLimits().bytes
    #expect(Wire.encode(try #require(page().records.first)).count < limit * 3 / 4)
    // It can be deleted, and be loaded then, too.
    #expect(isApplied(try push([change(base: version, isDeleted: true)])))
    #expect(Wire.encode(try #require(page().records.first)).count < limit)
  }

  @Test func aPageStaysSmallerThanAMessage() throws {
    let text = String(repeating: "\u{1}", count: 1_000_000)
    for number in 0..<5 {
      var change = change(RecordID("Note", "\(number)"))
      change.fields["text"] = Register(.text(text), stamp)
      #expect(isApplied(try push([change])))
    }
    let page = try page()
    #expect(page.hasMore && !page.records.isEmpty)
    let answer = SyncAnswer(account: "ann", zone: "main", time: 1_000, body: .snapshot(page))
    #expect(Wire.encode(answer).count < WireLimits().bytes)
    // The next pages have the rest.
    var (found, last) = (page.records.count, page.records.last?.id)
    while let id = last {
      let request = SnapshotRequest(
        lineage: Lineage(generation: 1), since: page.since, after: id, withDeletions: true, limit: 1_000)
      guard case .snapshot(let next) = try self.answer(.snapshot(request)) else { throw CancellationError() }
      found += next.records.count
      last = next.hasMore ? next.records.last?.id : nil
    }
    #expect(found == 5)
  }
}
