// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation

extension CloudJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: CloudJSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, CloudJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
  package init(nilLiteral: ()) { self = .null }
}

extension CloudJSON {
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [CloudJSON] { if case .array(let elements) = self { elements } else { [] } }
  var code: String? { self["serverErrorCode"]?.text }
  var tag: CloudJSON { self["recordChangeTag"] ?? .null }
  /// The value of a field.
  func value(_ field: String) -> CloudJSON? { self["fields"]?[field]?["value"] }
}

/// A server's file with the routes of CloudKit, without HTTP, in a folder of its own.
final class CloudZone {
  static let zoneID: CloudJSON = ["zoneName": "com.apple.coredata.cloudkit.zone"]

  let folder: URL
  private(set) var database: SyncDatabase
  private(set) var service: CloudKitService
  var now: Int64 = 1_800_000_000_000
  private let schema: MirroredSchema
  private let quirks: CloudKitQuirks

  init(
    schema: String = "", quirks: CloudKitQuirks = CloudKitQuirks(), service: SyncService = SyncService(),
    quota: AccountQuota = AccountQuota()
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("CloudKitWeb-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.schema = try schema.isEmpty ? MirroredSchema() : MirroredSchema(json: Array(schema.utf8))
    self.quirks = quirks
    database = try SyncDatabase(
      file: folder.appendingPathComponent("server.sqlite"), service: service, quota: quota)
    self.service = try Self.open(folder, database, self.schema, quirks)
  }

  deinit {
    try? database.close()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func open(
    _ folder: URL, _ database: SyncDatabase, _ schema: MirroredSchema, _ quirks: CloudKitQuirks
  ) throws -> CloudKitService {
    let index = try RecordIndex(file: folder.appendingPathComponent("index"), schema: schema)
    let container = try CloudKitService.Container("iCloud.com.example.app", zone: "main")
    return CloudKitService(container: container, database: database, index: index, quirks: quirks)
  }

  /// As if the index's file had been lost.
  func forgetIndex() throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent("index" + suffix))
    }
    service = try Self.open(folder, database, schema, quirks)
  }

  /// As who restores a backup.
  func replaceDatabase(by copy: URL) throws {
    try database.close()
    database = try SyncDatabase(file: copy)
    service = try Self.open(folder, database, schema, quirks)
  }

  func answer(
    _ operation: String, _ body: CloudJSON = [:], account: String = "ann", scope: String = "private"
  ) throws -> CloudKitService.Answer {
    now += 1
    return try service.answer(
      CloudKitService.Request(
        account: account, path: "production/\(scope)/\(operation)", body: body.bytes, address: "https://cloud.test"),
      now: now)
  }

  func post(_ operation: String, _ body: CloudJSON, account: String = "ann") throws -> CloudJSON {
    try answer(operation, body, account: account).body
  }

  func modify(_ operations: [CloudJSON], atomic: Bool? = nil) throws -> [CloudJSON] {
    var body: [String: CloudJSON] = ["operations": .array(operations), "zoneID": Self.zoneID]
    if let atomic { body["atomic"] = .bool(atomic) }
    return try post("records/modify", .object(body))["records"]?.list ?? []
  }

  /// One operation.
  func modify(
    _ type: String, _ recordType: String?, _ name: String?, tag: CloudJSON = nil, _ fields: CloudJSON = [:]
  ) throws -> CloudJSON {
    try modify([Self.operation(type, recordType, name, tag: tag, fields)]).first ?? nil
  }

  static func operation(
    _ type: String, _ recordType: String?, _ name: String?, tag: CloudJSON = nil, _ fields: CloudJSON = [:]
  ) -> CloudJSON {
    var record: [String: CloudJSON] = ["fields": fields]
    if let recordType { record["recordType"] = .text(recordType) }
    if let name { record["recordName"] = .text(name) }
    if tag != .null { record["recordChangeTag"] = tag }
    return ["operationType": .text(type), "record": .object(record)]
  }

  func lookup(_ names: String...) throws -> [CloudJSON] {
    let records = names.map { name -> CloudJSON in ["recordName": .text(name)] }
    return try post("records/lookup", ["records": .array(records), "zoneID": Self.zoneID])["records"]?.list ?? []
  }

  func changes(_ token: CloudJSON? = nil, limit: Int64? = nil) throws -> CloudJSON {
    var zone: [String: CloudJSON] = ["zoneID": Self.zoneID]
    if let token { zone["syncToken"] = token }
    if let limit { zone["resultsLimit"] = .integer(limit) }
    return try post("changes/zone", ["zones": [.object(zone)]])["zones"]?.list.first ?? nil
  }

  /// How a filter is looked for.
  func plan(_ filter: CloudJSON) throws -> String {
    try service.plan(ofQuery: ["query": ["recordType": "CD_Item", "filterBy": [filter]]])
  }

  func query(_ type: String, _ members: CloudJSON = [:], _ rest: CloudJSON = [:]) throws -> CloudJSON {
    var query: [String: CloudJSON] = ["recordType": .text(type)]
    if case .object(let members) = members { query.merge(members) { $1 } }
    var body: [String: CloudJSON] = ["query": .object(query), "zoneID": Self.zoneID]
    if case .object(let rest) = rest { body.merge(rest) { $1 } }
    return try post("records/query", .object(body))
  }
}

/// A device with our client, whose messages the server's file answers.
struct CloudDevice {
  let client = SyncClient(schema: SimulatedApp.schema(version: 2, disabled: []))
  var state: ClientState
  var random: SeededRandom

  init(node: UInt64, account: String = "ann") {
    state = ClientState(account: account, token: "", node: node, zones: ["main"])
    random = SeededRandom(node)
  }

  var zone: ZoneReplica { state.zones["main"] ?? ZoneReplica() }
  var alive: [RecordID] { zone.rows.filter { $0.value.isAlive }.keys.sorted() }

  func value(_ id: RecordID, _ field: String) -> SyncValue? { zone.rows[id]?.local?.fields[field]?.value }

  func targets(_ id: RecordID, _ relationship: String) -> Set<RecordID> {
    zone.rows[id]?.local?.links[relationship]?.targets ?? []
  }

  mutating func edit(_ zone: CloudZone, _ edits: LocalEdit...) throws {
    zone.now += 1
    _ = try client.handle(.edit(zone: "main", edits), &state, now: zone.now, using: &random)
  }

  mutating func sync(_ zone: CloudZone) throws {
    zone.now += 1
    var effects = try client.handle(.sync(zone: "main"), &state, now: zone.now, using: &random)
    while let effect = effects.popLast() {
      guard case .send(let request) = effect else { continue }
      let answer = try zone.database.answer(request, now: zone.now)
      effects += try client.handle(.answer(answer), &state, now: zone.now, using: &random)
    }
  }
}
