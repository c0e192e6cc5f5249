// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Rows of a class that the schema no longer has are read as those of its superclass, wherever that is in the hierarchy.
@Suite struct RemovedSubclassTests {
  enum First {
    @Model class Vehicle {
      @Attribute(.preserveValueOnDeletion) var name: String
      init(name: String) { self.name = name }
    }
    @Model class Car: Vehicle {
      var doors = 5
      override init(name: String) { super.init(name: name) }
    }
    @Model final class SportsCar: Car {
      var topSpeed = 300
      override init(name: String) { super.init(name: name) }
    }
  }

  enum Second {
    @Model class Vehicle {
      @Attribute(.preserveValueOnDeletion) var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Car: Vehicle {
      var doors = 5
      override init(name: String) { super.init(name: name) }
    }
  }

  private func context(_ folder: TestFolder) throws -> ModelContext {
    do {
      let context = ModelContext(
        try folder.container(First.Vehicle.self, First.Car.self, First.SportsCar.self))
      for vehicle in [First.Vehicle(name: "v"), First.Car(name: "c"), First.SportsCar(name: "s")] {
        context.insert(vehicle)
      }
      try context.save()
    }
    return ModelContext(try folder.container(Second.Vehicle.self, Second.Car.self))
  }

  @Test func fetchesOfTheSuperclassFindThem() throws {
    let folder = try TestFolder()
    let context = try context(folder)
    #expect(try context.fetchCount(FetchDescriptor<Second.Car>()) == 2)
    #expect(try context.fetch(FetchDescriptor<Second.Car>()).map(\.name).sorted() == ["c", "s"])
    let cars = FetchDescriptor<Second.Vehicle>(predicate: #Predicate { $0 is Second.Car })
    #expect(try context.fetch(cars).map(\.name).sorted() == ["c", "s"])
  }

  @Test func deletionsOfTheSuperclassReachThem() throws {
    let folder = try TestFolder()
    let context = try context(folder)
    try context.delete(model: Second.Car.self)
    #expect(try context.fetch(FetchDescriptor<Second.Vehicle>()).map(\.name) == ["v"])
    var names: [String?] = []
    for case .delete(let delete as DefaultHistoryDelete<Second.Car>) in try context.transactions().flatMap(\.changes) {
      names.append(delete.tombstone[\.name] as? String)
    }
    #expect(names.compactMap { $0 }.sorted() == ["c", "s"])
  }
}
