// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct InheritanceTests {
  typealias Vehicle = Vehicles.Vehicle
  typealias Car = Vehicles.Car
  typealias SportsCar = Vehicles.SportsCar
  typealias Bike = Vehicles.Bike

  private func open(_ folder: TestFolder) throws -> ModelContext {
    let schema = Schema(Vehicles.types)
    return ModelContext(
      try ModelContainer(
        for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file())]))
  }

  private func filled(_ folder: TestFolder) throws {
    let context = try open(folder)
    let garage = Vehicles.Garage(address: "here")
    let sports = SportsCar(name: "s", topSpeed: 320)
    sports.plate = "S1"
    sports.trophies = [Vehicles.Trophy(title: "cup")]
    garage.vehicles = [
      Vehicle(name: "v"), Car(name: "c", doors: 5), sports, Bike(name: "b", isElectric: true),
    ]
    context.insert(garage)
    try context.save()
  }

  @Test func aFetchOfTheBaseBringsSubclasses() throws {
    let folder = try TestFolder()
    try filled(folder)
    let context = try open(folder)
    let all = try context.fetch(
      FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name, comparator: .lexical)]))
    #expect(all.map(\.name) == ["b", "c", "s", "v"])
    #expect(all.map { "\(type(of: $0))" } == ["Bike", "Car", "SportsCar", "Vehicle"])
    let sports = try #require(all[2] as? SportsCar)
    #expect(sports.topSpeed == 320 && sports.doors == 2 && sports.wheels == 4)
    #expect(sports.plate == "S1")
    #expect(sports.trophies.map(\.title) == ["cup"])
    #expect((all[0] as? Bike)?.isElectric == true)
    #expect(all.allSatisfy { $0.garage?.address == "here" })
  }

  @Test func aFetchOfASubclassBringsItsOwn() throws {
    let folder = try TestFolder()
    try filled(folder)
    let context = try open(folder)
    #expect(try context.fetchCount(FetchDescriptor<Car>()) == 2)
    #expect(try context.fetchCount(FetchDescriptor<SportsCar>()) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Bike>()) == 1)
    let named = try context.fetch(
      FetchDescriptor<SportsCar>(predicate: #Predicate { $0.name == "s" && $0.topSpeed > 300 }))
    #expect(named.count == 1)
    let garage = try #require(try context.fetch(FetchDescriptor<Vehicles.Garage>()).first)
    #expect(garage.vehicles.count == 4)
    #expect(garage.vehicles.filter { $0 is SportsCar }.count == 1)
  }

  @Test func subclassesAreChangedAndDeleted() throws {
    let folder = try TestFolder()
    try filled(folder)
    var context = try open(folder)
    let car = try #require(
      try context.fetch(FetchDescriptor<Car>(predicate: #Predicate { $0.name == "c" })).first)
    car.doors = 3
    car.name = "cc"
    try context.save()
    context = try open(folder)
    let changed = try context.fetch(FetchDescriptor<Car>(predicate: #Predicate { $0.doors == 3 }))
    #expect(changed.map(\.name) == ["cc"])
    try context.delete(model: Car.self, includeSubclasses: false)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Car>()) == 1)
    try context.delete(model: Vehicle.self)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Vehicle>()) == 0)
    #expect(try context.fetch(FetchDescriptor<Vehicles.Garage>()).first?.vehicles.isEmpty == true)
  }
}
