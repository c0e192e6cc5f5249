// SPDX-License-Identifier: Apache-2.0

import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import Testing

/// Each switch does what it says.
@Suite struct QuirkTests {
  private static let name = "AAAAAAAA-0000-4000-8000-000000000001"
  private static let other = "AAAAAAAA-0000-4000-8000-000000000002"

  private func zone(_ text: String, schema: String = "") throws -> CloudZone {
    let zone = try CloudZone(schema: schema, quirks: try CloudKitQuirks(text))
    #expect(try zone.modify("create", "CD_Item", Self.name, ["CD_title": ["value": "one"]]).code == nil)
    return zone
  }

  @Test func textsNameThemAll() throws {
    var text: [String] = []
    var expected = CloudKitQuirks()
    for (name, path) in CloudKitQuirks.switches {
      expected[keyPath: path].toggle()
      text.append("\(name)=\(expected[keyPath: path] ? "yes" : "no")")
    }
    #expect(try CloudKitQuirks(text.joined(separator: ",")) == expected)
    #expect(try CloudKitQuirks("") == CloudKitQuirks())
    for text in ["x", "x=yes", "item-uuid", "item-uuid=1", "=yes", "item-uuid=yes=no"] {
      #expect(throws: CloudKitOptionError.self, "\(text)") { try CloudKitQuirks(text) }
    }
  }

  @Test func batches() throws {
    let batch = [
      CloudZone.operation("create", "CD_Item", Self.other), CloudZone.operation("create", "CD_Item", Self.name),
    ]
    #expect(try zone("atomic-by-default=no").modify(batch).map(\.code) == [nil, "EXISTS"])
    let answer = try zone("atomic-failure-400=yes").answer(
      "records/modify", ["operations": .array(batch), "zoneID": CloudZone.zoneID])
    #expect(answer.status == 400 && answer.body.code == "ATOMIC_ERROR")
  }

  @Test func errors() throws {
    let conflict = try zone("conflict-has-record=yes,item-uuid=yes").modify("update", "CD_Item", Self.name, tag: "zz")
    #expect(conflict["serverRecord"]?.value("CD_title") == "one")
    #expect(conflict["uuid"] != nil)
    let usual = try zone("").modify("update", "CD_Item", Self.name, tag: "zz")
    #expect(usual["uuid"] == nil && usual["serverRecord"] == nil)
    #expect(try zone("forced-deletion-of-nothing=no").modify("forceDelete", nil, Self.other).code == "NOT_FOUND")
    let body: CloudJSON = ["zones": [["zoneID": ["zoneName": "Other"]]]]
    #expect(try zone("").answer("changes/zone", body).status == 200)
    #expect(try zone("unknown-zone-entry=no").answer("changes/zone", body).status == 404)
  }

  @Test func values() throws {
    let reference: CloudJSON = ["CD_list": ["value": ["recordName": "nothing"], "type": "REFERENCE"]]
    let cleared = try zone("dangling-references-become-null=yes").modify("forceUpdate", "CD_Item", Self.name, reference)
    #expect(cleared.code == nil && cleared.value("CD_list") == nil)
    let time: CloudJSON = ["CD_due": ["value": 1_700_000_000_000.4, "type": "TIMESTAMP"]]
    #expect(try zone("").modify("forceUpdate", "CD_Item", Self.name, time).code == "BAD_REQUEST")
    let rounded = try zone("fractional-timestamps-refused=no").modify("forceUpdate", "CD_Item", Self.name, time)
    #expect(rounded.value("CD_due") == 1_700_000_000_000)
    let schema = SchemaTests.json
    let unknown: CloudJSON = ["CD_unknown": ["value": 1]]
    #expect(try zone("", schema: schema).modify("forceUpdate", "CD_Item", Self.name, unknown).code == "BAD_REQUEST")
    let taken = try zone("declared-fields-only=no", schema: schema)
      .modify("forceUpdate", "CD_Item", Self.name, unknown)
    #expect(taken.value("CD_unknown") == 1)
    let bytes: CloudJSON = ["CD_photo": ["value": "AAEC"]]
    #expect(try zone("", schema: schema).modify("forceUpdate", "CD_Item", Self.name, bytes).code == nil)
    let text = try zone("untagged-follow-schema=no", schema: schema)
      .modify("forceUpdate", "CD_Item", Self.name, bytes)
    #expect(text.code == "BAD_REQUEST")
  }

  @Test func queries() throws {
    let lagging = try zone("queries-lag=yes")
    _ = try lagging.lookup(Self.name)
    _ = try lagging.modify("create", "CD_Tag", Self.other, ["CD_name": ["value": "x"]])
    var device = CloudDevice(node: 1)
    try device.edit(lagging, .insert(RecordID("List", "inbox"), ["name": .text("late")]))
    try device.sync(lagging)
    #expect(try lagging.query("CD_List")["records"]?.list.count == 0)
    #expect(try lagging.query("CD_List")["records"]?.list.count == 1)
    let filter: CloudJSON = [
      "filterBy": [["comparator": "IN", "fieldName": "CD_title", "fieldValue": ["value": ["one"]]]]
    ]
    #expect(try zone("").query("CD_Item", filter).code == "BAD_REQUEST")
    #expect(try zone("in-needs-list-type=no").query("CD_Item", filter)["records"]?.list.count == 1)
  }

  @Test func zonesAndAssets() throws {
    #expect(try zone("zone-atomic=yes").post("zones/list", [:])["zones"]?.list.first?["atomic"] == true)
    let token = WebAuthTokens(areSingleUse: true)
    #expect(token.original(of: "server's", now: 0) == "server's")
    #expect(token.original(of: "server's", now: 0) == nil)
    let next = token.next(for: "server's", now: 0)
    #expect(token.original(of: next, now: 1) == "server's")
    #expect(token.original(of: next, now: 1) == nil)
    let lenient = WebAuthTokens(areSingleUse: false)
    let rotated = lenient.next(for: "a", now: 0)
    for _ in 0..<3 { #expect(lenient.original(of: rotated, now: 60_000) == "a") }
    #expect(lenient.original(of: rotated, now: 31 * 60_000) == nil)
    #expect(lenient.original(of: "ckweb_unknown", now: 0) == nil)
  }
}
