import SwiftData
import Testing

/// “axiom-swiftdata”: *iOS 26+ Features*.
@Suite("axiom-swiftdata › iOS 26+ Features")
struct AxiomNewFeatures {
  /// *Enhanced Relationship Handling*.
  enum Enhanced {
    @Model
    final class Track {
      @Relationship(
        deleteRule: .cascade,
        inverse: \Album.tracks,
        minimum: 0,
        maximum: 1  // Track belongs to at most one album
      ) var album: Album?
    }

    /// The seed takes it from an earlier block.
    @Model
    final class Album {
      var tracks: [Track] = []
      init() {}
    }
  }

  /// *Transient Properties*.
  enum Computed {
    @Model
    final class Track {
      var id: String
      var duration: TimeInterval

      @Transient
      var formattedDuration: String {
        let minutes = Int(duration) / 60
        let seconds = Int(duration) % 60
        return String(format: "%d:%02d", minutes, seconds)
      }

      init(id: String, duration: TimeInterval) {  // seed: no initializer
        self.id = id
        self.duration = duration
      }
    }
  }

  @Test("Enhanced Relationship Handling: the limits are in the schema")
  func limits() throws {
    let entity = try #require(
      Schema([Enhanced.Track.self]).entity(for: Enhanced.Track.self))
    let album = try #require(entity.relationshipsByName["album"])
    #expect(album.minimumModelCount == 0)
    #expect(album.maximumModelCount == 1)
    #expect(album.deleteRule == .cascade)
    #expect(album.inverseName == "tracks")
    #expect(album.isToOneRelationship)
  }

  @Test("Enhanced Relationship Handling: “Track belongs to at most one album”")
  func atMostOne() throws {
    typealias Track = Enhanced.Track
    typealias Album = Enhanced.Album
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let first = Album()
        let second = Album()
        let track = Track()
        modelContext.insert(first)
        modelContext.insert(second)
        first.tracks.append(track)
        second.tracks.append(track)
        try modelContext.save()
        #expect(first.tracks.isEmpty)
        #expect(track.album === second)
      }
      try store.session { modelContext in
        let albums = try modelContext.fetch(FetchDescriptor<Album>())
        #expect(albums.map(\.tracks.count).sorted() == [0, 1])
        let track = try #require(try modelContext.fetch(FetchDescriptor<Track>()).first)
        modelContext.delete(track)
        try modelContext.save()
        #expect(try modelContext.fetchCount(FetchDescriptor<Album>()) == 1)
      }
    }
  }

  @Test("Transient Properties: “Computed property, not persisted”")
  func transient() throws {
    typealias Track = Computed.Track
    let entity = try #require(Schema([Track.self]).entity(for: Track.self))
    #expect(entity.properties.map(\.name).sorted() == ["duration", "id"])

    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        let track = Track(id: "1", duration: 245)
        modelContext.insert(track)
        #expect(track.formattedDuration == "4:05")
        try modelContext.save()
      }
      try store.session { modelContext in
        let track = try #require(try modelContext.fetch(FetchDescriptor<Track>()).first)
        #expect(track.formattedDuration == "4:05")
        track.duration = 59.9
        #expect(track.formattedDuration == "0:59")
      }
      #expect(try !store.text().uppercased().contains("FORMATTEDDURATION"))
    }
  }

  @Test("History Tracking")
  func historyTracking() async {
    await #expect(processExitsWith: .success) {
      typealias Track = Computed.Track
      try withDefaultStores { home in
        let schema = Schema([Track.self])

        // Enable history tracking
        let config = ModelConfiguration(
          schema: schema,
          cloudKitDatabase: .private("iCloud.com.example.app"),
          allowsSave: true,
          isHistoryEnabled: true  // iOS 26+
        )

        #expect(config.isHistoryEnabled)
        #expect(config.allowsSave)
        #expect(config.cloudKitContainerIdentifier == "iCloud.com.example.app")

        // The model has attributes without default values, which CloudKit does not take.
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
          let container = try ModelContainer(for: schema, configurations: config)
          _ = container
        }

        let container = try ModelContainer(
          for: SyncedTrack.self,
          configurations: ModelConfiguration(
            cloudKitDatabase: config.cloudKitDatabase, allowsSave: true, isHistoryEnabled: true))
        let context = ModelContext(container)
        context.insert(SyncedTrack())
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<SyncedTrack>()) == 1)
        #expect(try storeFiles(in: home).count == 1)
      }
    }
  }
}
