// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSourceConverter
import Testing
import ToolSupport

/// Converted sources, as the compiler reads them.
@Suite struct CompileTests {
  @Test func convertedSourcesCompile() throws {
    guard let compiler = SwiftCompiler() else {
      print("skipped: \(SwiftCompiler.absence)")
      return
    }
    let sources = [
      RealmSource(path: "Models.swift", text: Self.models), RealmSource(path: "Usage.swift", text: Self.usage),
    ]
    let conversion = RealmSourceConverter(sources).convert()
    #expect(conversion.files.map(\.path) == ["Models.swift", "Usage.swift", "RealmSupport.swift"])
    let errors = try compiler.errors(in: conversion.files.map { ($0.path, $0.text) })
    #expect(errors == [], "\(conversion.files.map(\.text).joined(separator: "\n----\n"))")
  }

  private static let models = """
    import RealmSwift

    enum Kind: String, PersistableEnum { case small, large }

    class Address: EmbeddedObject, Codable {
      @Persisted var street: String
      @Persisted var city: String?
      convenience init(street: String) {
        self.init()
        self.street = street
      }
    }

    class Room: EmbeddedObject {
      @Persisted var name = ""
      @Persisted var guest: Person?
    }

    class Person: Object, Codable {
      @Persisted(primaryKey: true) var _id: ObjectId
      @Persisted var name: String
      @Persisted var born: Date?
      @Persisted var address: Address?
      @Persisted var former: List<Address>
      @Persisted var dogs: List<Dog>
      @Persisted var friends: MutableSet<Person>
      @Persisted var words: MutableSet<String>
      @Persisted var byName: Map<String, Dog?>
      @Persisted var numbers: Map<String, Int>
      @Persisted var `case`: Case?
      lazy var shout: String = name.uppercased()
      static func all(in realm: Realm) -> Results<Person> { realm.objects(self) }
      enum CodingKeys: String, CodingKey { case _id, name, born, address }
    }

    final class Dog: Object {
      @Persisted(indexed: true) var name = ""
      @Persisted var kind: Kind
      @Persisted var any: AnyRealmValue
      @Persisted var cost: Decimal128
      @Persisted var id = UUID()
      @Persisted var rooms: List<Room>
      @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
      convenience init(name: String, kind: Kind) {
        self.init()
        self.name = name
        self.kind = kind
      }
      func rename(_ new: String) throws {
        try realm?.write { name = new }
      }
    }

    class Word: Object, Codable {
      @Persisted var `default`: Bool
      @Persisted var `class`: String?
      @Persisted var isDeleted = false
    }

    class Case: EmbeddedObject {
      @Persisted var word: Word?
      convenience init(word: Word) { self.init(); self.word = word }
    }

    class Base: Object {
      @objc dynamic var identifier: String?
      override static func primaryKey() -> String? { return "identifier" }
      static func find(_ identifier: String, in realm: Realm?) -> Self? {
        return realm?.objects(self).filter("identifier = '\\(identifier)'").first
      }
    }

    class Leaf: Base {
      @objc dynamic var size = 0
      let weight = RealmOptional<Double>()
      var tags = List<String>()
      convenience init(size: Int) {
        self.init()
        self.size = size
        self.weight.value = 2
        ["a"].forEach(self.tags.append)
      }
    }

    """

  private static let usage = """
    import Foundation
    import RealmSwift

    func work(name: String) throws {
      let realm = try Realm()
      let dogs = realm.objects(Dog.self).filter("name CONTAINS[c] %@ OR kind == %@", name, Kind.small.rawValue)
      let people = realm.objects(Person.self)
        .where { $0.name == name && $0.born != nil }
        .sorted(byKeyPath: "name", ascending: false)
      let count = realm.objects(Person.self).filter("ANY dogs.name == 'Rex' AND address.city != nil").count
      try realm.write {
        realm.add(people)
        realm.add(Dog(name: name, kind: .large), update: .all)
        realm.delete(dogs)
        people.first?.dogs.append(objectsIn: dogs)
        people.first?.address = Address()
        people.first?.former.append(Address(value: ["street": name, "city": "Ghent"]))
      }
      if let leaf = realm.object(ofType: Leaf.self, forPrimaryKey: name + "\\(count)") {
        print(leaf.weight.value ?? 0, leaf.isInvalidated)
      }
    }

    """
}
