// SPDX-License-Identifier: Apache-2.0

import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import Testing

/// Two records of different models with one name, of which CloudKit can show one under it only.
@Suite struct TakenNameTests {
  private let zone: CloudZone

  init() throws { zone = try CloudZone() }

  private func insert(_ id: RecordID, _ field: String, _ text: String, by node: UInt64) throws {
    var device = CloudDevice(node: node)
    try device.sync(zone)
    try device.edit(zone, .insert(id, [field: .text(text)]))
    try device.sync(zone)
    // The index sees one after the other.
    _ = try zone.lookup("x")
  }

  private func delete(_ id: RecordID, by node: UInt64) throws {
    var device = CloudDevice(node: node)
    try device.sync(zone)
    try device.edit(zone, .delete(id))
    try device.sync(zone)
    _ = try zone.lookup("x")
  }

  private func title(_ text: String) -> CloudJSON { ["CD_title": ["value": .text(text), "type": "STRING"]] }

  private func names() throws -> [String: String] {
    let records = try zone.changes()["records"]?.list ?? []
    return Dictionary(
      records.map { ($0["recordName"]?.text ?? "", $0["recordType"]?.text ?? "") }, uniquingKeysWith: { $1 })
  }

  /// An index that is made anew sees them in another order, and the other one gets the name: what a client knows would
  /// be about another record.
  @Test func whatIsKnownOfNamesEndsWithTheIndex() throws {
    try insert(RecordID("Tag", "x"), "name", "tag", by: 1)
    let alone = try zone.changes()["syncToken"]
    #expect(try zone.changes(alone).code == nil)
    try insert(RecordID("Item", "x"), "title", "item", by: 2)
    #expect(try names() == ["x": "CD_Tag", "Item.x": "CD_Item"])
    let page = try zone.changes()
    let token = page["syncToken"]
    let known = try zone.lookup("x")[0]
    // They last as long as the index does.
    #expect(try zone.changes(token).code == nil)
    #expect(try zone.modify("update", "CD_Tag", "x", tag: known.tag, ["CD_name": ["value": "new"]]).code == nil)
    let tag = try zone.lookup("x")[0].tag
    let database = try zone.post("changes/database", [:])["syncToken"]
    #expect(try zone.post("changes/database", ["syncToken": database ?? nil])["zones"]?.list.count == 0)
    try zone.forgetIndex()
    #expect(try names() == ["x": "CD_Item", "Tag.x": "CD_Tag"])
    for text in [alone, token] { #expect(try zone.changes(text).code == "BAD_REQUEST") }
    #expect(try zone.post("changes/database", ["syncToken": database ?? nil])["zones"]?.list.count == 1)
    #expect(try zone.modify("update", nil, "x", tag: tag, title("mistaken")).code == "CONFLICT")
    #expect(try zone.modify("delete", nil, "x", tag: tag).code == "CONFLICT")
    #expect(try zone.lookup("x")[0].value("CD_title") == "item")
    // As long as all have their first names, an index that is lost is no loss.
    try delete(RecordID("Tag", "x"), by: 3)
    zone.now += 10 * 86_400_000
    try insert(RecordID("List", "y"), "name", "list", by: 4)
    try zone.database.compact(before: zone.now)
    try zone.forgetIndex()
    let last = try zone.changes()["syncToken"]
    try zone.forgetIndex()
    #expect(try zone.changes(last).code == nil)
  }

  /// Under a name that is free by now, a record is made that is another one than that which could not have the name.
  @Test(arguments: ["create", "forceUpdate", "forceReplace"])
  func aNewRecordIsNotWrittenOverOneWithAnotherName(type: String) throws {
    try insert(RecordID("Tag", "x"), "name", "tag", by: 5)
    try insert(RecordID("Item", "x"), "title", "item", by: 6)
    try delete(RecordID("Tag", "x"), by: 7)
    #expect(try zone.lookup("x")[0].code == "NOT_FOUND")
    let made = try zone.modify(type, "CD_Item", "x", title("new"))
    #expect(made.code == nil && made.value("CD_title") == "new" && made["recordName"] == "x")
    #expect(try zone.lookup("x", "Item.x").map { $0.value("CD_title") } == ["new", "item"])
    #expect(try zone.modify("create", "CD_Item", "x").code == "EXISTS")
    #expect(try zone.modify("forceUpdate", "CD_Item", "x", title("newer")).code == nil)
    var device = CloudDevice(node: 100)
    try device.sync(zone)
    #expect(device.alive.count == 2)
    #expect(device.value(RecordID("Item", "x"), "title") == .text("item"))
    #expect(device.alive.contains { device.value($0, "title") == .text("newer") })
  }

  /// Where there is no other identity with that name, nothing is written.
  @Test func aNameWithoutAnotherIdentityIsRefused() throws {
    let name = "aaaaaaaa-0000-4000-8000-000000000009"
    try insert(RecordID("Tag", "=" + name), "name", "tag", by: 8)
    try insert(RecordID("Item", "=" + name), "title", "item", by: 9)
    try delete(RecordID("Tag", "=" + name), by: 10)
    for type in ["create", "forceUpdate", "forceReplace"] {
      #expect(try zone.modify(type, "CD_Item", name, title("new")).code == "EXISTS", "\(type)")
    }
    let known = try zone.lookup(name, "Item.=" + name)
    #expect(known[0].code == "NOT_FOUND" && known[1].value("CD_title") == "item")
  }
}
