// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Values and stores at the edge of what can be imported.
@Suite struct ImportLimitsTests {
  private static let model: ManagedObjectModel = {
    var place = AttributeDescription.make("place", .composite)
    place.elements = [.make("city", .string), .make("zip", .string)]
    return ManagedObjectModel(entities: [
      .make(
        "Box", [.make("name", .string)],
        [
          .toMany("things", "Thing", inverse: "box", ordered: true)
        ]),
      .make(
        "Thing",
        [
          .make("code", .string),
          .make("data", .binaryData) { $0.allowsExternalStorage = true }, .make("date", .date),
          .make("note", .string), place,
          .make("price", .decimal), .make("size", .double), .make("weight", .float),
        ], [.toOne("box", "Box", inverse: "things")], unique: [["place", "code"]]),
    ])
  }()

  private func store(history: Bool = false) throws -> HandmadeStore {
    try HandmadeStore(
      Self.model, counters: ["Box": 1, "Thing": 1], history: history,
      [
        "CREATE TABLE ZBOX (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOX INTEGER, Z_FOK_BOX INTEGER, ZDATE TIMESTAMP, ZPRICE DECIMAL, ZSIZE FLOAT, ZWEIGHT FLOAT, ZCITY VARCHAR, ZZIP VARCHAR, ZCODE VARCHAR, ZNOTE VARCHAR, ZDATA BLOB)",
        "INSERT INTO ZBOX VALUES (1, 1, 1, 'box')",
        "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZBOX, Z_FOK_BOX, ZCITY, ZZIP, ZCODE, ZNOTE) VALUES (1, 2, 1, 1, 2048, 'Rome', '00118', 'a', 'old')",
      ])
  }

  private func importing(
    _ things: String, into store: HandmadeStore, _ policy: Importer.ConflictPolicy = .fail
  ) throws -> Importer.Result {
    let file = store.folder.url.appendingPathComponent("import.json")
    try Data(#"{"Thing": [\#(things)]}"#.utf8).write(to: file)
    return try Importer(policy: policy).import(file, .json, into: store.url)
  }

  @Test(
    arguments: [
      (#""place": {"city": "Rome", "zip": "00118"}, "code": "a""#, true),
      // One of two unique properties is empty, though its columns are two.
      (#""place": {"city": "Rome", "zip": "00118"}, "code": null"#, false),
      (#""place": {"city": "Rome", "zip": "00118"}"#, false),
      (#""place": null, "code": "a""#, false), (#""code": "a""#, false),
      (#""place": {"city": "Rome"}, "code": "a""#, false),
    ])
  func onlyAllUniqueValuesLeadToARow(_ members: String, _ isTheSame: Bool) throws {
    let handmade = try store()
    let result = try importing(#"{\#(members), "note": "new"}"#, into: handmade, .update)
    #expect(result.updated == (isTheSame ? ["Thing": 1] : [:]))
    let notes = try App(handmade.url).texts("SELECT ZNOTE FROM ZTHING ORDER BY Z_PK")
    #expect(notes == (isTheSame ? ["new"] : ["old", "new"]))
  }

  @Test(
    arguments: [
      (#""size": "nan""#, "'size': a number is expected"),
      (#""weight": "-NaN""#, "'weight': a number is expected"),
      (#""date": "nan""#, "'date': a date"),
      (#""size": 1e999"#, "'size': a number"), (#""size": "-1e999""#, "'size': a number"),
      (#""size": "infinity""#, "'size': a number"), (#""weight": 1e39"#, "'weight': a number"),
      (#""date": 1e999"#, "'date': a date"), (#""price": "0x10""#, "'price': a number"),
      (#""price": "inf""#, "'price': a number"), (#""price": "nan""#, "'price': a number"),
      (#""price": "1 2""#, "'price': a number"),
    ])
  func whatIsNoNumberIsAnError(_ member: String, _ message: String) throws {
    let handmade = try store()
    let error = #expect(throws: ImportProblems.self) {
      try importing("{\(member)}", into: handmade)
    }
    #expect(error?.description.contains("Thing, object 1: " + message) == true)
    #expect(try App(handmade.url).texts("SELECT count(*) FROM ZTHING") == ["1"])
  }

  @Test func numbersAreWritten() throws {
    let handmade = try store()
    _ = try importing(
      #"{"size": "inf", "weight": 1.5, "price": "-1.25e2", "date": "-5.5"}"#, into: handmade)
    let row = "SELECT ZSIZE || ' ' || ZWEIGHT || ' ' || ZPRICE || ' ' || ZDATE FROM ZTHING"
    #expect(try App(handmade.url).texts(row + " WHERE Z_PK = 2") == ["Inf 1.5 -125 -5.5"])
  }

  @Test(
    arguments: [
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 1) WHERE Z_ENT = 2",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max) WHERE Z_ENT = 2",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = -5 WHERE Z_ENT = 2; UPDATE ZTHING SET Z_PK = -5",
      "UPDATE ZTHING SET Z_PK = \(Int64.max)",
      "UPDATE ZTHING SET Z_FOK_BOX = \(Int64.max - 5)",
      "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, \(Int64.max - 1))",
      "INSERT INTO Z_PRIMARYKEY VALUES (16002, 'TRANSACTION', 0, \(Int64.max - 1))",
    ])
  func numbersThatLeaveNoRoomAreDamage(_ change: String) throws {
    let handmade = try store(history: true)
    try handmade.execute(change)
    let error = #expect(throws: StoreError.self) {
      try importing(#"{"code": "a", "box": "Box/p1"}, {"code": "b"}"#, into: handmade)
    }
    #expect(error?.code == .damaged, "\(change)")
    #expect(error?.what.contains("out of range") == true, "\(error?.what ?? "")")
    #expect(try App(handmade.url).texts("SELECT count(*) FROM ZTHING") == ["1"])
  }

  // MARK: Large values

  private func bytes(_ count: Int, _ byte: UInt8) -> String {
    Data(repeating: byte, count: count).base64EncodedString()
  }

  private func files(of store: HandmadeStore) -> [String] {
    let path = store.folder.url.path + "/.Handmade_SUPPORT/_EXTERNAL_DATA"
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func filesAreThoseOfRowsThatAreWritten() throws {
    let limit = 100 * 1024
    let key = #""place": {"city": "Rome", "zip": "00118"}, "code": "a""#
    func thing(_ count: Int, _ byte: UInt8) -> String {
      #"{\#(key), "data": "\#(bytes(count, byte))"}"#
    }
    let handmade = try store()
    _ = try importing(thing(limit + 1, 1), into: handmade, .skip)
    #expect(files(of: handmade) == [])
    _ = try importing(thing(limit, 1), into: handmade, .update)
    #expect(files(of: handmade) == [])
    _ = try importing(thing(limit + 1, 2), into: handmade, .update)
    let first = files(of: handmade)
    #expect(first.count == 1)
    // A failing import keeps the file that it would have replaced.
    #expect(throws: ImportProblems.self) {
      try importing(thing(limit + 1, 3) + #", {"size": "x"}"#, into: handmade, .update)
    }
    #expect(files(of: handmade) == first)
    // Twice the same row in one import.
    _ = try importing(thing(limit + 1, 4) + "," + thing(limit + 1, 5), into: handmade, .update)
    let second = files(of: handmade)
    #expect(second.count == 1 && second != first)
    let store = try handmade.open()
    #expect(try StoreIntegrityCheck(store).run().filter { $0.kind == .externalFile }.isEmpty)
    guard case .external(let file)? = try store.rows(of: "Thing").next()?["data"] else {
      Issue.record("It is in the row.")
      return
    }
    #expect(try store.data(of: file) == Data(repeating: 5, count: limit + 1))
    _ = try importing(#"{\#(key), "data": null}"#, into: handmade, .update)
    #expect(files(of: handmade) == [])
  }

  @Test func aFileThatAnotherRowLeadsToStays() throws {
    let handmade = try store()
    let key = #""place": {"city": "Rome", "zip": "00118"}, "code": "a""#
    _ = try importing(#"{\#(key), "data": "\#(bytes(200_000, 1))"}"#, into: handmade, .update)
    try handmade.execute(
      "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZDATA) SELECT 2, 2, 1, ZDATA FROM ZTHING")
    _ = try importing(#"{\#(key), "data": "AAEC"}"#, into: handmade, .update)
    #expect(files(of: handmade).count == 1)
  }
}
