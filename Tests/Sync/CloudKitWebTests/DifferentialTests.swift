// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import SyncSimulation
import Testing

/// Devices and clients of CloudKit edit one zone at random; at the end, all have the same.
@Suite struct DifferentialTests {
  /// `SWIFTDATA_TEST_SEED` repeats some, separated by commas.
  static let seeds: [UInt64] = {
    let named = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED", default: ""].split(separator: ",")
      .compactMap { UInt64($0) }
    return named.isEmpty ? Array(1...30) : named
  }()

  @Test(arguments: seeds) func devicesAndClientsConverge(seed: UInt64) throws {
    var run = try MixedRun(seed: seed)
    for step in 0..<120 {
      try run.step()
      if step == 60, seed.isMultiple(of: 3) { try run.zone.forgetIndex() }
    }
    try run.settle()
    let (expected, links) = run.devices[0].shown
    let count = expected.count
    #expect(count > 3, "seed \(seed)")
    #expect(run.devices[1].shown == (expected, links), "seed \(seed): devices differ")
    for client in run.clients {
      let records = client.records.filter { $0.value["recordType"] != "CDMR" }
      let missing = Set(expected.keys).symmetricDifference(records.keys)
      #expect(missing.isEmpty, "seed \(seed): \(missing)")
      for (name, fields) in expected {
        #expect(records[name]?["fields"] == fields, "seed \(seed): \(name)")
      }
      #expect(client.links == links, "seed \(seed): links")
    }
    // Whatever way records are asked for, they are the same.
    let all = try run.clients[0].fetchAll(run.zone)
    #expect(all == run.clients[0].records, "seed \(seed): a first load differs")
    for type in ["CD_List", "CD_Item", "CD_Tag", "CDMR"] {
      let found = try run.queryAll(type)
      let known = all.filter { $0.value["recordType"] == .text(type) }
      #expect(found == known, "seed \(seed): a query for \(type) differs")
    }
    try run.zone.forgetIndex()
    let rebuilt = try run.clients[0].fetchAll(run.zone)
    #expect(
      rebuilt.mapValues { $0["fields"] } == all.mapValues { $0["fields"] }, "seed \(seed): another index differs")
    // Tokens of the former index are good for the new one.
    var client = run.clients[1]
    try client.fetch(run.zone, limit: 7)
    #expect(client.records.mapValues { $0["fields"] } == all.mapValues { $0["fields"] }, "seed \(seed): a token")
    print("seed \(seed): \(count) records, \(links.count) links, \(run.counts)")
  }
}

extension CloudDevice {
  /// What a client of CloudKit must have, by a second description of the layout: records by their names, and pairs that
  /// are linked.
  var shown: (records: [String: CloudJSON], links: Set<[String]>) {
    var records: [String: CloudJSON] = [:]
    var links: Set<[String]> = []
    for id in alive {
      guard let local = zone.rows[id]?.local else { continue }
      var fields: [String: CloudJSON] = ["CD_entityName": ["type": "STRING", "value": .text(id.type)]]
      for (name, register) in local.fields { fields["CD_" + name] = Self.json(register.value) }
      records[id.name.uppercased()] = .object(fields)
      for (relationship, set) in local.links {
        for target in set.targets { links.insert([id.name.uppercased(), relationship, target.name.uppercased()]) }
      }
    }
    return (records, links)
  }

  private static func json(_ value: SyncValue) -> CloudJSON? {
    switch value {
    case .null, .blob, .sealedBlob: nil
    case .bool(let value): ["type": "INT64", "value": value ? 1 : 0]
    case .integer(let value): ["type": "INT64", "value": .integer(value)]
    case .real(let value): value.isFinite ? ["type": "DOUBLE", "value": .number(value)] : nil
    case .text(let value): ["type": "STRING", "value": .text(value)]
    case .bytes(let value): ["type": "BYTES", "value": .text(value.base64EncodedString())]
    case .date(let value):
      ["type": "TIMESTAMP", "value": .integer(Int64(((value + 978_307_200) * 1_000).rounded()))]
    case .uuid(let value): ["type": "STRING", "value": .text(value.uuidString)]
    case .reference(let id): ["type": "STRING", "value": .text(id.name.uppercased())]
    }
  }
}
