// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Versions of a hierarchy in which other classes declare the properties.
enum Declared {
  struct Place: Codable, Equatable {
    var city: String
    var zip: Int
  }
  enum Above {
    @Model final class Item {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model class Owner {
      var name: String
      var age: Int
      var place: Place?
      var item: Item?
      @Relationship var items: [Item] = []
      init(name: String, age: Int = 7) {
        self.name = name
        self.age = age
      }
    }
    @Model final class Person: Owner {
      override init(name: String, age: Int = 7) { super.init(name: name, age: age) }
    }
    @Model final class Company: Owner {
      override init(name: String, age: Int = 7) { super.init(name: name, age: age) }
    }
    static var types: [any PersistentModel.Type] {
      [Item.self, Owner.self, Person.self, Company.self]
    }
  }
  enum Below {
    @Model final class Item {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model class Owner {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      var age: Int = 9
      var place: Place?
      var item: Item?
      @Relationship var items: [Item] = []
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Company: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] {
      [Item.self, Owner.self, Person.self, Company.self]
    }
  }
  /// Above, with a default for the rows of the other classes.
  enum Back {
    @Model final class Item {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model class Owner {
      var name: String
      var age: Int = 3
      var place: Place?
      var item: Item?
      @Relationship var items: [Item] = []
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Company: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] {
      [Item.self, Owner.self, Person.self, Company.self]
    }
  }
  /// In files beside the store.
  enum FileAbove {
    @Model class Owner {
      var name: String
      @Attribute(.externalStorage) var photo: Data?
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self] }
  }
  enum FileBelow {
    @Model class Owner {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      @Attribute(.externalStorage) var photo: Data?
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self] }
  }
  /// A class between the others.
  enum Between {
    @Model class Owner {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model class Human: Owner {
      @Attribute(originalName: "age") var years: Int = 9
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Person: Human {
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Company: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] {
      [Owner.self, Human.self, Person.self, Company.self]
    }
  }
  /// In both subclasses.
  enum Both {
    @Model class Owner {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      var age: Int
      init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
      }
    }
    @Model final class Company: Owner {
      var age: Int
      init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
      }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self, Company.self] }
  }
  /// In the other subclass.
  enum Sibling {
    @Model class Owner {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Company: Owner {
      var age: Int = 4
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self, Company.self] }
  }
}

/// A property that another class of the hierarchy declares keeps its values.
@Suite struct MovedPropertyTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func open(
    _ types: [any PersistentModel.Type], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ModelContext {
    let context = try migrated(types, folder.file())
    try StoreShape.expectNatural(folder.file(), types, sourceLocation: sourceLocation)
    for finding in try StoreChecker.check(folder.file(), .isMigrated) {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
    return context
  }

  private func all<T: PersistentModel>(
    _: T.Type, _ context: ModelContext, by path: KeyPath<T, String> & Sendable
  ) throws -> [T] {
    try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(path)]))
  }

  @Test func downAndUp() throws {
    let place = Declared.Place(city: "x", zip: 8)
    do {
      let context = try open(Declared.Above.types)
      let person = Declared.Above.Person(name: "p", age: 5)
      context.insert(person)
      person.place = place
      person.item = Declared.Above.Item(name: "i")
      person.items = [Declared.Above.Item(name: "j")]
      context.insert(Declared.Above.Company(name: "c", age: 6))
      try context.save()
    }
    do {
      let context = try open(Declared.Below.types)
      let person = try #require(
        try context.fetch(FetchDescriptor<Declared.Below.Person>()).first)
      #expect(person.age == 5 && person.place == place && person.item?.name == "i")
      #expect(person.items.map(\.name) == ["j"])
      person.age = 50
      context.insert(Declared.Below.Person(name: "q"))
      context.insert(Declared.Below.Company(name: "d"))
      try context.save()
    }
    let context = try open(Declared.Back.types)
    let owners = try all(Declared.Back.Owner.self, context, by: \.name)
    #expect(owners.map(\.name) == ["c", "d", "p", "q"])
    // The company that was made meanwhile has the default.
    #expect(owners.map(\.age) == [6, 3, 50, 9])
    #expect(owners[2].place == place && owners[2].item?.name == "i")
    #expect(owners[2].items.map(\.name) == ["j"])
  }

  @Test func toSeveralClassesAndBack() throws {
    do {
      let context = try open(Declared.Above.types)
      context.insert(Declared.Above.Person(name: "p", age: 5))
      context.insert(Declared.Above.Company(name: "c", age: 6))
      try context.save()
    }
    do {
      let context = try open(Declared.Both.types)
      #expect(try all(Declared.Both.Person.self, context, by: \.name).map(\.age) == [5])
      let companies = try all(Declared.Both.Company.self, context, by: \.name)
      #expect(companies.map(\.age) == [6])
      companies[0].age = 60
      context.insert(Declared.Both.Company(name: "d", age: 61))
      try context.save()
    }
    let context = try open(Declared.Back.types)
    let owners = try all(Declared.Back.Owner.self, context, by: \.name)
    #expect(owners.map(\.age) == [60, 61, 5])
    owners[0].age = 600
    try context.save()
    let again = try open(Declared.Both.types)
    #expect(try all(Declared.Both.Company.self, again, by: \.name).map(\.age) == [600, 61])
    #expect(try all(Declared.Both.Person.self, again, by: \.name).map(\.age) == [5])
  }

  @Test func filesMoveToo() throws {
    let (one, two) = (Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 200_000))
    do {
      let context = try open(Declared.FileAbove.types)
      let person = Declared.FileAbove.Person(name: "p")
      context.insert(person)
      person.photo = one
      let owner = Declared.FileAbove.Owner(name: "o")
      context.insert(owner)
      owner.photo = two
      try context.save()
    }
    do {
      let context = try open(Declared.FileBelow.types)
      let person = try #require(
        try context.fetch(FetchDescriptor<Declared.FileBelow.Person>()).first)
      #expect(person.photo == one)
      person.photo = nil
      try context.save()
    }
    let context = try open(Declared.FileAbove.types)
    let owners = try all(Declared.FileAbove.Owner.self, context, by: \.name)
    #expect(owners.map(\.photo) == [two, nil])
  }

  /// And renamed on the way.
  @Test func toANewClassBetween() throws {
    do {
      let context = try open(Declared.Below.types)
      let person = Declared.Below.Person(name: "p")
      person.age = 33
      context.insert(person)
      try context.save()
    }
    let context = try open(Declared.Between.types)
    #expect(try all(Declared.Between.Person.self, context, by: \.name).map(\.years) == [33])
  }

  @Test func notToASibling() throws {
    do {
      let context = try open(Declared.Below.types)
      context.insert(Declared.Below.Person(name: "p"))
      context.insert(Declared.Below.Company(name: "c"))
      try context.save()
    }
    let context = try open(Declared.Sibling.types)
    #expect(try all(Declared.Sibling.Company.self, context, by: \.name).map(\.age) == [4])
  }
}
