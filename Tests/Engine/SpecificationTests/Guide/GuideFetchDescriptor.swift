import SwiftData
import Testing

/// “swiftdata”: *FetchDescriptor*.
@Suite("swiftdata › FetchDescriptor")
struct GuideFetchDescriptor {
  @Model
  class Trip {
    var name: String
    var startDate: Date
    var note: String
    var isProcessed: Bool = false
    var accommodation: LivingAccommodation?
    init(name: String, startDate: Date, note: String) {
      self.name = name
      self.startDate = startDate
      self.note = note
    }
  }

  @Model
  class LivingAccommodation {
    var name: String
    @Relationship(inverse: \Trip.accommodation) var trip: Trip?
    init(name: String) { self.name = name }
  }

  /// Thirty trips with even numbers, which match, and thirty with odd ones.
  private func withTrips(_ body: (SeedStore) throws -> Void) throws {
    try withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      try store.session { modelContext in
        for index in 0..<60 {
          let trip = Trip(
            name: "Trip \(index)", startDate: Date(timeIntervalSinceReferenceDate: Double(-index)),
            note: index.isMultiple(of: 2) ? "even" : "odd")
          modelContext.insert(trip)
          trip.accommodation = LivingAccommodation(name: "House \(index)")
        }
        try modelContext.save()
      }
      try body(store)
    }
  }

  /// seed: `predicate: ..., sortBy: [...]`
  private func descriptor() -> FetchDescriptor<Trip> {
    FetchDescriptor<Trip>(
      predicate: #Predicate { $0.note == "even" },
      sortBy: [SortDescriptor(\.startDate, order: .reverse)])
  }

  private func names(from start: Int = 0, count: Int) -> [String] {
    (start..<start + count).map { "Trip \($0 * 2)" }
  }

  @Test("the block from top to bottom")
  func wholeBlock() throws {
    try withTrips { store in
      try store.session { modelContext in
        var d = descriptor()
        d.fetchLimit = 20; d.fetchOffset = 0
        d.includePendingChanges = true
        d.propertiesToFetch = [\.name, \.startDate]
        d.relationshipKeyPathsForPrefetching = [\.accommodation]
        let trips = try modelContext.fetch(d)
        let count = try modelContext.fetchCount(d)
        let ids = try modelContext.fetchIdentifiers(d)

        #expect(trips.map(\.name) == names(count: 20))
        #expect(count == 20)
        #expect(ids == trips.map(\.persistentModelID))
        // Neither fetched nor missing: read when it is asked for.
        #expect(trips.allSatisfy { $0.note == "even" })
        #expect(trips.map { $0.accommodation?.name } == (0..<20).map { "House \($0 * 2)" })

        try modelContext.enumerate(d, batchSize: 1000) { trip in trip.isProcessed = true }

        #expect(trips.allSatisfy { $0.isProcessed })
        try modelContext.save()
      }
      try store.session { modelContext in
        let processed = try modelContext.fetch(
          FetchDescriptor<Trip>(
            predicate: #Predicate { $0.isProcessed },
            sortBy: [SortDescriptor(\.startDate, order: .reverse)]))
        #expect(processed.map(\.name) == names(count: 20))
      }
    }
  }

  @Test("fetchLimit and fetchOffset: page by page")
  func pages() throws {
    try withTrips { store in
      try store.session { modelContext in
        var d = descriptor()
        d.fetchLimit = 20
        d.fetchOffset = 20
        try #expect(modelContext.fetch(d).map(\.name) == names(from: 20, count: 10))
        try #expect(modelContext.fetchCount(d) == 10)
        try #expect(modelContext.fetchIdentifiers(d).count == 10)
        d.fetchOffset = 30
        try #expect(modelContext.fetch(d).isEmpty)
        try #expect(modelContext.fetchCount(d) == 0)
      }
    }
  }

  @Test("includePendingChanges: with unsaved changes, and without")
  func pendingChanges() throws {
    try withTrips { store in
      try store.session { modelContext in
        let all = try modelContext.fetch(descriptor())
        all[0].note = "odd"
        modelContext.delete(all[1])
        modelContext.insert(Trip(name: "New", startDate: .distantFuture, note: "even"))

        var d = descriptor()
        d.includePendingChanges = true
        #expect(try modelContext.fetch(d).map(\.name) == ["New"] + names(from: 2, count: 28))
        #expect(try modelContext.fetchCount(d) == 29)
        #expect(try modelContext.fetchIdentifiers(d).count == 29)
        d.fetchLimit = 3
        #expect(try modelContext.fetch(d).map(\.name) == ["New"] + names(from: 2, count: 2))

        d.fetchLimit = nil
        d.includePendingChanges = false
        #expect(try modelContext.fetchCount(d) == 30)
        #expect(try modelContext.fetch(d).map(\.name) == names(count: 30))
      }
    }
  }

  @Test(
    "enumerate: every match once, in order, in batches of any size", arguments: [1, 7, 30, 1000])
  func enumerate(batchSize: Int) throws {
    try withTrips { store in
      try store.session { modelContext in
        var seen: [String] = []
        try modelContext.enumerate(descriptor(), batchSize: batchSize) { trip in
          seen.append(trip.name)
          trip.isProcessed = true
        }
        #expect(seen == names(count: 30))
        try modelContext.save()
      }
      try store.session { modelContext in
        let processed = FetchDescriptor<Trip>(predicate: #Predicate { $0.isProcessed })
        try #expect(modelContext.fetchCount(processed) == 30)
      }
    }
  }
}
