import SwiftData
import Testing

/// “realm-to-swiftdata-migration”: migration of complex schemas, with a
/// stand-in for Realm.
@Suite("realm-to-swiftdata-migration › transformation layer")
struct RealmTransformation {
  typealias Track = RealmModels.Track

  // Step 1: Define transformation layer
  struct TrackDTO {
    let realmTrack: RealmTrack
    var id: String { realmTrack.id }
    var title: String { realmTrack.title }
    var cleanTitle: String { realmTrack.title.trimmingCharacters(in: .whitespaces) }
    var durationFormatted: String {
      let minutes = Int(realmTrack.duration) / 60
      let seconds = Int(realmTrack.duration) % 60
      return String(format: "%d:%02d", minutes, seconds)
    }
  }
  // Step 2: Migrate through transformation layer
  actor ComplexMigrator {
    let modelContainer: ModelContainer

    // seed: no initializer
    init(modelContainer: ModelContainer) { self.modelContainer = modelContainer }

    func migrateWithTransformation(from realm: Realm) throws {
      let context = ModelContext(modelContainer)
      let realmTracks = realm.objects(RealmTrack.self)
      for realmTrack in realmTracks {
        let dto = TrackDTO(realmTrack: realmTrack)
        // Transform data during migration
        let sdTrack = Track(
          id: dto.id,
          title: dto.cleanTitle,  // Cleaned version
          artist: realmTrack.artist,
          duration: realmTrack.duration
        )
        context.insert(sdTrack)
      }
      try context.save()
    }
  }

  @Test("Step 1: Define transformation layer")
  func transformation() {
    let dto = TrackDTO(
      realmTrack: RealmTrack(id: "1", title: "\t Title ", artist: "Artist", duration: 245))
    #expect(dto.id == "1")
    #expect(dto.title == "\t Title ")
    #expect(dto.cleanTitle == "Title")
    #expect(dto.durationFormatted == "4:05")
  }

  @Test("Step 2: Migrate through transformation layer")
  func migration() async throws {
    try await RealmModels.withStore { store, container in
      let migrator = ComplexMigrator(modelContainer: container)

      try await migrator.migrateWithTransformation(from: Realm.sample(25))

      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.duration)]))
        #expect(tracks.map(\.title) == (0..<25).map { "Title \($0)" })
        #expect(tracks.map(\.duration) == (0..<25).map { 60 + Double($0) })
        #expect(tracks.allSatisfy { $0.genre == nil && $0.album == nil })
      }
    }
  }
}
