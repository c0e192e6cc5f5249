// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// What an import does to rows that were there.
@Suite struct ImportUpdatesTests {
  private static let model: ManagedObjectModel = {
    let name = AttributeDescription.make("name", .string, optional: false) { $0.defaultValue = .string("unnamed") }
    var owner = RelationshipDescription.toOne("owner", "Owner", inverse: "pets")
    owner.isOptional = false
    return ManagedObjectModel(entities: [
      .make(
        "Owner", [name],
        [.toMany("houses", "Place", inverse: "people"), .toMany("pets", "Pet", inverse: "owner")], unique: [["name"]]),
      .make("Pet", [name], [owner], unique: [["name"]]),
      .make(
        "Place", [name, .make("size", .integer64)], [.toMany("people", "Owner", inverse: "houses")],
        unique: [["name"]]),
    ])
  }()

  private func store() throws -> HandmadeStore {
    try HandmadeStore(
      Self.model, counters: ["Owner": 2, "Pet": 2, "Place": 2], history: true,
      [
        "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZPET (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZPLACE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSIZE INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE Z_1HOUSES (Z_1PEOPLE INTEGER, Z_3HOUSES INTEGER, PRIMARY KEY (Z_1PEOPLE, Z_3HOUSES))",
        "INSERT INTO ZOWNER VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b')",
        "INSERT INTO ZPET VALUES (1, 2, 1, 1, 'p'), (2, 2, 1, 1, 'q')",
        "INSERT INTO ZPLACE VALUES (1, 3, 1, 5, 'x'), (2, 3, 1, 6, 'unnamed')",
        "INSERT INTO Z_1HOUSES VALUES (1, 1), (1, 2)",
      ]
    ).indexed()
  }

  private func importing(
    _ text: String, into store: HandmadeStore, _ policy: Importer.ConflictPolicy = .update
  ) throws -> Importer.Result {
    let file = store.folder.url.appendingPathComponent("import.json")
    try Data(text.utf8).write(to: file)
    return try Importer(policy: policy).import(file, .json, into: store.url)
  }

  private func pairs(_ store: HandmadeStore) throws -> [String] {
    try App(store.url).texts("SELECT Z_1PEOPLE || '-' || Z_3HOUSES FROM Z_1HOUSES ORDER BY 1")
  }

  private func owners(_ store: HandmadeStore) throws -> [String] {
    try App(store.url).texts("SELECT ZOWNER FROM ZPET ORDER BY Z_PK")
  }

  @Test func whatNeedsATargetKeepsOne() throws {
    let store = try store()
    let error = #expect(throws: ImportProblems.self) {
      try importing(#"{"Pet": [{"name": "p", "owner": null}]}"#, into: store)
    }
    #expect(error?.description.contains("Pet, object 1: 'owner' needs a value") == true)
    #expect(try owners(store) == ["1", "1"])
    // What is not there stays.
    #expect(try importing(#"{"Pet": [{"name": "p"}]}"#, into: store).updated == ["Pet": 1])
    #expect(try importing(#"{"Pet": [{"name": "p", "owner": "Owner/p2"}]}"#, into: store).updated == ["Pet": 1])
    #expect(try owners(store) == ["2", "1"])
  }

  @Test func listsAreReplaced() throws {
    let store = try store()
    _ = try importing(#"{"Owner": [{"name": "a"}]}"#, into: store)
    #expect(try pairs(store) == ["1-1", "1-2"])
    _ = try importing(#"{"Owner": [{"name": "a", "houses": ["Place/p2"]}]}"#, into: store)
    #expect(try pairs(store) == ["1-2"])
    // The other end states a link that the list has not.
    let text = #"{"Owner": [{"$id": "o", "name": "a", "houses": []}], "Place": [{"name": "x", "people": ["o"]}]}"#
    _ = try importing(text, into: store)
    #expect(try pairs(store) == ["1-1"])
    _ = try importing(#"{"Owner": [{"name": "a", "houses": []}]}"#, into: store)
    #expect(try pairs(store).isEmpty)
    #expect(try StoreIntegrityCheck(store.open()).run().isEmpty)
  }

  @Test func whatAListLeavesOutNeedsAnotherOwner() throws {
    let store = try store()
    let error = #expect(throws: ImportProblems.self) {
      try importing(#"{"Owner": [{"name": "a", "pets": ["Pet/p1"]}]}"#, into: store)
    }
    #expect(error?.description.contains("'pets' leaves out Pet/p2, whose 'owner' needs a value") == true)
    #expect(try owners(store) == ["1", "1"])
    let text = #"{"Owner": [{"name": "a", "pets": ["Pet/p1"]}, {"name": "b", "pets": ["Pet/p2"]}]}"#
    #expect(try importing(text, into: store).updated == ["Owner": 2])
    #expect(try owners(store) == ["1", "2"])
    #expect(try StoreIntegrityCheck(store.open()).run().isEmpty)
  }

  /// A unique property that the file leaves out has its default value.
  @Test func defaultValuesAreUniqueAsWell() throws {
    let text = #"{"Place": [{"size": 7}]}"#
    let skipped = try store()
    #expect(try importing(text, into: skipped, .skip).skipped == ["Place": 1])
    let sizes = "SELECT ZSIZE FROM ZPLACE ORDER BY Z_PK"
    #expect(try App(skipped.url).texts(sizes) == ["5", "6"])
    let updated = try store()
    #expect(try importing(text, into: updated, .update).updated == ["Place": 1])
    #expect(try App(updated.url).texts(sizes) == ["5", "7"])
    let error = #expect(throws: ImportProblems.self) { try importing(text, into: store(), .fail) }
    #expect(error?.description.contains("Place/p2 has the same unique values") == true)
    // A row that is found otherwise keeps what the file leaves out.
    let kept = try store()
    #expect(try importing(#"{"Place": [{"name": "x"}]}"#, into: kept).updated == ["Place": 1])
    #expect(try App(kept.url).texts(sizes) == ["5", "6"])
  }

  /// The values of one constraint are those of a row, and the values of another those of a second.
  @Test func twoConstraintsMayLeadToTwoRows() throws {
    let code = AttributeDescription.make("code", .string, optional: false)
    let name = AttributeDescription.make("name", .string, optional: false)
    let model = ManagedObjectModel(entities: [.make("Thing", [code, name], unique: [["code"], ["name"]])])
    let store = try HandmadeStore(
      model, counters: ["Thing": 2],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCODE VARCHAR, ZNAME VARCHAR)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, 'a', 'x'), (2, 1, 1, 'b', 'y')",
      ]
    ).indexed()
    let error = #expect(throws: ImportProblems.self) {
      try importing(#"{"Thing": [{"code": "a", "name": "y"}]}"#, into: store)
    }
    #expect(error?.description.contains("Thing, object 1: another row has the same unique values") == true)
    #expect(try App(store.url).texts("SELECT ZCODE || ZNAME FROM ZTHING ORDER BY Z_PK") == ["ax", "by"])
  }

  /// A row of another entity has no place for all that the object has.
  @Test func aRowOfAnotherEntityIsNotUpdated() throws {
    let name = AttributeDescription.make("name", .string, optional: false)
    let size = AttributeDescription.make("size", .integer64)
    let model = ManagedObjectModel(entities: [
      .make("Animal", [name], unique: [["name"]]), .make("Cat", super: "Animal", [name]),
      .make("Dog", super: "Animal", [name, size]),
    ])
    let store = try HandmadeStore(
      model, counters: ["Animal": 2],
      [
        "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSIZE INTEGER, ZNAME VARCHAR)",
        "INSERT INTO ZANIMAL VALUES (1, 2, 1, NULL, 'c'), (2, 3, 1, 4, 'd')",
      ]
    ).indexed()
    let error = #expect(throws: ImportProblems.self) {
      try importing(#"{"Dog": [{"name": "c", "size": 5}]}"#, into: store)
    }
    #expect(error?.description.contains("Cat/p1 has the same unique values, and is no Dog") == true)
    // One of an entity below it is one.
    #expect(try importing(#"{"Animal": [{"name": "d"}]}"#, into: store).updated == ["Animal": 1])
    #expect(try importing(#"{"Dog": [{"name": "d", "size": 6}]}"#, into: store).updated == ["Dog": 1])
    #expect(try App(store.url).texts("SELECT ZSIZE FROM ZANIMAL WHERE Z_PK = 2") == ["6"])
  }
}
