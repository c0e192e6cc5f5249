// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Relationships and stored collections. What each operator becomes in SQL.
@Suite struct GoldenRelationshipTests {
  @Test func relationshipOperators() throws {
    let name = "n"
    let context = ModelContext(try Golden.container())
    let trips = [Golden.Trip(name: "a"), Golden.Trip(name: "b")]
    trips.forEach { context.insert($0) }
    let person = Golden.Person(name: "c")
    context.insert(person)
    try context.save()
    let ids = trips.map(\.persistentModelID)
    let id = ids[0]
    let owner = person.persistentModelID
    try Golden.check(
      [
        (
          "$0.owner == nil",
          #Predicate { $0.owner == nil },
          "WHERE t0.ZOWNER IS NULL …"
        ),
        (
          "$0.owner != nil",
          #Predicate { $0.owner != nil },
          "WHERE t0.ZOWNER IS NOT NULL …"
        ),
        (
          "$0.owner?.name == name",
          #Predicate { $0.owner?.name == name },
          "JOIN ZPERSON AS t1 ON t1.Z_PK = t0.ZOWNER WHERE t1.ZNAME = ? … -- 'n'"
        ),
        (
          "$0.owner?.age ?? 0 > 3",
          #Predicate { $0.owner?.age ?? 0 > 3 },
          "LEFT JOIN ZPERSON AS t1 ON t1.Z_PK = t0.ZOWNER WHERE COALESCE(t1.ZAGE, ?) > ? … -- 0, 3"
        ),
        (
          "$0.owner!.age > 3",
          #Predicate { $0.owner!.age > 3 },
          "JOIN ZPERSON AS t1 ON t1.Z_PK = t0.ZOWNER WHERE t1.ZAGE > ? … -- 3"
        ),
        (
          "$0.owner?.name == name && $0.owner?.age == 3",
          #Predicate { $0.owner?.name == name && $0.owner?.age == 3 },
          "JOIN ZPERSON AS t1 ON t1.Z_PK = t0.ZOWNER WHERE t1.ZNAME = ? AND t1.ZAGE = ? … -- 'n', 3"
        ),
        (
          "$0.persistentModelID == id",
          #Predicate { $0.persistentModelID == id },
          "WHERE t0.Z_PK = ? … -- 1"
        ),
        (
          "ids.contains($0.persistentModelID)",
          #Predicate { ids.contains($0.persistentModelID) },
          "WHERE t0.Z_PK IN (?, ?) … -- 1, 2"
        ),
        (
          "$0.owner?.persistentModelID == owner",
          #Predicate { $0.owner?.persistentModelID == owner },
          "WHERE t0.ZOWNER = ? … -- 1"
        ),
        (
          "$0.stops.isEmpty",
          #Predicate { $0.stops.isEmpty },
          "WHERE NOT EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK) …"
        ),
        (
          "!$0.stops.isEmpty",
          #Predicate { !$0.stops.isEmpty },
          "WHERE EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK) …"
        ),
        (
          "$0.stops.count > 2",
          #Predicate { $0.stops.count > 2 },
          "WHERE (SELECT COUNT(*) FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK) > ? … -- 2"
        ),
        (
          "$0.stops.contains { $0.title == name }",
          #Predicate { $0.stops.contains { $0.title == name } },
          "WHERE EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK AND t1.ZTITLE = ?) … -- 'n'"
        ),
        (
          "$0.stops.allSatisfy { $0.order > 0 }",
          #Predicate { $0.stops.allSatisfy { $0.order > 0 } },
          "WHERE NOT EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK AND NOT (t1.ZORDER > ?)) … -- 0"
        ),
        (
          "$0.stops.filter { $0.order > 0 }.count == 2",
          #Predicate { $0.stops.filter { $0.order > 0 }.count == 2 },
          "WHERE (SELECT COUNT(*) FROM ZSTOP AS t2 WHERE t2.ZTRIP = t0.Z_PK AND t2.ZORDER > ?) = ? … -- 0, 2"
        ),
        (
          "$0.stops.count(where: { $0.order > 0 }) == 2",
          #Predicate { $0.stops.count(where: { $0.order > 0 }) == 2 },
          "WHERE (SELECT COUNT(*) FROM ZSTOP AS t2 WHERE t2.ZTRIP = t0.Z_PK AND t2.ZORDER > ?) = ? … -- 0, 2"
        ),
        (
          "$0.stops.first(where: { $0.order > 0 }) != nil",
          #Predicate { $0.stops.first(where: { $0.order > 0 }) != nil },
          "WHERE EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK AND t1.ZORDER > ?) … -- 0"
        ),
        (
          "$0.guests.isEmpty",
          #Predicate { $0.guests.isEmpty },
          "WHERE NOT EXISTS (SELECT 1 FROM Z_1TRIPS AS t1 WHERE t1.Z_3TRIPS = t0.Z_PK) …"
        ),
        (
          "$0.guests.contains { $0.age > 3 }",
          #Predicate { $0.guests.contains { $0.age > 3 } },
          "WHERE EXISTS (SELECT 1 FROM Z_1TRIPS AS t1 JOIN ZPERSON AS t2 ON t2.Z_PK = t1.Z_1GUESTS WHERE t1.Z_3TRIPS = t0.Z_PK AND t2.ZAGE > ?) … -- 3"
        ),
        (
          "$0.guests.contains { $0.persistentModelID == owner }",
          #Predicate { $0.guests.contains { $0.persistentModelID == owner } },
          "WHERE EXISTS (SELECT 1 FROM Z_1TRIPS AS t1 WHERE t1.Z_3TRIPS = t0.Z_PK AND t1.Z_1GUESTS = ?) … -- 1"
        ),
        (
          "$0.guests.contains { $0.trips.contains { $0.year == 3 } }",
          #Predicate { $0.guests.contains { $0.trips.contains { $0.year == 3 } } },
          "WHERE EXISTS (SELECT 1 FROM Z_1TRIPS AS t1 WHERE t1.Z_3TRIPS = t0.Z_PK AND EXISTS (SELECT 1 FROM Z_1TRIPS AS t2 JOIN ZTRIP AS t3 ON t3.Z_PK = t2.Z_3TRIPS WHERE t2.Z_1GUESTS = t1.Z_1GUESTS AND t3.ZYEAR = ?)) … -- 3"
        ),
        (
          "$0.owner?.trips.contains { $0.year == 3 } ?? false",
          #Predicate { $0.owner?.trips.contains { $0.year == 3 } ?? false },
          "WHERE t0.ZOWNER IS NOT NULL AND EXISTS (SELECT 1 FROM Z_1TRIPS AS t1 JOIN ZTRIP AS t2 ON t2.Z_PK = t1.Z_3TRIPS WHERE t1.Z_1GUESTS = t0.ZOWNER AND t2.ZYEAR = ?) … -- 3"
        ),
        (
          "$0.words.contains(name)",
          #Predicate { $0.words.contains(name) },
          "WHERE EXISTS (SELECT 1 FROM json_each(SWIFTDATA_JSON(t0.ZWORDS)) AS t1 WHERE SWIFTDATA_JSON_STRING(t1.value) = ?) … -- 'n'"
        ),
        (
          "$0.words.contains { $0.hasPrefix(\"a\") }",
          #Predicate { $0.words.contains { $0.hasPrefix("a") } },
          "WHERE EXISTS (SELECT 1 FROM json_each(SWIFTDATA_JSON(t0.ZWORDS)) AS t1 WHERE SWIFTDATA_STARTS_WITH(SWIFTDATA_JSON_STRING(t1.value), ?)) … -- 'a'"
        ),
        (
          "$0.words.isEmpty",
          #Predicate { $0.words.isEmpty },
          "WHERE NOT EXISTS (SELECT 1 FROM json_each(SWIFTDATA_JSON(t0.ZWORDS)) AS t1) …"
        ),
        (
          "$0.words.count == 2",
          #Predicate { $0.words.count == 2 },
          "WHERE (SELECT COUNT(*) FROM json_each(SWIFTDATA_JSON(t0.ZWORDS)) AS t1) = ? … -- 2"
        ),
        (
          "$0.words == []",
          #Predicate { $0.words == [] },
          "WHERE NOT EXISTS (SELECT 1 FROM json_each(SWIFTDATA_JSON(t0.ZWORDS)) AS t1) …"
        ),
        (
          "$0.words.max() == name",
          #Predicate { $0.words.max() == name },
          "WHERE (SELECT MAX(SWIFTDATA_JSON_STRING(t1.value) COLLATE SWIFTDATA_CANONICAL) FROM json_each(SWIFTDATA_JSON(t0.ZWORDS)) AS t1) = ? … -- 'n'"
        ),
        (
          "$0.words[0] == name",
          #Predicate { $0.words[0] == name },
          "WHERE (SELECT SWIFTDATA_JSON_STRING(t1.value) FROM json_each(SWIFTDATA_JSON(t0.ZWORDS)) AS t1 ORDER BY t1.key LIMIT 1) = ? … -- 'n'"
        ),
        (
          "$0.table[\"a\"] == 3",
          #Predicate { $0.table["a"] == 3 },
          "WHERE (SELECT t1.value FROM json_each(SWIFTDATA_JSON(t0.ZTABLE)) AS t1 WHERE t1.key = ?) = ? … -- 'a', 3"
        ),
        (
          "$0.table[\"a\", default: 0] == 3",
          #Predicate { $0.table["a", default: 0] == 3 },
          "WHERE CASE WHEN (SELECT t1.value FROM json_each(SWIFTDATA_JSON(t0.ZTABLE)) AS t1 WHERE t1.key = ?) IS NOT NULL THEN (SELECT t1.value FROM json_each(SWIFTDATA_JSON(t0.ZTABLE)) AS t1 WHERE t1.key = ?) ELSE ? END = ? … -- 'a', 'a', 0, 3"
        ),
        (
          "$0 is Golden.BusinessTrip",
          #Predicate { $0 is Golden.BusinessTrip },
          "WHERE t0.Z_ENT = ? … -- 4"
        ),
        (
          "($0 as? Golden.BusinessTrip)?.purpose == name",
          #Predicate { ($0 as? Golden.BusinessTrip)?.purpose == name },
          "WHERE CASE WHEN t0.Z_ENT = ? THEN t0.ZPURPOSE END = ? … -- 4, 'n'"
        ),
      ], in: context)
  }
}
