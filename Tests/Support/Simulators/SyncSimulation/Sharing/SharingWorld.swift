// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncWire

/// Several accounts with several devices each, who share lists with each other while messages are lost, processes end and
/// rights change. The same seed gives the same run.
///
/// A device does what the driver does: it asks for its own zone, for its shares, and for each of them. What its user sees is
/// what `RecordSpace` shows.
package struct SharingWorld {
  struct Device {
    var account: String
    var client: SyncClient
    var state: ClientState
    var storage = MemoryClientStorage()
    var isOnline = true
    var clockOffset: Int64 = 0
    var known: [String: ShareRight] = [:]
  }

  static let main = "main"
  let seed: UInt64
  var random: SeededRandom
  /// Of those who ask for what is not theirs: they change nothing, and so nothing of the rest of the run.
  private var intruders: SeededRandom
  var now: Int64 = 1_000_000_000
  var server: SharingServer
  var devices: [Device] = []
  /// Who may do what, kept apart from the server's code.
  var rights: [String: [String: ShareRight]] = [:]
  var secrets: [(zone: String, secret: String, account: String?, right: ShareRight, isPublic: Bool)] = []
  /// Records that a server has had, and those that a user has deleted.
  var seen: Set<RecordID> = []
  var deleted: Set<RecordID> = []
  /// What was in a share that its owner has ended, or what somebody has lost with a share.
  var forgiven: Set<RecordID> = []
  var chronicle = SharingChronicle()
  /// Where records were to go, as the server has seen it.
  var marks: [RecordID: Set<String>] = [:]
  /// Where records were to go from a share, of which no server has heard: the right to it went first.
  var lostMarks: [RecordID: [String: Set<String>]] = [:]
  var isHealed = false
  var pushes = 0
  var counter = 0
  package private(set) var violations: [String] = []
  package var trace: [String]?
  /// Records of which the trace tells what each device has of them whenever that changes.
  package var watched: Set<RecordID> = []
  var lastSeen: [String: String] = [:]
  /// How often what this is about has happened.
  package var counts: [String: Int] = [:]

  package init(seed: UInt64, disabled: Set<SyncRule> = [], traced: Bool = false) {
    self.seed = seed
    random = SeededRandom(seed ^ 0x5a4e)
    intruders = SeededRandom(seed ^ 0x1c7)
    trace = traced ? [] : nil
    let accounts = ["ann", "bob", "cho"]
    server = SharingServer(accounts: accounts, zone: Self.main) { _ in "t" }
    for account in server.accounts.keys { server.accounts[account]?.service.tolerance = 7_200_000 }
    for account in server.accounts.keys { server.accounts[account]?.service.disabled = disabled }
    for account in ["ann", "ann", "bob", "bob", "cho"] {
      var client = SyncClient(schema: Self.schema)
      client.schema.disabled = disabled
      client.tolerance = 7_200_000
      client.mainZone = Self.main
      client.pageLimit = [2, 5, 100][random.below(3)]
      client.pushLimit = [1, 3, 100][random.below(3)]
      let state = ClientState(
        account: account, token: "t", node: UInt64(devices.count + 1), zones: [Self.main])
      devices.append(Device(account: account, client: client, state: state))
      write(devices.count - 1)
    }
  }

  /// Lists have items, which are deleted with them; items refer to each other and have tags.
  package static var schema: SyncSchema {
    var schema = SyncSchema()
    var list = SyncSchema.Model()
    list.fields = ["name", "favorite"]
    var item = SyncSchema.Model()
    item.fields = ["title", "score", "list", "other"]
    item.owners = ["list"]
    item.reviving = ["list"]
    var tag = SyncSchema.Model()
    tag.fields = ["name"]
    schema.models = ["List": list, "Item": item, "Tag": tag]
    schema.models.merge(ShareRecords.models) { own, _ in own }
    return schema
  }

  package mutating func run() -> [String] {
    for index in devices.indices { furnish(index) }
    for _ in 0..<(40 + random.below(120)) {
      now += Int64(random.below(2_000))
      step()
      if intruders.chance(20) { intrude() }
      if !violations.isEmpty { return violations }
    }
    heal()
    return violations
  }

  mutating func violate(_ text: String) {
    violations.append(text)
    note("VIOLATION \(text)")
  }

  mutating func note(_ text: @autoclosure () -> String) { trace?.append("\(now) \(text())") }

  mutating func count(_ name: String) { counts[name, default: 0] += 1 }

  // MARK: Devices

  func space(_ index: Int) -> RecordSpace {
    RecordSpace(devices[index].state, main: Self.main, schema: devices[index].client.schema)
  }

  func wall(_ index: Int) -> Int64 { now + devices[index].clockOffset }

  @discardableResult
  mutating func handle(_ index: Int, _ event: ClientEvent) -> [ClientEffect] {
    var own = SeededRandom(random.next())
    // Only of what may forget a zone: a copy has the zones copied.
    let before: ClientState? = if case .shares = event { devices[index].state } else { nil }
    do throws(LocalEditError) {
      let effects = try devices[index].client.handle(event, &devices[index].state, now: wall(index), using: &own)
      for case .report(let report) in effects {
        note("device \(index) reports \(report)")
        if case .reverted(let id, _) = report {
          count("reverted")
          chronicle.excuse([id])
        }
        if case .forgotten(let zone, let unsent) = report {
          forgiven.formUnion(unsent)
          chronicle.excuse(unsent)
          if let forgotten = before?.zones[zone] { noteLostMarks(unsent, in: zone, forgotten) }
        }
      }
      for name in devices[index].state.zones.keys { _ = devices[index].state.zones[name]?.takeVisibleChanges() }
      write(index)
      watch(index, "\(event)")
      return effects
    } catch {
      violate("device \(index) refused an edit: \(error)")
      return []
    }
  }

  private mutating func write(_ index: Int) {
    devices[index].storage.write(devices[index].state.takeChanges())
  }

  mutating func crash(_ index: Int) {
    note("device \(index) ends")
    if let state = devices[index].storage.load(schema: devices[index].client.schema) { devices[index].state = state }
    for name in devices[index].state.zones.keys { _ = devices[index].state.zones[name]?.takeVisibleChanges() }
  }

  // MARK: The network

  /// Nil: the request or the answer is lost, or the process has ended meanwhile.
  mutating func ask(_ index: Int, _ request: SyncRequest) -> SyncAnswer? {
    if case .push = request.body { pushes += 1 }
    if !isHealed, random.chance(4) { return nil }
    let message: SyncRequest
    do throws(WireError) { message = try Wire.request(Wire.encode(request), token: "t") } catch {
      violate("a request cannot be read: \(error)")
      return nil
    }
    let answer = serve(message)
    // Sent twice.
    if !isHealed, random.chance(4) { _ = serve(message) }
    if !isHealed, random.chance(4) { return nil }
    if !isHealed, random.chance(2) {
      crash(index)
      return nil
    }
    do throws(WireError) { return try Wire.answer(Wire.encode(answer)) } catch {
      violate("an answer cannot be read: \(error)")
      return nil
    }
  }

  private mutating func serve(_ request: SyncRequest) -> SyncAnswer {
    let before = heads
    let answer = server.handle(request, now: now)
    check(request, answer, before)
    note("\(request.account) \(request.zone): \(World.summary(request.body)) → \(Self.summary(answer))")
    return answer
  }

  static func summary(_ answer: SyncAnswer) -> String {
    guard case .shared = answer.body else { return World.summary(answer.body) }
    return String(decoding: Wire.encode(answer), as: UTF8.self)
  }

  /// Somebody asks for a share who may be in it or not.
  private mutating func intrude() {
    let (zones, accounts) = (rights.keys.sorted(), server.accounts.keys.sorted())
    guard !zones.isEmpty else { return }
    let (zone, account) = (zones[intruders.below(zones.count)], accounts[intruders.below(accounts.count)])
    if rights[zone]?[account] == nil { count("intruded") }
    let question = SnapshotRequest(
      lineage: Lineage(generation: 0), since: nil, after: nil, withDeletions: false, limit: 10)
    _ = serve(SyncRequest(account: account, token: "t", zone: zone, body: .snapshot(question)))
  }

  private var heads: [String: UInt64] {
    var heads: [String: UInt64] = [:]
    for (account, server) in server.accounts {
      for (name, zone) in server.zones { heads[name == Self.main ? account : name] = zone.head }
    }
    return heads
  }

  /// Nobody reads or writes what they have no right to.
  private mutating func check(_ request: SyncRequest, _ answer: SyncAnswer, _ before: [String: UInt64]) {
    if case .push(let push) = request.body, case .pushed(let result) = answer.body, case .applied = result.outcome {
      for change in push.changes {
        seen.insert(change.id)
        if case .text(let mark)? = change.fields[ShareRecords.zoneField]?.value {
          marks[change.id, default: []].insert(mark)
          chronicle.note(move: change.id, by: request.account)
        }
      }
    }
    guard ServerShare.isName(request.zone) else { return }
    let right = rights[request.zone]?[request.account]
    switch answer.body {
    case .page, .snapshot, .reconcile:
      if right == nil { violate("\(request.account) reads \(request.zone) without a right") }
    case .noAccess: if right != nil { violate("\(request.account) is kept out of \(request.zone)") }
    default: break
    }
    if heads[request.zone] != before[request.zone], right?.mayWrite != true, case .push = request.body {
      violate("\(request.account) writes \(request.zone) without a right")
    }
  }

  /// One round of a device, as the driver does it.
  mutating func round(_ index: Int) {
    for turn in 0..<40 {
      guard exchange(index, Self.main) else { return }
      if turn == 0 { guard loadShares(index) else { return } }
      for name in devices[index].state.shares.keys.sorted() { guard exchange(index, name) else { return } }
      guard hasWork(index) else { return }
    }
    violate("the round of device \(index) does not come to an end")
  }

  private func hasWork(_ index: Int) -> Bool {
    let device = devices[index]
    return ([Self.main] + device.state.shares.keys).contains { name in
      guard let zone = device.state.zones[name] else { return false }
      if zone.push != nil { return true }
      let waiting = zone.waiting(schema: device.client.schema, right: device.state.shares[name])
      return !zone.dirty.subtracting(waiting).isEmpty
    }
  }

  mutating func loadShares(_ index: Int) -> Bool {
    let request = SyncRequest(account: devices[index].account, token: "t", zone: Self.main, body: .share(.list))
    guard let answer = ask(index, request), case .shared(.shares(let shares, _)) = answer.body else { return false }
    let rights = Dictionary(shares.map { ($0.zone, $0.right) }, uniquingKeysWith: { a, _ in a })
    if rights != devices[index].state.shares { handle(index, .shares(rights)) }
    return true
  }

  /// False: the network or the process has failed.
  private mutating func exchange(_ index: Int, _ zone: String) -> Bool {
    var effects = handle(index, .sync(zone: zone))
    for _ in 0..<200 {
      var request: SyncRequest?
      for effect in effects {
        if case .send(let next) = effect { request = next }
        if case .report(.noAccess) = effect { return loadShares(index) }
      }
      guard let request else { return true }
      guard let answer = ask(index, request) else { return false }
      effects = handle(index, .answer(answer))
    }
    violate("device \(index) does not come to an end with \(zone)")
    return false
  }
}
