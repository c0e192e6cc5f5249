// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// An identifier out of a file may name another class of the hierarchy than that of its row. There is no such row, then:
/// its model reports `isDeleted`, and the row's own model is not touched.
@Suite struct ForeignIdentifierTests {
  @Model class Animal {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Dog: Animal {
    var bark = "wau"
    var weight = 5.5
    init(dog name: String) { super.init(name: name) }
  }

  @Model final class Cat: Animal {
    var lives = 9
    var friends: [String] = ["a", "b"]
    init(cat name: String) { super.init(name: name) }
  }

  /// What leads to an animal without saying of which class it is.
  @Model final class Collar {
    let animal: Animal?
    init(animal: Animal?) { self.animal = animal }
  }

  @Model final class Walker {
    var dogs: [Stray] = []
    init() {}
  }

  @Model class Beast { init() {} }

  @Model final class Stray: Beast {
    var name = "stray"
    @Relationship(inverse: \Walker.dogs) var walkers: [Walker] = []
    override init() { super.init() }
  }

  @Model final class Lion: Beast {
    var mane = 7
    override init() { super.init() }
  }

  private func container(_ folder: TestFolder) throws -> ModelContainer {
    let container = try folder.container(Animal.self, Dog.self, Cat.self, Collar.self)
    let context = ModelContext(container)
    context.insert(Cat(cat: "Tom"))
    try context.save()
    return container
  }

  /// The cat's identifier, with another class in it.
  private func identifier(_ name: String, _ container: ModelContainer) throws -> PersistentIdentifier {
    let own = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Cat>())[0]
    let text = String(decoding: try JSONEncoder().encode(own), as: UTF8.self)
    return try JSONDecoder().decode(
      PersistentIdentifier.self, from: Data(text.replacing("Cat", with: name).utf8))
  }

  @Test(arguments: ["Dog", "Animal"]) func theRowIsNotReadAsAnotherClass(_ name: String) throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let stranger = context.model(for: try identifier(name, container))
    #expect("\(type(of: stranger))" == name && stranger.isDeleted)
    #expect((stranger as? Animal)?.name == "" && (stranger as? Dog)?.weight.isNaN != false)
    let cats = try context.fetch(FetchDescriptor<Cat>())
    #expect(cats.map(\.lives) == [9] && cats.map(\.friends) == [["a", "b"]])
    (stranger as? Animal)?.name = "changed"
    context.delete(stranger)
    try? context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Cat>()).map(\.name) == ["Tom"])
  }

  @Test(arguments: ["Dog", "Animal"]) func theRegisteredModelStays(_ name: String) throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let cat = try context.fetch(FetchDescriptor<Cat>())[0]
    let wrong = try identifier(name, container)
    let stranger = context.model(for: wrong)
    #expect(name == "Animal" ? stranger === cat : stranger.isDeleted && stranger !== cat)
    #expect(context.registeredModel(for: wrong) as Dog? == nil)
    #expect(try context.fetch(FetchDescriptor<Animal>()).map { $0 === cat } == [true])
  }

  @Test func aConstantLeadsToTheClassOfTheRow() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let first = ModelContext(container)
    first.insert(Collar(animal: try first.fetch(FetchDescriptor<Cat>())[0]))
    try first.save()
    let context = ModelContext(container)
    let collar = try context.fetch(FetchDescriptor<Collar>())[0]
    #expect((collar.animal as? Cat)?.lives == 9)
    #expect(try context.fetch(FetchDescriptor<Cat>()).map { $0 === collar.animal } == [true])
  }

  /// A pair that another program wrote.
  @Test func aPairWithARowOfAnotherClass() throws {
    let folder = try TestFolder()
    let container = try folder.container(Walker.self, Beast.self, Stray.self, Lion.self)
    let context = ModelContext(container)
    let walker = Walker()
    walker.dogs = [Stray(), Stray()]
    context.insert(walker)
    let lion = Lion()
    context.insert(lion)
    try context.save()
    let key = try #require(lion.persistentModelID.rowKey)
    try DatabaseQueue(path: folder.file().path).write { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*' AND type = 'table'")
      for table in tables {
        let columns = try database.columns(in: table).map(\.name)
        let beasts = try #require(columns.first { $0.contains("DOGS") })
        try database.execute(
          sql: "UPDATE \(table) SET \(beasts) = ? WHERE rowid = (SELECT max(rowid) FROM \(table))", arguments: [key])
      }
      #expect(!tables.isEmpty)
    }
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Walker>())[0].dogs.map(\.name) == ["stray"])
    var descriptor = FetchDescriptor<Walker>()
    descriptor.relationshipKeyPathsForPrefetching = [\.dogs]
    #expect(try ModelContext(container).fetch(descriptor)[0].dogs.map(\.name) == ["stray"])
    #expect(try fresh.fetch(FetchDescriptor<Lion>()).map(\.mane) == [7])
  }
}
