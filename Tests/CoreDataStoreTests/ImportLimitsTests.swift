import CoreDataModel
import CoreDataStore
import Foundation
import Testing

/// Values and stores at the edge of what can be imported.
@Suite struct ImportLimitsTests {
  private static let model: ManagedObjectModel = {
    var place = AttributeDescription.make("place", .composite)
    place.elements = [.make("city", .string), .make("zip", .string)]
    return ManagedObjectModel(entities: [
      .make("Box", [.make("name", .string)], [
        .toMany("things", "Thing", inverse: "box", ordered: true)
      ]),
      .make(
        "Thing",
        [
          .make("code", .string), .make("date", .date), .make("note", .string), place,
          .make("price", .decimal), .make("size", .double), .make("weight", .float),
        ], [.toOne("box", "Box", inverse: "things")], unique: [["place", "code"]]),
    ])
  }()

  private func store(history: Bool = false) throws -> HandmadeStore {
    try HandmadeStore(
      Self.model, counters: ["Box": 1, "Thing": 1], history: history,
      [
        "CREATE TABLE ZBOX (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOX INTEGER, Z_FOK_BOX INTEGER, ZDATE TIMESTAMP, ZPRICE DECIMAL, ZSIZE FLOAT, ZWEIGHT FLOAT, ZCITY VARCHAR, ZZIP VARCHAR, ZCODE VARCHAR, ZNOTE VARCHAR)",
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
}
