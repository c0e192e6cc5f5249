// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// A list of a subclass whose inverse a superclass declares: models of its other classes lead the same way, and are in no
/// list.
@Suite struct WideInverseTests {
  @Model class Animal {
    var name: String
    var keeper: Keeper?
    init(name: String) { self.name = name }
  }

  @Model final class Dog: Animal {
    var tricks = 1
    override init(name: String) { super.init(name: name) }
  }

  @Model final class Cat: Animal {
    var lives = 9
    override init(name: String) { super.init(name: name) }
  }

  @Model final class Keeper {
    var name: String
    @Relationship(inverse: \Dog.keeper) var dogs: [Dog] = []
    init(name: String) { self.name = name }
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Animal.self, Dog.self, Cat.self, Keeper.self)
  }

  private func fill() throws {
    let context = ModelContext(container)
    let keeper = Keeper(name: "k")
    context.insert(keeper)
    for animal in [Dog(name: "Rex"), Cat(name: "Tom"), Animal(name: "Newt")] { animal.keeper = keeper }
    context.insert(Keeper(name: "other"))
    try context.save()
  }

  private func keeper(_ context: ModelContext, _ name: String = "k") throws -> Keeper {
    try #require(try context.fetch(FetchDescriptor<Keeper>(predicate: #Predicate { $0.name == name })).first)
  }

  private func leadingRows() throws -> Int? {
    try DatabaseQueue(path: folder.file().path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM ZANIMAL WHERE ZKEEPER IS NOT NULL")
    }
  }

  @Test func onlyModelsOfItsClassAreInTheList() throws {
    let context = ModelContext(container)
    let keeper = Keeper(name: "k")
    context.insert(keeper)
    let (dog, cat) = (Dog(name: "Rex"), Cat(name: "Tom"))
    cat.keeper = keeper
    #expect(keeper.dogs.isEmpty)
    dog.keeper = keeper
    #expect(keeper.dogs == [dog] && cat.keeper === keeper)
    cat.keeper = nil
    cat.keeper = keeper
    try context.save()
    let fresh = ModelContext(container)
    #expect(try self.keeper(fresh).dogs.map(\.name) == ["Rex"])
    #expect(try fresh.fetch(FetchDescriptor<Cat>()).first?.keeper?.name == "k")
  }

  @Test func norBetweenModelsWithoutContext() {
    let keeper = Keeper(name: "k")
    let (dog, cat) = (Dog(name: "Rex"), Cat(name: "Tom"))
    cat.keeper = keeper
    dog.keeper = keeper
    #expect(keeper.dogs == [dog] && cat.keeper === keeper)
    cat.keeper = nil
    #expect(keeper.dogs == [dog])
  }

  @Test func aLoadedListOfAnotherContextStays() throws {
    try fill()
    let other = ModelContext(container)
    let (seen, dogs) = (try keeper(other), try keeper(other).dogs)
    let stray = try #require(try other.fetch(FetchDescriptor<Cat>()).first)
    #expect(dogs.map(\.name) == ["Rex"] && stray.keeper === seen)
    let context = ModelContext(container)
    let cat = try #require(try context.fetch(FetchDescriptor<Cat>()).first)
    cat.keeper = try keeper(context, "other")
    try context.save()
    other.processPendingChanges()
    #expect(stray.keeper?.name == "other")
    #expect(seen.dogs == dogs && stray.keeper?.dogs.isEmpty == true)
    cat.keeper = try keeper(context)
    try context.save()
    other.processPendingChanges()
    #expect(stray.keeper === seen && seen.dogs == dogs)
  }

  enum Deletion: CaseIterable { case ofTheModel, whileTheOthersAreHere, byPredicate }

  @Test(arguments: Deletion.allCases) func nothingLeadsToADeletedOne(_ deletion: Deletion) throws {
    try fill()
    #expect(try leadingRows() == 3)
    let context = ModelContext(container)
    let animals = deletion == .whileTheOthersAreHere ? try context.fetch(FetchDescriptor<Animal>()) : []
    #expect(animals.allSatisfy { $0.keeper != nil })
    if deletion == .byPredicate {
      try context.delete(model: Keeper.self, where: #Predicate { $0.name == "k" })
    } else {
      context.delete(try keeper(context))
    }
    try context.save()
    #expect(animals.allSatisfy { $0.keeper == nil })
    #expect(try leadingRows() == 0)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Animal>()).allSatisfy { $0.keeper == nil })
  }

  @Test func predicatesCountItsMembersOnly() throws {
    let context = ModelContext(container)
    let cat = Cat(name: "Tom")
    cat.keeper = Keeper(name: "k")
    context.insert(cat)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Keeper>(predicate: #Predicate { $0.dogs.isEmpty })) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Keeper>(predicate: #Predicate { $0.dogs.count > 0 })) == 0)
  }

  // MARK: What has no place in a store

  enum Below {
    @Model class Pet {
      var name = ""
      init() {}
    }
    @Model final class Hound: Pet {
      var owner: Person?
      override init() { super.init() }
    }
    @Model final class Kitty: Pet {
      var vet: Vet?
      override init() { super.init() }
    }
    @Model final class Vet {
      init() {}
    }
    @Model final class Person {
      @Relationship(inverse: \Hound.owner) var pets: [Pet] = []
      init() {}
    }
  }

  @Test func anInverseOfASubclassIsRefused() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try memoryContainer(
        Below.Pet.self, Below.Hound.self, Below.Kitty.self, Below.Vet.self, Below.Person.self)
    }
    #expect(error == .loadIssueModelContainer && error.entity == "Person" && error.property == "pets")
    #expect(error.explanation.contains("Hound.owner"), "\(error)")
    #expect(error.advice?.contains("Let Person.pets lead to Hound") == true, "\(error)")
  }
}
