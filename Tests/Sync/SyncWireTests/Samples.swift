// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SyncSimulation

/// Random messages: all kinds of values, and texts that break careless writers.
struct Samples {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  mutating func number() -> UniqueNumber { UniqueNumber(using: &random) }

  mutating func text() -> String {
    let all = [
      "", "a", "\"", "\\", "\u{0}", "\n\t\u{7f}", "é", "e\u{301}", "🏝", "</script>", "\u{2028}", "null", "\u{feff}",
    ]
    return (0..<random.below(4)).map { _ in all[random.below(all.count)] }.joined()
  }

  mutating func name() -> String { ["Item", "é", "a b", "\"", "🏝", String(random.next(), radix: 36)][random.below(6)] }

  mutating func id() -> RecordID { RecordID(name(), name()) }

  mutating func stamp() -> Stamp {
    Stamp(
      wall: Int64(random.next() % (1 << 53)) * (random.chance(10) ? -1 : 1),
      count: UInt32(truncatingIfNeeded: random.next()),
      node: random.next())
  }

  mutating func value() -> SyncValue {
    switch random.below(11) {
    case 0: .null
    case 1: .bool(random.chance(50))
    case 2: .integer([Int64.min, .max, 0, -1, Int64(bitPattern: random.next())][random.below(5)])
    case 3: .real([.nan, -0.0, .infinity, 0.1, Double(bitPattern: random.next())][random.below(5)])
    case 4: .text(text())
    case 5: .bytes(Data((0..<random.below(9)).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    case 6: .date(Double(random.below(1_000_000)) / 7)
    case 7: .uuid(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF") ?? UUID())
    case 8:
      .blob(
        BlobReference(
          high: UniqueNumber(high: random.next(), low: random.next()),
          low: UniqueNumber(high: random.next(), low: random.next()), size: random.below(1 << 30),
          isText: random.chance(50)))
    case 9:
      .sealedBlob(
        SealedBlob(
          blob: BlobReference(
            high: UniqueNumber(high: random.next(), low: random.next()),
            low: UniqueNumber(high: random.next(), low: random.next()), size: random.below(1 << 30), isText: false),
          envelope: Data((0..<random.below(90)).map { _ in UInt8(truncatingIfNeeded: random.next()) })))
    default: .reference(id())
    }
  }

  mutating func fields() -> FieldMap {
    var fields = FieldMap()
    for _ in 0..<random.below(4) { fields[name()] = Register(value(), stamp()) }
    return fields
  }

  mutating func life() -> Life {
    Life(isDeleted: random.chance(50), stamp: stamp(), successor: random.chance(20) ? id() : nil)
  }

  mutating func record() -> StoredRecord {
    var record = SyncRecord(created: stamp())
    record.fields = fields()
    record.life = life()
    for _ in 0..<random.below(3) {
      var set = LinkSet()
      for _ in 0..<random.below(3) { set.members[number()] = id() }
      for _ in 0..<random.below(3) { set.removed[number()] = stamp() }
      record.links[name()] = set
    }
    return StoredRecord(id: id(), version: UInt64(random.below(1 << 40)), record: record)
  }

  mutating func lineage() -> Lineage {
    Lineage(
      generation: random.next(),
      forks: (0..<random.below(3)).map { _ in .init(generation: random.next(), through: UInt64(random.below(99))) })
  }

  mutating func change() -> RecordChange {
    var change = RecordChange(id: id(), base: UInt64(random.below(9)), created: stamp())
    change.fields = fields()
    if random.chance(40) { change.added[name()] = [number(): id(), number(): id()] }
    if random.chance(40) { change.removed[name()] = [number(): stamp()] }
    if random.chance(40) { change.life = life() }
    if random.chance(40) { change.claims = [UniqueClaim(type: name(), field: name(), value: value())] }
    return change
  }

  mutating func invitation() -> ShareInvitation {
    ShareInvitation(
      number: number(), account: random.chance(50) ? name() : nil, right: ShareRight.allCases[random.below(3)],
      expires: random.chance(50) ? Int64(random.below(1 << 50)) : nil, isPublic: random.chance(50))
  }

  mutating func command() -> ShareCommand {
    switch random.below(10) {
    case 0: .list
    case 1: .create(root: random.chance(50) ? id() : nil, title: text())
    case 2: .invite(invitation(), secret: text())
    case 3: .withdraw(number())
    case 4: .look(secret: text())
    case 5: .accept(secret: text())
    case 6: .decline(secret: text())
    case 7: .setRight(account: name(), ShareRight.allCases[random.below(3)])
    case 8: .remove(account: name())
    default: .end
    }
  }

  mutating func shared() -> ShareAnswer {
    switch random.below(3) {
    case 0:
      .shares(
        (0..<random.below(3)).map { _ in
          ShareInfo(
            zone: name(), owner: name(), title: text(), root: random.chance(50) ? id() : nil, right: .write,
            members: Dictionary([(name(), .read), (name(), .write)], uniquingKeysWith: { a, _ in a }),
            invitations: (0..<random.below(3)).map { _ in invitation() })
        }, accepted: random.chance(50) ? name() : nil)
    case 1: .offer(ShareOffer(owner: name(), title: text(), invitation: invitation()))
    default: .refused(ShareFault.allCases[random.below(ShareFault.allCases.count)], text())
    }
  }

  mutating func request() -> SyncRequest {
    let body: SyncRequest.Body
    switch random.below(4) {
    case 0:
      body = .push(
        Push(
          id: number(), generation: random.next(), seen: UInt64(random.below(9)),
          changes: (0..<random.below(4)).map { _ in change() }))
    case 1: body = .pull(Pull(lineage: lineage(), after: UInt64(random.below(9)), limit: random.below(999)))
    case 3: body = .share(command())
    default:
      body = .snapshot(
        SnapshotRequest(
          lineage: lineage(), since: random.chance(50) ? 7 : nil, after: random.chance(50) ? id() : nil,
          withDeletions: random.chance(50), limit: random.below(999)))
    }
    return SyncRequest(account: "ann", token: "t", zone: name(), body: body)
  }

  mutating func answer() -> SyncAnswer {
    let body: SyncAnswer.Body
    switch random.below(11) {
    case 9: body = .noAccess
    case 10: body = .shared(shared())
    case 0: body = .pushed(PushResult(id: number(), outcome: .applied(versions: [1, 2, 3], limit: 99)))
    case 1: body = .pushed(PushResult(id: number(), outcome: .stale([id(), id()])))
    case 2: body = .pushed(PushResult(id: number(), outcome: .refused([Refusal(id: id(), reason: text())])))
    case 3: body = .pushed(PushResult(id: number(), outcome: .tooLarge(changes: 3)))
    case 4:
      body = .page(
        LogPage(
          generation: random.next(), after: 3, through: 9, records: (0..<random.below(4)).map { _ in record() },
          hasMore: random.chance(50), horizon: 1, checksum: random.chance(50) ? random.next() : nil))
    case 5:
      body = .snapshot(
        SnapshotPage(
          lineage: lineage(), since: 4, after: random.chance(50) ? id() : nil,
          records: (0..<random.below(4)).map { _ in record() }, hasMore: random.chance(50)))
    case 6: body = .signInNeeded
    case 7: body = .reconcile(lineage(), push: random.chance(50) ? number() : nil)
    default: body = .refused(text(), push: random.chance(50) ? number() : nil)
    }
    return SyncAnswer(account: "ann", zone: name(), time: Int64(random.below(1 << 50)), body: body)
  }
}
