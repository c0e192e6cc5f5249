// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import Testing

/// What a schema says of fields that their values do not.
@Suite struct SchemaTests {
  static let json = """
    {"storeUUID": "x", "entities": [
      {"name": "Item", "superentity": null, "unique": [["code"]], "attributes": [
        {"name": "title", "type": "String"}, {"name": "done", "type": "Boolean"}, {"name": "due", "type": "Date"},
        {"name": "code", "type": "UUID"}, {"name": "price", "type": "Decimal"}, {"name": "site", "type": "URI"},
        {"name": "tags", "type": "Transformable"}, {"name": "photo", "type": "Binary"},
        {"name": "weight", "type": "Double"}, {"name": "secret", "type": "String", "isEncrypted": true},
        {"name": "hidden", "type": "Undefined", "isTransient": true},
        {"name": "count", "type": "Integer64", "renamingIdentifier": "number"}],
       "relationships": [
        {"name": "list", "destination": "List", "inverse": "items", "isToMany": false},
        {"name": "labels", "destination": "Label", "inverse": "items", "isToMany": true},
        {"name": "cover", "destination": "Cover", "inverse": "item", "isToMany": false}]},
      {"name": "Book", "superentity": "Item", "attributes": [{"name": "pages", "type": "Integer32"}]},
      {"name": "Cover", "attributes": [{"name": "name", "type": "String"}], "relationships": [
        {"name": "item", "destination": "Item", "inverse": "cover", "isToMany": false}]},
      {"name": "List", "attributes": [{"name": "name", "type": "String"}], "relationships": [
        {"name": "items", "destination": "Item", "inverse": "list", "isToMany": true}]},
      {"name": "Label", "attributes": [{"name": "name", "type": "String"}], "relationships": [
        {"name": "items", "destination": "Item", "inverse": "labels", "isToMany": true}]}]}
    """

  private static let one = "AAAAAAAA-0000-4000-8000-000000000001"
  private static let two = "AAAAAAAA-0000-4000-8000-000000000002"

  @Test func valuesAreWhatTheSchemaSays() throws {
    let zone = try CloudZone(schema: Self.json)
    let code = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
    let fields: CloudJSON = [
      "CD_entityName": ["value": "Book"], "CD_done": ["value": 1], "CD_due": ["value": 1_700_000_000_123],
      "CD_code": ["value": .text(code)], "CD_price": ["value": 12.5], "CD_site": ["value": "https://swift.org/"],
      "CD_tags": ["value": .text(Data(#"["a","b"]"#.utf8).base64EncodedString())], "CD_weight": ["value": 3],
      "CD_number": ["value": 7], "CD_pages": ["value": 99],
    ]
    let record = try zone.modify("create", "CD_Item", Self.one, fields)
    #expect(record.code == nil, "\(record)")
    #expect(record["recordType"] == "CD_Item")
    var device = CloudDevice(node: 1)
    try device.sync(zone)
    let id = RecordID("Book", Self.one.lowercased())
    #expect(device.value(id, "done") == .bool(true))
    #expect(device.value(id, "due") == .date(1_700_000_000.123 - 978_307_200))
    #expect(device.value(id, "code") == UUID(uuidString: code).map { .uuid($0) })
    #expect(device.value(id, "price") == .text("12.5"))
    #expect(device.value(id, "site") == .text(#""https://swift.org/""#))
    #expect(device.value(id, "tags") == .text(#"["a","b"]"#))
    #expect(device.value(id, "weight") == .real(3))
    #expect(device.value(id, "number") == .integer(7))
    // It reads as it was written.
    for (name, field) in [("CD_due", 1_700_000_000_123 as CloudJSON), ("CD_price", 12.5), ("CD_code", .text(code))] {
      #expect(record.value(name) == field, "\(name)")
    }
    // A date's fractions stay if the milliseconds do.
    let fine = SyncValue.date(700_000_000.1234567)
    try device.edit(zone, .set(id, field: "due", fine))
    try device.sync(zone)
    let read = try zone.lookup(Self.one)[0]
    let due = try #require(read.value("CD_due"))
    #expect(
      try zone.modify("update", "CD_Item", Self.one, tag: read.tag, ["CD_due": ["value": due]]).tag == read.tag)
    for _ in 0..<2 { try device.sync(zone) }
    #expect(device.value(id, "due") == fine)
  }

  @Test(arguments: [
    ("CD_title", #"{"value": 3, "type": "INT64"}"#, "defined to be: STRING"),
    ("CD_done", #"{"value": 2, "type": "INT64"}"#, "defined to be: INT64"),
    ("CD_code", #"{"value": "no uuid"}"#, "defined to be: STRING"),
    ("CD_tags", #"{"value": "AAEC"}"#, "defined to be: BYTES"), ("CD_other", #"{"value": "x"}"#, "not found"),
    ("CD_labels", #"{"value": "x"}"#, "not found"), ("CD_hidden", #"{"value": "x"}"#, "not found"),
    ("CD_pages", #"{"value": 3}"#, "not found"), ("CD_count", #"{"value": 3}"#, "not found"),
  ]) func otherFieldsAreRefused(field: String, value: String, reason: String) throws {
    let zone = try CloudZone(schema: Self.json)
    let answer = try zone.modify(
      "create", "CD_Item", Self.one, .object([field: try CloudJSON(Array(value.utf8))]))
    #expect(answer.code == "BAD_REQUEST")
    #expect(answer["reason"]?.text?.contains(reason) == true, "\(answer)")
  }

  @Test func otherTypesAndEncryptedFieldsAreRefused() throws {
    let zone = try CloudZone(schema: Self.json)
    #expect(try zone.modify("create", "CD_Book", Self.one).code == "BAD_REQUEST")
    #expect(try zone.modify("create", "CD_Other", Self.one).code == "BAD_REQUEST")
    #expect(
      try zone.modify("create", "CD_Item", Self.one, ["CD_secret": ["value": "x"]]).code == "ACCESS_DENIED")
    for query in [
      ["recordType": "CD_Book"] as CloudJSON,
      ["recordType": "CD_Item", "sortBy": [["fieldName": "CD_photo"]]],
      ["recordType": "CD_Item", "sortBy": [["fieldName": "CD_secret"]]],
      ["recordType": "CD_Item", "sortBy": [["fieldName": "CD_nothing"]]],
    ] {
      #expect(try zone.answer("records/query", ["query": query, "zoneID": CloudZone.zoneID]).status == 400, "\(query)")
    }
  }

  /// The item's cover is a field of the cover's record. The item is another one, with another tag, when that changes.
  @Test func anEndThatTheOtherRecordKeeps() throws {
    let zone = try CloudZone(schema: Self.json)
    let three = "AAAAAAAA-0000-4000-8000-000000000003"
    for name in [Self.two, three] { _ = try zone.modify("create", "CD_Cover", name, ["CD_name": ["value": "cover"]]) }
    let record = try zone.modify("create", "CD_Item", Self.one, ["CD_cover": ["value": .text(Self.two)]])
    func items(_ cover: String) throws -> [CloudJSON] {
      let filter: CloudJSON = [
        ["fieldName": "CD_cover", "comparator": "EQUALS", "fieldValue": ["value": .text(cover), "type": "STRING"]]
      ]
      return try zone.query("CD_Item", ["filterBy": filter])["records"]?.list.compactMap { $0["recordName"] } ?? []
    }
    #expect(try items(Self.two) == [.text(Self.one)] && items(three).isEmpty)
    var device = CloudDevice(node: 1)
    try device.sync(zone)
    let item = RecordID("Item", Self.one.lowercased())
    let token = try zone.changes()["syncToken"]
    try device.edit(zone, .set(RecordID("Cover", Self.two.lowercased()), field: "item", .null))
    try device.edit(zone, .set(RecordID("Cover", three.lowercased()), field: "item", .reference(item)))
    for _ in 0..<2 { try device.sync(zone) }
    // What the client has is of before: it must not take the device's change back.
    let stale = try zone.modify(
      "update", "CD_Item", Self.one, tag: record.tag,
      ["CD_title": ["value": "new"], "CD_cover": ["value": .text(Self.two)]])
    #expect(stale.code == "CONFLICT", "\(stale)")
    #expect(try zone.lookup(Self.one)[0].value("CD_cover") == .text(three))
    #expect(try items(three) == [.text(Self.one)] && items(Self.two).isEmpty)
    let names = try zone.changes(token)["records"]?.list.compactMap { $0["recordName"]?.text } ?? []
    #expect(names.contains(Self.one), "\(names)")
    // An index that is made anew says the same.
    let tag = try zone.lookup(Self.one)[0].tag
    try zone.forgetIndex()
    #expect(try zone.lookup(Self.one)[0].tag == tag)
    #expect(try items(three) == [.text(Self.one)])
  }

  @Test(arguments: [(19.99, "19.99"), (1234.56, "1234.56"), (-0.1, "-0.1"), (3, "3")])
  func decimalsHaveTheDigitsThatWereWritten(_ number: Double, _ text: String) throws {
    let zone = try CloudZone(schema: Self.json)
    let record = try zone.modify(
      "create", "CD_Item", Self.one, ["CD_price": ["value": .number(number), "type": "DOUBLE"]])
    #expect(record.code == nil, "\(record)")
    var device = CloudDevice(node: 1)
    try device.sync(zone)
    #expect(device.value(RecordID("Item", Self.one.lowercased()), "price") == .text(text))
    let large = try zone.modify(
      "create", "CD_Item", Self.two, ["CD_price": ["value": .number(1e300), "type": "DOUBLE"]])
    #expect(large.code == "BAD_REQUEST", "\(large)")
  }

  @Test func endsOfRelationshipsAreWhereDevicesHaveThem() throws {
    let zone = try CloudZone(schema: Self.json)
    _ = try zone.modify("create", "CD_Cover", Self.two, ["CD_name": ["value": "cover"]])
    // The item's class comes later: the cover keeps it.
    let record = try zone.modify("create", "CD_Item", Self.one, ["CD_cover": ["value": .text(Self.two)]])
    #expect(record.value("CD_cover") == .text(Self.two), "\(record)")
    var device = CloudDevice(node: 1)
    try device.sync(zone)
    let (item, cover) = (RecordID("Item", Self.one.lowercased()), RecordID("Cover", Self.two.lowercased()))
    #expect(device.value(cover, "item") == .reference(item))
    #expect(device.value(item, "cover") == nil)
    #expect(try zone.lookup(Self.two)[0].value("CD_item") == .text(Self.one))
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.one, ["CD_cover": ["value": nil]]).value("CD_cover") == nil)
    for _ in 0..<2 { try device.sync(zone) }
    #expect(device.value(cover, "item") == .null)
    // Links by their names, from either side.
    let label = "AAAAAAAA-0000-4000-8000-000000000003"
    _ = try zone.modify("create", "CD_Label", label, ["CD_name": ["value": "label"]])
    let link = try zone.modify(
      "create", "CDMR", nil,
      [
        "CD_entityNames": ["value": "Item:Label"], "CD_relationships": ["value": "labels:items"],
        "CD_recordNames": ["value": .text("\(Self.one):\(label)")],
      ])
    #expect(link.value("CD_relationships") == "labels:items", "\(link)")
    for _ in 0..<2 { try device.sync(zone) }
    #expect(device.targets(item, "labels") == [RecordID("Label", label.lowercased())])
    let wrong = try zone.modify(
      "create", "CDMR", nil,
      [
        "CD_entityNames": ["value": "Item:List"], "CD_relationships": ["value": "list:items"],
        "CD_recordNames": ["value": .text("\(Self.one):\(label)")],
      ])
    #expect(wrong.code == "BAD_REQUEST")
    let type = try zone.modify("forceUpdate", "CD_Item", Self.one, ["CD_list": ["value": .text(label)]])
    #expect(type.code == "BAD_REQUEST", "\(type)")
  }

  @Test func cloudKitsFormOfASchema() throws {
    let text = try MirroredSchema(json: Array(Self.json.utf8)).cloudKitText()
    #expect(text.hasPrefix("DEFINE SCHEMA\n\n    RECORD TYPE CD_Cover (\n"))
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for line in [
      "RECORD TYPE CD_Item (", "CD_entityName STRING QUERYABLE SEARCHABLE SORTABLE,",
      "CD_done INT64 QUERYABLE SORTABLE,",
      "CD_due TIMESTAMP QUERYABLE SORTABLE,", "CD_photo BYTES,", "CD_photo_ckAsset ASSET,", "CD_pages INT64",
      "CD_secret ENCRYPTED STRING,", "CD_secret_ckAsset ENCRYPTED ASSET,", "CD_list STRING QUERYABLE", "CD_tags BYTES,",
      "RECORD TYPE CDMR (", "CD_recordNames STRING", "RECORD TYPE Users (", "roles LIST<INT64>,", "CD_number INT64",
      "\"___recordID\" REFERENCE QUERYABLE,", "GRANT READ TO \"_world\"",
    ] { #expect(words.contains(line), "\(line)") }
    for line in ["CD_labels", "CD_Book", "CD_hidden", "CD_items"] { #expect(!words.contains(line), "\(line)") }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"entities": [{}]}"#, #"{"entities": [{"name": "A", "superentity": "B"}]}"#,
    #"{"entities": [{"name": "A", "superentity": "A"}]}"#, #"{"entities": [{"name": "A"}, {"name": "A"}]}"#,
    #"{"entities": [{"name": "A", "attributes": [{"name": "b", "type": "ObjectID"}]}]}"#,
    #"{"entities": [{"name": "A", "relationships": [{"name": "b"}]}]}"#,
  ]) func schemasThatCannotBeReadSayWhy(json: String) {
    #expect(throws: CloudKitOptionError.self) { try MirroredSchema(json: Array(json.utf8)) }
  }

  @Test func namesThatCloudKitLacksAreRefused() throws {
    for json in [
      #"{"entities": [{"name": "Größe"}]}"#,
      #"{"entities": [{"name": "A", "attributes": [{"name": "é", "type": "Date"}]}]}"#,
      #"""
      {"entities": [{"name": "A"},
        {"name": "B", "superentity": "A", "attributes": [{"name": "x", "type": "Date"}]},
        {"name": "C", "superentity": "A", "attributes": [{"name": "x", "type": "String"}]}]}
      """#,
    ] {
      let schema = try MirroredSchema(json: Array(json.utf8))
      #expect(throws: CloudKitOptionError.self) { try schema.cloudKitText() }
    }
  }
}
