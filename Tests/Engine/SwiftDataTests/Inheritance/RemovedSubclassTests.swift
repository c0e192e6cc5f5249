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

  enum Constrained {
    enum First {
      @Model class Ticket {
        var code: String
        init(_ code: String) { self.code = code }
      }
      @Model final class Pass: Ticket {
        #Unique<Pass>([\.code])
        var year = 2000
        override init(_ code: String) { super.init(code) }
      }
    }

    enum Second {
      @Model class Ticket {
        var code: String
        init(_ code: String) { self.code = code }
      }
    }
  }

  /// A constraint goes with the class that has declared it, also if the property stays.
  @Test func theirConstraintsAreGone() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Constrained.First.Ticket.self, Constrained.First.Pass.self))
      context.insert(Constrained.First.Pass("a"))
      try context.save()
    }
    for round in 1...2 {
      let context = ModelContext(try folder.container(Constrained.Second.Ticket.self))
      context.insert(Constrained.Second.Ticket("a"))
      context.insert(Constrained.Second.Ticket("a"))
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Constrained.Second.Ticket>()) == 1 + 2 * round)
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
