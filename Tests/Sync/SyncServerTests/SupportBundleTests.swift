// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataSyncWire
import SyncStores
import Testing

/// What is written for somebody who helps says much of an account, and nothing that its user has written.
@Suite struct SupportBundleTests {
  private static let now: Int64 = 1_700_000_000_000
  /// Whatever a user could have written, in the forms in which a file could have it.
  private static let secrets = [
    "ann@example", "hidden", "918273645546372", "3fbf9add3746f65f", "0.123456", "435405537", "5eb63bbb", "5EB63BBB",
    Data("hidden bytes".utf8).base64EncodedString(), "68696464656e", "secret-invitation",
  ]

  private let file: URL
  private let database: SyncDatabase
  private let account = "ann@example.com"

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Support-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent("server.sqlite")
    var service = SyncService()
    service.objection = { change in change.id.name.hasSuffix("refused") ? "\(change.id.name) is hidden" : nil }
    database = try ServerStore.open(file, service: service, firstGeneration: { 7 })
    try database.addUser(account, now: Self.now)
    _ = try database.issueToken(for: account, device: "hidden phone", now: Self.now, expires: Self.now + 1)
  }

  private func push(_ changes: [RecordChange], number: UInt64, zone: String = "main") throws {
    let push = Push(id: UniqueNumber(high: 1, low: number), generation: 7, seen: 0, changes: changes)
    _ = try database.answer(
      SyncRequest(account: account, token: "", zone: zone, body: .push(push)), now: Self.now + Int64(number))
  }

  private func insertion(_ name: String, _ fields: [String: SyncValue], node: UInt64 = 0xabc) -> RecordChange {
    let stamp = Stamp(wall: Self.now, node: node)
    var change = RecordChange(id: RecordID("Trip", name), base: 0, created: stamp)
    change.life = Life(isDeleted: false, stamp: stamp)
    for (field, value) in fields { change.fields[field] = Register(value, stamp) }
    return change
  }

  private func fill() throws {
    let key = try #require(UUID(uuidString: "5EB63BBB-E01E-4EED-93CB-22BB8F5ACDC3"))
    let values: [String: SyncValue] = [
      "name": .text("hidden text"), "price": .integer(918_273_645_546_372), "rate": .real(0.123456789),
      "day": .date(435_405_537.816), "key": .uuid(key),
      "photo": .bytes(Data("hidden bytes".utf8)), "nothing": .null,
    ]
    let first = RecordID("Trip", "hidden")
    var second = insertion("hidden second", ["name": .text("hidden too"), "next": .reference(first)])
    second.added["stops"] = [UniqueNumber(high: 2, low: 2): first]
    second.claims = [UniqueClaim(type: "Trip", field: "name", value: .text("hidden too"))]
    try push([insertion("hidden", values), second], number: 1)
    try push([insertion("hidden refused", [:])], number: 2)
    try push([insertion("hidden", values, node: 0xdef)], number: 3)
    let stamp = Stamp(wall: Self.now + 5, node: 0xabc)
    var deletion = RecordChange(id: RecordID("Trip", "hidden second"), base: 2, created: stamp)
    deletion.life = Life(isDeleted: true, stamp: stamp)
    try push([deletion], number: 4)
    try push([insertion("hidden", values)], number: 5, zone: "hidden zone")
    let share = ServerShare.name(UniqueNumber(high: 3, low: 3))
    let invitation = ShareInvitation(
      number: UniqueNumber(high: 4, low: 4), account: "hidden guest", right: .read, expires: nil, isPublic: false)
    for command in [
      ShareCommand.create(root: RecordID("Trip", "hidden"), title: "hidden title"),
      .invite(invitation, secret: "secret-invitation-secret-invitation-1"),
    ] {
      _ = try database.answer(
        SyncRequest(account: account, token: "", zone: share, body: .share(command)), now: Self.now + 6)
    }
  }

  @Test func itSaysHowThingsAreAndNothingMore() throws {
    try fill()
    let bundle = try database.supportBundle(account: account, now: Self.now + 10)
    let text = String(decoding: try bundle.encoded(), as: UTF8.self)
    for secret in Self.secrets { #expect(!text.contains(secret), "\(secret): \(text)") }
    #expect(bundle.account.isUser && bundle.account.tokens.count == 1 && bundle.zones.count == 3)
    let main = try #require(bundle.zones.first { $0.zone == "main" })
    #expect(main.damage == nil && main.checksum == main.checksumOfRecords && main.head == 3)
    let type = try #require(main.types.first)
    #expect(type.type == "Trip" && type.records == 1 && type.deleted == 1 && main.types.count == 1)
    #expect(type.fields["name"] == ["text": 1] && type.fields["nothing"] == ["null": 1])
    #expect(main.uploads.outcomes == ["applied": 2, "refused": 1, "stale": 1])
    #expect(main.uploads.refusals == ["other": 1])
    #expect(main.devices.map(\.device) == ["abc"] && main.earlierVersions == 1)
    let share = try #require(bundle.zones.compactMap(\.share).first)
    #expect(share.members.isEmpty && share.invitations == 1)
    // The same record has the same digits only where the zone is the same.
    #expect(Set(bundle.zones.map(\.zone)).count == 3)
  }

  @Test func itNamesWhoIsThere() throws {
    let bundle = try database.supportBundle(account: account, now: Self.now)
    #expect(bundle.zones.isEmpty && bundle.account.isUser)
    #expect(throws: SyncDatabaseError.noAccount("bob")) { try database.supportBundle(account: "bob", now: Self.now) }
  }

  /// Of a file of options, only numbers and words are told.
  @Test func theCommandWritesAFile() throws {
    try fill()
    let folder = file.deletingLastPathComponent()
    let (config, output) = (folder.appendingPathComponent("config"), folder.appendingPathComponent("bundle.json"))
    try Data("requests 77\nleast-schema 2.1\ntokens /hidden/tokens\njwt-issuer hidden\n".utf8).write(to: config)
    func run() throws -> Int32 {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: ["support"] + ServerStore.words(file) + [account, output.path, "--config", config.path],
        saysErrors: true)
      while process.line() != nil {}
      return process.end()
    }
    #expect(try run() == 0)
    let data = try Data(contentsOf: output)
    let text = String(decoding: data, as: UTF8.self)
    for secret in Self.secrets { #expect(!text.contains(secret), "\(secret): \(text)") }
    let bundle = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let options = ["jwt-issuer": "set", "least-schema": "2.1", "requests": "77", "tokens": "set"]
    #expect(bundle["options"] as? [String: String] == options)
    // What is there stays.
    #expect(try run() == 64)
    #expect(try Data(contentsOf: output) == data)
  }
}
