// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// A store with one of everything, in which nothing is wrong.
enum CheckedStore {
  static let name = AttributeDescription.make("name", .string, optional: false)

  static let model = ManagedObjectModel(entities: [
    .make("Animal", [name], [.toOne("owner", "Owner", inverse: "pets")]),
    .make("Dog", super: "Animal", [name], [.toOne("owner", "Owner", inverse: "pets")]),
    .make(
      "Owner", [name, .make("born", .date)],
      [
        .toMany("pets", "Animal", inverse: "owner"), .toOne("favourite", "Animal"),
        .toOne("partner", "Owner", inverse: "partnerOf"),
        .toOne("partnerOf", "Owner", inverse: "partner"),
        .toMany("houses", "Place", inverse: "people"),
      ], unique: [["name"]]),
    .make("Place", [name], [.toMany("people", "Owner", inverse: "houses")]),
  ])

  static func make(
    _ changes: [String] = [], counters: [String: Int] = ["Animal": 9, "Owner": 9, "Place": 9],
    isOpenSwiftData: Bool = false
  )
    throws -> HandmadeStore
  {
    try HandmadeStore(
      model, counters: counters, history: true, isOpenSwiftData: isOpenSwiftData,
      [
        "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVOURITE INTEGER, Z1_FAVOURITE INTEGER, ZPARTNER INTEGER, ZPARTNEROF INTEGER, ZBORN TIMESTAMP, ZNAME VARCHAR)",
        "CREATE TABLE ZPLACE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE TABLE Z_3HOUSES (Z_3PEOPLE INTEGER, Z_4HOUSES INTEGER, PRIMARY KEY (Z_3PEOPLE, Z_4HOUSES))",
        "INSERT INTO ZANIMAL VALUES (1, 1, 1, 1, 'a'), (2, 2, 1, 1, 'd')",
        "INSERT INTO ZOWNER VALUES (1, 3, 1, 2, 2, 2, NULL, 1, 'o'), (2, 3, 1, NULL, NULL, NULL, 1, NULL, 'p')",
        "INSERT INTO ZOWNER VALUES (8, 3, 1, NULL, NULL, 8, 8, 1, 'both ends')",
        "INSERT INTO ZPLACE VALUES (1, 4, 1, 'x')", "INSERT INTO Z_3HOUSES VALUES (1, 1)",
      ]
    ).indexed(changed: changes)
  }

  static func findings(_ store: HandmadeStore) throws -> [Finding] {
    try StoreIntegrityCheck(try store.open()).run()
  }
}
