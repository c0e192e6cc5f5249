// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Unsaved changes at the end of ways that fork, and the place of unsaved models in the order of identifiers.
@Suite struct PendingPlaceTests {
  @Model
  final class Department {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Worker {
    var number: Int
    var department: Department?
    init(_ number: Int, _ department: Department? = nil) {
      self.number = number
      self.department = department
    }
  }

  @Model
  final class Errand {
    var number: Int
    var isUrgent: Bool
    @Relationship(inverse: nil) var owner: Worker?
    @Relationship(inverse: nil) var delegate: Worker?
    @Relationship(inverse: nil) var helpers: [Worker] = []
    init(_ number: Int, isUrgent: Bool = false, owner: Worker? = nil, delegate: Worker? = nil) {
      self.number = number
      self.isUrgent = isUrgent
      self.owner = owner
      self.delegate = delegate
    }
  }

  private static let predicates: [(String, Predicate<Errand>)] = [
    ("chosen by nil", #Predicate { ($0.delegate == nil ? $0.owner : $0.delegate)?.department?.name == "new" }),
    ("chosen", #Predicate { ($0.isUrgent ? $0.owner : $0.delegate)?.department?.name == "new" }),
    ("chosen by a model", #Predicate { ($0.owner == nil ? $0.delegate : $0.owner)?.department?.name == "new" }),
    ("members", #Predicate { $0.helpers.filter { $0.number > 0 }.contains { $0.department?.name == "new" } }),
    ("both", #Predicate { $0.owner?.department?.name == "new" || $0.delegate?.department?.name == "new" }),
  ]

  @Test func changesBehindAForkAreSeen() throws {
    let container = try memoryContainer(Errand.self, Worker.self, Department.self)
    let setup = ModelContext(container)
    let departments = ["a", "b"].map { Department($0) }
    let first = Worker(1, departments[0])
    let second = Worker(2, departments[1])
    let errands = [
      Errand(1, owner: first), Errand(2, owner: first, delegate: second), Errand(3, isUrgent: true, delegate: second),
      Errand(4, isUrgent: true, owner: second, delegate: first), Errand(5),
    ]
    for department in departments { setup.insert(department) }
    for errand in errands { setup.insert(errand) }
    errands[4].helpers = [second]
    try setup.save()
    var matches: [String: Int] = [:]
    for changed in ["a", "b"] {
      let context = ModelContext(container)
      let all = try context.fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.number)]))
      let found = try context.fetch(FetchDescriptor<Department>(predicate: #Predicate { $0.name == changed }))
      try #require(found.first).name = "new"
      for (name, predicate) in Self.predicates {
        let expected = try all.filter { try predicate.evaluate($0) }.map(\.number)
        let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
        #expect(found.map(\.number) == expected, "\(name)")
        matches[name, default: 0] += expected.count
      }
    }
    #expect(matches.values.allSatisfy { $0 > 0 })
  }

  @Test func countsSeeThem() throws {
    let context = ModelContext(try memoryContainer(Errand.self, Worker.self, Department.self))
    let owner = Worker(1, Department("a"))
    context.insert(Errand(1, owner: owner))
    try context.save()
    let descriptor = FetchDescriptor<Errand>(
      predicate: #Predicate { ($0.delegate == nil ? $0.owner : $0.delegate)?.department?.name == "new" })
    #expect(try context.fetchCount(descriptor) == 0)
    try #require(owner.department).name = "new"
    #expect(try context.fetchCount(descriptor) == 1)
    #expect(try context.fetchIdentifiers(descriptor).count == 1)
  }

  // MARK: The order of identifiers

  @Test(arguments: [SortOrder.forward, .reverse]) func unsavedModelsComeLastInTheirOrder(order: SortOrder) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(Vehicles.types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]))
    // By name of their entities, they would be sorted otherwise.
    let models: [Vehicles.Vehicle] = [
      Vehicles.Vehicle(name: "1"), Vehicles.Car(name: "2", doors: 4), Vehicles.Bike(name: "3", isElectric: false),
      Vehicles.Vehicle(name: "4"), Vehicles.Bike(name: "5", isElectric: true), Vehicles.Car(name: "6", doors: 2),
    ]
    let descriptor = FetchDescriptor<Vehicles.Vehicle>(sortBy: [SortDescriptor(\.persistentModelID, order: order)])
    let expected = order == .forward ? models.map(\.name) : models.reversed().map(\.name)
    for model in models.prefix(4) {
      context.insert(model)
      try context.save()
    }
    for model in models.suffix(2) { context.insert(model) }
    // A changed row is merged, too.
    models[2].wheels = 3
    #expect(try context.fetch(descriptor).map(\.name) == expected)
  }
}
