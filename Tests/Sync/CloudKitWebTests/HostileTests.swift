// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import SyncSimulation
import Testing

/// What strangers send is answered with an error that says what and where, and changes nothing.
@Suite struct HostileTests {
  private let zone: CloudZone
  private static let name = "AAAAAAAA-0000-4000-8000-000000000001"

  init() throws {
    zone = try CloudZone()
    _ = try zone.modify("create", "CD_Item", Self.name, ["CD_title": ["value": "secret"]])
  }

  private func answer(_ operation: String, _ text: String) throws -> CloudKitService.Answer {
    try zone.service.answer(
      CloudKitService.Request(
        account: "ann", path: "production/private/\(operation)", body: Array(text.utf8), address: ""), now: zone.now)
  }

  @Test(arguments: [
    "", "nul", "{", "[1,]", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "1e999", "01", "{\"a\":\u{1}}", "[] []",
    String(repeating: "[", count: 100_000), "{\"operations\":" + String(repeating: "[", count: 40) + "]}", "3", "[]",
  ]) func whatIsNoRequestIsRefused(text: String) throws {
    for operation in ["records/modify", "records/lookup", "records/query", "changes/zone", "zones/modify"] {
      let answer = try answer(operation, text)
      #expect((400..<500).contains(answer.status), "\(operation) \(text.prefix(40))")
      #expect(answer.body["reason"]?.text?.isEmpty == false)
    }
  }

  /// Each part of a request is replaced by each kind of value.
  @Test func eachPlaceOfARequestTakesOnlyItsKind() throws {
    let request: CloudJSON = [
      "zoneID": ["zoneName": "com.apple.coredata.cloudkit.zone", "ownerRecordName": "_x"], "atomic": true,
      "desiredKeys": ["CD_title"], "numbersAsStrings": false, "resultsLimit": 3, "syncToken": "x",
      "zones": [["zoneID": CloudZone.zoneID, "syncToken": "x", "desiredRecordTypes": ["CD_Item"]]],
      "records": [["recordName": .text(Self.name), "desiredKeys": ["CD_title"]]],
      "query": [
        "recordType": "CD_Item",
        "filterBy": [
          ["comparator": "EQUALS", "fieldName": "CD_title", "fieldValue": ["value": "a", "type": "STRING"]]
        ],
        "sortBy": [["fieldName": "CD_title", "ascending": true]],
      ],
      "tokens": [["recordType": "CD_Item", "fieldName": "CD_a_ckAsset", "recordName": "a"]],
      "assets": [["recordName": "a", "fieldName": "b"]], "lookupInfos": [["userRecordName": "_a"]],
      "users": [["userRecordName": "_a"]], "apnsEnvironment": "production",
      "operations": [
        [
          "operationType": "forceUpdate", "desiredKeys": ["CD_a"], "zone": ["zoneID": CloudZone.zoneID],
          "record": [
            "recordName": "b", "recordType": "CD_Item", "recordChangeTag": "1",
            "fields": [
              "CD_a": ["value": 1, "type": "INT64", "isEncrypted": false], "CD_entityName": ["value": "Item"],
            ],
          ],
        ]
      ],
    ]
    let kinds: [CloudJSON] = [nil, true, -1, 1.5, "_", "", [], [nil], [:], ["value": nil], .integer(.max), "\u{0}"]
    var count = 0
    for operation in [
      "records/modify", "records/lookup", "records/query", "records/changes", "changes/zone", "changes/database",
      "zones/changes", "zones/list", "zones/lookup", "zones/modify", "assets/upload", "assets/rereference",
      "users/current", "users/discover", "users/lookup/id", "tokens/create", "tokens/register", "subscriptions/list",
      "subscriptions/modify", "records/resolve", "nothing",
    ] {
      for changed in mutations(request, kinds) {
        let answer = try zone.answer(operation, changed)
        #expect(answer.status < 500, "\(operation): \(changed) \(answer.body)")
        count += 1
      }
    }
    #expect(count > 5_000)
    #expect(try zone.lookup(Self.name)[0].value("CD_title") == "secret")
  }

  /// The value with each of its parts replaced by each of the others, one at a time.
  private func mutations(_ value: CloudJSON, _ kinds: [CloudJSON]) -> [CloudJSON] {
    var found = kinds
    switch value {
    case .object(let members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        for changed in mutations(member, kinds) {
          var copy = members
          copy[key] = changed
          found.append(.object(copy))
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for changed in mutations(element, kinds) {
          var copy = elements
          copy[index] = changed
          found.append(.array(copy))
        }
      }
    default: break
    }
    return found
  }

  @Test(arguments: [
    ("CD_title", #"{"value": 3, "type": "STRING"}"#), ("CD_title", #"{"value": "x", "type": "INT64"}"#),
    ("CD_title", #"{"value": 1.5, "type": "TIMESTAMP"}"#), ("CD_title", #"{"value": "?", "type": "BYTES"}"#),
    ("CD_title", #"{"value": [1], "type": "INT64_LIST"}"#), ("CD_title", #"{"value": {}, "type": "LOCATION"}"#),
    ("CD_title", #"{"value": "x", "type": "REFERENCE"}"#), ("title", #"{"value": "x"}"#), ("CD_", #"{"value": "x"}"#),
    ("CD_$zone", #"{"value": "x"}"#), ("CD_moveReceipt", #"{"value": "eA==", "type": "BYTES"}"#),
    ("CD_entityName", #"{"value": "Tag"}"#), ("CD_title", #"{"value": "x", "isEncrypted": true}"#), ("CD_title", "3"),
    ("CD_a_ckAsset", #"{"value": "x", "type": "STRING"}"#),
    ("CD_a_ckAsset", #"{"value": {"receipt": "eA=="}, "type": "ASSETID"}"#),
    ("CD_a_ckAsset", #"{"value": {"size": 3, "fileChecksum": "x"}, "type": "ASSETID"}"#),
  ]) func fieldsThatCannotBeAreRefused(field: String, value: String) throws {
    let fields: CloudJSON = .object([field: try CloudJSON(Array(value.utf8))])
    let answer = try zone.modify("forceUpdate", "CD_Item", Self.name, fields)
    #expect(answer.code == "BAD_REQUEST", "\(answer)")
    #expect(try zone.lookup(Self.name)[0].value("CD_title") == "secret")
  }

  @Test func namesHaveLimits() throws {
    for name in ["_a", "é", String(repeating: "a", count: 255), "", "a\u{7f}"] {
      #expect(try zone.modify("create", "CD_Item", name).code == "BAD_REQUEST", "\(name)")
    }
    let long = String(repeating: "a", count: 254)
    for name in [long, "a:b", "= x", "=", "aaaaaaaa-0000-4000-8000-000000000009", "~"] {
      #expect(try zone.modify("create", "CD_Item", name)["recordName"] == .text(name), "\(name)")
      #expect(try zone.lookup(name)[0]["recordName"] == .text(name))
    }
    for type in ["Item", "CD_", "CD_$Key", "", "Users", "CD_" + String(repeating: "a", count: 300)] {
      #expect(try zone.modify("create", type, "n").code == "BAD_REQUEST", "\(type)")
    }
    try zone.forgetIndex()
    #expect(try zone.lookup(long, "=", "aaaaaaaa-0000-4000-8000-000000000009").allSatisfy { $0.code == nil })
  }

  /// What no record can have as a name would make the whole zone unreadable.
  @Test(arguments: ["\u{1}", "\n", "\u{7f}"]) func namesHaveNoControlCharacters(character: String) throws {
    let field: CloudJSON = .object(["CD_a" + character: ["value": "x"]])
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.name, field).code == "BAD_REQUEST")
    #expect(try zone.modify("create", .some("CD_Item" + character), "n").code == "BAD_REQUEST")
    let other = "AAAAAAAA-0000-4000-8000-000000000002"
    _ = try zone.modify("create", "CD_Item", other)
    let link: CloudJSON = [
      "CD_entityNames": ["value": "Item:Item"], "CD_recordNames": ["value": .text("\(Self.name):\(other)")],
      "CD_relationships": ["value": .text("tags\(character):items\(character)")],
    ]
    let answer = try zone.modify("create", "CDMR", "AAAAAAAA-0000-4000-8000-000000000003", link)
    #expect(answer.code == "BAD_REQUEST", "\(answer)")
    #expect(try zone.lookup(Self.name)[0].value("CD_title") == "secret")
    #expect(try zone.changes()["records"]?.list.count == 2)
    try zone.forgetIndex()
    #expect(try zone.changes()["records"]?.list.count == 2)
  }

  @Test func requestsHaveLimits() throws {
    let many = (0..<201).map { CloudZone.operation("create", "CD_Item", "n\($0)") }
    let answer = try zone.answer("records/modify", ["operations": .array(many), "zoneID": CloudZone.zoneID])
    #expect(answer.status == 400)
    let twice = [CloudZone.operation("forceDelete", nil, "a"), CloudZone.operation("create", "CD_Item", "a")]
    #expect(try zone.answer("records/modify", ["operations": .array(twice), "zoneID": CloudZone.zoneID]).status == 400)
    let large: CloudJSON = ["CD_title": ["value": .text(String(repeating: "x", count: 2 << 20)), "type": "STRING"]]
    #expect(try zone.modify("create", "CD_Item", "large", large).code == "BAD_REQUEST")
  }

  @Test func answersHaveLimits() throws {
    let text: CloudJSON = .text(String(repeating: "x", count: 900_000))
    let names = (0..<42).map { "large \($0)" }
    for name in names {
      #expect(try zone.modify("create", "CD_Item", name, ["CD_title": ["value": text]]).code == nil)
    }
    let records = names.map { name -> CloudJSON in ["recordName": .text(name)] }
    let lookup = try zone.answer("records/lookup", ["records": .array(records), "zoneID": CloudZone.zoneID])
    #expect(lookup.status == 400)
    let score: CloudJSON = ["CD_score": ["value": 1, "type": "INT64"]]
    let answers = try zone.modify(names.map { CloudZone.operation("forceUpdate", "CD_Item", $0, score) })
    #expect(answers.first?.value("CD_title") == text)
    #expect(answers.last?.value("CD_title") == nil && answers.last?.value("CD_score") == 1)
    let page = try zone.changes()
    #expect(page["moreComing"] == true)
    #expect((page["records"]?.list.count ?? 0) < 42)
    let found = try zone.query("CD_Item")
    #expect(found["continuationMarker"] != nil)
    let twice = try zone.post(
      "changes/zone", ["zones": [["zoneID": CloudZone.zoneID], ["zoneID": CloudZone.zoneID]]])["zones"]?.list
    #expect(twice?.map(\.code) == [nil, "BAD_REQUEST"])
  }

  @Test func anAccountSeesAndWritesItsOwnOnly() throws {
    let owner = try zone.post("users/caller", [:])["userRecordName"] ?? nil
    let foreign: CloudJSON = ["zoneName": "com.apple.coredata.cloudkit.zone", "ownerRecordName": owner]
    #expect(owner.text?.count == 33)
    for (operation, rest) in [
      ("records/lookup", ["records": [["recordName": .text(Self.name)]]] as CloudJSON),
      ("records/modify", ["operations": [CloudZone.operation("forceDelete", nil, Self.name)]]),
      ("records/query", ["query": ["recordType": "CD_Item"]]), ("records/changes", [:]),
    ] {
      guard case .object(var body) = rest else { continue }
      body["zoneID"] = foreign
      #expect(try zone.answer(operation, .object(body), account: "bob").status == 404, "\(operation)")
    }
    let mine = try zone.post(
      "records/lookup", ["records": [["recordName": .text(Self.name)]], "zoneID": CloudZone.zoneID], account: "bob")
    #expect(mine["records"]?.list.first?.code == "NOT_FOUND")
    let found = try zone.post("users/discover", ["lookupInfos": [["userRecordName": owner]]], account: "bob")
    #expect(found["users"]?.list.isEmpty == true)
    #expect(try zone.answer("records/query", ["query": ["recordType": "CD_Item"]], scope: "shared").status == 404)
    #expect(try zone.answer("records/query", ["query": ["recordType": "CD_Item"]], scope: "public").status == 403)
  }

  @Test func recordsOfSyncItselfAreHidden() throws {
    var device = CloudDevice(node: 1)
    try device.edit(zone, .insert(RecordID("$Key", "k"), ["wrapped": .bytes(Data([1]))]))
    try device.edit(zone, .insert(RecordID("Item", "plain"), ["$zone": .text("share-x"), "title": .text("t")]))
    try device.sync(zone)
    let records = try zone.changes()["records"]?.list ?? []
    #expect(Set(records.compactMap { $0["recordName"]?.text }) == [Self.name, "plain"])
    #expect(try zone.lookup("plain")[0].value("CD_$zone") == nil)
    #expect(try zone.modify("forceReplace", "CD_Item", "plain", ["CD_title": ["value": "u"]]).code == nil)
    for _ in 0..<2 { try device.sync(zone) }
    #expect(device.value(RecordID("Item", "plain"), "$zone") == .text("share-x"))
    #expect(device.value(RecordID("Item", "plain"), "title") == .text("u"))
  }
}
