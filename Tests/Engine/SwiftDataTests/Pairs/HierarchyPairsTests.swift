// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Deletions by predicate that wait for their transaction, and fetches of other classes of the hierarchy.
@Suite struct HierarchyPairsTests {
  @Model class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Dog: Animal {
    var tricks: Int
    var nick: String?
    init(_ name: String, tricks: Int) {
      self.tricks = tricks
      super.init(name)
    }
  }

  @Model final class Cat: Animal {
    var lives = 9
    override init(_ name: String) { super.init(name) }
  }

  private let context: ModelContext

  init() throws {
    context = ModelContext(try memoryContainer(Animal.self, Dog.self, Cat.self))
    let animals = [Animal("newt"), Dog("rex", tricks: 3), Dog("ace", tricks: 1), Cat("tom")]
    for animal in animals { context.insert(animal) }
    try context.save()
  }

  private func names<T: Animal>(_ type: T.Type) throws -> [String] {
    let found = try context.fetch(FetchDescriptor<T>()).map(\.name).sorted()
    #expect(try context.fetchCount(FetchDescriptor<T>()) == found.count)
    #expect(try context.fetchIdentifiers(FetchDescriptor<T>()).count == found.count)
    var enumerated: [String] = []
    try context.enumerate(FetchDescriptor<T>()) { enumerated.append($0.name) }
    #expect(enumerated.sorted() == found)
    return found
  }

  @Test func allRowsOfASubclass() throws {
    try context.transaction {
      try context.delete(model: Dog.self)
      #expect(try names(Cat.self) == ["tom"])
      #expect(try names(Animal.self) == ["newt", "tom"])
      #expect(try names(Dog.self) == [])
    }
    #expect(try names(Animal.self) == ["newt", "tom"])
  }

  @Test func thoseThatAPredicateOnItsOwnPropertyFinds() throws {
    try context.transaction {
      try context.delete(model: Dog.self, where: #Predicate { $0.tricks > 2 && $0.nick == nil })
      #expect(try names(Cat.self) == ["tom"])
      #expect(try names(Animal.self) == ["ace", "newt", "tom"])
      #expect(try names(Dog.self) == ["ace"])
    }
    #expect(try names(Animal.self) == ["ace", "newt", "tom"])
  }

  @Test func thoseOfTheSuperclass() throws {
    try context.transaction {
      try context.delete(model: Animal.self, where: #Predicate { $0.name == "rex" || $0.name == "tom" })
      #expect(try names(Cat.self) == [])
      #expect(try names(Dog.self) == ["ace"])
      #expect(try names(Animal.self) == ["ace", "newt"])
    }
    #expect(try names(Animal.self) == ["ace", "newt"])
  }

  @Test func thoseOfTheSuperclassAlone() throws {
    try context.transaction {
      try context.delete(model: Animal.self, includeSubclasses: false)
      #expect(try names(Dog.self) == ["ace", "rex"])
      #expect(try names(Animal.self) == ["ace", "rex", "tom"])
    }
    #expect(try names(Animal.self) == ["ace", "rex", "tom"])
  }
}
