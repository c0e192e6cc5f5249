// SPDX-License-Identifier: Apache-2.0

import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import Testing

/// Each operation of `records/modify`, also with tags that are old.
@Suite struct ModifyTests {
  private let zone: CloudZone
  private static let ann = "AAAAAAAA-0000-4000-8000-000000000001"
  private static let bob = "AAAAAAAA-0000-4000-8000-000000000002"

  init() throws { zone = try CloudZone() }

  private func title(_ text: String) -> CloudJSON { ["CD_title": ["value": .text(text), "type": "STRING"]] }

  private func create(_ name: String = ann) throws -> CloudJSON {
    try zone.modify("create", "CD_Item", name, title("one"))
  }

  @Test func creationsMakeRecordsOnce() throws {
    let record = try create()
    #expect(record["recordName"] == .text(Self.ann))
    #expect(record.value("CD_title") == "one")
    #expect(record.value("CD_entityName") == "Item")
    #expect(try create().code == "EXISTS")
    let minted = try zone.modify("create", "CD_Item", nil, title("two"))
    #expect(minted["recordName"]?.text?.count == 36)
    #expect(try zone.modify("create", nil, Self.bob).code == "BAD_REQUEST")
  }

  @Test func updatesKeepOtherFieldsAndNeedTheTag() throws {
    let record = try create()
    let score: CloudJSON = ["CD_score": ["value": 3, "type": "INT64"]]
    #expect(try zone.modify("update", "CD_Item", Self.ann, score).code == "BAD_REQUEST")
    let updated = try zone.modify("update", "CD_Item", Self.ann, tag: record.tag, score)
    #expect(updated.value("CD_title") == "one")
    #expect(updated.value("CD_score") == 3)
    let stale = try zone.modify("update", "CD_Item", Self.ann, tag: record.tag, title("stale"))
    #expect(stale.code == "CONFLICT")
    #expect(stale["serverRecord"] == nil)
    #expect(try zone.lookup(Self.ann)[0].value("CD_title") == "one")
    let cleared = try zone.modify("update", "CD_Item", Self.ann, tag: updated.tag, ["CD_score": ["value": nil]])
    #expect(cleared.value("CD_score") == nil)
    #expect(cleared.value("CD_title") == "one")
    #expect(try zone.modify("update", "CD_Item", Self.bob, tag: "1", score).code == "NOT_FOUND")
  }

  @Test func replacementsClearOtherFields() throws {
    let record = try create()
    let score: CloudJSON = ["CD_score": ["value": 3, "type": "INT64"]]
    let replaced = try zone.modify("replace", "CD_Item", Self.ann, tag: record.tag, score)
    #expect(replaced.value("CD_title") == nil)
    #expect(replaced.value("CD_score") == 3)
    #expect(try zone.modify("replace", "CD_Item", Self.ann, tag: record.tag, score).code == "CONFLICT")
    let forced = try zone.modify("forceReplace", "CD_Item", Self.ann, title("forced"))
    #expect(forced.value("CD_score") == nil)
  }

  @Test func forcedOperationsIgnoreTagsAndCreate() throws {
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.ann, title("made")).value("CD_title") == "made")
    #expect(
      try zone.modify("forceUpdate", "CD_Item", Self.ann, tag: "zz", title("again")).value("CD_title") == "again")
    #expect(try zone.modify("forceReplace", "CD_Item", Self.bob, title("made")).value("CD_title") == "made")
  }

  @Test func deletionsNeedTheTagUnlessForced() throws {
    let record = try create()
    #expect(try zone.modify("delete", "CD_Item", Self.ann, tag: "zz").code == "CONFLICT")
    #expect(try zone.modify("delete", "CD_Item", Self.ann, tag: record.tag)["deleted"] == true)
    #expect(try zone.modify("delete", "CD_Item", Self.ann, tag: record.tag).code == "NOT_FOUND")
    #expect(try zone.modify("forceDelete", nil, Self.ann)["deleted"] == true)
    #expect(try zone.lookup(Self.ann)[0].code == "NOT_FOUND")
    // The name is free again, also for another type.
    #expect(try zone.modify("create", "CD_Tag", Self.ann)["recordType"] == "CD_Tag")
    #expect(try zone.lookup(Self.ann)[0]["recordType"] == "CD_Tag")
  }

  /// A deleted record with a mark has left for another zone: a deletion takes the mark away, and what has left stays
  /// there.
  @Test func recordsThatMoveToAShareStayOne() throws {
    let (ann, bob) = (RecordID("Item", Self.ann.lowercased()), RecordID("Item", Self.bob.lowercased()))
    var device = CloudDevice(node: 1)
    for id in [ann, bob] {
      try device.edit(zone, .insert(id, ["title": .text("one"), "$zone": .text("share-x")]))
    }
    try device.sync(zone)
    // On its way: it is deleted, and has not left.
    #expect(try zone.modify("forceDelete", nil, Self.ann)["deleted"] == true)
    let deleted = try #require(
      zone.database.view([ann], account: "ann", zone: "main").records[ann]?.record)
    #expect(deleted.isDeleted && deleted.fields["$zone"]?.value == .null && !deleted.hasLeft)
    #expect(try zone.modify("create", "CD_Item", Self.ann, title("again")).code == nil)
    // Gone to the share: it is not made a second time.
    try device.edit(zone, .delete(bob))
    try device.sync(zone)
    for type in ["create", "forceUpdate", "forceReplace"] {
      #expect(try zone.modify(type, "CD_Item", Self.bob, title("two")).code == "NOT_FOUND", "\(type)")
    }
    let left = try #require(zone.database.view([bob], account: "ann", zone: "main").records[bob]?.record)
    #expect(left.isDeleted && left.hasLeft)
  }

  /// A record that is made anew has nothing of the deleted one, wherever that is known: as deleted, or as it was.
  @Test(arguments: ["create", "forceReplace"]) func whatIsMadeAnewHasNoFormerValues(type: String) throws {
    let id = RecordID("Item", Self.ann.lowercased())
    var (first, second) = (CloudDevice(node: 1), CloudDevice(node: 2))
    try first.edit(zone, .insert(id, ["title": .text("one"), "score": .integer(3)]))
    try first.sync(zone)
    try second.sync(zone)
    #expect(try zone.modify("forceDelete", nil, Self.ann)["deleted"] == true)
    try first.sync(zone)
    #expect(first.alive.isEmpty && second.alive == [id])
    #expect(try zone.modify(type, "CD_Item", Self.ann, title("two")).code == nil)
    for _ in 0..<2 {
      try first.sync(zone)
      try second.sync(zone)
    }
    for device in [first, second] {
      #expect(device.value(id, "title") == .text("two") && device.value(id, "score") == nil)
      #expect(device.zone.dirty.isEmpty)
    }
    #expect(try zone.lookup(Self.ann)[0].value("CD_score") == nil)
    // What a device had not uploaded is an edit that did not know of the deletion.
    try second.edit(zone, .set(id, field: "score", .integer(4)))
    #expect(try zone.modify("forceDelete", nil, Self.ann)["deleted"] == true)
    #expect(try zone.modify(type, "CD_Item", Self.ann, title("three")).code == nil)
    for _ in 0..<2 {
      try second.sync(zone)
      try first.sync(zone)
    }
    for device in [first, second] {
      #expect(device.value(id, "title") == .text("three") && device.value(id, "score") == .integer(4))
    }
  }

  @Test func batchesAreAtomicUnlessTheySayOtherwise() throws {
    _ = try create()
    let batch = [
      CloudZone.operation("create", "CD_Item", Self.bob, title("two")),
      CloudZone.operation("create", "CD_Item", Self.ann, title("exists")),
    ]
    let answers = try zone.modify(batch)
    #expect(answers.map(\.code) == ["ATOMIC_ERROR", "EXISTS"])
    #expect(try zone.lookup(Self.bob)[0].code == "NOT_FOUND")
    let apart = try zone.modify(batch, atomic: false)
    #expect(apart.map(\.code) == [nil, "EXISTS"])
    #expect(try zone.lookup(Self.bob)[0].value("CD_title") == "two")
  }

  @Test func whatChangesNothingKeepsTheTag() throws {
    let record = try create()
    let same = try zone.modify("update", "CD_Item", Self.ann, tag: record.tag, title("one"))
    #expect(same.tag == record.tag)
    // Membership in another record's relationship is no change of this one, nor of its owner.
    let tag = try zone.modify("create", "CD_Tag", Self.bob, ["CD_name": ["value": "x"]])
    #expect(tag.code == nil)
    let link = try zone.modify("create", "CDMR", "BBBBBBBB-0000-4000-8000-000000000001", Self.link)
    #expect(link["recordType"] == "CDMR")
    #expect(try zone.lookup(Self.ann, Self.bob).map(\.tag) == [record.tag, tag.tag])
  }

  private static let link: CloudJSON = [
    "CD_entityNames": ["value": "Item:Tag", "type": "STRING"], "CD_relationships": ["value": "tags:items"],
    "CD_recordNames": ["value": .text("\(ann):\(bob)")],
  ]

  @Test func linksAreMembershipsOfDevices() throws {
    var device = CloudDevice(node: 1)
    _ = try create()
    _ = try zone.modify("create", "CD_Tag", Self.bob, ["CD_name": ["value": "x"]])
    let name = "BBBBBBBB-0000-4000-8000-000000000001"
    let link = try zone.modify("create", "CDMR", name, Self.link)
    try device.sync(zone)
    let (item, tag) = (RecordID("Item", Self.ann.lowercased()), RecordID("Tag", Self.bob.lowercased()))
    #expect(device.targets(item, "tags") == [tag])
    #expect(try zone.modify("create", "CDMR", name, Self.link).code == "EXISTS")
    #expect(try zone.modify("update", "CDMR", name, tag: link.tag, Self.link).tag == link.tag)
    #expect(try zone.modify("delete", "CDMR", name, tag: link.tag)["deleted"] == true)
    try device.sync(zone)
    #expect(device.targets(item, "tags") == [])
    // A number is used once.
    #expect(try zone.modify("create", "CDMR", name, Self.link).code == "BAD_REQUEST")
    try device.edit(zone, .link(item, relationship: "tags", tag))
    try device.sync(zone)
    let links = try zone.query("CDMR")["records"]?.list ?? []
    #expect(links.map { $0.value("CD_recordNames") } == [.text("\(Self.ann):\(Self.bob)")])
  }

  @Test func deletionsTakeReferencesAndLinksAlong() throws {
    _ = try create()
    _ = try zone.modify("create", "CD_Tag", Self.bob, ["CD_name": ["value": "x"]])
    let name = "BBBBBBBB-0000-4000-8000-000000000001"
    _ = try zone.modify("create", "CDMR", name, Self.link)
    _ = try zone.modify(
      "forceUpdate", "CD_Item", Self.ann,
      ["CD_best": ["value": ["recordName": .text(Self.bob)], "type": "REFERENCE"]])
    let token = try zone.changes()["syncToken"]
    #expect(try zone.modify("forceDelete", "CD_Tag", Self.bob)["deleted"] == true)
    #expect(try zone.lookup(Self.ann)[0].value("CD_best") == nil)
    let news = try zone.changes(token)["records"]?.list ?? []
    let deleted = Set(news.filter { $0["deleted"] == true }.compactMap { $0["recordName"]?.text })
    #expect(deleted == [Self.bob, name])
    var device = CloudDevice(node: 1)
    try device.sync(zone)
    #expect(device.alive == [RecordID("Item", Self.ann.lowercased())])
    #expect(device.targets(device.alive[0], "tags") == [])
  }

  @Test func referencesLeadToRecordsThatAreThere() throws {
    let reference: CloudJSON = ["CD_list": ["value": ["recordName": .text(Self.bob)], "type": "REFERENCE"]]
    #expect(try zone.modify("create", "CD_Item", Self.ann, reference).code == "VALIDATING_REFERENCE_ERROR")
    // In any order.
    let answers = try zone.modify([
      CloudZone.operation("create", "CD_Item", Self.ann, reference),
      CloudZone.operation("create", "CD_List", Self.bob, ["CD_name": ["value": "list"]]),
    ])
    #expect(answers.map(\.code) == [nil, nil])
    #expect(answers[0].value("CD_list") == .text(Self.bob))
    // From now on, the name alone says it.
    let other = "AAAAAAAA-0000-4000-8000-000000000003"
    let text = try zone.modify("create", "CD_Item", other, ["CD_list": ["value": .text(Self.bob)]])
    #expect(text.code == nil)
    var device = CloudDevice(node: 1)
    try device.sync(zone)
    for name in [Self.ann, other] {
      #expect(
        device.value(RecordID("Item", name.lowercased()), "list")
          == .reference(RecordID("List", Self.bob.lowercased())))
    }
  }

  @Test func devicesMergeWhatClientsWrite() throws {
    var device = CloudDevice(node: 1)
    let id = RecordID("Item", Self.ann.lowercased())
    try device.edit(zone, .insert(id, ["title": .text("one"), "score": .integer(1)]))
    try device.sync(zone)
    try device.edit(zone, .set(id, field: "score", .integer(2)))
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.ann, title("two")).value("CD_score") == 1)
    for _ in 0..<3 { try device.sync(zone) }
    #expect(device.value(id, "title") == .text("two"))
    #expect(device.value(id, "score") == .integer(2))
    #expect(try zone.lookup(Self.ann)[0].value("CD_score") == 2)
    // Of two edits of one field, the later one.
    try device.edit(zone, .set(id, field: "title", .text("three")))
    _ = try zone.modify("forceUpdate", "CD_Item", Self.ann, title("four"))
    for _ in 0..<3 { try device.sync(zone) }
    #expect(device.value(id, "title") == .text("four"))
  }

  @Test func uniqueValuesStayUnique() throws {
    var device = CloudDevice(node: 1)
    for (name, text) in [(Self.ann, "a"), (Self.bob, "b")] {
      try device.edit(zone, .insert(RecordID("Tag", name.lowercased()), ["name": .text(text)]))
    }
    try device.sync(zone)
    let taken: CloudJSON = ["CD_name": ["value": "a"]]
    #expect(try zone.modify("forceUpdate", "CD_Tag", Self.bob, taken).code == "UNIQUE_FIELD_ERROR")
    // Of another one, a device makes one of both.
    let third = "AAAAAAAA-0000-4000-8000-000000000003"
    #expect(try zone.modify("create", "CD_Tag", third, taken).code == nil)
    for _ in 0..<3 { try device.sync(zone) }
    #expect(device.alive.count == 2)
    #expect(try zone.query("CD_Tag")["records"]?.list.count == 2)
  }

  @Test func anAccountThatIsFullIsToldSo() throws {
    let zone = try CloudZone(quota: AccountQuota(records: 1))
    #expect(try zone.modify("create", "CD_Item", Self.ann).code == nil)
    #expect(try zone.modify("create", "CD_Item", Self.bob).code == "QUOTA_EXCEEDED")
    let answers = try zone.modify(
      [CloudZone.operation("create", "CD_Item", Self.bob), CloudZone.operation("forceUpdate", "CD_Item", Self.ann)],
      atomic: false)
    #expect(answers.map(\.code) == ["QUOTA_EXCEEDED", nil])
  }
}
