// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataRealmMigration

@testable import RealmBehaviour

/// The class Person as former versions had it: with a key, a name, and what else is named.
private func person(_ properties: RealmProperty...) -> RealmClass {
  RealmClass(
    name: "Person", tableName: "class_Person", key: RealmTableKey(0), kind: .topLevel,
    properties: [Schemas.value("id", .string), Schemas.value("name", .string)] + properties, primaryKey: "id")
}

private func dog(_ properties: RealmProperty...) -> RealmClass {
  RealmClass(
    name: "Dog", tableName: "class_Dog", key: RealmTableKey(0), kind: .topLevel,
    properties: [Schemas.value("id", .int), Schemas.value("name", .string)] + properties, primaryKey: "id")
}

private func ann(_ values: [String: FileValue] = [:]) -> [String: FileValue] {
  ["id": .string("a"), "name": .string("Ann")].merging(values) { $1 }
}

private func bob(_ values: [String: FileValue] = [:]) -> [String: FileValue] {
  ["id": .string("b"), "name": .string("Bob")].merging(values) { $1 }
}

private func rex(_ values: [String: FileValue] = [:]) -> [String: FileValue] {
  ["id": .int(1), "name": .string("Rex")].merging(values) { $1 }
}

/// A mapping of one class.
private func mapped<Model: PersistentModel>(
  _ name: String, to model: Model.Type,
  _ change: (RealmModelMapping<Model>) -> RealmModelMapping<Model>
) -> RealmMapping {
  var mapping = RealmMapping()
  mapping.map(name, to: model, change)
  return mapping
}

extension SchemaChange {
  static let all: [SchemaChange] = properties + types + classes + objects

  private static let properties: [SchemaChange] = [
    SchemaChange(
      "a new optional property is nil", "add-a-property",
      [person()], ["Person": [ann(), bob()]],
      read: { try $0.people { "\($0.name) \($0.nick ?? "nil") \($0.score == nil)" } },
      expected: "Ann nil true, Bob nil true"),
    SchemaChange(
      "a new required property has the value that the block sets", "add-a-property",
      [person()], ["Person": [ann(), bob()]],
      mapping: { _ in mapped("Person", to: Person.self) { $0.set(\.email) { "\(try $0.get("id", as: String.self))@x" } }
      },
      read: { try $0.people { $0.email } }, expected: "a@x, b@x"),
    SchemaChange(
      "a new list is empty", "add-a-property",
      [person()], ["Person": [ann()]],
      read: {
        try $0.people { "\($0.dogs.count) \($0.tags) \($0.words.count) \($0.numbers.count) \($0.friends.count)" }
      },
      expected: "0 [] 0 0 0"),
    SchemaChange(
      "a deleted property leaves the others", "delete-a-property",
      [person(Schemas.value("age", .int), Schemas.value("shoeSize", .int))],
      ["Person": [ann(["age": .int(30), "shoeSize": .int(38)]), bob(["age": .int(40), "shoeSize": .int(45)])]],
      mapping: { _ in mapped("Person", to: Person.self) { $0.skip("shoeSize") } },
      read: { try $0.people { "\($0.name) \($0.age)" } }, expected: "Ann 30, Bob 40"),
    SchemaChange(
      "a renamed property keeps its values", "rename-a-property",
      [person(Schemas.value("yearsSinceBirth", .int))],
      ["Person": [ann(["yearsSinceBirth": .int(30)]), bob(["yearsSinceBirth": .int(-1)])]],
      mapping: { _ in mapped("Person", to: Person.self) { $0.rename("yearsSinceBirth", to: \.age) } },
      read: { try $0.people { "\($0.age)" } }, expected: "30, -1"),
    SchemaChange(
      "a renamed property may become optional", "rename-a-property",
      [person(Schemas.value("alias", .string))],
      ["Person": [ann(["alias": .string("")]), bob(["alias": .string("B")])]],
      mapping: { _ in mapped("Person", to: Person.self) { $0.rename("alias", to: \.nick) } },
      read: { try $0.people { $0.nick ?? "nil" } }, expected: ", B"),
    SchemaChange(
      "a renamed list keeps its order and its repeats", "rename-a-property",
      [person(Schemas.link("pack", "Dog", .list)), dog()],
      [
        "Person": [ann(["pack": .list([RealmFiles.link(1, 1), RealmFiles.link(1, 0), RealmFiles.link(1, 1)])])],
        "Dog": [rex(), rex(["id": .int(2), "name": .string("Max")])],
      ],
      mapping: { _ in
        var mapping = mapped("Person", to: Person.self) { $0.rename("pack", to: \.dogsElements) }
        mapping.map("Dog", to: Dog.self) { $0.set(\.kind) { _ in .small } }
        return mapping
      },
      read: { try $0.people { "\($0.dogs.map(\.name))" } }, expected: "[\"Max\", \"Rex\", \"Max\"]"),
    SchemaChange(
      "fields are combined", "modify-properties",
      [
        RealmClass(
          name: "Person", tableName: "class_Person", key: RealmTableKey(0), kind: .topLevel,
          properties: [
            Schemas.value("id", .string), Schemas.value("firstName", .string), Schemas.value("lastName", .string),
          ], primaryKey: "id")
      ],
      ["Person": [["id": .string("a"), "firstName": .string("Ann"), "lastName": .string("Lee")]]],
      mapping: { _ in
        mapped("Person", to: Person.self) {
          $0.set(\.name) { row in
            let first: String = try row.get("firstName")
            let last: String = try row.get("lastName")
            return "\(first) \(last)"
          }.skip("firstName", "lastName")
        }
      },
      read: { try $0.people { $0.name } }, expected: "Ann Lee"),
  ]

  private static let types: [SchemaChange] = [
    SchemaChange(
      "a text becomes a number", "modify-properties",
      [person(Schemas.value("age", .string))],
      ["Person": [ann(["age": .string("30")]), bob(["age": .string("old")])]],
      mapping: { _ in
        mapped("Person", to: Person.self) { $0.set(\.age) { Int(try $0.get("age", as: String.self)) ?? 0 } }
      },
      read: { try $0.people { "\($0.age)" } }, expected: "30, 0"),
    SchemaChange(
      "a number becomes a text", "modify-properties",
      [person(Schemas.value("nick", .int))], ["Person": [ann(["nick": .int(7)])]],
      mapping: { _ in mapped("Person", to: Person.self) { $0.set(\.nick) { "\(try $0.get("nick", as: Int.self))" } } },
      read: { try $0.people { $0.nick ?? "nil" } }, expected: "7"),
    SchemaChange(
      "an optional property becomes a required one", "modify-properties",
      [person(Schemas.value("age", .int, optional: true))],
      ["Person": [ann(["age": .int(5)]), bob(["age": .null])]],
      mapping: { _ in mapped("Person", to: Person.self) { $0.set(\.age) { try $0.get("age", as: Int?.self) ?? -1 } } },
      read: { try $0.people { "\($0.age)" } }, expected: "5, -1"),
    SchemaChange(
      "a required property becomes an optional one", "modify-properties",
      [person(Schemas.value("score", .double))],
      ["Person": [ann(["score": .double(0.5)]), bob(["score": .double(0)])]],
      read: { try $0.people { "\($0.score ?? -1)" } }, expected: "0.5, 0.0"),
    SchemaChange(
      "a number becomes an enum", "modify-properties",
      [dog(Schemas.value("kind", .int))],
      ["Dog": [rex(["kind": .int(1)]), rex(["id": .int(2), "kind": .int(0)])]],
      mapping: { _ in
        mapped("Dog", to: Dog.self) { $0.set(\.kind) { try $0.get("kind", as: Int.self) == 1 ? .large : .small } }
      },
      read: { try $0.dogs { "\($0.kind)" } }, expected: "large, small"),
    SchemaChange(
      "a text becomes a list of texts", "modify-properties",
      [person(Schemas.value("tags", .string))],
      ["Person": [ann(["tags": .string("a,b,a")]), bob(["tags": .string("")])]],
      mapping: { _ in
        mapped("Person", to: Person.self) {
          $0.set(\.tags) { try $0.get("tags", as: String.self).split(separator: ",").map(String.init) }
        }
      },
      read: { try $0.people { "\($0.tags)" } }, expected: "[\"a\", \"b\", \"a\"], []"),
    SchemaChange(
      "a list of texts becomes a set of texts", "modify-properties",
      [person(Schemas.value("words", .string, .list))],
      ["Person": [ann(["words": .list([.string("b"), .string("a"), .string("b")])])]],
      mapping: { _ in
        mapped("Person", to: Person.self) { $0.set(\.words) { Set(try $0.get("words", as: [String].self)) } }
      },
      read: { try $0.people { "\($0.words.sorted())" } }, expected: "[\"a\", \"b\"]"),
    // Files of all former versions come to the same, whichever of them an app has skipped.
    version(1, Schemas.value("age", .string), .string("9")),
    version(2, Schemas.value("age", .int), .int(9)),
    version(3, Schemas.value("yearsSinceBirth", .int), .int(9)),
  ]

  /// One block that goes from each version to the next: first a text, then a number, then called otherwise.
  private static func version(_ version: Int64, _ property: RealmProperty, _ age: FileValue) -> SchemaChange {
    SchemaChange(
      "a block goes through all versions, from \(version)", "modify-properties",
      [person(property)], ["Person": [ann([property.name: age])]], version: version,
      mapping: { file in
        let old = file.schema.version ?? 0
        return mapped("Person", to: Person.self) {
          if old < 2 { return $0.set(\.age) { Int(try $0.get("age", as: String.self)) ?? 0 } }
          if old < 3 { return $0 }
          return $0.rename("yearsSinceBirth", to: \.age)
        }
      },
      read: { try $0.people { "\($0.age)" } }, expected: "9")
  }

  private static let classes: [SchemaChange] = [
    SchemaChange(
      "a class gets a primary key", "modify-properties",
      [Schemas.type("Dog", Schemas.value("name", .string))],
      ["Dog": [["name": .string("Rex")], ["name": .string("Max")]]],
      mapping: { _ in
        mapped("Dog", to: Dog.self) { $0.set(\.id) { Int($0.key.rawValue) + 100 }.set(\.kind) { _ in .small } }
      },
      read: { try $0.dogs { "\($0.id) \($0.name)" } }, expected: "100 Rex, 101 Max"),
    SchemaChange(
      "a primary key changes its type", "modify-properties",
      [
        Schemas.type("Dog", primaryKey: "id", Schemas.value("id", .string), Schemas.value("name", .string)),
        person(Schemas.link("favourite", "Dog")),
      ],
      [
        "Dog": [["id": .string("7"), "name": .string("Rex")], ["id": .string("8"), "name": .string("Max")]],
        "Person": [ann(["favourite": RealmFiles.link(0, 1)])],
      ],
      mapping: { _ in
        mapped("Dog", to: Dog.self) {
          $0.set(\.id) { Int(try $0.get("id", as: String.self)) ?? 0 }.set(\.kind) { _ in .small }
        }
      },
      read: { context in
        let keys = try context.dogs { "\($0.id)" }
        return "\(keys) \(try context.people { $0.favourite?.name ?? "nil" })"
      }, expected: "7, 8 Max"),
    SchemaChange(
      "a class is called otherwise", "modify-properties",
      [Schemas.type("Pet", primaryKey: "id", Schemas.value("id", .int), Schemas.value("name", .string))],
      ["Pet": [rex()]],
      mapping: { _ in mapped("Pet", to: Dog.self) { $0.set(\.kind) { _ in .small } } },
      read: { try $0.dogs { $0.name } }, expected: "Rex"),
    SchemaChange(
      "a deleted class leaves the others", "delete-a-property",
      [person(), Schemas.type("LogEntry", Schemas.value("text", .string))],
      ["Person": [ann()], "LogEntry": [["text": .string("x")]]],
      mapping: { _ in
        var mapping = RealmMapping()
        mapping.skip("LogEntry")
        return mapping
      },
      read: { try $0.people { $0.name } }, expected: "Ann"),
    SchemaChange(
      "an object becomes an embedded one", "convert-from-object-to-embeddedobject",
      [
        person(Schemas.link("home", "Address")),
        Schemas.type("Address", Schemas.value("street", .string), Schemas.value("zip", .string, optional: true)),
      ],
      [
        "Person": [ann(["home": RealmFiles.link(1, 0)]), bob()],
        "Address": [["street": .string("Elm"), "zip": .null]],
      ],
      mapping: { file in
        var result = mapped("Person", to: Person.self) {
          $0.set(\.home) { row in
            guard case .link(let link) = try row["home"], let address = try file.object(link) else { return nil }
            return Address(street: try address.get("street"), zip: try address.get("zip"))
          }
        }
        result.skip("Address")
        return result
      },
      read: { context in
        try context.people { person in
          guard let home = person.home else { return "nil" }
          return "\(home.street) \(home.zip ?? "nil")"
        }
      },
      expected: "Elm nil, nil"),
    SchemaChange(
      "objects of a list become embedded ones", "convert-from-object-to-embeddedobject",
      [
        Schemas.type(
          "Album", primaryKey: "id", Schemas.value("id", .string), Schemas.value("title", .string),
          Schemas.link("photos", "Photo", .list)),
        Schemas.type("Photo", Schemas.value("url", .string), Schemas.value("likes", .int)),
      ],
      [
        "Album": [
          ["id": .string("1"), "title": .string("t"), "photos": .list([RealmFiles.link(1, 1), RealmFiles.link(1, 0)])]
        ],
        "Photo": [["url": .string("a"), "likes": .int(1)], ["url": .string("b"), "likes": .int(2)]],
      ],
      read: { context in
        let albums = try context.fetch(FetchDescriptor<RealmBehaviour.Album>())
        var text = ""
        for album in albums {
          let photos = album.photos.map { "\($0.url)\($0.likes)" }
          text += "\(album.title) \(photos)"
        }
        for album in albums { context.delete(album) }
        try context.save()
        return "\(text) \(try context.fetchCount(FetchDescriptor<Photo>()))"
      }, expected: "t [\"b2\", \"a1\"] 0"),
  ]

  private static let objects: [SchemaChange] = [
    SchemaChange(
      "a block makes objects of others", "modify-properties",
      [person(Schemas.value("dogName", .string, optional: true))],
      ["Person": [ann(["dogName": .string("Rex")]), bob(["dogName": .null])]],
      mapping: { _ in
        var mapping = RealmMapping()
        mapping.map("Person", to: Person.self) { $0.skip("dogName").link(\.favourite) }
        mapping.map("Person", to: Dog.self) {
          $0.when { try $0.get("dogName", as: String?.self) != nil }
            .set(\.id) { Int($0.key.rawValue) }.set(\.name) { try $0.get("dogName") }.set(\.kind) { _ in .small }
            .skip("id", "dogName")
        }
        return mapping
      },
      read: { try $0.people { $0.favourite?.name ?? "nil" } }, expected: "Rex, nil"),
    SchemaChange(
      "a block deletes objects", "modify-properties",
      [person(Schemas.link("dogs", "Dog", .list)), dog(Schemas.value("gone", .bool))],
      [
        "Person": [ann(["dogs": .list([RealmFiles.link(1, 0), RealmFiles.link(1, 1)])])],
        "Dog": [rex(["gone": .bool(true)]), rex(["id": .int(2), "name": .string("Max"), "gone": .bool(false)])],
      ],
      mapping: { _ in
        mapped("Dog", to: Dog.self) {
          $0.when { try !$0.get("gone", as: Bool.self) }.set(\.kind) { _ in .small }.skip("gone")
        }
      },
      read: { context in
        let people = try context.people { "\($0.dogs.map(\.name))" }
        return "\(people) \(try context.dogs { $0.name })"
      },
      expected: "[\"Max\"] Max"),
  ]
}
