// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// Two devices and a server whose messages arrive at once.
struct SyncBench {
  static let item = RecordID("Item", "1")
  var clients: [SyncClient]
  var states: [ClientState]
  var server = SyncServer(account: "ann")
  var random = SeededRandom(1)
  var reports: [[ClientReport]] = [[], []]
  var pushes: [Push] = []
  /// A server that does not say of which change it disapproves, and applies nothing.
  var refusesUnnamed: ((Push) -> Bool)?

  init() {
    clients = [1, 2].map { SyncClient(schema: SimulatedApp.schema(version: $0, disabled: [])) }
    states = [1, 2].map { ClientState(account: "ann", token: "t", node: $0, zones: ["main"]) }
    server.tokens = ["t"]
    server.zones["main"] = ServerZone(generation: 1)
  }

  mutating func edit(_ device: Int, at time: Int64, _ edits: LocalEdit...) throws {
    try edit(device, at: time, edits: edits)
  }

  mutating func edit(_ device: Int, at time: Int64, edits: [LocalEdit]) throws {
    _ = try handle(device, .edit(zone: "main", edits), at: time)
  }

  mutating func handle(_ device: Int, _ event: ClientEvent, at time: Int64) throws -> [ClientEffect] {
    try clients[device].handle(event, &states[device], now: time, using: &random)
  }

  var uploads: Int { pushes.count }

  mutating func sync(_ device: Int, at time: Int64) throws {
    var effects = try clients[device].handle(.sync(zone: "main"), &states[device], now: time, using: &random)
    for _ in 0..<100 {
      guard !effects.isEmpty else { break }
      var next: [ClientEffect] = []
      for effect in effects {
        switch effect {
        case .synchronize: break
        case .report(let report): reports[device].append(report)
        case .send(let request):
          let answer = self.answer(request, at: time)
          next += try clients[device].handle(.answer(answer), &states[device], now: time, using: &random)
        }
      }
      effects = next
    }
    #expect(effects.isEmpty, "sync does not come to an end")
  }

  private mutating func answer(_ request: SyncRequest, at time: Int64) -> SyncAnswer {
    if case .push(let push) = request.body {
      pushes.append(push)
      if refusesUnnamed?(push) == true {
        return SyncAnswer(account: "ann", zone: "main", time: time, body: .refused("no", push: push.id))
      }
    }
    return server.handle(request, now: time)
  }

  func value(_ device: Int, _ field: String, of id: RecordID = SyncBench.item) -> SyncValue? {
    states[device].zones["main"]?.rows[id]?.local?.fields[field]?.value
  }

  func isAlive(_ device: Int, _ id: RecordID) -> Bool { states[device].zones["main"]?.rows[id]?.isAlive ?? false }

  /// Both devices have an acknowledged item.
  static func withItem() throws -> SyncBench {
    var bench = SyncBench()
    try bench.edit(0, at: 1_000, .insert(Self.item, ["title": .text("old"), "owner": .text("old")]))
    try bench.sync(0, at: 1_000)
    try bench.sync(1, at: 1_000)
    try #require(bench.value(1, "title") == .text("old"))
    return bench
  }

  mutating func settle(at time: Int64) throws {
    for device in [0, 1, 0, 1] { try sync(device, at: time) }
  }

  func zone(_ device: Int) -> ZoneReplica { states[device].zones["main"] ?? ZoneReplica() }

  func stored(_ id: RecordID) -> SyncRecord? { server.zones["main"]?.records[id]?.record }
}
