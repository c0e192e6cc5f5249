// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Conditions: what they mean, and where they are wrong.
@Suite struct ExpressionTests {
  private func objects(_ condition: String, order: String? = nil) throws -> [Int64] {
    var query = StoreQuery(entity: "Trip")
    query.condition = condition
    query.order = order
    let store = try Self.trips().open()
    let rows = try store.rows(query)
    var keys: [Int64] = []
    while let object = try rows.next() { keys.append(object.reference.key) }
    #expect(try store.count(query) == keys.count)
    return keys
  }

  private static func trips() throws -> HandmadeStore {
    let place = AttributeDescription.make("place", .composite) {
      $0.elements = [.make("city", .string), .make("height", .integer32)]
    }
    let kind = AttributeDescription.make("kind", .composite) {
      $0.elements = [.make("work", .string), .make("leisure", .string)]
      $0.userInfo = [
        "EnumType": .bool(true), "enum": .array([.string("work"), .string("leisure")]),
      ]
    }
    let state = AttributeDescription.make("state", .composite) {
      $0.elements = [.make("state", .integer64)]
      $0.userInfo = ["EnumType": .bool(true)]
    }
    let model = ManagedObjectModel(entities: [
      .make("Stop", [.make("name", .string)], [.toOne("trip", "Trip", inverse: "stops")]),
      .make("Tag", [.make("name", .string)], [.toMany("trips", "Trip", inverse: "tags")]),
      .make(
        "Trip",
        [
          .make("and", .integer64), .make("id", .uuid), .make("isDone", .boolean), kind,
          .make("name", .string), place, .make("price", .decimal), .make("start", .date), state,
        ],
        [
          .toOne("next", "Trip"), .toMany("stops", "Stop", inverse: "trip"),
          .toMany("tags", "Tag", inverse: "trips"),
        ]),
    ])
    return try HandmadeStore(
      model,
      [
        "CREATE TABLE ZSTOP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTRIP INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZTRIP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAND INTEGER, ZISDONE INTEGER, ZHEIGHT INTEGER, ZSTATE INTEGER, ZNEXT INTEGER, ZSTART TIMESTAMP, ZPRICE DECIMAL, ZWORK VARCHAR, ZLEISURE VARCHAR, ZNAME VARCHAR, ZCITY VARCHAR, ZID BLOB)",
        "CREATE TABLE Z_2TRIPS (Z_2TAGS INTEGER, Z_3TRIPS INTEGER, PRIMARY KEY (Z_2TAGS, Z_3TRIPS))",
        "INSERT INTO ZTRIP VALUES (1, 3, 1, 5, 1, 21, 1, 2, 742000000, 9.5, 'work', NULL, 'Röma', 'Rome', x'00112233445566778899AABBCCDDEEFF')",
        "INSERT INTO ZTRIP VALUES (2, 3, 1, 6, 0, NULL, 2, NULL, 743000000.25, 20, NULL, 'leisure', 'it''s 100%', NULL, NULL)",
        "INSERT INTO ZTRIP VALUES (3, 3, 1, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        "INSERT INTO ZSTOP VALUES (1, 1, 1, 1, 'a'), (2, 1, 1, 1, 'b'), (3, 1, 1, 2, 'b')",
        "INSERT INTO ZTAG VALUES (1, 2, 1, 'sea')", "INSERT INTO Z_2TRIPS VALUES (1, 2)",
      ])
  }

  @Test(
    arguments: [
      (#"name == "Röma""#, [1]), (#"name != "Röma""#, [2, 3]), ("name == nil", [3]),
      ("name != nil", [1, 2]), (#"not name == "Röma""#, [2, 3]), (#"not name < "S""#, [2, 3]),
      (#"name contains "100%""#, [2]), (#"name contains "ROMA""#, []),
      (#"name contains[cd] "ROMA""#, [1]), (#"name ==[cd] "roma""#, [1]),
      (#"name startswith "it's""#, [2]), (#"name endswith "%""#, [2]),
      (#"name contains """#, [1, 2]),
      (#"name like "*m?""#, [1]), (#"name in ["Röma", "x"]"#, [1]), ("name in []", []),
      ("isDone", [1]), ("not isDone", [2, 3]), ("!isDone && name != nil", [2]),
      ("isDone == false", [2]), ("state == 2", [2]), ("state in [1, 2]", [1, 2]),
      (#"kind == "leisure""#, [2]), (#"kind != "leisure""#, [1, 3]), ("kind == nil", [3]),
      (#"kind in ["work", nil]"#, [1, 3]), (#"place.city == "Rome""#, [1]),
      ("place == nil", [2, 3]),
      ("place.height > 20", [1]), (#"start > "2024-07-01""#, [1, 2]),
      (#"start == "2024-07-18T12:53:20.25Z""#, [2]), ("start < 742000001", [1]),
      ("price > 10", [2]),
      ("price == 9.5", [1]), ("price >= 9.5 and price <= 20", [1, 2]),
      (#"id == "00112233-4455-6677-8899-aabbccddeeff""#, [1]), ("`and` == 5", [1]),
      (#"next.name == "Röma""#, [3]), ("next == nil", [2]), ("next == 1", [3]),
      (#"next == "Trip/p2""#, [1]), (#"next.next.name contains "it""#, [3]), ("self == 2", [2]),
      (#"self in ["x-coredata://3f2504e0-4f89-41d3-9a0c-0305e82c3301/Trip/p1", 3]"#, [1, 3]),
      // Objects of other entities and of other stores are none of these.
      (#"self in ["x-coredata://X/Trip/p1", 3]"#, [3]), (#"next == "Nothing/p2""#, []),
      (#"next == "Stop/p2""#, []), (#"next != "Nothing/p2""#, [1, 2, 3]),
      (#"next in ["Nothing/p1", "Trip/p2"]"#, [1]), (#"stops contains "Trip/p3""#, []),
      (#"stops contains "Stop/p3""#, [2]), (#"next == "Trip/p77""#, []),
      (#"stops.name == "b""#, [1, 2]),
      ("stops.count > 1", [1]), ("stops == nil", [3]), ("stops contains 3", [2]),
      (#"tags.name == "sea""#, [2]), ("tags.count == 0", [1, 3]),
      (#"tags.trips.name contains "it""#, [2]),
      ("stops.trip.stops.count == 2", [1]), ("1 < stops.count", [1]),
      ("next.stops.count == 2", [3]),
      (#"name == "a' OR 1 = 1 --""#, []), (#"(name == nil or isDone) and not (state == 1)"#, [3]),
    ] as [(String, [Int64])])
  func condition(_ text: String, _ expected: [Int64]) throws {
    #expect(try objects(text) == expected, "\(text)")
  }

  @Test(
    arguments: [
      ("name", [3, 1, 2]), ("-name", [2, 1, 3]), ("name desc", [2, 1, 3]),
      ("stops.count, -self", [3, 2, 1]),
      ("next.name desc, name", [1, 3, 2]), ("kind", [3, 1, 2]), ("place.city desc", [1, 2, 3]),
    ] as [(String, [Int64])])
  func order(_ text: String, _ expected: [Int64]) throws {
    #expect(try objects("self != 0", order: text).count == 3)
    if text != "name" && text != "-name" && text != "name desc" && !text.hasPrefix("next") {
      #expect(try objects("self != 0", order: text) == expected)
    }
  }

  @Test(
    arguments: [
      ("", 0), ("name", 0), ("name =", 6), ("name == ", 8), ("name == x y", 10),
      ("(name == nil", 12),
      ("nme == 1", 0), ("place.town == 1", 6), ("stops.nam == 1", 6), (#"name == "a"#, 8),
      ("name == 5", 8), (#"start == "soon""#, 9), (#"id == "x""#, 6), (#"kind == "play""#, 8),
      ("name ~ 1", 5), ("name == nil and", 15), ("place == 1", 9), ("name > nil", 7), ("1 == 2", 5),
      ("start contains 'x'", 15), ("price contains '1'", 6), ("in == 1", 0), ("name in 5", 8),
      ("name ==[x] 'a'", 8), (#"name == "\q""#, 9), ("stops > 5", 6), ("isDone == 'x'", 10),
      ("name == name.x", 13), ("name < start", 7),
    ] as [(String, Int)])
  func errorsTellThePlace(_ text: String, _ position: Int) throws {
    let error = #expect(throws: ExpressionError.self) { try objects(text) }
    #expect(error?.position == position, "\(text): \(error?.description ?? "none")")
  }

  @Test func deepNestingIsAnError() {
    let text = String(repeating: "(", count: 5000)
    #expect(throws: ExpressionError.self) { try Expression(parsing: text) }
    #expect(throws: ExpressionError.self) {
      try Expression(parsing: String(repeating: "not ", count: 5000) + "a")
    }
  }

  @Test(arguments: [" or ", " and ", " || ", " && "])
  func longChainsAreErrors(_ word: String) throws {
    func chain(_ count: Int) -> String {
      Array(repeating: "isDone", count: count).joined(separator: word)
    }
    let error = #expect(throws: ExpressionError.self) { try Expression(parsing: chain(20_000)) }
    #expect(error?.position == 500 * (6 + word.count))
    let nested = "(" + chain(300) + ")" + word + "not (" + chain(300) + ")"
    #expect(throws: ExpressionError.self) { try Expression(parsing: nested) }
    #expect(try objects(chain(500)) == [1])
  }

  @Test func columnsFollowPaths() throws {
    let store = try Self.trips().open()
    let trip = try #require(try store.rows(of: "Trip").next())
    func text(_ path: String) throws -> String {
      let reader = try PathReader(store, path)
      try reader.check(from: store.entity(named: "Trip"))
      return store.text(try reader.value(of: trip))
    }
    #expect(try text("next.name") == "it's 100%")
    #expect(try text("place.city") == "Rome")
    #expect(try text("stops.name") == "[a, b]")
    #expect(try text("stops.count") == "2")
    #expect(throws: StoreError.self) { try text("next.nme") }
    #expect(throws: StoreError.self) { try text("name.x") }
  }
}
