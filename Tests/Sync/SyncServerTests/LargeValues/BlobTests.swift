// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SecureHashes
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation
import SyncStores
import Testing

/// Large values in a server's file: who may have them, and when they go.
@Suite struct BlobTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("BlobTests-\(UUID().uuidString)")
  private let database: SyncDatabase

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
  }

  private func bytes(_ size: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededRandom(seed)
    return (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private func name(_ bytes: [UInt8]) throws -> String { try blob(bytes).name }

  private func blob(_ bytes: [UInt8]) throws -> BlobReference {
    try #require(BlobReference(sha256: SHA2.sha256(bytes), size: bytes.count, isText: false))
  }

  private func receive(
    _ part: ArraySlice<UInt8>, of value: [UInt8], at offset: Int, zone: String = "main", account: String = "ann",
    now: Int64 = 1_000
  ) throws -> Int {
    try database.receive(
      Array(part), of: name(value), size: value.count, at: offset, zone: zone, account: account, now: now)
  }

  private func read(_ value: [UInt8], zone: String = "main", account: String = "ann") throws -> [UInt8] {
    var found: [UInt8] = []
    while found.count < value.count {
      found += try database.bytes(of: name(value), from: found.count, count: 700, zone: zone, account: account)
    }
    return found
  }

  /// However a message is cut, its hash is that of the whole.
  @Test(arguments: Seeds.all(10)) func hashesInParts(seed: UInt64) {
    var random = SeededRandom(seed)
    let message = bytes(random.below(1_000), seed: seed)
    var hash = RunningSHA256()
    var rest = message[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(random.below(200)))
      part.withUnsafeBytes { hash.update($0) }
      rest = rest.dropFirst(part.count)
    }
    #expect(hash.finish() == SHA2.sha256(message))
  }

  @Test func namesComeBack() throws {
    let blob = try blob(bytes(10))
    #expect(BlobReference(name: blob.name, size: 10, isText: false) == blob)
    for name in ["", String(blob.name.dropLast()), blob.name + "0", blob.name.uppercased(), "../" + blob.name] {
      #expect(BlobReference(name: name, size: 10, isText: false) == nil || name == blob.name, "\(name)")
    }
  }

  /// Parts of all sizes, repeated and out of order.
  @Test(arguments: Seeds.all(20)) func partsInAnyOrder(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let value = bytes(1 + random.below(5_000), seed: seed)
    var received = 0
    while received < value.count {
      let offset = random.chance(70) ? received : random.below(value.count)
      let part = value[offset...].prefix(random.below(1_500))
      let next = try receive(part, of: value, at: offset)
      #expect(next == (offset == received ? received + part.count : received))
      if next < value.count {
        #expect(throws: BlobFault.notFound) { try read(value) }
      }
      received = next
    }
    #expect(try read(value) == value)
    #expect(try receive([], of: value, at: 0) == value.count)
  }

  @Test func otherBytesThanTheName() throws {
    let value = bytes(1_000)
    var other = value
    other[500] ^= 1
    _ = try receive(other[..<600], of: value, at: 0)
    #expect(throws: BlobFault.wrongHash) { try receive(other[600...], of: value, at: 600) }
    #expect(try receive([], of: value, at: 0) == 0)
    #expect(try receive(value[...], of: value, at: 0) == 1_000)
  }

  @Test func malformedRequests() throws {
    let value = bytes(100)
    let name = try name(value)
    for (name, size, offset, part) in [
      ("x", 100, 0, [UInt8]()), (name, 0, 0, []), (name, -1, 0, []), (name, 100, -1, []), (name, 100, 101, []),
      (name, 100, 99, [1, 2]), (name.uppercased(), 100, 0, [1]),
    ] {
      #expect(throws: BlobFault.self) {
        try database.receive(part, of: name, size: size, at: offset, zone: "main", account: "ann", now: 1)
      }
    }
    #expect(throws: BlobFault.tooLarge(limit: 256 << 20)) {
      try database.receive([], of: name, size: .max, at: 0, zone: "main", account: "ann", now: 1)
    }
    _ = try receive(value[...], of: value, at: 0)
    for (offset, count) in [(-1, 10), (0, 0), (0, -5), (100, 1), (.max, .max)] {
      #expect(throws: BlobFault.self) {
        try database.bytes(of: name, from: offset, count: count, zone: "main", account: "ann")
      }
    }
    #expect(try database.bytes(of: name, from: 10, count: .max, zone: "main", account: "ann").count == 90)
    // The same bytes under another length are another value.
    #expect(throws: BlobFault.malformed("the value has another size")) {
      try database.receive([], of: name, size: 99, at: 0, zone: "main", account: "ann", now: 1)
    }
  }

  /// Whoever begins a value with a wrong size keeps nobody from sending it.
  @Test func aWrongSizeGivesWayToAnotherOne() throws {
    let value = bytes(1_000)
    let name = try name(value)
    func send(_ part: ArraySlice<UInt8>, size: Int, at offset: Int) throws -> Int {
      try database.receive(
        Array(part), of: name, size: size, at: offset, zone: "main", account: "ann", now: 1_000)
    }
    #expect(try send(value[..<400], size: 2_000, at: 0) == 400)
    // A question changes nothing, and neither does a part of the middle.
    #expect(try send([], size: 1_000, at: 0) == 0 && send(value[400...], size: 1_000, at: 400) == 0)
    #expect(try send([], size: 2_000, at: 0) == 400)
    #expect(try send(value[..<300], size: 1_000, at: 0) == 300)
    #expect(try send(value[300...], size: 1_000, at: 300) == 1_000)
    #expect(try read(value) == value)
    // What is whole has been looked at, and has this size.
    #expect(throws: BlobFault.malformed("the value has another size")) { try send(value[..<10], size: 2_000, at: 0) }
  }

  /// Values count from when their bytes come, whether a record ever has them or not, and once.
  @Test func valuesWithoutARecordNeedRoom() throws {
    try database.setQuota(AccountQuota(bytes: 5_000), of: "ann")
    let values = (0..<6).map { bytes(1_000, seed: UInt64($0 + 10)) }
    // Begun and left: only what has come counts.
    let large = bytes(4_000, seed: 9)
    #expect(try receive(large[..<500], of: large, at: 0) == 500)
    for value in values[..<4] { #expect(try receive(value[...], of: value, at: 0) == 1_000) }
    func full(_ used: Int64, besides bytes: Int) -> BlobFault {
      .noRoom("the account has \(used) of 5000 bytes, and values of \(bytes) bytes besides that no record has yet")
    }
    #expect(throws: full(0, besides: 4_500)) { try receive(values[4][...], of: values[4], at: 0) }
    // The rest of it has no room any more, and neither has a copy in another zone.
    #expect(throws: full(0, besides: 4_500)) { try receive(large[500..<600], of: large, at: 500) }
    #expect(throws: full(0, besides: 4_500)) { try receive([], of: values[0], at: 0, zone: "other") }
    // A record has one now: it is counted with that, and not a second time.
    func upload(_ value: BlobReference?, base: UInt64) throws -> PushResult.Outcome? {
      let stamp = Stamp(wall: 1_000, node: 1)
      var change = RecordChange(id: RecordID("Note", "1"), base: base, created: stamp)
      if base == 0 { change.life = Life(isDeleted: false, stamp: stamp) }
      change.fields["picture"] = Register(value.map { .blob($0) } ?? .null, stamp)
      let push = Push(id: UniqueNumber(high: 1, low: base), generation: 1, seen: .max >> 1, changes: [change])
      let request = SyncRequest(account: "ann", token: "", zone: "main", body: .push(push))
      guard case .pushed(let result) = try database.answer(request, now: 1_000).body else { return nil }
      return result.outcome
    }
    #expect(try upload(blob(values[0]), base: 0) == .applied(versions: [1], limit: 61_000))
    let used = try database.space(of: "ann").usage.bytes
    #expect(throws: full(used, besides: 3_500)) {
      try receive(values[4][...], of: values[4], at: 0)
    }
    // What no record has goes with a compaction, and makes room.
    try database.compact(before: 2_000)
    #expect(throws: BlobFault.notFound) { try read(values[1]) }
    for value in values[1..<4] { #expect(try receive(value[...], of: value, at: 0) == 1_000) }
    #expect(try read(values[0]) == values[0])
    // Replaced, it is kept for a while, and not counted.
    #expect(try upload(nil, base: 1) == .applied(versions: [2], limit: 61_000))
    #expect(try receive(values[4][...], of: values[4], at: 0) == 1_000)
  }

  /// Who knows the name of a value has not the value.
  @Test func accountsAndZones() throws {
    let value = bytes(1_000)
    _ = try receive(value[...], of: value, at: 0)
    #expect(throws: BlobFault.notFound) { try read(value, account: "bob") }
    #expect(throws: BlobFault.notFound) { try read(value, zone: "other") }
    #expect(try receive([], of: value, at: 0, account: "bob") == 0)
    #expect(try receive(value[...], of: value, at: 0, account: "bob") == 1_000)
    #expect(try read(value, account: "bob") == value)
    // A record that goes to another zone of the account has its values there at once.
    #expect(try receive([], of: value, at: 0, zone: "other") == 1_000)
    #expect(try read(value, zone: "other") == value)
    let share = "share-00000000000000000000000000000001"
    #expect(throws: BlobFault.noAccess) { try read(value, zone: share) }
    #expect(throws: BlobFault.noAccess) { try receive([], of: value, at: 0, zone: share) }
  }

  @Test func sharesAndTheirMembers() throws {
    let share = "share-00000000000000000000000000000001"
    func ask(_ account: String, _ command: ShareCommand) throws {
      let request = SyncRequest(account: account, token: "", zone: share, body: .share(command))
      guard case .shared(.shares) = try database.answer(request, now: 1).body else {
        Issue.record("\(command) was refused")
        return
      }
    }
    var random = SeededRandom(1)
    let secret = String(repeating: "s", count: 43)
    try ask("ann", .create(root: nil, title: "t"))
    try ask(
      "ann",
      .invite(
        ShareInvitation(
          number: UniqueNumber(using: &random), account: nil, right: .read, expires: nil, isPublic: false),
        secret: secret))
    try ask("bob", .accept(secret: secret))
    let (shared, own) = (bytes(500), bytes(600, seed: 2))
    _ = try receive(shared[...], of: shared, at: 0, zone: share)
    _ = try receive(own[...], of: own, at: 0)
    #expect(try read(shared, zone: share, account: "bob") == shared)
    // Not what the owner has elsewhere, and nothing to write.
    #expect(throws: BlobFault.notFound) { try read(own, zone: share, account: "bob") }
    #expect(throws: BlobFault.noAccess) { try receive([], of: own, at: 0, zone: share, account: "bob") }
    // A member may take a copy into a zone of its own.
    #expect(try receive([], of: shared, at: 0, account: "bob") == shared.count)
    try ask("ann", .remove(account: "bob"))
    #expect(throws: BlobFault.noAccess) { try read(shared, zone: share, account: "bob") }
  }

  /// A record refers to what its zone has, or is sent back; what nothing refers to goes with the next compaction.
  @Test func recordsAndCompaction() throws {
    var random = SeededRandom(1)
    let (first, second) = (bytes(1_000), bytes(2_000, seed: 2))
    var version: UInt64 = 0
    func upload(_ value: BlobReference?, now: Int64) throws -> PushResult.Outcome? {
      let id = RecordID("Note", "1")
      let stamp = Stamp(wall: now, node: 1)
      var change = RecordChange(id: id, base: version, created: stamp)
      if version == 0 { change.life = Life(isDeleted: false, stamp: stamp) }
      change.fields["picture"] = Register(value.map { .blob($0) } ?? .null, stamp)
      let push = Push(id: UniqueNumber(using: &random), generation: 1, seen: .max >> 1, changes: [change])
      let request = SyncRequest(account: "ann", token: "", zone: "main", body: .push(push))
      guard case .pushed(let result) = try database.answer(request, now: now).body else { return nil }
      if case .applied(let versions, _) = result.outcome { version = versions[0] }
      return result.outcome
    }
    guard case .refused(let refusals)? = try upload(blob(first), now: 1_000) else {
      Issue.record("a value that is not there was taken")
      return
    }
    #expect(refusals.map { $0.reason.hasPrefix(Refusal.blobMark) } == [true])
    _ = try receive(first[...], of: first, at: 0, now: 1_000)
    _ = try receive(second[...], of: second, at: 0, now: 1_000)
    _ = try upload(blob(first), now: 2_000)
    #expect(version == 1)
    let used = try database.space(of: "ann").usage.bytes
    #expect(used > 1_000 && used < 1_300)
    _ = try upload(blob(second), now: 3_000)
    #expect(try database.space(of: "ann").usage.bytes == used + 1_000)
    _ = try upload(nil, now: 4_000)
    #expect(try database.space(of: "ann").usage == database.countedUsage(of: "ann"))
    #expect(try database.space(of: "ann").usage.bytes < 300)
    // What the record was is kept since 3,500: the second value, not the first one.
    try database.compact(before: 3_500)
    #expect(throws: BlobFault.notFound) { try read(first) }
    #expect(try read(second) == second)
    try database.compact(before: 5_000)
    #expect(throws: BlobFault.notFound) { try read(second) }
    // A device that found the value before it went is sent back, and sends it again.
    guard case .refused? = try upload(blob(second), now: 6_000) else {
      Issue.record("a value that is gone was taken")
      return
    }
  }

  @Test func erasureAndExport() throws {
    let (value, other) = (bytes(3_000), bytes(3_000, seed: 2))
    _ = try receive(value[...], of: value, at: 0)
    _ = try receive([], of: value, at: 0, zone: "second")
    _ = try receive(other[...], of: other, at: 0, account: "bob")
    var exported: [String: [UInt8]] = [:]
    #expect(try database.exportBlobs(account: "ann") { exported[$0, default: []] += $1 } == 1)
    #expect(exported == [try name(value): value])
    _ = try database.erase(account: "ann")
    #expect(throws: BlobFault.notFound) { try read(value) }
    #expect(try read(other, account: "bob") == other)
    try database.close()
    guard ServerStore.isFile else { return }
    // Nothing of it is in the file.
    let file = try Data(contentsOf: folder.appendingPathComponent("server.sqlite"))
    #expect(file.range(of: Data(value[100..<150])) == nil && file.range(of: Data(other[100..<150])) != nil)
  }

  /// What a file of version 6 has may be that of a record: it is not counted a second time.
  @Test(.enabled(if: ServerStore.isFile)) func valuesOfAnOlderFileAreThoseOfRecords() throws {
    let value = bytes(3_000), other = bytes(3_000, seed: 2)
    #expect(try receive(value[...], of: value, at: 0) == 3_000)
    try database.close()
    let file = folder.appendingPathComponent("server.sqlite")
    try DatabaseQueue(path: file.path).write { db in
      try db.execute(sql: "UPDATE blob SET isWhole = 1; ALTER TABLE outcome DROP COLUMN time; PRAGMA user_version = 6")
    }
    let opened = try SyncDatabase(file: file, quota: AccountQuota(bytes: 5_000))
    #expect(try opened.bytes(of: name(value), from: 0, count: 5_000, zone: "main", account: "ann") == Data(value))
    #expect(
      try opened.receive(other, of: name(other), size: 3_000, at: 0, zone: "main", account: "ann", now: 1_000) == 3_000)
    try opened.close()
  }

  @Test func aBackupHasTheValues() throws {
    let value = bytes(3_000)
    _ = try receive(value[...], of: value, at: 0)
    let copy = folder.appendingPathComponent("copy.sqlite")
    try ServerStore.backUp(database, of: folder.appendingPathComponent("server.sqlite"), to: copy)
    let place = folder.appendingPathComponent("restored.sqlite")
    try ServerStore.restore(copy, as: place)
    let restored = try ServerStore.open(place)
    #expect(try restored.bytes(of: name(value), from: 0, count: 5_000, zone: "main", account: "ann") == Data(value))
  }
}
