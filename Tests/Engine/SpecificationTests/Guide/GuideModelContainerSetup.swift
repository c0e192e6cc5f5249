import SwiftData
import Testing

/// “swiftdata”: *ModelContainer Setup*.
///
/// The first three blocks keep their stores in the default location: each runs
/// in a process of its own, with a home of its own.
@Suite("swiftdata › ModelContainer Setup")
struct GuideModelContainerSetup {
  typealias Trip = GuideModelDefinition.Trip
  typealias LivingAccommodation = GuideModelDefinition.LivingAccommodation
  typealias SchemaV2 = GuideVersioning.SchemaV2
  typealias TripMigrationPlan = GuideVersioning.TripMigrationPlan

  @Test("Basic")
  func basic() async {
    await #expect(processExitsWith: .success) {
      try withDefaultStores { home in
        do {
          // Basic
          let container = try ModelContainer(for: Trip.self, LivingAccommodation.self)

          #expect(Set(container.schema.entities.map(\.name)) == ["Trip", "LivingAccommodation"])
          let context = ModelContext(container)
          context.insert(
            Trip(name: "Summer", destination: "Paris", startDate: .now, endDate: .now))
          try context.save()
        }
        // One file, which the same line opens again.
        let files = try storeFiles(in: home)
        #expect(files.count == 1)
        #expect(files.first?.hasSuffix("default.store") == true)
        let container = try ModelContainer(for: Trip.self, LivingAccommodation.self)
        #expect(
          try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["Summer"])
      }
    }
  }

  @Test("Configured")
  func configured() async {
    await #expect(processExitsWith: .success) {
      try withDefaultStores { home in
        // Configured
        let config = ModelConfiguration(
          "Store", isStoredInMemoryOnly: false,
          groupContainer: .identifier("group.com.example.app"),
          cloudKitDatabase: .private("iCloud.com.example.app"))
        // The seed's models have attributes that CloudKit does not take.
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
          let container = try ModelContainer(for: Trip.self, configurations: config)
          _ = container
        }

        #expect(config.name == "Store")
        #expect(config.groupAppContainerIdentifier == "group.com.example.app")
        #expect(config.cloudKitContainerIdentifier == "iCloud.com.example.app")
        let container = try ModelContainer(for: SyncedTrack.self, configurations: config)
        #expect(container.configurations == [config])
        let context = ModelContext(container)
        context.insert(SyncedTrack())
        try context.save()
        #expect(try storeFiles(in: home) == ["group.com.example.app/Store.store"])
        #expect(config.url.path == home.path + "/group.com.example.app/Store.store")
      }
    }
  }

  @Test("With migration plan: a new store")
  func withMigrationPlan() async {
    await #expect(processExitsWith: .success) {
      try withDefaultStores { home in
        // With migration plan
        let container = try ModelContainer(
          for: SchemaV2.Trip.self,
          migrationPlan: TripMigrationPlan.self)

        #expect(container.migrationPlan != nil)
        let context = ModelContext(container)
        context.insert(SchemaV2.Trip(name: "Summer"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<SchemaV2.Trip>()) == 1)
        #expect(try storeFiles(in: home).count == 1)
      }
    }
  }

  @Test("In-memory (previews/tests)")
  func inMemory() throws {
    // In-memory (previews/tests)
    let container = try ModelContainer(
      for: Trip.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))

    // The models that `Trip` leads to need not be named.
    #expect(Set(container.schema.entities.map(\.name)) == ["Trip", "LivingAccommodation"])
    let context = ModelContext(container)
    context.insert(Trip(name: "Summer", destination: "Paris", startDate: .now, endDate: .now))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  /// The part of the preview in *SwiftUI Integration* that is not SwiftUI.
  @MainActor
  @Test("In-memory (previews/tests): the main context")
  func preview() throws {
    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try! ModelContainer(for: Trip.self, configurations: config)
    container.mainContext.insert(
      Trip(
        name: "Preview", destination: "London",
        startDate: .now, endDate: .now + 86400))

    let trips = try container.mainContext.fetch(FetchDescriptor<Trip>())
    #expect(trips.map(\.destination) == ["London"])
    #expect(container.mainContext === trips.first?.modelContext)
  }
}
