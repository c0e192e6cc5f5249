// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Models and numbers that no app has: an answer, in little time.
@Suite struct HostileModelTests {
  private func readAll(_ store: HandmadeStore) throws -> [Finding] {
    let opened = try store.open()
    _ = try Inspection(of: opened)
    let findings = try StoreIntegrityCheck(opened).run()
    _ = try ModelSource(opened).text()
    _ = ModelOutline(opened).text
    _ = ModelMermaid(opened).text
    try JSONExport(opened).write(to: TextCollector())
    let history = try opened.history()
    while try history.next() != nil {}
    return findings
  }

  private static let table =
    "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)"

  @Test(arguments: [1, 2, 3, 200])
  func inheritanceInACircle(_ count: Int) throws {
    var entities = (0..<count).map {
      EntityDescription.make("E\($0)", super: "E\(($0 + 1) % count)", [.make("name", .string)])
    }
    entities.append(.make("Thing", [.make("name", .string)]))
    // The counters of keys may go in a circle, too.
    let store = try HandmadeStore(
      ManagedObjectModel(entities: entities), counters: ["Thing": 1], keepsModel: count < 5,
      [
        Self.table,
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 + Z_ENT % \(count) WHERE Z_NAME <> 'Thing'",
        "INSERT INTO ZTHING SELECT 1, Z_ENT, 1, 'a' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing'",
      ])
    _ = try readAll(store)
    let opened = try store.open()
    #expect(opened.modelOrigin != .cache)
    #expect(try opened.count(of: "Thing") == 1)
  }

  @Test func aVeryDeepOrWideModelIsLeftAlone() throws {
    let deep = (0..<60).map {
      EntityDescription.make(
        "E\($0)", super: $0 == 0 ? nil : "E\($0 - 1)", [.make("name", .string)])
    }
    let wide = (0..<2001).map { EntityDescription.make("E\($0)") }
    for entities in [deep, wide] {
      let store = try HandmadeStore(ManagedObjectModel(entities: entities), [])
      guard case .tables(let reason) = try store.open().modelOrigin else {
        Issue.record("The model was used.")
        continue
      }
      #expect(reason.contains("too many"))
    }
  }

  @Test(arguments: [Int64.max, Int64.min, -1, 0, 1 << 40])
  func entityNumbersBeyondAllBounds(_ number: Int64) throws {
    let model = ManagedObjectModel(entities: [
      .make("Sub", super: "Thing", [.make("name", .string)], [.toOne("next", "Thing")]),
      .make("Thing", [.make("name", .string)], [.toOne("next", "Thing")]),
    ])
    let store = try HandmadeStore(
      model, counters: ["Thing": 2], history: true,
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNEXT INTEGER, Z1_NEXT INTEGER, ZNAME VARCHAR)",
        "UPDATE Z_PRIMARYKEY SET Z_ENT = \(number) WHERE Z_NAME = 'Thing'",
        "INSERT INTO ZTHING VALUES (\(Int64.max), \(number), \(Int64.max), \(Int64.min), \(number), 'a')",
        "INSERT INTO ZTHING VALUES (\(Int64.min), \(number), \(Int64.min), \(Int64.max), \(Int64.min), 'b')",
        "INSERT INTO ACHANGE VALUES (1, 16001, NULL, \(number), \(number), \(number), \(number), x'FF', NULL)",
        "INSERT INTO ATRANSACTION (Z_PK, ZTIMESTAMP, ZAUTHORTS) VALUES (\(number), 1e300, \(number))",
      ])
    #expect(try readAll(store).contains { $0.severity == .error })
    #expect(try Tool.run("history", store.url.path).code == 0)
    let copy = store.folder.url.appendingPathComponent("Copy.store")
    _ = try? StoreRepair.repair(try store.open(), into: copy)
  }

  @Test func textsWithNULComeBackWhole() throws {
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [.make("name", .string)])]),
      counters: ["Thing": 2],
      [
        Self.table, "INSERT INTO ZTHING VALUES (1, 1, 1, 'a' || char(0) || 'b')",
        "INSERT INTO ZTHING VALUES (2, 1, 1, CAST(x'00' AS TEXT))",
      ])
    #expect(try readAll(store).isEmpty)
    for format in [Importer.Format.json, .csv] {
      let file = store.folder.url.appendingPathComponent(
        format == .json ? "Thing.json" : "\(UUID().uuidString)/Thing.csv")
      if format == .json {
        let sink = try FileSink(file)
        try JSONExport(try store.open()).write(to: sink)
        try sink.finish()
      } else {
        try CSVExport(try store.open()).write(into: file.deletingLastPathComponent())
      }
      let other = try HandmadeStore(
        ManagedObjectModel(entities: [.make("Thing", [.make("name", .string)])]), [Self.table])
      _ = try Importer().import(file, format, into: other.url)
      #expect(
        try App(other.url).texts("SELECT hex(ZNAME) FROM ZTHING ORDER BY Z_PK") == ["610062", "00"])
    }
  }
}
