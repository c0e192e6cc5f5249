// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
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
  /// Above, as a number of another type.
  enum Wider {
    @Model class Owner {
      var name: String
      var age: Double = 1
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Company: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self, Company.self] }
  }
  /// Above, as what no number is.
  enum Worded {
    @Model class Owner {
      var name: String
      var age: String = ""
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self] }
  }
  /// Above, as a struct with fewer fields.
  enum Reshaped {
    struct Place: Codable, Equatable { var city: String }
    @Model class Owner {
      var name: String
      var place: Place?
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self] }
  }
  /// In the column itself.
  enum InlineAbove {
    @Model class Owner {
      var name: String
      var photo: Data?
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] { [Owner.self, Person.self] }
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

  /// The number needs another column, which is no reason to lose it.
  @Test func anotherNumberMovesToo() throws {
    do {
      let context = try open(Declared.Below.types)
      let person = Declared.Below.Person(name: "p")
      person.age = 33
      context.insert(person)
      context.insert(Declared.Below.Company(name: "c"))
      try context.save()
    }
    let context = try open(Declared.Wider.types)
    #expect(try all(Declared.Wider.Owner.self, context, by: \.name).map(\.age) == [1, 33])
  }

  /// What cannot be carried over is an error, not nothing.
  @Test func whatDoesNotFitIsRefused() throws {
    do {
      let context = try open(Declared.Below.types)
      let person = Declared.Below.Person(name: "p")
      context.insert(person)
      person.place = Declared.Place(city: "x", zip: 8)
      try context.save()
    }
    let before = try StagedErrorTests.dump(folder.file())
    for (types, property) in [(Declared.Worded.types, "age"), (Declared.Reshaped.types, "place")] {
      let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
        _ = try migrated(types, folder.file())
      }
      #expect(error?.entity == "Owner" && error?.property == property, "\(String(describing: error))")
    }
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.differences(from: before).isEmpty && after.schema == before.schema)
    let context = try open(Declared.Below.types)
    let people = try all(Declared.Below.Person.self, context, by: \.name)
    #expect(people.map(\.age) == [9] && people.map(\.place?.zip) == [8])
  }

  /// Out of files, and into them again.
  @Test func theStorageChangesOnTheWay() throws {
    let (large, small) = (Data(repeating: 1, count: 200_000), Data([1, 2, 3]))
    do {
      let context = try open(Declared.FileBelow.types)
      for (name, photo) in [("l", large), ("n", nil), ("s", small)] as [(String, Data?)] {
        let person = Declared.FileBelow.Person(name: name)
        context.insert(person)
        person.photo = photo
      }
      try context.save()
    }
    do {
      let context = try open(Declared.InlineAbove.types)
      let owners = try all(Declared.InlineAbove.Owner.self, context, by: \.name)
      #expect(owners.map(\.photo) == [large, nil, small])
      owners[1].photo = large
      try context.save()
    }
    let context = try open(Declared.FileBelow.types)
    let people = try all(Declared.FileBelow.Person.self, context, by: \.name)
    #expect(people.map(\.photo) == [large, large, small])
    // The former one goes later.
    let files = folder.file(".test_SUPPORT/_EXTERNAL_DATA").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: files).count >= 2)
  }

  /// A reference to a file that is missing stays where it is: the file may come back.
  @Test func aMissingFileLeavesItsReference() throws {
    do {
      let context = try open(Declared.FileBelow.types)
      let person = Declared.FileBelow.Person(name: "p")
      context.insert(person)
      person.photo = Data(repeating: 1, count: 200_000)
      try context.save()
    }
    try FileManager.default.removeItem(at: folder.file(".test_SUPPORT/_EXTERNAL_DATA"))
    let context = try migrated(Declared.InlineAbove.types, folder.file())
    #expect(try all(Declared.InlineAbove.Owner.self, context, by: \.name).map(\.photo) == [nil])
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    let values = try queue.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM ZOWNER").flatMap { row in
        row.databaseValues.compactMap { Data.fromDatabaseValue($0) }
      }
    }
    #expect(values.contains { $0.first == 2 && $0.count == 38 })
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
