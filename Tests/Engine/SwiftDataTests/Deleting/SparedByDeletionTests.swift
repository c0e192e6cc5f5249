// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Models that a deletion by predicate has marked, and that the save does not delete: their rows no longer match when it
/// comes.
@Suite struct SparedByDeletionTests {
  private typealias Trip = PendingDeletionJoinTests.Trip
  private typealias Guide = PendingDeletionJoinTests.Guide

  /// Others have changed the row meanwhile.
  @Test(arguments: [false, true], [false, true])
  func whatNoLongerMatchesStays(isChanged: Bool, isForeign: Bool) throws {
    let folder = try TestFolder()
    func open() throws -> ModelContainer {
      let schema = Schema(PendingDeletionJoinTests.types)
      return try ModelContainer(
        for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file())])
    }
    let container = try open()
    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    let rome = Trip("Rome")
    context.insert(rome)
    try context.save()
    if isChanged { rome.name = "Roma" }
    try context.transaction {
      try context.delete(model: Trip.self, where: #Predicate { $0.price == 0 })
      #expect(rome.isDeleted)
      let other = ModelContext(isForeign ? try open() : container)
      try other.fetch(FetchDescriptor<Trip>())[0].price = 7
      try other.save()
    }
    #expect(!rome.isDeleted && rome.price == 7)
    #expect(try context.fetch(FetchDescriptor<Trip>()).first === rome)
    if isChanged {
      #expect(rome.name == "Roma")
      try context.save()
    }
    let stored = try ModelContext(container).fetch(FetchDescriptor<Trip>())
    #expect(stored.map(\.name) == [isChanged ? "Roma" : "Rome"] && stored.map(\.price) == [7])
  }

  /// The second deletion is about what the first one leaves.
  @Test func oneDeletionAfterAnother() throws {
    let container = try ModelContainer(
      for: Schema(PendingDeletionJoinTests.types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let context = ModelContext(container)
    for (name, guide) in [("Bern", "Ada"), ("Oslo", "Bo"), ("Rome", nil)] {
      let trip = Trip(name)
      context.insert(trip)
      trip.guide = guide.map { Guide($0) }
    }
    try context.save()
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    try context.transaction {
      try context.delete(model: Guide.self, where: #Predicate { $0.name == "Ada" })
      try context.delete(model: Trip.self, where: #Predicate { $0.guide?.name == "Ada" })
    }
    #expect(trips.map(\.isDeleted) == [false, false, false])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 3)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 3)
    trips[0].price = 99
    try context.save()
    let changed = FetchDescriptor<Trip>(predicate: #Predicate { $0.price == 99 })
    #expect(try ModelContext(container).fetchCount(changed) == 1)
  }
}
