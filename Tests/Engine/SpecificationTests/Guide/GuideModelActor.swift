import SwiftData
import Testing

/// “swiftdata”: *Concurrency (@ModelActor)*.
@Suite("swiftdata › Concurrency (@ModelActor)")
struct GuideModelActor {
  @Model
  class Trip {
    var name: String
    var destination: String
    var startDate: Date
    var endDate: Date
    var isProcessed: Bool = false
    var accommodation: LivingAccommodation?
    init(name: String, destination: String, startDate: Date, endDate: Date) {
      self.name = name; self.destination = destination
      self.startDate = startDate; self.endDate = endDate
    }
  }

  @Model
  class LivingAccommodation {
    var name: String
    init(name: String) { self.name = name }
  }

  /// The seed uses it without a declaration.
  struct TripRecord: Sendable {
    var name: String
    var dest: String
    var start: Date
    var end: Date
  }

  @ModelActor
  actor DataHandler {
    func importTrips(_ records: [TripRecord]) throws {
      for r in records {
        modelContext.insert(
          Trip(
            name: r.name, destination: r.dest,
            startDate: r.start, endDate: r.end))
      }
      try modelContext.save()  // Always save explicitly in @ModelActor
    }
    func process(tripID: PersistentIdentifier) throws {
      guard let trip = self[tripID, as: Trip.self] else { return }
      trip.isProcessed = true; try modelContext.save()
    }
  }

  private func records(_ count: Int, _ prefix: String = "Trip") -> [TripRecord] {
    (0..<count).map {
      TripRecord(name: "\(prefix) \($0)", dest: "Paris", start: .distantPast, end: .distantFuture)
    }
  }

  private func withContainer(_ body: (SeedStore, ModelContainer) async throws -> Void) async throws
  {
    try await withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      try await body(store, try store.open())
    }
  }

  @Test("import")
  func importTrips() async throws {
    try await withContainer { store, container in
      let records = records(100)
      let handler = DataHandler(modelContainer: container)
      try await handler.importTrips(records)

      #expect(handler.modelContainer == container)
      try store.session { modelContext in
        let trips = try modelContext.fetch(FetchDescriptor<Trip>())
        #expect(Set(trips.map(\.name)) == Set(records.map(\.name)))
        #expect(trips.allSatisfy { $0.destination == "Paris" && $0.endDate == .distantFuture })
      }
    }
  }

  @Test("process: “Pass PersistentIdentifier (Sendable) across boundaries”")
  func process() async throws {
    try await withContainer { store, container in
      let handler = DataHandler(modelContainer: container)
      try await handler.importTrips(records(3))
      let context = ModelContext(container)
      let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      let tripID = try #require(trips.dropFirst().first).persistentModelID

      try await handler.process(tripID: tripID)

      try store.session { modelContext in
        let trips = try modelContext.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        #expect(trips.map(\.isProcessed) == [false, true, false])
      }
    }
  }

  @Test("process: `self[tripID, as: Trip.self]` is nil if there is no such trip")
  func processMissing() async throws {
    try await withContainer { store, container in
      let context = ModelContext(container)
      let trip = Trip(name: "Gone", destination: "Oslo", startDate: .now, endDate: .now)
      let house = LivingAccommodation(name: "House")
      context.insert(trip)
      context.insert(house)
      try context.save()
      let (tripID, houseID) = (trip.persistentModelID, house.persistentModelID)
      context.delete(trip)
      try context.save()

      let handler = DataHandler(modelContainer: container)
      try await handler.process(tripID: tripID)  // deleted
      try await handler.process(tripID: houseID)  // no trip
      let unsaved = Trip(name: "New", destination: "Oslo", startDate: .now, endDate: .now)
      try await handler.process(tripID: unsaved.persistentModelID)  // in no context

      try store.session { modelContext in
        try #expect(modelContext.fetchCount(FetchDescriptor<Trip>()) == 0)
        try #expect(modelContext.fetchCount(FetchDescriptor<LivingAccommodation>()) == 1)
      }
    }
  }

  @Test("“ModelContainer is Sendable”, and so is the identifier")
  func sendability() {
    func isSendable<T: Sendable>(_: T.Type) -> Bool { true }
    #expect(isSendable(ModelContainer.self))
    #expect(isSendable(PersistentIdentifier.self))
    #expect(isSendable(DataHandler.self))
  }

  @Test("several handlers of one container at once")
  func severalHandlers() async throws {
    try await withContainer { store, container in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          let records = records(50, "Trip \(number)")
          group.addTask {
            let handler = DataHandler(modelContainer: container)
            try await handler.importTrips(records)
          }
        }
        try await group.waitForAll()
      }
      try store.session { modelContext in
        let names = try modelContext.fetch(FetchDescriptor<Trip>()).map(\.name)
        #expect(names.count == 200)
        #expect(Set(names).count == 200)
      }
    }
  }

  @MainActor
  @Test("the main context sees what a handler has changed")
  func mainContext() async throws {
    try await withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      let container = try store.open()
      let trip = Trip(name: "Summer", destination: "Paris", startDate: .now, endDate: .now)
      container.mainContext.insert(trip)
      try container.mainContext.save()

      let handler = DataHandler(modelContainer: container)
      try await handler.process(tripID: trip.persistentModelID)

      let processed = try container.mainContext.fetch(
        FetchDescriptor<Trip>(predicate: #Predicate { $0.isProcessed }))
      #expect(processed.first === trip)
      #expect(trip.isProcessed)
    }
  }
}
