import SwiftData
import Testing

/// “axiom-swiftdata”: *@Model Definitions › Relationships*.
@Suite("axiom-swiftdata › @Model Definitions › Relationships")
struct AxiomRelationships {
  @Model
  final class Track {
    @Attribute(.unique) var id: String
    var title: String

    @Relationship(deleteRule: .cascade, inverse: \Album.tracks)
    var album: Album?

    init(id: String, title: String, album: Album? = nil) {
      self.id = id
      self.title = title
      self.album = album
    }
  }

  @Model
  final class Album {
    @Attribute(.unique) var id: String
    var title: String

    @Relationship(deleteRule: .cascade)
    var tracks: [Track] = []

    init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  @Test("setting the to-one side fills the to-many side, before and after the save")
  func fromTheToOneSide() throws {
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let album = Album(id: "a", title: "Album")
        modelContext.insert(album)
        let track = Track(id: "1", title: "Song")
        modelContext.insert(track)
        track.album = album
        #expect(album.tracks.map(\.id) == ["1"])
        try modelContext.save()
        #expect(album.tracks.map(\.id) == ["1"])
      }
      try store.session { modelContext in
        let album = try #require(try modelContext.fetch(FetchDescriptor<Album>()).first)
        #expect(album.tracks.map(\.title) == ["Song"])
        #expect(album.tracks.first?.album === album)
      }
    }
  }

  @Test("appending to the to-many side sets the to-one side, before and after the save")
  func fromTheToManySide() throws {
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let album = Album(id: "a", title: "Album")
        modelContext.insert(album)
        let track = Track(id: "1", title: "Song")
        album.tracks.append(track)
        #expect(track.album === album)
        try modelContext.save()
      }
      try store.session { modelContext in
        let track = try #require(try modelContext.fetch(FetchDescriptor<Track>()).first)
        #expect(track.album?.id == "a")
        #expect(track.album?.tracks.count == 1)
      }
    }
  }

  @Test("a relationship set in the initializer brings its object along")
  func insertedTogether() throws {
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let album = Album(id: "a", title: "Album")
        modelContext.insert(Track(id: "1", title: "One", album: album))
        modelContext.insert(Track(id: "2", title: "Two", album: album))
        #expect(Set(album.tracks.map(\.id)) == ["1", "2"])
        try modelContext.save()
      }
      try store.session { modelContext in
        let albums = try modelContext.fetch(FetchDescriptor<Album>())
        #expect(albums.map(\.id) == ["a"])
        #expect(albums.first.map { Set($0.tracks.map(\.id)) } == ["1", "2"])
      }
    }
  }

  @Test("a track that moves to another album leaves the first")
  func reassigned() throws {
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let first = Album(id: "a", title: "First")
        let second = Album(id: "b", title: "Second")
        let track = Track(id: "1", title: "Song", album: first)
        modelContext.insert(track)
        modelContext.insert(second)
        try modelContext.save()
        second.tracks.append(track)
        #expect(first.tracks.isEmpty)
        #expect(track.album === second)
        try modelContext.save()
      }
      try store.session { modelContext in
        let albums = try modelContext.fetch(
          FetchDescriptor<Album>(sortBy: [SortDescriptor(\.id)]))
        #expect(albums.map { $0.tracks.map(\.id) } == [[], ["1"]])
      }
    }
  }

  @Test("“When a user deletes a task list, all tasks should auto-delete too”: .cascade")
  func cascade() throws {
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let album = Album(id: "a", title: "Gone")
        for id in ["1", "2", "3"] { modelContext.insert(Track(id: id, title: id, album: album)) }
        modelContext.insert(Track(id: "4", title: "Kept", album: Album(id: "b", title: "Kept")))
        try modelContext.save()
      }
      try store.session { modelContext in
        let album = try #require(
          try modelContext.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.id == "a" }))
            .first)
        modelContext.delete(album)
        try modelContext.save()
        #expect(try modelContext.fetchCount(FetchDescriptor<Track>()) == 1)
      }
      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<Album>()).map(\.id) == ["b"])
        try #expect(modelContext.fetch(FetchDescriptor<Track>()).map(\.id) == ["4"])
      }
    }
  }

  @Test("the block's rule is .cascade on both sides: a track takes album and siblings along")
  func cascadeFromTheTrack() throws {
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let album = Album(id: "a", title: "Gone")
        for id in ["1", "2", "3"] { modelContext.insert(Track(id: id, title: id, album: album)) }
        modelContext.insert(Track(id: "4", title: "Kept"))
        try modelContext.save()
      }
      try store.session { modelContext in
        let track = try #require(
          try modelContext.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "1" }))
            .first)
        modelContext.delete(track)
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(modelContext.fetchCount(FetchDescriptor<Album>()) == 0)
        try #expect(modelContext.fetch(FetchDescriptor<Track>()).map(\.id) == ["4"])
      }
    }
  }
}
