// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncWire

/// The same rows as messages, from memory to the server, without a store and without any state: what an upload costs at least.
struct PlainUpload {
  private var records: [RecordChange] = []

  init(_ count: Int) {
    let stamp = Stamp(wall: 1_000_000_000_000, node: 1)
    let life = Life(isDeleted: false, stamp: stamp)
    for index in 0..<count {
      let group = RecordID("EntryGroup", "group-\(index / 100)")
      if index % 100 == 0 {
        var change = RecordChange(id: group, base: 0, created: stamp)
        change.life = life
        change.fields["name"] = Register(.text("Group \(index)"), stamp)
        records.append(change)
      }
      var change = RecordChange(id: RecordID("Entry", UUID().uuidString.lowercased()), base: 0, created: stamp)
      change.life = life
      let values: [String: SyncValue] = [
        "title": .text("Entry number \(index)"), "score": .integer(Int64(index % 100)),
        "weight": .real(Double(index) / 3), "day": .date(Double(index) * 60), "isDone": .bool(index % 7 == 0),
        "group": .reference(group),
      ]
      change.fields = FieldMap(values.mapValues { Register($0, stamp) })
      records.append(change)
    }
  }

  func run(_ server: BenchServer) async throws {
    let transport = try HTTPSyncTransport(server.address) { "secret" }
    func ask(_ body: SyncRequest.Body) async throws -> SyncAnswer.Body {
      let request = SyncRequest(account: "ann", token: "", zone: "main", body: body)
      return try Wire.answer(Array(await transport.send(Data(Wire.encode(request))))).body
    }
    let question = SnapshotRequest(
      lineage: Lineage(generation: 0), since: nil, after: nil, withDeletions: false, limit: 1)
    guard case .snapshot(let page) = try await ask(.snapshot(question)) else { throw BenchError("no snapshot") }
    var random = SystemRandomNumberGenerator()
    for start in stride(from: 0, to: records.count, by: 5_000) {
      let changes = Array(records[start..<min(start + 5_000, records.count)])
      let push = Push(
        id: UniqueNumber(using: &random), generation: page.lineage.generation, seen: page.since, changes: changes)
      guard case .pushed(let result) = try await ask(.push(push)), case .applied = result.outcome else {
        throw BenchError("an upload was not applied")
      }
    }
  }
}
