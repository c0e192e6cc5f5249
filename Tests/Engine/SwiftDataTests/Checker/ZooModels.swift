// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Every kind of relationship, also to and from the subclasses of a hierarchy.
enum Zoo {
  enum Diet: String, Codable { case plants, meat }
  enum Mood: Codable { case calm, wild }
  enum Sound: Codable {
    case none
    case call(String, loudness: Int)
  }
  struct Place: Codable {
    var house: String
    var row: Int?
    var signs: [String]
  }

  @Model class Animal {
    #Index<Animal>([\.name], [\.born, \.name])
    var name: String
    var born: Date
    @Attribute(.preserveValueOnDeletion) var code: String
    var keeper: Keeper?
    init(name: String) {
      self.name = name
      code = name.uppercased()
      born = Date(timeIntervalSinceReferenceDate: 1000)
    }
  }

  @Model class Mammal: Animal {
    var legs: Int16
    var note: String?
    var diet: Diet?
    @Relationship(inverse: \Mammal.mother) var young: [Mammal] = []
    var mother: Mammal?
    init(name: String, legs: Int16) {
      self.legs = legs
      super.init(name: name)
    }
  }

  @Model final class Cat: Mammal {
    @Attribute(.preserveValueOnDeletion) var lives: Int = 9
    @Attribute(.externalStorage) var picture: Data?
    var rival: Animal?
    init(name: String) { super.init(name: name, legs: 4) }
  }

  @Model final class Bird: Animal {
    var note: String?
    var wingspan: Float = 0.5
    var sound: Sound = Sound.none
    var egg: Egg?
    override init(name: String) { super.init(name: name) }
  }

  @Model final class Egg {
    var mood: Mood = Mood.calm
    var laid: Date?
    @Relationship(inverse: \Bird.egg) var bird: Bird?
    init() {}
  }

  @Model final class Keeper {
    @Attribute(.unique) var name: String
    var place: Place?
    var days: [String] = []
    var wage: Decimal = 12.5
    var page: URL?
    var badge: UUID = UUID()
    @Relationship(inverse: \Animal.keeper) var animals: [Animal] = []
    var favourite: Animal?
    var toys: [Toy] = []
    @Relationship(deleteRule: .cascade) var loans: [Toy] = []
    @Relationship(inverse: \Keeper.followers) var heroes: [Keeper] = []
    var followers: [Keeper] = []
    @Relationship(inverse: \Zone.keepers) var zones: [Zone] = []
    init(name: String) { self.name = name }
  }

  @Model final class Toy {
    var label: String
    var users: [Animal] = []
    init(label: String) { self.label = label }
  }

  @Model final class Zone {
    #Unique<Zone>([\.name, \.floor])
    var name: String
    var floor: Int
    var isOpen: Bool = true
    var keepers: [Keeper] = []
    var birds: [Bird] = []
    init(name: String, floor: Int) {
      self.name = name
      self.floor = floor
    }
  }

  static let types: [any PersistentModel.Type] = [
    Animal.self, Mammal.self, Cat.self, Bird.self, Egg.self, Keeper.self, Toy.self, Zone.self,
  ]

  static func container(_ file: URL) throws -> ModelContainer {
    let schema = Schema(types)
    return try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: file)])
  }

  static func fill(_ context: ModelContext) throws {
    let (cat, kitten, bird) = (Cat(name: "Tom"), Cat(name: "Kit"), Bird(name: "Jay"))
    let (horse, newt) = (Mammal(name: "Bess", legs: 4), Animal(name: "Newt"))
    let (ann, bob) = (Keeper(name: "Ann"), Keeper(name: "Bob"))
    for animal in [cat, kitten, bird, horse, newt] { context.insert(animal) }
    context.insert(ann)
    context.insert(bob)
    cat.born = Date(timeIntervalSinceReferenceDate: 2000.25)
    cat.picture = Data(repeating: 3, count: 200_000)
    kitten.picture = Data([1, 2, 3])
    kitten.mother = cat
    horse.diet = .plants
    horse.note = "fast"
    cat.rival = bird
    kitten.rival = newt
    bird.sound = .call("caw", loudness: 3)
    bird.note = "blue"
    bird.egg = Egg()
    ann.animals = [cat, bird, newt]
    ann.favourite = kitten
    bob.favourite = newt
    bob.place = Place(house: "B", row: 2, signs: ["x", "y"])
    bob.page = URL(string: "https://example.org/bob?x=1")
    ann.days = ["Mon"]
    ann.toys = [Toy(label: "ball"), Toy(label: "rope")]
    ann.loans = [Toy(label: "bone")]
    ann.toys[0].users = [cat, bird]
    ann.heroes = [bob]
    bob.heroes = [ann, bob]
    let zone = Zone(name: "North", floor: 1)
    zone.birds = [bird]
    ann.zones = [zone, Zone(name: "North", floor: 2)]
    bob.zones = [zone]
    try context.save()
  }
}
