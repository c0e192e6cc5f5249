// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Objects are written as Core Data would write them, or not at all.
@Suite struct ImportTests {
  private static let model: ManagedObjectModel = {
    let name = AttributeDescription.make("name", .string, optional: false)
    let count = AttributeDescription.make("count", .integer16, optional: false) {
      $0.defaultValue = .integer(7)
    }
    let large = AttributeDescription.make("large", .binaryData) { $0.allowsExternalStorage = true }
    let animal: [RelationshipDescription] = [.toOne("owner", "Owner", inverse: "pets")]
    var address = AttributeDescription.make("address", .composite)
    address.elements = [.make("city", .string), .make("tags", .binaryData)]
    return ManagedObjectModel(entities: [
      .make("Animal", [name], animal), .make("Dog", super: "Animal", [name, count], animal),
      .make(
        "Owner", [address, .make("born", .date), .make("id", .uuid), large, name],
        [
          .toOne("favourite", "Animal"),
          .toMany("houses", "Place", inverse: "people", ordered: true),
          .toOne("partner", "Owner", inverse: "partnerOf"),
          .toOne("partnerOf", "Owner", inverse: "partner"),
          .toMany("pets", "Animal", inverse: "owner", ordered: true), .toMany("toys", "Toy"),
        ], unique: [["name"]]),
      .make("Place", [name], [.toMany("people", "Owner", inverse: "houses")]),
      .make("Toy", [name]),
    ])
  }()

  private func store(history: Bool = true) throws -> HandmadeStore {
    try HandmadeStore(
      Self.model, counters: ["Animal": 40, "Owner": 1], history: history,
      [
        "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZOWNER INTEGER, Z_FOK_OWNER INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVOURITE INTEGER, Z1_FAVOURITE INTEGER, ZPARTNER INTEGER, ZPARTNEROF INTEGER, ZBORN TIMESTAMP, ZCITY VARCHAR, ZNAME VARCHAR, ZID BLOB, ZTAGS BLOB, ZLARGE BLOB)",
        "CREATE UNIQUE INDEX Z_Owner_UNIQUE_name ON ZOWNER (ZNAME COLLATE BINARY ASC)",
        "CREATE TABLE ZPLACE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTOY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z3TOYS INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE Z_3HOUSES (Z_3PEOPLE INTEGER, Z_4HOUSES INTEGER, Z_FOK_4HOUSES INTEGER, PRIMARY KEY (Z_3PEOPLE, Z_4HOUSES))",
        // A trigger of a derived attribute, whose function is Core Data's own.
        "CREATE TRIGGER Z_DA_x AFTER INSERT ON ZANIMAL BEGIN SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('a', NEW.Z_PK); END",
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 5, 'there')",
      ]
    ).indexed()
  }

  private let json = """
    {"entities": {
      "Owner": [{"$id": "o", "name": "new", "born": "2024-07-06T23:06:40Z", "address": {"city": "Rome", "tags": ["a", 1]},
        "id": "00112233-4455-6677-8899-AABBCCDDEEFF", "large": "AAEC", "favourite": "Dog/p2", "pets": ["Dog/p2", "Animal/p1"],
        "houses": ["Place/p2", "Place/p1"], "toys": ["Toy/p5"], "partner": "Owner/p1"}],
      "Animal": [{"$id": "x-coredata://SOMEWHERE/Animal/p1", "name": "any"}],
      "Dog": [{"$id": "Dog/p2", "name": "dog", "owner": "o"}],
      "Place": [{"$id": "Place/p1", "name": "first"}, {"$id": "Place/p2", "name": "second"}],
      "Toy": [{"$id": "Toy/p5", "name": "ball"}]
    }}
    """

  private func importing(
    _ text: String, into store: HandmadeStore, _ policy: Importer.ConflictPolicy = .fail
  ) throws -> Importer.Result {
    let file = store.folder.url.appendingPathComponent("import-\(UUID().uuidString).json")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try Importer(policy: policy).import(file, .json, into: store.url)
  }

  @Test func objectsAndRelationshipsAreWritten() throws {
    let handmade = try store()
    let result = try importing(json, into: handmade)
    #expect(result.inserted == ["Owner": 1, "Animal": 1, "Dog": 1, "Place": 2, "Toy": 1])
    let store = try handmade.open()
    #expect(try StoreIntegrityCheck(store).run().isEmpty)
    let owner = try #require(try store.object(ObjectReference(entity: "Owner", key: 2)))
    #expect(owner["name"] == .string("new"))
    #expect(owner["born"] == .date(Date(timeIntervalSinceReferenceDate: 742_000_000)))
    #expect(owner["large"] == .data(Data([0, 1, 2])))
    let tags = JSONValue.array([.string("a"), .number("1")])
    #expect(
      owner["address"] == .composite([.init("city", .string("Rome")), .init("tags", .json(tags))]))
    #expect(owner["favourite"] == .object(ObjectReference(entity: "Dog", key: 42)))
    #expect(owner.targets("pets").map(\.description) == ["Dog/p42", "Animal/p41"])
    #expect(owner.targets("houses").map(\.key) == [2, 1])
    #expect(owner.targets("toys").map(\.key) == [1])
    let dog = try #require(try store.object(ObjectReference(entity: "Dog", key: 42)))
    #expect(dog["count"] == .integer(7))
    #expect(dog.version == 1)
    // The other end of a one-to-one relationship, in a row that was there.
    let partner = try #require(try store.object(ObjectReference(entity: "Owner", key: 1)))
    #expect(partner["partnerOf"] == .object(owner.reference))
    #expect(partner.version == 6)
    let app = try App(handmade.url)
    #expect(
      try app.texts("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000") == [
        "42", "0", "2", "2", "1",
      ])
    #expect(try app.texts("SELECT typeof(ZBORN) FROM ZOWNER WHERE Z_PK = 2") == ["integer"])
    #expect(try app.texts("SELECT hex(ZLARGE) FROM ZOWNER WHERE Z_PK = 2") == ["01000102"])
    #expect(try app.texts("SELECT Z1_FAVOURITE FROM ZOWNER WHERE Z_PK = 2") == ["2"])
    #expect(try app.texts("PRAGMA integrity_check") == ["ok"])
  }

  /// Bytes of an app's own may be JSON, too, and are hashed or signed as they are.
  @Test(
    arguments: [
      #"["a",1]"#, #"["a", 1]"#, "{\n  \"b\": 1\n}", #"["a\/b"]"#, #"["\u00e9"]"#, "\"text\"", #"{"$json":5}"#,
      #"{"$missingFile":"30084A1C-76CF-4976-8312-8E8EFCF6F510"}"#, #"{"$date":"2024-07-08"}"#, #"{"a":1,"a":2}"#, "[1",
    ])
  func bytesOfAStructComeBack(_ text: String) throws {
    let source = try store()
    let hex = HandmadeStore.hex(Data(text.utf8))
    try source.execute("UPDATE ZOWNER SET ZCITY = 'Rome', ZTAGS = x'\(hex)'")
    let file = source.folder.url.appendingPathComponent("export.json")
    let json = TextCollector()
    try JSONExport(source.open()).write(to: json)
    try json.text.write(to: file, atomically: true, encoding: .utf8)
    let folder = source.folder.url.appendingPathComponent("export")
    try CSVExport(source.open()).write(into: folder)
    for (place, format) in [(file, Importer.Format.json), (folder, .csv)] {
      let copy = try store()
      try copy.execute("DELETE FROM ZOWNER")
      _ = try Importer().import(place, format, into: copy.url)
      let bytes = try App(copy.url).texts("SELECT hex(ZTAGS) FROM ZOWNER")
      #expect(bytes.map { $0.lowercased() } == [hex], "\(format)")
    }
  }

  /// A key that the import has only just given out stands for no object of the file.
  @Test func aLinkToNothingIsNoneToANewRow() throws {
    let handmade = try store()
    for (favourite, isKnown) in [("Dog/p41", false), ("Animal/p42", false), ("Dog/p1", true)] {
      let text = """
        {"Dog": [{"$id": "Dog/p1", "name": "a"}, {"$id": "Dog/p2", "name": "b"}],
          "Owner": [{"name": "new", "favourite": "\(favourite)"}]}
        """
      guard !isKnown else {
        #expect(try importing(text, into: handmade).inserted == ["Dog": 2, "Owner": 1])
        continue
      }
      let problems = #expect(throws: ImportProblems.self) { try importing(text, into: handmade) }
      #expect(problems?.problems.first?.message.contains("neither in the file nor in the store") == true)
    }
  }

  /// What an export says of a value whose file was missing is undone.
  @Test func referencesToMissingFilesAreKept() throws {
    let name = "30084A1C-76CF-4976-8312-8E8EFCF6F510"
    let handmade = try store()
    func json(_ name: String) -> String {
      #"{"entities": {"Owner": [{"name": "new", "large": {"$missingFile": "\#(name)"}}]}}"#
    }
    _ = try importing(json(name), into: handmade)
    let app = try App(handmade.url)
    #expect(
      try app.texts("SELECT hex(ZLARGE) FROM ZOWNER WHERE ZNAME = 'new'")
        == ["02" + name.utf8.map { String(format: "%02X", $0) }.joined() + "00"])
    // A name is never a path to somewhere else.
    #expect(throws: (any Error).self) { try importing(json("../../etc/passwd"), into: handmade) }
    #expect(try app.texts("SELECT count(*) FROM ZOWNER") == ["2"])
  }

  @Test func historyTellsOfIt() throws {
    let handmade = try store()
    _ = try importing(json, into: handmade)
    let history = try handmade.open().history()
    let transaction = try #require(try history.next())
    #expect(try history.next() == nil)
    #expect(transaction.author == "swiftdata import")
    #expect(transaction.process == "swiftdata")
    #expect(transaction.changes.filter { $0.kind == .insert }.count == 6)
    let updates = transaction.changes.filter { $0.kind == .update }
    #expect(updates.map(\.key) == [1])
    #expect(updates.first?.properties == ["partnerOf"])
    let app = try App(handmade.url)
    #expect(
      try app.texts("SELECT Z_NAME || ' ' || Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
        == ["CHANGE 7", "TRANSACTION 1", "TRANSACTIONSTRING 2"])
    // A store that keeps no history gets none.
    let plain = try store(history: false)
    _ = try importing(json, into: plain)
    #expect(try App(plain.url).texts("SELECT count(*) FROM Z_PRIMARYKEY") == ["5"])
  }

  @Test(
    arguments: [
      (#"{"Owner": [{"name": 5}]}"#, "'name': a text is expected"),
      (#"{"Owner": [{}]}"#, "'name' is missing"),
      (#"{"Owner": [{"name": null}]}"#, "'name' needs a value"),
      (#"{"Owner": [{"name": "a", "nme": 1}]}"#, "no property 'nme'"),
      (#"{"Boss": []}, "#, "not valid JSON"), (#"{"Boss": [{}]}"#, "no entity 'Boss'"),
      (
        #"{"Owner": [{"name": "a", "favourite": "Animal/p99"}]}"#,
        "neither in the file nor in the store"
      ),
      (
        #"{"Owner": [{"name": "a", "favourite": "x-coredata://ELSE/Owner/p1"}]}"#,
        "neither in the file"
      ),
      (#"{"Owner": [{"name": "a", "favourite": "Owner/p1"}]}"#, "is not of Animal"),
      (#"{"Owner": [{"name": "a", "pets": "Dog/p1"}]}"#, "a list of identifiers is expected"),
      (#"{"Dog": [{"name": "a", "count": 40000}]}"#, "-32768 to 32767"),
      (#"{"Owner": [{"name": "a", "born": "soon"}]}"#, "a date"),
      (#"{"Owner": [{"name": "a", "id": "x"}]}"#, "a UUID"),
      (#"{"Owner": [{"name": "a", "large": "?"}]}"#, "base64"),
      (#"{"Owner": [{"name": "a", "address": {"town": "x"}}]}"#, "no element 'town'"),
      (#"{"Owner": [{"name": "there"}]}"#, "Owner/p1 has the same unique values"),
      (#"{"Owner": [{"name": "a"}, {"name": "a"}]}"#, "has the same unique values"),
      (#"{"Toy": [{"$id": "t", "name": "a"}, {"$id": "t", "name": "b"}]}"#, "another object"),
      ("[]", "does not have the form"), ("{\"Owner\": 5}", "does not have the form"),
    ])
  func whatIsWrongIsSaidAndNothingWritten(_ text: String, _ message: String) throws {
    let handmade = try store()
    let before = try App(handmade.url).texts("SELECT * FROM Z_PRIMARYKEY")
    do {
      _ = try importing(text, into: handmade)
      Issue.record("It was imported.")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
    let app = try App(handmade.url)
    #expect(try app.texts("SELECT * FROM Z_PRIMARYKEY") == before)
    #expect(try app.texts("SELECT count(*) FROM ZOWNER") == ["1"])
    #expect(try app.texts("SELECT count(*) FROM ATRANSACTION") == ["0"])
  }

  @Test func conflictsAreSkippedOrUpdated() throws {
    let text = """
      {"Owner": [{"$id": "o", "name": "there", "address": {"city": "Oslo", "tags": null}}],
       "Dog": [{"name": "d", "owner": "o"}]}
      """
    let skipped = try store()
    #expect(try importing(text, into: skipped, .skip).skipped == ["Owner": 1])
    #expect(try App(skipped.url).texts("SELECT ZCITY FROM ZOWNER") == ["nil"])
    #expect(try App(skipped.url).texts("SELECT ZOWNER FROM ZANIMAL") == ["1"])
    let updated = try store()
    #expect(try importing(text, into: updated, .update).updated == ["Owner": 1])
    #expect(try App(updated.url).texts("SELECT ZCITY || Z_OPT FROM ZOWNER") == ["Oslo6"])
    let change = try updated.open().history().next()?.changes.first { $0.kind == .update }
    #expect(change?.properties == ["address", "pets"] || change?.properties.first == "address")
  }

  /// Core Data's models name a constraint in the entity that declares it, not
  /// in those below; and a relationship may be part of one.
  private func constrained() throws -> HandmadeStore {
    let code = AttributeDescription.make("code", .integer64)
    let toOne: [RelationshipDescription] = [.toOne("home", "Zone")]
    return try HandmadeStore(
      ManagedObjectModel(entities: [
        .make("Animal", [code], toOne, unique: [["code", "home"]]),
        .make("Dog", super: "Animal", [code], toOne),
        .make("Thing", [code], unique: [["code"]]), .make("Tool", super: "Thing", [code]),
        .make("Zone", [code]),
      ]), counters: ["Animal": 1, "Thing": 1, "Zone": 1],
      [
        "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCODE INTEGER, ZHOME INTEGER)",
        "CREATE UNIQUE INDEX Z_Animal_UNIQUE_code_home ON ZANIMAL (ZCODE COLLATE BINARY ASC, ZHOME COLLATE BINARY ASC)",
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCODE INTEGER)",
        "CREATE UNIQUE INDEX Z_Thing_UNIQUE_code ON ZTHING (ZCODE COLLATE BINARY ASC)",
        "CREATE TABLE ZZONE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCODE INTEGER)",
        "INSERT INTO ZANIMAL VALUES (1, 2, 1, 5, 1)", "INSERT INTO ZTHING VALUES (1, 4, 1, 7)",
        "INSERT INTO ZZONE VALUES (1, 5, 1, 9)",
      ])
  }

  @Test func conflictsOfSuperentitiesAreSeen() throws {
    let text = #"{"Tool": [{"code": 7}, {"code": 8}], "Thing": [{"code": 7}]}"#
    #expect(throws: ImportProblems.self) { try importing(text, into: constrained()) }
    let store = try constrained()
    let result = try importing(text, into: store, .skip)
    #expect(result.skipped == ["Tool": 1, "Thing": 1] && result.inserted == ["Tool": 1])
    #expect(try App(store.url).texts("SELECT ZCODE FROM ZTHING ORDER BY 1") == ["7", "8"])
  }

  @Test func conflictsByRelationshipsAreSeen() throws {
    let text = """
      {"Dog": [{"code": 5, "home": "Zone/p1"}, {"code": 6, "home": "Zone/p1"}, {"code": 5, "home": "z"},
        {"code": 5}], "Zone": [{"$id": "z", "code": 1}]}
      """
    let store = try constrained()
    let result = try importing(text, into: store, .skip)
    #expect(result.skipped == ["Dog": 1] && result.inserted == ["Dog": 3, "Zone": 1])
    #expect(
      try App(store.url).texts("SELECT ZCODE || '-' || coalesce(ZHOME, '') FROM ZANIMAL ORDER BY 1")
        == ["5-", "5-1", "5-2", "6-1"])
    #expect(throws: ImportProblems.self) { try importing(text, into: constrained()) }
  }

  @Test func largeBytesGoIntoFiles() throws {
    let handmade = try store()
    let bytes = Data(repeating: 9, count: 200_000)
    let text = #"{"Owner": [{"name": "a", "large": "\#(bytes.base64EncodedString())"}]}"#
    _ = try importing(text, into: handmade)
    let store = try handmade.open()
    let owner = try #require(try store.object(ObjectReference(entity: "Owner", key: 2)))
    guard case .external(let file)? = owner["large"] else {
      Issue.record("It is in the row.")
      return
    }
    #expect(try store.data(of: file) == bytes)
    #expect(try StoreIntegrityCheck(store).run().isEmpty)
    // A failed import leaves no file.
    let failing = #"{"Owner": [{"name": "b", "large": "\#(bytes.base64EncodedString())"}, {}]}"#
    #expect(throws: ImportProblems.self) { try importing(failing, into: handmade) }
    #expect(try StoreIntegrityCheck(try handmade.open()).run().isEmpty)
  }

  @Test func csvIsReadAsItIsWritten() throws {
    let first = try store()
    _ = try importing(json, into: first)
    let folder = first.folder.url.appendingPathComponent("csv")
    try CSVExport(try first.open()).write(into: folder)
    let text = try String(contentsOf: folder.appendingPathComponent("Owner.csv"), encoding: .utf8)
    #expect(text.hasPrefix("$id,address.city,address.tags,born,id,large,name,favourite,houses"))
    let second = try store()
    let result = try Importer(policy: .update).import(folder, .csv, into: second.url)
    #expect(result.updated == ["Owner": 1])
    let comparison = StoreComparison(try first.open(), try second.open())
    try comparison.rows { Issue.record("\($0)") }
  }

  /// A link that one of its ends states only is set at both; an empty cell at
  /// the other end does not undo it.
  @Test(arguments: [("a", "b"), ("b", "a")])
  func linksThatOneEndStatesAreKept(_ first: String, _ second: String) throws {
    let files = [
      "Owner.csv": "$id,name,partner,partnerOf,pets\r\n"
        + [first, second].map { $0 == "a" ? "a,owner a,b,,\"[\"\"d\"\"]\"" : "b,owner b,,," }
        .joined(separator: "\r\n"),
      "Dog.csv": "$id,name,owner\r\nd,dog,\r\n",
    ]
    let handmade = try store()
    let folder = handmade.folder.url.appendingPathComponent("csv")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    _ = try Importer().import(folder, .csv, into: handmade.url)
    let json = """
      {"Owner": [\([first, second].map {
        $0 == "a" ? #"{"$id": "a", "name": "a", "partner": "b", "pets": ["d"]}"#
          : #"{"$id": "b", "name": "b", "partnerOf": null}"# }.joined(separator: ", "))],
       "Dog": [{"$id": "d", "name": "d", "owner": null}]}
      """
    _ = try importing(json, into: handmade)
    let app = try App(handmade.url)
    #expect(
      try app.texts(
        "SELECT a.ZNAME || '>' || b.ZNAME FROM ZOWNER AS a JOIN ZOWNER AS b ON a.ZPARTNER = b.Z_PK AND b.ZPARTNEROF = a.Z_PK ORDER BY 1"
      ) == ["a>b", "owner a>owner b"])
    #expect(try app.texts("SELECT count(*) FROM ZANIMAL WHERE ZOWNER IS NOT NULL") == ["2"])
  }

  /// A row that was there loses a target that the file says it has not.
  @Test func linksOfUpdatedRowsAreCleared() throws {
    let handmade = try store()
    _ = try importing(
      #"{"Owner": [{"name": "a", "partner": "Owner/p1"}]}"#, into: handmade)
    _ = try importing(
      #"{"Owner": [{"name": "a", "partner": null}]}"#, into: handmade, .update)
    let app = try App(handmade.url)
    #expect(
      try app.texts("SELECT count(ZPARTNER) || count(ZPARTNEROF) FROM ZOWNER") == ["00"])
  }

  @Test(.enabled(if: Fixtures.isThere, Fixtures.note))
  func aStoreIsMadeAnewFromItsExport() throws {
    for name in ["sd-metacocktails-202503.store", "sd-metacocktails-202407.store"] {
      let source = try Fixtures.store(name)
      let folder = try TemporaryFolder()
      let copy = try folder.copy(source)
      let original = try Store(reading: source)
      let app = try App(copy)
      for entity in original.model.entities {
        try app.execute("DELETE FROM \(try #require(original.layout[entity.name]?.table))")
      }
      try app.execute(
        "DELETE FROM Z_1GARNISH; UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT < 16000")
      let file = folder.url.appendingPathComponent("export.json")
      let sink = try FileSink(file)
      try JSONExport(original).write(to: sink)
      try sink.finish()
      _ = try Importer().import(file, .json, into: copy)
      let made = try Store(reading: copy)
      try StoreComparison(original, made).rows { Issue.record("\($0)") }
      #expect(try StoreIntegrityCheck(made).run().isEmpty)
      #expect(try app.texts("PRAGMA integrity_check") == ["ok"])
    }
  }

  @Test(.enabled(if: Fixtures.isThere, Fixtures.note))
  func whatIsNotImportedStaysAsItIs() throws {
    let folder = try TemporaryFolder()
    let copy = try folder.copy(Fixtures.store("sd-resourcesmanager-data.store"))
    let queries = [
      "SELECT hex(Z_PLIST) FROM Z_METADATA", "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE",
      "SELECT quote(Z_PK) || quote(Z_OPT) || quote(ZNAME) || quote(ZCRAFTINGRECIPE) FROM ZITEM WHERE Z_PK < 6",
      "SELECT quote(Z_PK) || quote(ZCOLUMNS) || quote(ZTRANSACTIONID) FROM ACHANGE WHERE Z_PK < 20",
      "SELECT sql FROM sqlite_master ORDER BY name",
    ]
    let before = try queries.map { try App(copy).texts($0) }
    let file = folder.url.appendingPathComponent("import.json")
    try Data(#"{"Item": [{"name": "imported"}]}"#.utf8).write(to: file)
    _ = try Importer().import(file, .json, into: copy)
    #expect(try queries.map { try App(copy).texts($0) } == before)
    #expect(try App(copy).texts("SELECT ZNAME FROM ZITEM WHERE Z_PK = 6") == ["imported"])
  }
}
