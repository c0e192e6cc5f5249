// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A hierarchy of three levels, and relationships to its root.
enum Vehicles {
  @Model
  class Vehicle {
    var name: String
    var wheels: Int = 0
    var garage: Garage?

    init(name: String) { self.name = name }
  }

  @Model
  class Car: Vehicle {
    var doors: Int
    var plate: String?

    init(name: String, doors: Int) {
      self.doors = doors
      super.init(name: name)
      wheels = 4
    }
  }

  @Model
  final class SportsCar: Car {
    var topSpeed: Double = 300
    var trophies: [Trophy] = []

    init(name: String, topSpeed: Double) {
      self.topSpeed = topSpeed
      super.init(name: name, doors: 2)
    }
  }

  @Model
  final class Bike: Vehicle {
    var isElectric: Bool

    init(name: String, isElectric: Bool) {
      self.isElectric = isElectric
      super.init(name: name)
      wheels = 2
    }
  }

  @Model
  final class Garage {
    var address: String
    @Relationship(inverse: \Vehicle.garage) var vehicles: [Vehicle] = []
    init(address: String) { self.address = address }
  }

  @Model
  final class Trophy {
    var title: String
    @Relationship(inverse: \SportsCar.trophies) var winner: SportsCar?
    init(title: String) { self.title = title }
  }

  static let types: [any PersistentModel.Type] = [
    Vehicle.self, Car.self, SportsCar.self, Bike.self, Garage.self, Trophy.self,
  ]
}
