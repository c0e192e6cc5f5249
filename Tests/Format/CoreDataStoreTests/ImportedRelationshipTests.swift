// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Relationships whose other end is easily forgotten.
@Suite struct ImportedRelationshipTests {
  private func importing(_ text: String, into store: HandmadeStore) throws {
    let file = store.folder.url.appendingPathComponent("import.json")
    try Data(text.utf8).write(to: file)
    _ = try Importer(policy: .update).import(file, .json, into: store.url)
  }

  // MARK: Its own inverse

  private func people() throws -> HandmadeStore {
    let name = AttributeDescription.make("name", .string, optional: false)
    let model = ManagedObjectModel(entities: [
      .make("Person", [name], [.toMany("friends", "Person", inverse: "friends")], unique: [["name"]])
    ])
    return try HandmadeStore(
      model, counters: ["Person": 3], history: true,
      [
        "CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE))",
        "INSERT INTO ZPERSON VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b'), (3, 1, 1, 'c')",
        "INSERT INTO Z_1FRIENDS VALUES (1, 3), (3, 1)",
      ]
    ).indexed()
  }

  private func pairs(_ store: HandmadeStore) throws -> [String] {
    try App(store.url).texts("SELECT Z_1FRIENDS || '-' || REFLEXIVE FROM Z_1FRIENDS ORDER BY 1")
  }

  /// A file may state it at one end only.
  @Test func aFriendIsOneBothWays() throws {
    let store = try people()
    try importing(#"{"Person": [{"name": "a", "friends": ["Person/p2", "Person/p3"]}]}"#, into: store)
    #expect(try pairs(store) == ["1-2", "1-3", "2-1", "3-1"])
    try importing(#"{"Person": [{"name": "a", "friends": ["Person/p3"]}]}"#, into: store)
    #expect(try pairs(store) == ["1-3", "3-1"])
  }

  @Test func anEditedFriendIsOneBothWays() throws {
    let store = try people()
    let editor = StoreEditor(store.url)
    let (first, second) = (ObjectReference(entity: "Person", key: 1), ObjectReference(entity: "Person", key: 2))
    let report = try editor.save([.relate(first, relationship: "friends", adding: [second], removing: [])])
    #expect(try pairs(store) == ["1-2", "1-3", "2-1", "3-1"])
    try editor.undo(report)
    #expect(try pairs(store) == ["1-3", "3-1"])
  }

  @Test func aDeletedFriendLeavesNoPair() throws {
    let store = try people()
    let editor = StoreEditor(store.url)
    let report = try editor.save([.delete(ObjectReference(entity: "Person", key: 1))])
    #expect(try pairs(store).isEmpty)
    #expect(try StoreIntegrityCheck(store.open()).run().isEmpty)
    try editor.undo(report)
    #expect(try pairs(store) == ["1-3", "3-1"])
  }

  // MARK: The order of the inverse

  /// An export of the members alone says nothing of their order.
  @Test func aMemberThatStaysKeepsItsPlace() throws {
    let name = AttributeDescription.make("name", .string, optional: false)
    let model = ManagedObjectModel(entities: [
      .make("Album", [name], [.toMany("tracks", "Track", inverse: "album", ordered: true)], unique: [["name"]]),
      .make("Track", [name], [.toOne("album", "Album", inverse: "tracks")], unique: [["name"]]),
    ])
    let store = try HandmadeStore(
      model, counters: ["Album": 2, "Track": 3], history: true,
      [
        "CREATE TABLE ZALBUM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTRACK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZALBUM INTEGER, Z_FOK_ALBUM INTEGER, ZNAME VARCHAR)",
        "INSERT INTO ZALBUM VALUES (1, 1, 1, 'one'), (2, 1, 1, 'two')",
        "INSERT INTO ZTRACK VALUES (1, 2, 1, 1, 4096, 'a'), (2, 2, 1, 1, 2048, 'b'), (3, 2, 1, 1, 3072, 'c')",
      ]
    ).indexed()
    try importing(
      #"{"Track": [{"name": "a", "album": "Album/p1"}, {"name": "b", "album": "Album/p1"}]}"#, into: store)
    let orders = "SELECT ZALBUM || '-' || Z_FOK_ALBUM FROM ZTRACK ORDER BY Z_PK"
    #expect(try App(store.url).texts(orders) == ["1-4096", "1-2048", "1-3072"])
    // One that comes goes behind the others.
    try importing(#"{"Track": [{"name": "b", "album": "Album/p2"}]}"#, into: store)
    try importing(#"{"Track": [{"name": "b", "album": "Album/p1"}]}"#, into: store)
    #expect(try App(store.url).texts(orders) == ["1-4096", "1-5120", "1-3072"])
  }

  private func album() throws -> HandmadeStore {
    let name = AttributeDescription.make("name", .string, optional: false)
    let model = ManagedObjectModel(entities: [
      .make("Album", [name], [.toMany("tracks", "Track", inverse: "album", ordered: true)], unique: [["name"]]),
      .make("Track", [name], [.toOne("album", "Album", inverse: "tracks")], unique: [["name"]]),
    ])
    return try HandmadeStore(
      model, counters: ["Album": 1, "Track": 4], history: true,
      [
        "CREATE TABLE ZALBUM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTRACK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZALBUM INTEGER, Z_FOK_ALBUM INTEGER, ZNAME VARCHAR)",
        "INSERT INTO ZALBUM VALUES (1, 1, 1, 'one')",
        "INSERT INTO ZTRACK VALUES (1, 2, 1, 1, 4096, 'a'), (2, 2, 1, 1, 2048, 'b'), (3, 2, 1, NULL, NULL, 'c'), (4, 2, 1, NULL, NULL, 'd')",
      ]
    ).indexed()
  }

  /// What an edit adds is not the whole list.
  @Test func addedMembersComeBehindTheOthers() throws {
    let store = try album()
    let tracks = (1...4).map { ObjectReference(entity: "Track", key: $0) }
    let editor = StoreEditor(store.url)
    let report = try editor.save([
      .relate(
        ObjectReference(entity: "Album", key: 1), relationship: "tracks", adding: [tracks[3], tracks[0], tracks[2]],
        removing: [])
    ])
    let order = "SELECT ZNAME || Z_FOK_ALBUM FROM ZTRACK WHERE ZALBUM = 1 ORDER BY Z_FOK_ALBUM"
    #expect(try App(store.url).texts(order) == ["b2048", "a4096", "d5120", "c6144"])
    try editor.undo(report)
    #expect(try App(store.url).texts(order) == ["b2048", "a4096"])
    // A file states the list as a whole.
    try importing(#"{"Album": [{"name": "one", "tracks": ["Track/p3", "Track/p1", "Track/p2"]}]}"#, into: store)
    #expect(try App(store.url).texts(order) == ["c2048", "a3072", "b4096"])
  }

  /// Notes whose tags are in order, which those of a tag are not.
  private func notes() throws -> HandmadeStore {
    let name = AttributeDescription.make("name", .string, optional: false)
    let model = ManagedObjectModel(entities: [
      .make("Note", [name], [.toMany("tags", "Tag", inverse: "notes", ordered: true)], unique: [["name"]]),
      .make("Tag", [name], [.toMany("notes", "Note", inverse: "tags")], unique: [["name"]]),
    ])
    return try HandmadeStore(
      model, counters: ["Note": 1, "Tag": 3], history: true,
      [
        "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE Z_1TAGS (Z_1NOTES INTEGER, Z_2TAGS INTEGER, Z_FOK_2TAGS INTEGER, PRIMARY KEY (Z_1NOTES, Z_2TAGS))",
        "INSERT INTO ZNOTE VALUES (1, 1, 1, 'n')",
        "INSERT INTO ZTAG VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b'), (3, 2, 1, 'c')",
        "INSERT INTO Z_1TAGS VALUES (1, 3, 2048)",
      ]
    ).indexed()
  }

  private let tags = "SELECT Z_2TAGS || '-' || ifnull(Z_FOK_2TAGS, 'none') FROM Z_1TAGS ORDER BY Z_FOK_2TAGS"

  @Test func pairsStatedAtTheOtherEndComeLast() throws {
    let store = try notes()
    try importing(
      #"{"Tag": [{"name": "b", "notes": ["Note/p1"]}, {"name": "a", "notes": ["Note/p1"]}]}"#, into: store)
    #expect(try App(store.url).texts(tags) == ["3-2048", "2-3072", "1-4096"])
    // One that is there keeps its place.
    try importing(#"{"Tag": [{"name": "c", "notes": ["Note/p1"]}]}"#, into: store)
    #expect(try App(store.url).texts(tags) == ["3-2048", "2-3072", "1-4096"])
  }

  @Test func addedPairsComeBehindTheOthers() throws {
    let store = try notes()
    let (first, second) = (ObjectReference(entity: "Tag", key: 1), ObjectReference(entity: "Tag", key: 2))
    let note = ObjectReference(entity: "Note", key: 1)
    let editor = StoreEditor(store.url)
    let report = try editor.save([
      .relate(note, relationship: "tags", adding: [second, ObjectReference(entity: "Tag", key: 3)], removing: []),
      .relate(first, relationship: "notes", adding: [note], removing: []),
    ])
    #expect(try App(store.url).texts(tags) == ["3-2048", "2-3072", "1-4096"])
    // Undone, and done again.
    let undone = try editor.undo(report)
    #expect(try App(store.url).texts(tags) == ["3-2048"])
    try editor.undo(undone)
    #expect(try App(store.url).texts(tags) == ["3-2048", "2-3072", "1-4096"])
  }

  // MARK: A partner that must be there

  private func drivers() throws -> HandmadeStore {
    let name = AttributeDescription.make("name", .string, optional: false)
    var car = RelationshipDescription.toOne("car", "Car", inverse: "driver")
    car.isOptional = false
    let model = ManagedObjectModel(entities: [
      .make("Car", [name], [.toOne("driver", "Driver", inverse: "car")], unique: [["name"]]),
      .make("Driver", [name], [car], unique: [["name"]]),
    ])
    return try HandmadeStore(
      model, counters: ["Car": 2, "Driver": 1], history: true,
      [
        "CREATE TABLE ZCAR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDRIVER INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZDRIVER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCAR INTEGER, ZNAME VARCHAR)",
        "INSERT INTO ZCAR VALUES (1, 1, 1, 1, 'a'), (2, 1, 1, NULL, 'b')",
        "INSERT INTO ZDRIVER VALUES (1, 2, 1, 1, 'x')",
      ]
    ).indexed()
  }

  private func cars(_ store: HandmadeStore) throws -> [String] {
    try App(store.url).texts("SELECT ZNAME || ' ' || ifnull(ZCAR, 'none') FROM ZDRIVER ORDER BY ZNAME")
  }

  /// Another object takes the partner of one that cannot be without.
  @Test func whoLosesARequiredPartnerNeedsAnother() throws {
    let store = try drivers()
    let problems = #expect(throws: ImportProblems.self) {
      try importing(#"{"Driver": [{"name": "y", "car": "Car/p1"}]}"#, into: store)
    }
    #expect(problems?.problems.map(\.message) == ["'car' leaves out Driver/p1, whose 'car' needs a value"])
    #expect(try cars(store) == ["x 1"])
    try importing(
      #"{"Driver": [{"name": "y", "car": "Car/p1"}, {"name": "x", "car": "Car/p2"}]}"#, into: store)
    #expect(try cars(store) == ["x 2", "y 1"])
    #expect(try App(store.url).texts("SELECT ZNAME || ' ' || ZDRIVER FROM ZCAR ORDER BY ZNAME") == ["a 2", "b 1"])
  }

  @Test func anEditTakesNoRequiredPartner() throws {
    let store = try drivers()
    let edit = StoreEdit.update(ObjectReference(entity: "Car", key: 2), [.init("driver", .string("Driver/p1"))])
    // The driver changes the car, which is what it says.
    try StoreEditor(store.url).save([edit])
    #expect(try cars(store) == ["x 2"])
    let back = StoreEdit.insert(entity: "Driver", [.init("name", .string("y")), .init("car", .string("Car/p2"))])
    let problems = #expect(throws: ImportProblems.self) { try StoreEditor(store.url).save([back]) }
    #expect(problems?.description.hasPrefix("Nothing was changed.\n") == true)
    #expect(try cars(store) == ["x 2"])
  }
}
