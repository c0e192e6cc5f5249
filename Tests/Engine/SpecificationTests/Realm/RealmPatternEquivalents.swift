import SwiftData
import Testing

/// “realm-to-swiftdata-migration”: the three pairs of model definitions. (The
/// document has lost its headings; tests are named after its comments.)
@Suite("realm-to-swiftdata-migration › pattern equivalents")
struct RealmPatternEquivalents {
  enum Basic {
    // SWIFTDATA
    @Model
    final class Track {
      @Attribute(.unique) var id: String
      var title: String
      var artist: String
      var duration: TimeInterval
      var genre: String?
      init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil)
      {
        self.id = id
        self.title = title
        self.artist = artist
        self.duration = duration
        self.genre = genre
      }
    }
  }

  enum OneToMany {
    // SWIFTDATA: One-to-Many
    @Model
    final class Album {
      @Attribute(.unique) var id: String
      var title: String
      @Relationship(deleteRule: .cascade, inverse: \Track.album)
      var tracks: [Track] = []

      init(id: String, title: String) {  // seed: no initializer
        self.id = id
        self.title = title
      }
    }
    @Model
    final class Track {
      @Attribute(.unique) var id: String
      var title: String
      var album: Album?  // Inverse automatically maintained

      init(id: String, title: String) {  // seed: no initializer
        self.id = id
        self.title = title
      }
    }
  }

  enum Indexed {
    // SWIFTDATA
    @Model
    final class Track {
      @Attribute(.unique) var id: String
      @Attribute(.indexed) var genre: String = ""
      @Attribute(.indexed) var releaseDate: Date = Date()

      init(id: String) { self.id = id }  // seed: no initializer
    }
  }

  @Test("“@Persisted(primaryKey: true) → SwiftData: @Attribute(.unique)”")
  func primaryKey() throws {
    typealias Track = Basic.Track
    try withSeedStore(for: Track.self) { store in
      for (title, genre) in [("First", "Rock"), ("Second", nil)] {
        try store.session { modelContext in
          modelContext.insert(
            Track(id: "1", title: title, artist: "Artist", duration: 240, genre: genre))
          try modelContext.save()
        }
      }
      try store.session { modelContext in
        let tracks = try modelContext.fetch(FetchDescriptor<Track>())
        #expect(tracks.map(\.title) == ["Second"])
        #expect(tracks.map(\.genre) == [nil])
      }
    }
  }

  @Test("SWIFTDATA: One-to-Many: “Inverse automatically maintained”")
  func inverse() throws {
    typealias Track = OneToMany.Track
    typealias Album = OneToMany.Album
    try withSeedStore(for: Album.self) { store in
      try store.session { modelContext in
        let album = Album(id: "a", title: "Album")
        modelContext.insert(album)
        let first = Track(id: "1", title: "First")
        let second = Track(id: "2", title: "Second")
        album.tracks.append(first)
        #expect(first.album === album)
        modelContext.insert(second)
        second.album = album
        #expect(Set(album.tracks.map(\.id)) == ["1", "2"])
        try modelContext.save()
      }
      try store.session { modelContext in
        let album = try #require(try modelContext.fetch(FetchDescriptor<Album>()).first)
        #expect(Set(album.tracks.map(\.id)) == ["1", "2"])
        #expect(album.tracks.allSatisfy { $0.album === album })
        album.tracks.removeAll { $0.id == "1" }
        try modelContext.save()
      }
      try store.session { modelContext in
        let tracks = try modelContext.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.id)]))
        #expect(tracks.map { $0.album?.id } == [nil, "a"])
      }
    }
  }

  @Test("SWIFTDATA: One-to-Many: “deleteRule: .cascade”")
  func cascade() throws {
    typealias Track = OneToMany.Track
    typealias Album = OneToMany.Album
    try withSeedStore(for: Album.self) { store in
      try store.session { modelContext in
        let album = Album(id: "a", title: "Album")
        modelContext.insert(album)
        album.tracks = [Track(id: "1", title: "In"), Track(id: "2", title: "In")]
        modelContext.insert(Track(id: "3", title: "Out"))
        try modelContext.save()
        // A track that goes leaves its album: no rule is said on that side.
        modelContext.delete(album.tracks[0])
        try modelContext.save()
        #expect(album.tracks.count == 1)
      }
      try store.session { modelContext in
        let album = try #require(try modelContext.fetch(FetchDescriptor<Album>()).first)
        #expect(album.tracks.count == 1)
        modelContext.delete(album)
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<Track>()).map(\.id) == ["3"])
      }
    }
  }

  @Test("@Persisted(indexed: true) → @Attribute(.indexed)")
  func indexed() throws {
    typealias Track = Indexed.Track
    let entity = try #require(Schema([Track.self]).entity(for: Track.self))
    #expect(Set(entity.indices) == [["genre"], ["releaseDate"]])

    try withSeedStore(for: Track.self) { store in
      let start = Date()
      try store.session { modelContext in
        modelContext.insert(Track(id: "1"))
        try modelContext.save()
      }
      try store.session { modelContext in
        let track = try #require(try modelContext.fetch(FetchDescriptor<Track>()).first)
        #expect(track.genre == "")
        #expect(track.releaseDate >= start && track.releaseDate <= Date())
      }
    }
  }
}
