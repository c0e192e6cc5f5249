// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SyncSimulation
import Testing

/// Encrypted values in the core: none leaves in the clear, and encrypting anew is no edit.
@Suite struct SealingTests {
  private static let id = RecordID("Note", "n")

  /// Numbers in a form that a key's number is a part of: what the core sees of encryption, without its mathematics.
  private static func seal(_ value: SyncValue, _ key: UInt64) -> SyncValue {
    guard case .integer(let number) = value else { return value }
    var body = Data(count: SealedValue.tagLength)
    withUnsafeBytes(of: number) { body.append(contentsOf: $0) }
    return SealedValue(key: UniqueNumber(high: 0, low: key), nonce: Data(count: SealedValue.nonceLength), body: body)
      .value
  }

  @Sendable private static func open(_ value: SyncValue) -> SyncValue? {
    guard value.isSealed else { return value }
    guard let body = SealedValue(value)?.body, body.count == SealedValue.tagLength + 8 else { return nil }
    return .integer(Data(body.suffix(8)).withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
  }

  private static func schema(_ policy: FieldPolicy, canOpen: Bool) -> SyncSchema {
    var schema = SyncSchema()
    schema.models["Note"] = SyncSchema.Model()
    schema.models["Note"]?.fields = ["secret", "title"]
    schema.models["Note"]?.sealed = ["secret"]
    schema.models["Note"]?.policies["secret"] = policy
    if canOpen { schema.open = { value, _, _ in open(value) } }
    return schema
  }

  private static let policies: [FieldPolicy] = [
    .newer, .server, .client,
    .custom { conflict in
      guard case .integer(let a) = conflict.local.value, case .integer(let b) = conflict.remote.value else {
        Issue.record("the app's function was given \(conflict.local.value) and \(conflict.remote.value)")
        return .null
      }
      if let base = conflict.base, case .integer = base {} else if conflict.base != nil { Issue.record("of the base") }
      return .integer(max(a, b))
    },
  ]

  private static func record(_ value: SyncValue, _ wall: Int64, node: UInt64) -> SyncRecord {
    var record = SyncRecord(created: Stamp(wall: 1, node: 1))
    record.fields["secret"] = Register(value, Stamp(wall: wall, node: node))
    return record
  }

  private static func merge(_ schema: SyncSchema, _ base: SyncRecord?, _ local: SyncRecord, _ remote: SyncRecord)
    -> SyncRecord
  {
    RecordMerge(schema: schema, id: id, stamp: Stamp(wall: 1_000, node: 9)).merge(
      base: base, local: local, remote: remote)
  }

  private static func sealed(_ record: SyncRecord, _ key: UInt64) -> SyncRecord {
    var copy = record
    copy.fields["secret"]?.value = seal(open(record.fields["secret"]?.value ?? .null) ?? .null, key)
    return copy
  }

  private static func content(_ record: SyncRecord) -> SyncValue? { record.fields["secret"].flatMap { open($0.value) } }

  /// Whoever encrypts what with which key, the merged value is the one that it would be without encryption.
  @Test(arguments: Seeds.all(200)) func keysChangeNoMerge(seed: UInt64) {
    var random = SeededRandom(seed)
    for policy in Self.policies {
      let plain = Self.schema(policy, canOpen: true)
      let base = Self.record(.integer(Int64(random.below(4))), 10, node: 1)
      let local =
        random.chance(30)
        ? base : Self.record(.integer(Int64(random.below(4))), 20 + Int64(random.below(5)), node: 2)
      let remote =
        random.chance(30)
        ? base : Self.record(.integer(Int64(random.below(4))), 20 + Int64(random.below(5)), node: 3)
      let expected = Self.content(Self.merge(plain, base, local, remote))
      let keys = (0..<3).map { _ in UInt64(1 + random.below(3)) }
      let (first, second, third) = (
        random.chance(20) ? base : Self.sealed(base, keys[0]), Self.sealed(local, keys[1]), Self.sealed(remote, keys[2])
      )
      let merged = Self.merge(plain, first, second, third)
      #expect(Self.content(merged) == expected, "seed \(seed), \(policy)")
      // Without keys: what only one side has changed is told by stamps.
      let locked = Self.schema(policy, canOpen: false)
      if local == base {
        let result = Self.merge(locked, first, Self.sealed(first, keys[1]), third)
        #expect(Self.content(result) == Self.content(remote), "seed \(seed), \(policy)")
      }
      if remote == base {
        let result = Self.merge(locked, first, second, Self.sealed(first, keys[2]))
        #expect(Self.content(result) == Self.content(local), "seed \(seed), \(policy)")
      }
    }
  }

  /// A deletion is not taken back by who encrypts the record anew, here or there.
  @Test(arguments: [false, true]) func encryptingAnewDoesNotBringBack(canOpen: Bool) {
    let schema = Self.schema(.newer, canOpen: canOpen)
    let base = Self.sealed(Self.record(.integer(1), 10, node: 1), 1)
    var deleted = base
    deleted.life = Life(isDeleted: true, stamp: Stamp(wall: 20, node: 2))
    let anew = Self.sealed(base, 2)
    #expect(Self.merge(schema, base, deleted, anew).isDeleted)
    #expect(Self.merge(schema, base, anew, deleted).isDeleted)
    let edited = Self.sealed(Self.record(.integer(2), 30, node: 3), 2)
    #expect(!Self.merge(schema, base, deleted, edited).isDeleted)
  }

  private struct Phone {
    var client: SyncClient
    var state: ClientState
    var random: SeededRandom

    init(_ schema: SyncSchema) {
      client = SyncClient(schema: schema)
      state = ClientState(account: "ann", token: "t", node: 1, zones: ["main"])
      random = SeededRandom(1)
    }

    mutating func edit(_ edits: [LocalEdit], now: Int64) throws {
      _ = try client.handle(.edit(zone: "main", edits), &state, now: now, using: &random)
    }

    /// All that was sent.
    mutating func sync(_ server: inout SyncServer, now: Int64) throws -> [RecordChange] {
      var sent: [RecordChange] = []
      var effects = try client.handle(.sync(zone: "main"), &state, now: now, using: &random)
      for _ in 0..<20 {
        guard case .send(let request)? = effects.last else { return sent }
        if case .push(let push) = request.body { sent += push.changes }
        effects = try client.handle(
          .answer(server.handle(request, now: now)), &state, now: now, using: &random)
      }
      Issue.record("no end")
      return sent
    }
  }

  /// Whatever a driver does, an unencrypted value of such a field stays; everything else of the record goes up.
  @Test func noPlaintextLeaves() throws {
    var server = SyncServer(account: "ann")
    server.tokens = ["t"]
    server.zones["main"] = ServerZone(generation: 1)
    var phone = Phone(Self.schema(.newer, canOpen: true))
    let other = RecordID("Note", "other")
    try phone.edit(
      [.insert(Self.id, ["secret": .integer(1), "title": .text("a")]), .insert(other, ["secret": .integer(2)])],
      now: 100)
    let first = try phone.sync(&server, now: 100)
    #expect(first.map { $0.fields.keys.sorted() } == [["title"], []])
    #expect(phone.state.zones["main"]?.dirty == [Self.id, other])
    #expect(phone.state.zones["main"]?.waiting(schema: phone.client.schema) == [Self.id, other])
    #expect(try phone.sync(&server, now: 101).isEmpty)
    let stamp = try #require(phone.state.zones["main"]?.rows[Self.id]?.local?.fields["secret"]?.stamp)
    try phone.edit([.reseal(Self.id, field: "secret", Self.seal(.integer(1), 1), stamp: nil)], now: 200)
    let second = try phone.sync(&server, now: 200)
    #expect(second.map(\.id) == [Self.id] && second.first?.fields["secret"]?.stamp == stamp)
    #expect(server.zones["main"]?.records[Self.id]?.record.fields["secret"]?.value == Self.seal(.integer(1), 1))
    // A deletion does not wait.
    try phone.edit([.delete(other)], now: 300)
    #expect(try phone.sync(&server, now: 300).first?.life?.isDeleted == true)
    #expect(phone.state.zones["main"]?.dirty.isEmpty == true)
    #expect(phone.state.zones["main"]?.checksum == server.zones["main"]?.checksum)
  }

  /// In a share nobody could read an encrypted value: neither that nor the value itself goes up there.
  @Test func nothingOfSuchFieldsGoesToAShare() throws {
    var server = SyncServer(account: "ann")
    server.tokens = ["t"]
    server.zones["main"] = ServerZone(generation: 1)
    var phone = Phone(Self.schema(.newer, canOpen: true))
    try phone.edit([.insert(Self.id, ["title": .text("a")])], now: 100)
    _ = try phone.sync(&server, now: 100)
    // As if the zone had become a share.
    phone.client.mainZone = "own"
    phone.state.shares["main"] = .write
    for (time, value) in [(Int64(200), SyncValue.integer(1)), (300, Self.seal(.integer(2), 1))] {
      try phone.edit([.set(Self.id, field: "secret", value)], now: time)
      #expect(phone.state.zones["main"]?.waiting(schema: phone.client.schema, right: .write) == [Self.id])
      #expect(try phone.sync(&server, now: time).isEmpty)
    }
    try phone.edit([.set(Self.id, field: "title", .text("b"))], now: 400)
    #expect(try phone.sync(&server, now: 400).map { $0.fields.keys.sorted() } == [["title"]])
    #expect(server.zones["main"]?.records[Self.id]?.record.fields["secret"] == nil)
    #expect(phone.state.zones["main"]?.checksum == server.zones["main"]?.checksum)
    (phone.client.mainZone, phone.state.shares) = ("main", [:])
    #expect(try phone.sync(&server, now: 500).map { $0.fields.keys.sorted() } == [["secret"]])
  }

  /// A record that was made anew after a deletion has no former values, but for those that this device has edited.
  @Test func whatIsMadeAnewHasNoFormerValues() {
    let schema = Self.schema(.newer, canOpen: true)
    var base = Self.record(.integer(1), 10, node: 1)
    base.fields["title"] = Register(.text("old"), Stamp(wall: 10, node: 1))
    var anew = SyncRecord(created: Stamp(wall: 50, node: 2))
    anew.fields["title"] = Register(.text("new"), Stamp(wall: 50, node: 2))
    var deleted = base
    deleted.life = Life(isDeleted: true, stamp: Stamp(wall: 20, node: 1))
    for known in [base, deleted] {
      let merged = Self.merge(schema, known, known, anew)
      #expect(!merged.isDeleted && merged.fields.keys == ["title"] && merged.fields["title"] == anew.fields["title"])
    }
    // Encrypted anew, which is no edit.
    #expect(Self.merge(schema, base, Self.sealed(base, 1), anew).fields["secret"] == nil)
    var edited = base
    edited.fields["secret"] = Register(.integer(2), Stamp(wall: 30, node: 3))
    #expect(Self.content(Self.merge(schema, base, edited, anew)) == .integer(2))
    // Who inserts it again, with what it had, keeps when it was made.
    var again = anew
    again.created = base.created
    #expect(Self.content(Self.merge(schema, deleted, deleted, again)) == .integer(1))
  }
}
