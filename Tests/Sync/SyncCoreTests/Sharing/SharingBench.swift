// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// Devices of several accounts that share, and a server whose messages arrive at once.
struct SharingBench {
  static let main = "main"
  static let first = share(1)
  static let second = share(2)
  var server = SharingServer(accounts: ["ann", "bob"], zone: Self.main) { _ in "t" }
  var clients: [SyncClient] = []
  var states: [ClientState] = []
  private var random = SeededRandom(1)
  private var now: Int64 = 1_000

  /// - Parameter accounts: Whose devices there are: the device at place 0 is the first account's.
  init(_ accounts: String...) {
    for account in accounts {
      var client = SyncClient(schema: SharingWorld.schema)
      client.mainZone = Self.main
      clients.append(client)
      states.append(
        ClientState(account: account, token: "t", node: UInt64(states.count + 1), zones: [Self.main]))
    }
  }

  static func share(_ number: UInt64) -> String { ServerShare.name(UniqueNumber(high: 0, low: number)) }

  // MARK: What users do

  mutating func save(_ device: Int, _ edits: LocalEdit...) throws { try handle(device, .save(edits)) }

  mutating func move(_ device: Int, _ id: RecordID, to zone: String) throws {
    try handle(device, .move([id], to: zone))
  }

  /// Ann makes a share; Bob may do in it what `right` says.
  mutating func share(_ zone: String, with right: ShareRight) throws {
    ask(zone, "ann", .create(root: nil, title: ""))
    let secret = String(repeating: "s", count: 32) + zone
    let number = UniqueNumber(using: &random)
    let invitation = ShareInvitation(number: number, account: "bob", right: right, expires: nil, isPublic: false)
    ask(zone, "ann", .invite(invitation, secret: secret))
    ask(Self.main, "bob", .accept(secret: secret))
  }

  mutating func ask(_ zone: String, _ account: String, _ command: ShareCommand) {
    let answer = server.handle(SyncRequest(account: account, token: "t", zone: zone, body: .share(command)), now: now)
    if case .shared(.shares) = answer.body { return }
    Issue.record("\(answer.body)")
  }

  // MARK: Messages

  @discardableResult
  mutating func handle(_ device: Int, _ event: ClientEvent) throws -> [ClientEffect] {
    now += 1
    return try clients[device].handle(event, &states[device], now: now, using: &random)
  }

  /// What a device does in a round: its own zone, its shares, and each of them, again while something waits.
  mutating func sync(_ device: Int) throws {
    for _ in 0..<10 {
      try sync(device, Self.main)
      try learnOfShares(device)
      for zone in states[device].shares.keys.sorted() { try sync(device, zone) }
      if states[device].zones.values.allSatisfy(\.dirty.isEmpty) { return }
    }
    Issue.record("the round of device \(device) does not come to an end")
  }

  mutating func learnOfShares(_ device: Int) throws {
    let account = states[device].account
    var rights: [String: ShareRight] = [:]
    for (zone, share) in server.shares { rights[zone] = share.right(of: account) }
    if rights != states[device].shares { try handle(device, .shares(rights)) }
  }

  mutating func sync(_ device: Int, _ zone: String) throws {
    var effects = try handle(device, .sync(zone: zone))
    for _ in 0..<100 {
      guard let request = effects.compactMap({ if case .send(let request) = $0 { request } else { nil } }).first else {
        return
      }
      effects = try handle(device, .answer(server.handle(request, now: now)))
    }
  }

  mutating func settle() throws {
    for _ in 0..<4 { for device in states.indices { try sync(device) } }
  }

  // MARK: What there is

  func space(_ device: Int) -> RecordSpace {
    RecordSpace(states[device], main: Self.main, schema: clients[device].schema)
  }

  /// Ann's zones that have a record on the server.
  func zones(having id: RecordID) -> [String] {
    let zones = server.accounts["ann"]?.zones ?? [:]
    return zones.filter { $0.value.records[id]?.record.isDeleted == false }.keys.sorted()
  }
}
