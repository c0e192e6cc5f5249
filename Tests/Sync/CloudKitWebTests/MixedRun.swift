// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import SyncSimulation
import Testing

/// What a client of CloudKit has, from the feed of changes only.
struct CloudReplica {
  var records: [String: CloudJSON] = [:]
  var token: CloudJSON?

  mutating func fetch(_ zone: CloudZone, limit: Int64) throws {
    while true {
      let page = try zone.changes(token, limit: limit)
      try #require(page.code == nil, "\(page)")
      for record in page["records"]?.list ?? [] {
        let name = try #require(record["recordName"]?.text)
        if record["deleted"] == true { records.removeValue(forKey: name) } else { records[name] = record }
      }
      token = page["syncToken"]
      if page["moreComing"] != true { return }
    }
  }

  func fetchAll(_ zone: CloudZone) throws -> [String: CloudJSON] {
    var replica = CloudReplica()
    try replica.fetch(zone, limit: 13)
    return replica.records
  }

  /// Both ends of links, as devices have them: a relationship's name, and who has it first.
  var links: Set<[String]> {
    var links: Set<[String]> = []
    for record in records.values where record["recordType"] == "CDMR" {
      let names = record.value("CD_recordNames")?.text?.split(separator: ":").map(String.init) ?? []
      let relationships = record.value("CD_relationships")?.text?.split(separator: ":").map(String.init) ?? []
      guard names.count == 2, relationships.count == 2 else { continue }
      let isFirst = relationships[0] == "tags"
      links.insert(isFirst ? [names[0], "tags", names[1]] : [names[1], "tags", names[0]])
    }
    return links
  }
}

/// Two devices, two clients, one zone, and a seed.
struct MixedRun {
  let zone: CloudZone
  var devices = [CloudDevice(node: 1), CloudDevice(node: 2)]
  var clients = [CloudReplica(), CloudReplica()]
  var random: SeededRandom
  /// What became of the clients' operations.
  var counts: [String: Int] = [:]
  private var number = 0

  init(seed: UInt64) throws {
    zone = try CloudZone()
    random = SeededRandom(seed)
  }

  private mutating func name() -> String {
    number += 1
    return "\(number) é 🏝 \\ \""
  }

  private mutating func uuid() -> String {
    let (high, low) = (random.next(), random.next())
    return UUID(
      uuid: withUnsafeBytes(of: (high, low)) { $0.load(as: uuid_t.self) }
    ).uuidString
  }

  mutating func step() throws {
    switch random.below(10) {
    case 0...2:
      let index = random.below(2)
      var device = devices[index]
      try edit(&device)
      devices[index] = device
    case 3, 4:
      let index = random.below(2)
      try devices[index].sync(zone)
    case 5: try clients[random.below(2)].fetch(zone, limit: Int64(1 + random.below(9)))
    default: try write(random.below(2))
    }
  }

  mutating func settle() throws {
    for _ in 0..<5 {
      for index in devices.indices { try devices[index].sync(zone) }
    }
    for index in clients.indices { try clients[index].fetch(zone, limit: 5) }
    for device in devices { #expect(device.zone.dirty.isEmpty) }
    #expect(devices[0].zone.checksum == devices[1].zone.checksum)
  }

  func queryAll(_ type: String) throws -> [String: CloudJSON] {
    var found: [String: CloudJSON] = [:]
    var marker: CloudJSON?
    repeat {
      var rest: [String: CloudJSON] = ["resultsLimit": 4]
      if let marker { rest["continuationMarker"] = marker }
      let page = try zone.query(type, [:], .object(rest))
      try #require(page.code == nil, "\(page)")
      for record in page["records"]?.list ?? [] {
        let name = try #require(record["recordName"]?.text)
        #expect(found.updateValue(record, forKey: name) == nil, "\(name) twice")
      }
      marker = page["continuationMarker"]
    } while marker != nil
    return found
  }

  // MARK: A device

  private mutating func edit(_ device: inout CloudDevice) throws {
    let visible = device.alive
    func some(_ type: String) -> RecordID? {
      let found = visible.filter { $0.type == type }
      return found.isEmpty ? nil : found[random.below(found.count)]
    }
    switch random.below(9) {
    case 0:
      try device.edit(
        zone, .insert(RecordID("Item", uuid().lowercased()), ["title": .text(name()), "extra": value()]))
    case 1: try device.edit(zone, .insert(RecordID("List", uuid().lowercased()), ["name": .text(name())]))
    case 2:
      let tag = SyncValue.text("tag \(random.below(4))")
      if !visible.contains(where: { device.value($0, "name") == tag }) {
        try device.edit(zone, .insert(RecordID("Tag", uuid().lowercased()), ["name": tag, "color": .text(name())]))
      }
    case 3: if let item = some("Item") { try device.edit(zone, .set(item, field: "title", .text(name()))) }
    case 4: if let item = some("Item") { try device.edit(zone, .set(item, field: "extra", value())) }
    case 5, 6:
      if let item = some("Item"), let tag = some("Tag") {
        try device.edit(
          zone,
          random.chance(70) ? .link(item, relationship: "tags", tag) : .unlink(item, relationship: "tags", tag))
      }
    case 7:
      if let item = some("Item"), let list = some("List") {
        try device.edit(zone, .set(item, field: "list", .reference(list)))
      }
    default:
      guard let id = visible.isEmpty ? nil : visible[random.below(visible.count)] else { return }
      for other in visible where other != id {
        guard let local = device.zone.rows[other]?.local, local.refers(to: id) else { continue }
        for (field, register) in local.fields where register.value == .reference(id) {
          try device.edit(zone, .set(other, field: field, .null))
        }
        for (name, set) in local.links where set.targets.contains(id) {
          try device.edit(zone, .unlink(other, relationship: name, id))
        }
      }
      try device.edit(zone, .delete(id))
    }
  }

  /// Of any type, also what CloudKit cannot have.
  private mutating func value() -> SyncValue {
    switch random.below(8) {
    case 0: .bool(random.chance(50))
    case 1: .integer(Int64(random.below(1_000)))
    case 2: .real(random.chance(50) ? 1.5 : .nan)
    case 3: .text(name())
    case 4: .bytes(Data([1, 2, UInt8(random.below(256))]))
    case 5: .date(Double(random.below(1_000_000)) + 0.123456)
    case 6: .null
    default: .uuid(UUID(uuidString: uuid()) ?? UUID())
    }
  }

  // MARK: A client

  /// One request, by what the client knows, which may be old.
  private mutating func write(_ index: Int) throws {
    let known = clients[index].records
    func some(_ type: String) -> (String, CloudJSON)? {
      let found = known.filter { $0.value["recordType"] == .text(type) }.keys.sorted()
      guard !found.isEmpty else { return nil }
      let name = found[random.below(found.count)]
      return (name, known[name] ?? nil)
    }
    var operations: [CloudJSON] = []
    for _ in 0..<(1 + random.below(3)) {
      switch random.below(10) {
      case 0, 1:
        operations.append(
          CloudZone.operation(
            "create", "CD_Item", uuid(),
            ["CD_entityName": ["value": "Item", "type": "STRING"], "CD_title": ["value": .text(name())]]))
      case 2:
        operations.append(
          CloudZone.operation("create", "CD_Tag", uuid(), ["CD_name": ["value": .text("tag \(random.below(4))")]]))
      case 3, 4:
        guard let (name, item) = some("CD_Item") else { continue }
        let type = ["update", "forceUpdate", "replace", "forceReplace"][random.below(4)]
        var fields: [String: CloudJSON] = ["CD_title": ["value": .text(self.name()), "type": "STRING"]]
        if random.chance(30) { fields["CD_extra"] = ["value": nil] }
        if random.chance(30) { fields["CD_extra"] = ["value": .integer(Int64(random.below(99))), "type": "INT64"] }
        operations.append(CloudZone.operation(type, "CD_Item", name, tag: item.tag, .object(fields)))
      case 5:
        guard let (name, item) = some("CD_Item"), let (list, _) = some("CD_List") else { continue }
        operations.append(
          CloudZone.operation(
            "update", "CD_Item", name, tag: item.tag,
            ["CD_list": ["value": ["recordName": .text(list), "action": "NONE"], "type": "REFERENCE"]]))
      case 6, 7:
        guard let (item, _) = some("CD_Item"), let (tag, _) = some("CD_Tag") else { continue }
        operations.append(
          CloudZone.operation(
            "create", "CDMR", uuid(),
            [
              "CD_entityNames": ["value": "Item:Tag"], "CD_recordNames": ["value": .text("\(item):\(tag)")],
              "CD_relationships": ["value": "tags:items"],
            ]))
      case 8:
        guard let (link, record) = some("CDMR") else { continue }
        operations.append(CloudZone.operation("delete", "CDMR", link, tag: record.tag))
      default:
        let type = ["CD_Item", "CD_Tag", "CD_List"][random.below(3)]
        guard let (name, record) = some(type) else { continue }
        operations.append(
          CloudZone.operation(random.chance(50) ? "delete" : "forceDelete", type, name, tag: record.tag))
      }
    }
    let names = operations.compactMap { $0["record"]?["recordName"]?.text }
    guard !operations.isEmpty, Set(names).count == names.count else { return }
    let answers = try zone.modify(operations, atomic: random.chance(50))
    #expect(answers.count == operations.count)
    for answer in answers {
      counts[answer.code ?? "done", default: 0] += 1
      let expected: Set<String> = ["CONFLICT", "NOT_FOUND", "ATOMIC_ERROR", "VALIDATING_REFERENCE_ERROR"]
      if let code = answer.code { #expect(expected.contains(code), "\(answer)") }
    }
  }
}
