// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Columns are found by name and meaning, never by position.
@Suite struct LayoutTests {
  private let name = AttributeDescription.make("name", .string)

  private func zoo() -> ManagedObjectModel {
    let code = AttributeDescription.make("code", .integer64)
    return ManagedObjectModel(entities: [
      .make("Animal", [name], [.toOne("owner", "Owner", inverse: "pets")]),
      .make("Cat", super: "Animal", [name, code], [.toOne("owner", "Owner", inverse: "pets")]),
      .make("Dog", super: "Animal", [name, code], [.toOne("owner", "Owner", inverse: "pets")]),
      .make(
        "Owner", [],
        [.toMany("pets", "Animal", inverse: "owner", ordered: true), .toOne("favourite", "Animal")]),
    ])
  }

  private let zooTables = [
    "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCODE INTEGER, ZCODE1 INTEGER, ZOWNER INTEGER, Z_FOK_OWNER INTEGER, ZNAME VARCHAR)",
    "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVOURITE INTEGER, Z1_FAVOURITE INTEGER)",
    "INSERT INTO ZOWNER VALUES (1, 4, 1, 3, 3)",
  ]

  @Test func subentitiesShareATable() throws {
    let store = try HandmadeStore(
      zoo(),
      zooTables + [
        "INSERT INTO ZANIMAL VALUES (1, 1, 1, NULL, NULL, 1, 4096, 'any'), (2, 2, 1, 22, NULL, 1, 3072, 'cat'), (3, 3, 1, NULL, 33, 1, 2048, 'dog')"
      ]
    ).open()
    #expect(store.layout.remarks.isEmpty)
    #expect(try store.count(of: "Animal") == 1)
    #expect(try store.count(of: "Animal", includingSubentities: true) == 3)
    #expect(try store.rows(of: "Cat").next()?["code"] == .integer(22))
    #expect(try store.rows(of: "Dog").next()?["code"] == .integer(33))
    let owner = try #require(try store.rows(of: "Owner").next())
    #expect(owner["favourite"] == .object(ObjectReference(entity: "Dog", key: 3)))
    #expect(owner.targets("pets").map(\.description) == ["Dog/p3", "Cat/p2", "Animal/p1"])
  }

  /// A migration in place gives its numbers in another order than the rule.
  @Test func rowsTellWhoseANumberedColumnIs() throws {
    let store = try HandmadeStore(
      zoo(),
      zooTables + [
        "INSERT INTO ZANIMAL VALUES (2, 2, 1, NULL, 22, 1, 3072, 'cat'), (3, 3, 1, 33, NULL, 1, 2048, 'dog')"
      ]
    ).open()
    #expect(try store.rows(of: "Cat").next()?["code"] == .integer(22))
    #expect(try store.rows(of: "Dog").next()?["code"] == .integer(33))
  }

  @Test func typesTellWhoseANumberedColumnIs() throws {
    var model = zoo()
    model.entities[1].attributes[1].type = .uuid
    let store = try HandmadeStore(
      model,
      [
        "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCODE INTEGER, ZOWNER INTEGER, Z_FOK_OWNER INTEGER, ZNAME VARCHAR, ZCODE1 BLOB)",
        zooTables[1],
        "INSERT INTO ZANIMAL VALUES (2, 2, 1, NULL, NULL, NULL, 'cat', x'00112233445566778899AABBCCDDEEFF'), (3, 3, 1, 33, NULL, NULL, 'dog', NULL)",
      ]
    ).open()
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(try store.rows(of: "Cat").next()?["code"] == .uuid(uuid))
    #expect(try store.rows(of: "Dog").next()?["code"] == .integer(33))
  }

  @Test func indexesTellWhoseANumberedColumnIs() throws {
    let head = AttributeDescription.make("head", .composite) {
      $0.elements = [.make("id", .string)]
    }
    let model = ManagedObjectModel(entities: [
      .make("Thing", [head, .make("id", .string)], unique: [["id"]])
    ])
    let table =
      "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZID VARCHAR, ZID1 VARCHAR)"
    let row = "INSERT INTO ZTHING VALUES (1, 1, 1, 'a', 'b')"
    // By rule the struct's element comes first.
    let plain = try HandmadeStore(model, [table, row]).open()
    #expect(try plain.rows(of: "Thing").next()?["id"] == .string("b"))
    let indexed = try HandmadeStore(
      model,
      [table, row, "CREATE UNIQUE INDEX Z_Thing_UNIQUE_id ON ZTHING (ZID COLLATE BINARY ASC)"]
    ).open()
    #expect(try indexed.rows(of: "Thing").next()?["id"] == .string("a"))
    #expect(
      try indexed.rows(of: "Thing").next()?["head"] == .composite([.init("id", .string("b"))]))
  }

  @Test func relationshipsWithoutInverseHaveHiddenColumns() throws {
    let model = ManagedObjectModel(entities: [
      .make("Leaf", [name]),
      .make("Tree", [name], [.toMany("leaves", "Leaf", ordered: true)]),
    ])
    let store = try HandmadeStore(
      model,
      [
        "CREATE TABLE ZLEAF (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z2LEAVES INTEGER, Z_FOK_2LEAVES INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTREE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "INSERT INTO ZTREE VALUES (7, 2, 1, 'oak')",
        "INSERT INTO ZLEAF VALUES (1, 1, 1, 7, 3072, 'b'), (2, 1, 1, 7, 2048, 'a'), (3, 1, 1, NULL, NULL, 'c')",
      ]
    ).open()
    let tree = try #require(try store.rows(of: "Tree").next())
    #expect(tree.targets("leaves").map(\.key) == [2, 1])
  }

  @Test func pairsAreFoundWhateverNamesTheTable() throws {
    let person: [RelationshipDescription] = [
      .toMany("blocking", "Person", inverse: "blockedBy"),
      .toMany("blockedBy", "Person", inverse: "blocking"),
      .toMany("friends", "Person", inverse: "friends"),
      .toMany("groups", "Team", inverse: "members"),
    ]
    let model = ManagedObjectModel(entities: [
      .make("Person", [name], person),
      .make("Team", [name], [.toMany("members", "Person", inverse: "groups", ordered: true)]),
    ])
    let store = try HandmadeStore(
      model,
      [
        "CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTEAM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE Z_1BLOCKING (Z_1BLOCKEDBY INTEGER, Z_1BLOCKING INTEGER, PRIMARY KEY (Z_1BLOCKEDBY, Z_1BLOCKING))",
        "CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE))",
        // Numbers of an earlier version of the model, and one for a collision.
        "CREATE TABLE Z_4GROUPS (Z_4MEMBERS1 INTEGER, Z_FOK_4MEMBERS1 INTEGER, Z_9GROUPS INTEGER, PRIMARY KEY (Z_4MEMBERS1, Z_9GROUPS))",
        "INSERT INTO ZPERSON VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b'), (3, 1, 1, 'c')",
        "INSERT INTO ZTEAM VALUES (1, 2, 1, 't')",
        "INSERT INTO Z_1BLOCKING VALUES (1, 2), (1, 3)",
        "INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1)",
        "INSERT INTO Z_4GROUPS VALUES (1, 4096, 1), (3, 2048, 1)",
      ]
    ).open()
    #expect(store.layout.remarks.isEmpty)
    let first = try #require(try store.object(ObjectReference(entity: "Person", key: 1)))
    #expect(first.targets("blocking").map(\.key) == [2, 3])
    #expect(first.targets("blockedBy").isEmpty)
    #expect(first.targets("friends").map(\.key) == [2])
    #expect(first.targets("groups").map(\.description) == ["Team/p1"])
    let team = try #require(try store.rows(of: "Team").next())
    #expect(team.targets("members").map(\.key) == [3, 1])
  }

  @Test func whatTheFileLacksIsReported() throws {
    let model = ManagedObjectModel(entities: [
      .make("Thing", [name, .make("late", .date)], [.toOne("other", "Thing")]),
      .make("Gone", [name]),
    ])
    let store = try HandmadeStore(
      model,
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "INSERT INTO ZTHING VALUES (1, 2, 1, 'a')",
      ]
    ).open()
    #expect(store.layout.remarks.count == 3)
    let thing = try #require(try store.rows(of: "Thing").next())
    #expect(thing["name"] == .string("a"))
    #expect(thing["late"] == .null)
    #expect(thing["other"] == .null)
    #expect(try store.count(of: "Gone") == 0)
  }

  /// A migration in place leaves the old name of a subentity in Z_PRIMARYKEY.
  @Test func renamedEntitiesKeepTheirNumbers() throws {
    var model = zoo()
    model.entities[2].renamingIdentifier = "Hound"
    let store = try HandmadeStore(
      model,
      zooTables + [
        "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Hound' WHERE Z_NAME = 'Dog'",
        "INSERT INTO ZANIMAL VALUES (2, 2, 1, 22, NULL, 1, 3072, 'cat'), (3, 3, 1, NULL, 33, 1, 2048, 'dog')",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME IN ('Animal', 'Owner')",
      ]
    ).indexed().open()
    #expect(store.layout.remarks.isEmpty)
    #expect(try store.rows(of: "Dog").next()?["code"] == .integer(33))
    #expect(try StoreIntegrityCheck(store).run().isEmpty)

    // Another entity of that name is another entity.
    model = zoo()
    model.entities[2].renamingIdentifier = "Cat"
    let other = try HandmadeStore(
      model, zooTables + ["UPDATE Z_PRIMARYKEY SET Z_NAME = 'Hound' WHERE Z_NAME = 'Dog'"]
    ).open()
    #expect(other.layout["Cat"]?.number == 2 && other.layout["Dog"] == nil)
  }

  @Test func aStoreWithoutModelIsReadFromItsTables() throws {
    let store = try HandmadeStore(
      zoo(), keepsModel: false,
      zooTables + [
        "CREATE INDEX ZANIMAL_ZOWNER_INDEX ON ZANIMAL (ZOWNER)",
        "INSERT INTO ZANIMAL VALUES (1, 1, 1, NULL, NULL, 1, 4096, 'any'), (3, 3, 1, NULL, 33, 1, 2048, 'dog')",
      ]
    ).open()
    guard case .tables = store.modelOrigin else {
      Issue.record("The model is not from the tables.")
      return
    }
    #expect(store.model.entity(named: "Dog")?.superentity == "Animal")
    // Classes made of it must not leave keys behind that lead nowhere.
    #expect(
      store.model.entities.flatMap(\.relationships).allSatisfy { $0.deleteRule == .nullify })
    let dog = try #require(try store.rows(of: "Dog").next())
    #expect(dog["CODE1"] == .integer(33))
    #expect(dog["OWNER"] == .object(ObjectReference(entity: "Owner", key: 1)))
    let owner = try #require(try store.rows(of: "Owner").next())
    #expect(owner["FAVOURITE"] == .object(ObjectReference(entity: "Dog", key: 3)))
  }
}

extension LayoutTests {
  @Test func partsMayBeNamedWithTheirAttribute() throws {
    let composite = AttributeDescription.make("place", .composite) {
      $0.elements = [.make("city", .string), .make("code", .integer64)]
    }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [composite])]),
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPLACE_CODE INTEGER, ZPLACE_CITY VARCHAR)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, 7, 'a')",
      ]
    ).open()
    let place: [StoredValue.Field] = [.init("city", .string("a")), .init("code", .integer(7))]
    #expect(try store.rows(of: "Thing").next()?["place"] == .composite(place))
  }
}
