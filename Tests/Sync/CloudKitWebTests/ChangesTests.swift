// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import SwiftDataSyncServer
import Testing

/// The feeds of changes, and their tokens.
@Suite struct ChangesTests {
  private let zone: CloudZone

  init() throws { zone = try CloudZone() }

  private func name(_ number: Int) -> String { "AAAAAAAA-0000-4000-8000-\(String(format: "%012d", number))" }

  private func create(_ numbers: Range<Int>) throws {
    let operations = numbers.map { number in
      CloudZone.operation("create", "CD_Item", name(number), ["CD_score": ["value": .integer(Int64(number))]])
    }
    #expect(try zone.modify(operations).allSatisfy { $0.code == nil })
  }

  private func names(_ page: CloudJSON) -> [String] {
    (page["records"]?.list ?? []).compactMap { $0["recordName"]?.text }
  }

  @Test func pagesEndWhereTheLimitIs() throws {
    try create(0..<25)
    let first = try zone.changes(limit: 10)
    #expect(names(first) == (0..<10).map(name))
    #expect(first["moreComing"] == true)
    let second = try zone.changes(first["syncToken"], limit: 10)
    let third = try zone.changes(second["syncToken"], limit: 10)
    #expect(names(third) == (20..<25).map(name))
    #expect(third["moreComing"] == false)
    // The same token gives the same page.
    #expect(names(try zone.changes(first["syncToken"], limit: 10)) == (10..<20).map(name))
    #expect(names(try zone.changes(third["syncToken"])) == [])
    // Each record is there once, at its latest.
    _ = try zone.modify("forceUpdate", "CD_Item", name(3), ["CD_score": ["value": 99]])
    _ = try zone.modify("forceDelete", "CD_Item", name(4))
    let news = try zone.changes(third["syncToken"])
    #expect(names(news) == [name(3), name(4)])
    #expect(news["records"]?.list.last?["deleted"] == true)
    // Who begins from nothing does not hear of what is gone.
    #expect(names(try zone.changes()).count == 24)
  }

  @Test func aRequestMayNameTypesAndKeys() throws {
    try create(0..<3)
    _ = try zone.modify("create", "CD_Tag", name(9))
    let page = try zone.post(
      "changes/zone",
      [
        "zones": [
          [
            "zoneID": CloudZone.zoneID, "desiredRecordTypes": ["CD_Item"], "desiredKeys": ["CD_entityName"],
            "numbersAsStrings": true,
          ]
        ]
      ])["zones"]?.list.first
    #expect(page.map(names) == (0..<3).map(name))
    #expect(page?["records"]?.list.allSatisfy { $0.value("CD_score") == nil } == true)
    let text = try zone.post(
      "records/lookup",
      ["records": [["recordName": .text(name(1))]], "zoneID": CloudZone.zoneID, "numbersAsStrings": true])
    #expect(text["records"]?.list.first?.value("CD_score") == "1")
  }

  @Test func otherFeedsSayTheSame() throws {
    let empty = try zone.post("changes/database", [:])
    try create(0..<3)
    let database = try zone.post("changes/database", ["syncToken": empty["syncToken"] ?? nil])
    #expect(database["zones"]?.list.count == 1)
    let again = try zone.post("changes/database", ["syncToken": database["syncToken"] ?? nil])
    #expect(again["zones"]?.list.count == 0)
    let zones = try zone.post("zones/changes", ["metaSyncToken": database["syncToken"] ?? nil])
    #expect(zones["zones"]?.list.count == 0)
    #expect(zones["metaSyncToken"] != nil)
    let legacy = try zone.post("records/changes", ["zoneID": CloudZone.zoneID, "resultsLimit": 2])
    #expect(names(legacy) == [name(0), name(1)])
    #expect(legacy["moreComing"] == true)
  }

  @Test func tokensOfOthersAndOfTheFutureHaveExpired() throws {
    try create(0..<3)
    for text in ["", "abc", "W10=", "bnVsbA=="] where !text.isEmpty {
      #expect(try zone.changes(.text(text)).code == "BAD_REQUEST")
    }
    let other = try CloudZone()
    _ = try other.modify("create", "CD_Item", name(1))
    #expect(try zone.changes(other.changes()["syncToken"]).code == "BAD_REQUEST")
    let token = try zone.changes()["syncToken"]
    zone.now += 91 * 86_400_000
    #expect(try zone.changes(token).code == "BAD_REQUEST")
  }

  /// Tokens are not signed: whatever stands in one is looked at, and ends nothing but the request.
  @Test func aTokenThatSomebodyHasWrittenIsRefused() throws {
    try create(0..<3)
    let page = try zone.changes(limit: 2)
    let genuine = try #require(page["syncToken"]?.text)
    guard case .array(let parts) = try CloudJSON(Array(try #require(Data(base64Encoded: genuine)))) else {
      Issue.record("a token is an array")
      return
    }
    let values: [CloudJSON] = [
      nil, true, 0, 1, -1, 1.5, .integer(.min), .integer(.max), .integer(1 << 53), .integer((1 << 53) + 1), "", "x",
      "-1", "18446744073709551615", "9223372036854775807", "ffffffffffffffff", [], [:],
    ]
    var refused = 0
    for place in parts.indices {
      for value in values where value != parts[place] {
        var forged = parts
        forged[place] = value
        let text = Data(CloudJSON.array(forged).bytes).base64EncodedString()
        for operation in ["records/changes", "changes/database", "zones/changes"] {
          let body: CloudJSON = [
            "zoneID": CloudZone.zoneID, "syncToken": .text(text), "metaSyncToken": .text(text),
          ]
          let answer = try zone.answer(operation, body)
          #expect(answer.status < 500, "\(operation): \(forged) \(answer.body)")
          if operation == "records/changes", answer.body.code == "BAD_REQUEST" { refused += 1 }
        }
      }
    }
    // All but other names, times and beginnings that could be.
    #expect(refused > 60)
    #expect(names(try zone.changes(page["syncToken"])) == [name(2)])
  }

  @Test func aTokenFromBeforeABackupHasExpired() throws {
    try create(0..<3)
    let copy = zone.folder.appendingPathComponent("copy.sqlite")
    try zone.database.backUp(to: copy)
    try create(3..<5)
    let token = try zone.changes()["syncToken"]
    try zone.replaceDatabase(by: copy)
    #expect(try zone.changes(token).code == "BAD_REQUEST")
    #expect(names(try zone.changes()) == (0..<3).map(name))
  }

  @Test func whatWasForgottenIsFetchedAnew() throws {
    try create(0..<3)
    let token = try zone.changes()["syncToken"]
    _ = try zone.modify("forceDelete", "CD_Item", name(1))
    zone.now += 10 * 86_400_000
    try create(5..<6)
    try zone.database.compact(before: zone.now)
    #expect(try zone.changes(token).code == "BAD_REQUEST")
    try zone.forgetIndex()
    #expect(names(try zone.changes()).sorted() == [name(0), name(2), name(5)])
  }

  @Test func zonesAreListedAndNotMade() throws {
    let list = try zone.post("zones/list", [:])["zones"]?.list ?? []
    #expect(list.map { $0["zoneID"]?["zoneName"] } == ["com.apple.coredata.cloudkit.zone"])
    #expect(list[0]["atomic"] == nil)
    let lookup = try zone.post("zones/lookup", ["zones": [CloudZone.zoneID, ["zoneName": "Other"]]])["zones"]?.list
    #expect(lookup?.map(\.code) == [nil, "ZONE_NOT_FOUND"])
    let operations: CloudJSON = [
      ["operationType": "create", "zone": ["zoneID": CloudZone.zoneID]],
      ["operationType": "create", "zone": ["zoneID": ["zoneName": "Other"]]],
      ["operationType": "delete", "zone": ["zoneID": CloudZone.zoneID]],
    ]
    let modified = try zone.post("zones/modify", ["operations": operations])["zones"]?.list
    #expect(modified?.map(\.code) == [nil, "BAD_REQUEST", "ACCESS_DENIED"])
  }
}
