// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Models from backing data, and values across the bridges between the classes of a hierarchy.
@Suite struct BackingDataTests {
  private func answers() -> Backing.Answers<Backing.Owner> {
    let answers = Backing.Answers<Backing.Owner>(for: Backing.Owner.self)
    answers.values = [
      \.name: "from backing", \.age: 44, \.ID: "own", \.code: 9, \.pets: [Backing.Pet(name: "cat")],
    ]
    return answers
  }

  @Test func aBackingDataOfOnesOwnIsAskedWhenAValueIsRead() {
    let answers = answers()
    let owner = Backing.Owner(backingData: answers)
    // A constant has no accessor that could ask later.
    #expect(owner.code == 9 && answers.asked == 1)
    #expect(owner.name == "from backing" && owner.name == "from backing")
    #expect(answers.asked == 2)
    owner.age = 45
    #expect(owner.age == 45 && answers.asked == 2)
  }

  @Test func insertingTakesAllValues() throws {
    let container = try memoryContainer(Backing.Owner.self)
    let context = ModelContext(container)
    let owner = Backing.Owner(backingData: answers())
    owner.age = 45
    context.insert(owner)
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Backing.Owner>()).first)
    #expect(read.name == "from backing" && read.age == 45 && read.code == 9 && read.ID == "own")
    #expect(read.pets.map(\.name) == ["cat"] && read.pets.first?.owner === read)
  }

  @Test func theViewOfAnotherObjectIsABackingData() throws {
    let owner = Backing.Owner(name: "Ada")
    owner.age = 3
    let copy = Backing.Owner(backingData: owner.persistentBackingData)
    #expect(copy.name == "Ada" && copy.age == 3 && copy !== owner)
    let other = Backing.Owner(name: "other")
    other.persistentBackingData = owner.persistentBackingData
    #expect(other.name == "Ada")
  }

  @Test func bridgesKeepTheirValues() throws {
    let backing: some BackingData<Backing.Owner> = Backing.Owner.createBackingData()
    backing.setValue(forKey: \.name, to: "kept")
    let current: any BackingData<Backing.Owner> = backing._generateCurrentClassBackingData()
    #expect(current.getValue(forKey: \.name) == "kept")

    guard #available(macOS 26, *) else { return }
    let bicycle = Backing.Bicycle(wheels: 2)
    bicycle.note = "fast"
    let vehicle: any BackingData<Backing.Vehicle> =
      bicycle.persistentBackingData._superClassBackingData(of: Backing.Bicycle.self)
    #expect(vehicle.getValue(forKey: \.wheels) == 2)
    let note: String? = vehicle.getValue(forKey: \.note)
    #expect(note == "fast")
    let down: any BackingData<Backing.Bicycle> = vehicle._generateCurrentClassBackingData()
    #expect(down.getValue(forKey: \.wheels) == 2)
    down.setValue(forKey: \.wheels, to: 3)
    #expect(down.getValue(forKey: \.wheels) == 3)
    #expect(Backing.Vehicle(backingData: vehicle).wheels == 2)
  }

  @Test func anIdentifierOfARowEqualsTheModels() throws {
    let container = try memoryContainer(Backing.Owner.self)
    let context = ModelContext(container)
    let owner = Backing.Owner(name: "Ada")
    context.insert(owner)
    try context.save()
    let store = try #require(owner.persistentModelID.storeIdentifier)
    func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(_ key: T) throws
      -> PersistentIdentifier
    { try .identifier(for: store, entityName: "Owner", primaryKey: key) }
    for same in [try identifier(1), try identifier(UInt8(1)), try identifier("p1")] {
      #expect(same == owner.persistentModelID && same.hashValue == owner.persistentModelID.hashValue)
      #expect(context.model(for: same) === owner)
      let coded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(same))
      #expect(coded == same)
    }
    for other in [
      try identifier("1"), try identifier("p01"), try identifier("p+1"), try identifier("p-1"), try identifier(-1),
      try identifier(1.0), try identifier("q1"), try identifier(UInt64.max),
    ] {
      #expect(other != owner.persistentModelID && !other.isTemporary)
    }
  }

  @Test func aPropertyMayBeCalledID() throws {
    let container = try memoryContainer(Backing.Owner.self)
    let context = ModelContext(container)
    context.insert(Backing.Owner(name: "a"))
    let other = Backing.Owner(name: "b")
    other.ID = "x"
    context.insert(other)
    try context.save()
    let read = try ModelContext(container).fetch(
      FetchDescriptor<Backing.Owner>(predicate: #Predicate { $0.ID == "x" }, sortBy: [SortDescriptor(\.ID)]))
    #expect(read.map(\.name) == ["b"])
  }

  @Test func aSubclassThatIsNoModelIsRefused() throws {
    guard #available(macOS 26, *) else { return }
    let context = ModelContext(try memoryContainer(Backing.Vehicle.self))
    context.insert(Backing.Tricycle(wheels: 3))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.description.contains("Tricycle inherits from the model Vehicle, but is not a model itself") == true)
    let listed = #expect(throws: SwiftDataError.self) {
      _ = try memoryContainer(Backing.Vehicle.self, Backing.Tricycle.self)
    }
    #expect(listed?.description.contains("Mark Tricycle with '@Model'") == true)
  }

  @Test func unnamedStoresInMemoryKeepDifferentModels() throws {
    let container = try ModelContainer(
      for: Backing.Owner.self, Unusual.Namesake.self,
      configurations: ModelConfiguration(for: Backing.Owner.self, Backing.Pet.self, isStoredInMemoryOnly: true),
      ModelConfiguration(for: Unusual.Namesake.self, isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Backing.Owner(name: "a"))
    context.insert(Unusual.Namesake(title: "t", count: 1))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Unusual.Namesake>()) == 1)
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      _ = try ModelContainer(
        for: Backing.Owner.self,
        configurations: ModelConfiguration("one", isStoredInMemoryOnly: true),
        ModelConfiguration("one", isStoredInMemoryOnly: true))
    }
  }
}

/// What the notifications of a context hold, and what it says of itself.
@Suite struct NotificationTests {
  private final class Log: @unchecked Sendable { var entries: [[AnyHashable: Any]] = [] }

  @Test func eachSaveHasAGenerationOfItsOwn() throws {
    let context = ModelContext(try memoryContainer(Backing.Pet.self))
    let log = Log()
    let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      log.entries.append($0.userInfo ?? [:])
    }
    defer { NotificationCenter.default.removeObserver(token) }
    for name in ["a", "b"] {
      context.insert(Backing.Pet(name: name))
      try context.save()
    }
    let key = ModelContext.NotificationKey.queryGeneration
    let generations = log.entries.compactMap { $0[key] as? ModelContext.QueryGeneration }
    #expect(generations.count == 2 && generations[0] < generations[1])
    #expect(log.entries.allSatisfy { ($0[key.rawValue] as? ModelContext.QueryGeneration) != nil })
    #expect(log.entries.allSatisfy { $0[ModelContext.NotificationKey.invalidatedAllIdentifiers] == nil })
  }

  @Test func aContextDescribesItself() throws {
    let context = ModelContext(try memoryContainer(Backing.Pet.self))
    let first = Backing.Pet(name: "a")
    context.insert(first)
    try context.save()
    context.author = "import"
    first.name = "b"
    context.insert(Backing.Pet(name: "c"))
    #expect(
      context.debugDescription == #"ModelContext(author: "import", inserted: 1, changed: 1, deleted: 0)"#)
    #expect("\(String(reflecting: context))" == context.debugDescription)
  }
}
