// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import SyncSimulation
import Testing

/// `records/query`: comparators and orders, compared with the same in Swift.
@Suite struct QueryTests {
  private struct Row {
    var name: String
    var text: String?
    var number: Int64?
  }

  private let zone: CloudZone
  private let rows: [Row]

  init() throws {
    zone = try CloudZone()
    var random = SeededRandom(7)
    var rows: [Row] = []
    for number in 0..<60 {
      let name = "AAAAAAAA-0000-4000-8000-\(String(format: "%012d", number))"
      let words = ["Apple", "apple pie", "Äpfel", "banana", "b", "", "cherry pie", "a'b\"c"]
      rows.append(
        Row(
          name: name, text: random.chance(80) ? words[random.below(words.count)] : nil,
          number: random.chance(80) ? Int64(random.below(10)) : nil))
    }
    let operations = rows.map { row in
      var fields: [String: CloudJSON] = [:]
      if let text = row.text { fields["CD_title"] = ["value": .text(text), "type": "STRING"] }
      if let number = row.number { fields["CD_score"] = ["value": .integer(number), "type": "INT64"] }
      return CloudZone.operation("create", "CD_Item", row.name, .object(fields))
    }
    #expect(try zone.modify(operations).allSatisfy { $0.code == nil })
    self.rows = rows
  }

  private func filter(_ comparator: String, _ field: String, _ value: CloudJSON, _ type: String? = nil) -> CloudJSON {
    var fieldValue: [String: CloudJSON] = ["value": value]
    if let type { fieldValue["type"] = .text(type) }
    return ["comparator": .text(comparator), "fieldName": .text(field), "fieldValue": .object(fieldValue)]
  }

  /// All pages, whose records come once.
  private func names(filterBy: [CloudJSON] = [], sortBy: [CloudJSON] = [], limit: Int64 = 7) throws -> [String] {
    var found: [String] = []
    var marker: CloudJSON?
    repeat {
      var rest: [String: CloudJSON] = ["resultsLimit": .integer(limit)]
      if let marker { rest["continuationMarker"] = marker }
      let page = try zone.query(
        "CD_Item", ["filterBy": .array(filterBy), "sortBy": .array(sortBy)], .object(rest))
      try #require(page.code == nil, "\(page)")
      found += (page["records"]?.list ?? []).compactMap { $0["recordName"]?.text }
      marker = page["continuationMarker"]
    } while marker != nil
    return found
  }

  private func expect(_ filters: CloudJSON..., matching isMatch: (Row) -> Bool) throws {
    let expected = rows.filter(isMatch).map(\.name)
    #expect(try names(filterBy: filters) == expected, "\(filters)")
  }

  @Test func comparatorsAreThoseOfSwift() throws {
    try expect(filter("EQUALS", "CD_title", "banana")) { $0.text == "banana" }
    try expect(filter("NOT_EQUALS", "CD_title", "banana")) { $0.text != "banana" }
    try expect(filter("EQUALS", "CD_score", 4)) { $0.number == 4 }
    try expect(filter("EQUALS", "CD_score", 4.0, "DOUBLE")) { $0.number == 4 }
    try expect(filter("EQUALS", "CD_score", "4")) { _ in false }
    try expect(filter("LESS_THAN", "CD_score", 4)) { $0.number.map { $0 < 4 } ?? false }
    try expect(filter("LESS_THAN_OR_EQUALS", "CD_score", 4)) { $0.number.map { $0 <= 4 } ?? false }
    try expect(filter("GREATER_THAN", "CD_score", 4)) { $0.number.map { $0 > 4 } ?? false }
    try expect(filter("GREATER_THAN_OR_EQUALS", "CD_score", 4)) { $0.number.map { $0 >= 4 } ?? false }
    try expect(filter("GREATER_THAN", "CD_title", "apple pie")) {
      $0.text.map { Array("apple pie".utf8).lexicographicallyPrecedes(Array($0.utf8)) } ?? false
    }
    try expect(filter("GREATER_THAN", "CD_title", 1)) { _ in false }
    try expect(filter("IN", "CD_score", [1, 2, 3], "INT64_LIST")) { (1...3).contains($0.number ?? 0) }
    try expect(filter("NOT_IN", "CD_score", [1, 2, 3], "INT64_LIST")) { !(1...3).contains($0.number ?? 0) }
    try expect(filter("IN", "CD_score", [], "INT64_LIST")) { _ in false }
    try expect(filter("BEGINS_WITH", "CD_title", "b")) { $0.text?.hasPrefix("b") ?? false }
    try expect(filter("NOT_BEGINS_WITH", "CD_title", "b")) { !($0.text?.hasPrefix("b") ?? false) }
    try expect(filter("EQUALS", "CD_title", "a'b\"c")) { $0.text == "a'b\"c" }
    try expect(filter("BEGINS_WITH", "CD_title", "b"), filter("GREATER_THAN", "CD_score", 2)) {
      $0.text?.hasPrefix("b") ?? false && $0.number ?? 0 > 2
    }
  }

  @Test func wordsAreFoundWithoutCaseAndAccents() throws {
    try expect(filter("CONTAINS_ALL_TOKENS", "CD_title", "PIE apple")) { $0.text == "apple pie" }
    try expect(filter("CONTAINS_ANY_TOKENS", "CD_title", "PIE apfel")) {
      ["apple pie", "cherry pie", "Äpfel"].contains($0.text)
    }
    let anywhere: CloudJSON = ["comparator": "CONTAINS_ALL_TOKENS", "fieldValue": ["value": "cherry"]]
    try expect(anywhere) { $0.text == "cherry pie" }
    try expect(filter("CONTAINS_ALL_TOKENS", "CD_title", "!?")) { _ in false }
  }

  @Test func ordersGoOnAcrossPages() throws {
    for isAscending in [true, false] {
      let sorted = rows.sorted { a, b in
        if a.number != b.number {
          guard let first = a.number else { return false }
          guard let second = b.number else { return true }
          return isAscending ? first < second : first > second
        }
        if a.text != b.text {
          guard let first = a.text else { return false }
          guard let second = b.text else { return true }
          return Array(second.utf8).lexicographicallyPrecedes(Array(first.utf8))
        }
        return a.name < b.name
      }
      let order: [CloudJSON] = [
        ["fieldName": "CD_score", "ascending": .bool(isAscending)], ["fieldName": "CD_title", "ascending": false],
      ]
      for limit in [1, 7, 200] as [Int64] {
        #expect(try names(sortBy: order, limit: limit) == sorted.map(\.name), "\(limit)")
      }
    }
    let byName = try names(sortBy: [["systemFieldName": "recordName", "ascending": false]])
    #expect(byName == rows.map(\.name).reversed())
    let newest = try names(
      filterBy: [
        [
          "systemFieldName": "modifiedTimestamp", "comparator": "GREATER_THAN",
          "fieldValue": ["value": .integer(zone.now + 1_000), "type": "TIMESTAMP"],
        ]
      ])
    #expect(newest.isEmpty)
  }

  /// A value of an index, not each record.
  @Test func selectiveFiltersUseTheIndex() throws {
    // What SQLite plans, for the statement that a query becomes.
    let plan = try zone.plan(filter("EQUALS", "CD_title", "banana"))
    #expect(plan.contains("value_order"), "\(plan)")
    #expect(!plan.contains("SCAN"), "\(plan)")
  }

  @Test(arguments: [
    #"{"recordType": "Item"}"#, #"{"recordType": 4}"#, #"{"recordType": null}"#,
    #"{"filterBy": [{"comparator": "SOUNDS_LIKE", "fieldName": "CD_a", "fieldValue": {"value": 1}}]}"#,
    #"{"filterBy": [{"comparator": "NEAR", "fieldName": "CD_a", "fieldValue": {"value": 1}}]}"#,
    #"{"filterBy": [{"comparator": "EQUALS", "fieldValue": {"value": 1}}]}"#,
    #"{"filterBy": [{"comparator": "EQUALS", "fieldName": "title", "fieldValue": {"value": 1}}]}"#,
    #"{"filterBy": [{"comparator": "EQUALS", "fieldName": "CD_a", "fieldValue": {"value": []}}]}"#,
    #"{"filterBy": [{"comparator": "IN", "fieldName": "CD_a", "fieldValue": {"value": [1]}}]}"#,
    #"{"filterBy": [{"comparator": "BEGINS_WITH", "fieldName": "CD_a", "fieldValue": {"value": 1}}]}"#,
    #"{"recordType": "CD_Item", "sortBy": [{"ascending": true}]}"#, #"{"recordType": "CD_Item", "sortBy": 1}"#,
  ]) func whatMakesNoSenseIsRefused(query: String) throws {
    var members: [String: CloudJSON] = ["recordType": "CD_Item"]
    if case .object(let given) = try CloudJSON(Array(query.utf8)) { members.merge(given) { $1 } }
    let body: CloudJSON = ["query": .object(members), "zoneID": CloudZone.zoneID]
    let answer = try zone.answer("records/query", body)
    #expect(answer.status == 400)
    #expect(answer.body.code == "BAD_REQUEST")
    #expect(answer.body["reason"]?.text?.isEmpty == false)
  }

  /// The shared database has no records of the private one, whatever a query names.
  @Test func queriesOverAllZonesAreThoseOfThePrivateDatabase() throws {
    let body: CloudJSON = ["query": ["recordType": "CD_Item"], "zoneWide": true]
    #expect(try zone.answer("records/query", body).body["records"]?.list.count == 60)
    let shared = try zone.answer("records/query", body, scope: "shared")
    #expect(shared.status == 400 && shared.body.code == "BAD_REQUEST" && shared.body["records"] == nil)
  }

  @Test func markersOfOtherQueriesAreRefused() throws {
    for text in ["", "x", "bnVsbA==", "WyJhIixbMV1d"] {
      let page = try zone.query("CD_Item", [:], ["continuationMarker": .text(text)])
      #expect(page.code == "BAD_REQUEST", "\(text)")
    }
  }
}
