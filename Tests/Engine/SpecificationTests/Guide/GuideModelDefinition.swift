import SwiftData
import Testing

/// “swiftdata”: *Model Definition*.
@Suite("swiftdata › Model Definition")
struct GuideModelDefinition {
  @Model
  class Trip {
    var name: String
    var destination: String
    var startDate: Date
    var endDate: Date
    var isFavorite: Bool = false
    @Attribute(.externalStorage) var imageData: Data?
    @Relationship(deleteRule: .cascade, inverse: \LivingAccommodation.trip)
    var accommodation: LivingAccommodation?
    @Transient var isSelected: Bool = false  // Always provide default

    init(name: String, destination: String, startDate: Date, endDate: Date) {
      self.name = name; self.destination = destination
      self.startDate = startDate; self.endDate = endDate
    }
  }

  /// The seed uses it without a declaration.
  @Model
  class LivingAccommodation {
    var name: String
    var trip: Trip?
    init(name: String) { self.name = name }
  }

  private func summer() -> Trip {
    Trip(
      name: "Summer", destination: "Paris", startDate: Date(timeIntervalSinceReferenceDate: 1000),
      endDate: Date(timeIntervalSinceReferenceDate: 2000.25))
  }

  @Test("every property is written and read back")
  func roundTrip() throws {
    try withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      try store.session { modelContext in
        let trip = summer()
        trip.accommodation = LivingAccommodation(name: "Ritz")
        modelContext.insert(trip)
        try modelContext.save()
      }
      try store.session { modelContext in
        let trip = try #require(try modelContext.fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.name == "Summer")
        #expect(trip.destination == "Paris")
        #expect(trip.startDate == Date(timeIntervalSinceReferenceDate: 1000))
        #expect(trip.endDate == Date(timeIntervalSinceReferenceDate: 2000.25))
        #expect(!trip.isFavorite)
        #expect(trip.imageData == nil)
        #expect(trip.accommodation?.name == "Ritz")
        #expect(trip.accommodation?.trip === trip)
      }
    }
  }

  @Test("@Attribute(.externalStorage): small and large values", arguments: [0, 1, 1 << 20])
  func externalStorage(count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      try store.session { modelContext in
        let trip = summer()
        trip.imageData = data
        modelContext.insert(trip)
        try modelContext.save()
      }
      try store.session { modelContext in
        let trip = try #require(try modelContext.fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.imageData == data)
        trip.imageData = nil
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<Trip>()).map(\.imageData) == [nil])
      }
    }
  }

  @Test("@Transient: not stored, and its default after a fetch")
  func transient() throws {
    try withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      try store.session { modelContext in
        let trip = summer()
        trip.isSelected = true
        modelContext.insert(trip)
        try modelContext.save()
        #expect(trip.isSelected)
        trip.isSelected = false
        #expect(!modelContext.hasChanges)
        trip.isSelected = true
      }
      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<Trip>()).map(\.isSelected) == [false])
      }
      #expect(try !store.text().uppercased().contains("ISSELECTED"))
    }
  }

  @Test("@Relationship(deleteRule: .cascade, inverse:)")
  func cascade() throws {
    try withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      try store.session { modelContext in
        let trip = summer()
        trip.accommodation = LivingAccommodation(name: "Ritz")
        modelContext.insert(trip)
        modelContext.insert(LivingAccommodation(name: "Empty"))
        try modelContext.save()
      }
      try store.session { modelContext in
        for trip in try modelContext.fetch(FetchDescriptor<Trip>()) { modelContext.delete(trip) }
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(
          modelContext.fetch(FetchDescriptor<LivingAccommodation>()).map(\.name) == ["Empty"])
      }
    }
  }

  @Test("the default rule is .nullify: without its accommodation the trip stays")
  func nullify() throws {
    try withSeedStore(for: Trip.self, LivingAccommodation.self) { store in
      try store.session { modelContext in
        let trip = summer()
        trip.accommodation = LivingAccommodation(name: "Ritz")
        modelContext.insert(trip)
        try modelContext.save()
        modelContext.delete(try #require(trip.accommodation))
        #expect(trip.accommodation == nil)
        try modelContext.save()
      }
      try store.session { modelContext in
        let trips = try modelContext.fetch(FetchDescriptor<Trip>())
        #expect(trips.map(\.name) == ["Summer"])
        #expect(trips.first?.accommodation == nil)
      }
    }
  }

  @Test("“Generates PersistentModel, Observable”")
  func conformances() {
    func isModel<T: PersistentModel & Observable>(_: T.Type) -> Bool { true }
    #expect(isModel(Trip.self))

    let trip = summer()
    nonisolated(unsafe) var changes = 0
    withObservationTracking {
      _ = trip.name
    } onChange: {
      changes += 1
    }
    trip.destination = "Rome"
    #expect(changes == 0)
    trip.name = "Winter"
    #expect(changes == 1)
  }
}
