import SwiftData
import Testing

/// “realm-to-swiftdata-migration”: the containers: for CloudKit, and for trying
/// out models.
@Suite("realm-to-swiftdata-migration › containers")
struct RealmContainers {
  typealias Track = RealmModels.Track
  typealias Album = RealmModels.Album

  @Test("SWIFTDATA: CloudKit (recommended replacement)")
  func cloudKit() async {
    await #expect(processExitsWith: .success) {
      try withDefaultStores { home in
        // SWIFTDATA: CloudKit (recommended replacement)
        let schema = Schema([Track.self, Album.self])
        let config = ModelConfiguration(
          schema: schema,
          cloudKitDatabase: .private("iCloud.com.example.MusicApp")
        )
        // The seed's models are unique, which CloudKit does not take.
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
          let container = try ModelContainer(for: schema, configurations: config)
          _ = container
        }

        #expect(config.cloudKitContainerIdentifier == "iCloud.com.example.MusicApp")
        #expect(!config.isStoredInMemoryOnly)
        let container = try ModelContainer(
          for: SyncedTrack.self,
          configurations: ModelConfiguration(cloudKitDatabase: config.cloudKitDatabase))
        let context = ModelContext(container)
        context.insert(SyncedTrack())
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<SyncedTrack>()) == 1)
        #expect(try storeFiles(in: home).count == 1)
      }
    }
  }

  @Test("4. Test SwiftData models")
  func inMemory() throws {
    // Create in-memory test container
    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Track.self, configurations: config)

    // `Album` was not named; `Track` leads to it.
    #expect(Set(container.schema.entities.map(\.name)) == ["Track", "Album"])
    let context = ModelContext(container)
    let track = Track(id: "1", title: "Song", artist: "Artist", duration: 240)
    context.insert(track)
    track.album = Album(id: "a", title: "Album")
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Album>()).map { $0.tracks.map(\.title) } == [["Song"]])
  }

  /// What `CloudKitSyncMonitor.syncNow()` does to SwiftData; the class itself
  /// belongs to CloudKit and Combine.
  @Test("CloudKitSyncMonitor: “Manually fetch to trigger sync”")
  func fetchOnly() throws {
    let modelContainer = try inMemoryContext(for: Track.self).container

    let context = ModelContext(modelContainer)
    // SwiftData sync happens automatically
    // Manually fetch to trigger sync
    let descriptor = FetchDescriptor<Track>()
    _ = try context.fetch(descriptor)

    #expect(!context.hasChanges)
  }
}
