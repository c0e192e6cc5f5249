import SwiftData

/// The models that the blocks of “realm-to-swiftdata-migration” after the
/// first ones use: the document's own, joined, with the initializers they call.
enum RealmModels {
  enum MigrationStatus: String, Codable { case pending, completedPhase1 }

  @Model
  final class Track {
    @Attribute(.unique) var id: String
    var title: String
    var artist: String
    var duration: TimeInterval
    var genre: String?
    var album: Album?  // Inverse automatically maintained
    var migrationStatus: MigrationStatus = MigrationStatus.pending

    init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil) {
      self.id = id
      self.title = title
      self.artist = artist
      self.duration = duration
      self.genre = genre
    }

    convenience init(from track: RealmTrack) {
      self.init(
        id: track.id, title: track.title, artist: track.artist, duration: track.duration,
        genre: track.genre)
    }
  }

  @Model
  final class Album {
    @Attribute(.unique) var id: String
    var title: String
    @Relationship(deleteRule: .cascade, inverse: \Track.album)
    var tracks: [Track] = []

    init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// Runs `body` with a store for both.
  static func withStore<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SeedStore, ModelContainer) async throws -> R
  ) async throws -> R {
    try await withSeedStore(for: Track.self, Album.self) { store in
      try await body(store, try store.open())
    }
  }
}
