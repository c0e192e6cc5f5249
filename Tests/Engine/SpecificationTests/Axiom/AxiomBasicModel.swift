import SwiftData
import Testing

/// “axiom-swiftdata”: *@Model Definitions › Basic Model*.
@Suite("axiom-swiftdata › @Model Definitions › Basic Model")
struct AxiomBasicModel {
  @Model
  final class Track {
    @Attribute(.unique) var id: String
    var title: String
    var artist: String
    var duration: TimeInterval
    var genre: String?

    init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil) {
      self.id = id
      self.title = title
      self.artist = artist
      self.duration = duration
      self.genre = genre
    }
  }

  @Test("the model is written to a file and read back")
  func roundTrip() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        modelContext.insert(
          Track(id: "1", title: "Song", artist: "Artist", duration: 240.5, genre: "Rock"))
        modelContext.insert(Track(id: "2", title: "Other", artist: "Artist", duration: 1))
        try modelContext.save()
      }
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.id)]))
        try #require(tracks.count == 2)
        #expect(tracks[0].id == "1")
        #expect(tracks[0].title == "Song")
        #expect(tracks[0].artist == "Artist")
        #expect(tracks[0].duration == 240.5)
        #expect(tracks[0].genre == "Rock")
        #expect(tracks[1].genre == nil)
      }
    }
  }

  @Test("“Use @Attribute(.unique) for primary key-like behavior”")
  func uniqueAttribute() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        modelContext.insert(Track(id: "1", title: "First", artist: "A", duration: 1, genre: "Rock"))
        try modelContext.save()
      }
      try store.session { modelContext in
        modelContext.insert(Track(id: "1", title: "Second", artist: "B", duration: 2))
        modelContext.insert(Track(id: "2", title: "Third", artist: "C", duration: 3))
        try modelContext.save()
      }
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.id)]))
        #expect(tracks.map(\.id) == ["1", "2"])
        // The later one has taken the place of the earlier, in all its properties.
        #expect(tracks.first?.title == "Second")
        #expect(tracks.first?.artist == "B")
        #expect(tracks.first?.duration == 2)
        #expect(tracks.first?.genre == nil)
      }
    }
  }

  @Test("two models with one key in one save are one row")
  func uniqueWithinASave() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        modelContext.insert(Track(id: "1", title: "First", artist: "A", duration: 1))
        modelContext.insert(Track(id: "1", title: "Second", artist: "B", duration: 2))
        try modelContext.save()
      }
      try store.session { modelContext in
        let tracks = try modelContext.fetch(FetchDescriptor<Track>())
        #expect(tracks.map(\.id) == ["1"])
        #expect(tracks.map(\.title) == ["Second"])
      }
    }
  }

  @Test("“Optional properties (String?) are nullable”")
  func optionalProperties() throws {
    let entity = try #require(Schema([Track.self]).entity(for: Track.self))
    #expect(entity.attributesByName["genre"]?.isOptional == true)
    for name in ["id", "title", "artist", "duration"] {
      #expect(entity.attributesByName[name]?.isOptional == false)
    }
    #expect(entity.attributesByName["id"]?.isUnique == true)

    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        let track = Track(id: "1", title: "Song", artist: "Artist", duration: 240, genre: "Rock")
        modelContext.insert(track)
        try modelContext.save()
        track.genre = nil
        try modelContext.save()
      }
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(predicate: #Predicate { $0.genre == nil }))
        #expect(tracks.map(\.id) == ["1"])
      }
    }
  }
}
