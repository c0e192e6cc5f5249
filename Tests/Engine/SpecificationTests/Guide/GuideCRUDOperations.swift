import SwiftData
import Testing

/// “swiftdata”: *CRUD Operations*.
@Suite("swiftdata › CRUD Operations")
struct GuideCRUDOperations {
  typealias Trip = GuideModelDefinition.Trip
  typealias LivingAccommodation = GuideModelDefinition.LivingAccommodation

  private struct Failure: Error {}

  private func withStore(_ body: (SeedStore) throws -> Void) throws {
    try withSeedStore(for: Trip.self, LivingAccommodation.self, body: body)
  }

  private func insert(
    _ name: String, to destination: String = "Paris", days: Double = 0, isFavorite: Bool = false,
    into context: ModelContext
  ) {
    let trip = Trip(
      name: name, destination: destination,
      startDate: Date(timeIntervalSinceReferenceDate: days * 86400), endDate: .distantFuture)
    trip.isFavorite = isFavorite
    context.insert(trip)
  }

  @Test("the block from top to bottom")
  func wholeBlock() throws {
    try withStore { store in
      try store.session { modelContext in
        insert("Other", to: "Oslo", into: modelContext)
        insert("Best", to: "Bern", isFavorite: true, into: modelContext)
        try modelContext.save()

        // CREATE
        let trip = Trip(
          name: "Summer", destination: "Paris", startDate: .now, endDate: .now + 86400 * 7)
        modelContext.insert(trip)
        try modelContext.save()  // or rely on autosave

        // READ
        let trips = try modelContext.fetch(
          FetchDescriptor<Trip>(
            predicate: #Predicate { $0.destination == "Paris" },
            sortBy: [SortDescriptor(\.startDate)]))
        #expect(trips == [trip])

        // UPDATE -- modify properties directly; autosave handles persistence
        trip.destination = "Rome"
        #expect(modelContext.hasChanges)

        // DELETE
        modelContext.delete(trip)
        try modelContext.delete(model: Trip.self, where: #Predicate { $0.isFavorite == false })
        #expect(try modelContext.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Best"])

        // TRANSACTION (atomic)
        try modelContext.transaction {
          modelContext.insert(trip); trip.isFavorite = true
        }
        #expect(!modelContext.hasChanges)
      }
      try store.session { modelContext in
        // The last thing said about the trip was to insert it.
        let trips = try modelContext.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        #expect(trips.map(\.name) == ["Best", "Summer"])
        #expect(trips.last?.destination == "Rome")
        #expect(trips.last?.isFavorite == true)
      }
    }
  }

  @Test("READ: only what matches, in order")
  func read() throws {
    try withStore { store in
      try store.session { modelContext in
        for (name, day) in [("b", 2.0), ("c", 3.0), ("a", 1.0)] {
          insert(name, days: day, into: modelContext)
          insert("not " + name, to: "Rome", days: day, into: modelContext)
        }
        try modelContext.save()
      }
      try store.session { modelContext in
        // READ
        let trips = try modelContext.fetch(
          FetchDescriptor<Trip>(
            predicate: #Predicate { $0.destination == "Paris" },
            sortBy: [SortDescriptor(\.startDate)]))

        #expect(trips.map(\.name) == ["a", "b", "c"])
      }
    }
  }

  @Test("DELETE: by predicate, saved")
  func delete() throws {
    try withStore { store in
      try store.session { modelContext in
        insert("Plain", into: modelContext)
        insert("Favorite", isFavorite: true, into: modelContext)
        let housed = Trip(name: "Housed", destination: "Rome", startDate: .now, endDate: .now)
        housed.accommodation = LivingAccommodation(name: "Ritz")
        modelContext.insert(housed)
        try modelContext.save()
      }
      try store.session { modelContext in
        try modelContext.delete(model: Trip.self, where: #Predicate { $0.isFavorite == false })
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Favorite"])
        // The rule of the relationship holds for rows that were never loaded.
        try #expect(modelContext.fetchCount(FetchDescriptor<LivingAccommodation>()) == 0)
      }
    }
  }

  @Test("TRANSACTION (atomic): saved as a whole")
  func transaction() throws {
    try withStore { store in
      try store.session { modelContext in
        let trip = Trip(name: "Summer", destination: "Paris", startDate: .now, endDate: .now)

        try modelContext.transaction {
          modelContext.insert(trip); trip.isFavorite = true
        }

        #expect(!modelContext.hasChanges)
      }
      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<Trip>()).map(\.isFavorite) == [true])
      }
    }
  }

  @Test("TRANSACTION (atomic): or not at all")
  func failedTransaction() throws {
    try withStore { store in
      try store.session { modelContext in
        #expect(throws: Failure.self) {
          try modelContext.transaction {
            insert("Summer", into: modelContext)
            throw Failure()
          }
        }
        try #expect(ModelContext(modelContext.container).fetchCount(FetchDescriptor<Trip>()) == 0)
      }
      try store.session { try #expect($0.fetchCount(FetchDescriptor<Trip>()) == 0) }
    }
  }

  @Test("“or rely on autosave”, “autosave handles persistence”: the main context")
  @MainActor
  func autosave() async throws {
    try await withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      let modelContext = try store.open().mainContext
      @MainActor func saved() async throws {
        for _ in 0..<500 where modelContext.hasChanges {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(!modelContext.hasChanges)
      }
      let trip = Trip(name: "Summer", destination: "Paris", startDate: .now, endDate: .now)
      modelContext.insert(trip)
      try await saved()
      trip.destination = "Rome"
      try await saved()
      try store.session { context in
        try #expect(context.fetch(FetchDescriptor<Trip>()).map(\.destination) == ["Rome"])
      }
    }
  }
}
