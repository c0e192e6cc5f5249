import SwiftData
import Testing

/// “axiom-swiftdata”: *Performance Patterns*, from *Batch Fetching* to *Batch
/// Operations*. What is asserted is results; times and statements are measured
/// elsewhere.
@Suite("axiom-swiftdata › Performance Patterns")
struct AxiomPerformancePatterns {
  @Model
  final class Track {
    var title: String
    var genre: String?
    @Relationship(inverse: \Album.tracks) var album: Album?
    init(title: String, album: Album? = nil) {
      self.title = title
      self.album = album
    }
  }

  @Model
  final class Album {
    var title: String
    var tracks: [Track] = []
    init(title: String) { self.title = title }
  }

  /// A store with tracks in albums of two; every tenth track has no album.
  private func withTracks(_ count: Int, _ body: (SeedStore) throws -> Void) throws {
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        var album = Album(title: "")
        for index in 0..<count {
          if index.isMultiple(of: 2) { album = Album(title: "Album \(index)") }
          let track = Track(title: String(format: "Title %04d", index))
          modelContext.insert(track)
          if !index.isMultiple(of: 10) { track.album = album }
        }
        try modelContext.save()
      }
      try body(store)
    }
  }

  private func albumTitle(_ index: Int) -> String? {
    index.isMultiple(of: 10) ? nil : "Album \(index - index % 2)"
  }

  /// Renames all albums behind the back of the containers that are open:
  /// albums that are loaded keep the title that they have, faults get the new one.
  private func renameAlbums(_ store: SeedStore) throws {
    try store.session { modelContext in
      for album in try modelContext.fetch(FetchDescriptor<Album>()) { album.title += "*" }
      try modelContext.save()
    }
  }

  @Test("Batch Fetching")
  func batchFetching() throws {
    try withTracks(250) { store in
      try store.session { modelContext in
        var descriptor = FetchDescriptor<Track>(  // seed: `let`, yet changed below
          sortBy: [SortDescriptor(\.title)]
        )
        descriptor.fetchLimit = 100  // Paginate results

        let tracks = try modelContext.fetch(descriptor)

        #expect(tracks.map(\.title) == (0..<100).map { String(format: "Title %04d", $0) })
        descriptor.fetchOffset = 200
        #expect(
          try modelContext.fetch(descriptor).map(\.title)
            == (200..<250).map { String(format: "Title %04d", $0) })
      }
    }
  }

  @Test("Prefetch Relationships (Prevent N+1 Queries)")
  func prefetch() throws {
    try withTracks(20) { store in
      try store.session { modelContext in
        var descriptor = FetchDescriptor<Track>()  // seed: `let`, yet changed below
        descriptor.relationshipKeyPathsForPrefetching = [\.album]  // Eager load album

        let tracks = try modelContext.fetch(descriptor)
        // No N+1 queries - albums already loaded

        try renameAlbums(store)
        #expect(tracks.map { $0.album?.title } == (0..<20).map(albumTitle))
      }
    }
  }

  @Test("Prefetch Relationships (Prevent N+1 Queries): slow and fast give the same")
  func slowAndFast() throws {
    try withTracks(100) { store in
      var slow: [String?] = []
      var fast: [String?] = []
      try store.session { modelContext in
        func print(_ title: String?) { slow.append(title) }
        // ❌ SLOW: N+1 queries (1 fetch tracks + 100 fetch albums)
        let tracks = try modelContext.fetch(FetchDescriptor<Track>())
        for track in tracks {
          print(track.album?.title)  // 100 separate queries!
        }
      }
      try store.session { modelContext in
        func print(_ title: String?) { fast.append(title) }
        // ✅ FAST: 2 queries total (1 fetch tracks + 1 fetch all albums)
        var descriptor = FetchDescriptor<Track>()  // seed: `let`, yet changed below
        descriptor.relationshipKeyPathsForPrefetching = [\.album]
        let tracks = try modelContext.fetch(descriptor)
        for track in tracks {
          print(track.album?.title)  // Already loaded
        }
      }
      #expect(slow == (0..<100).map(albumTitle))
      #expect(fast == slow)
    }
  }

  @Test("Faulting (Lazy Loading)")
  func faulting() throws {
    try withTracks(4) { store in
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.title, order: .reverse)]))

        let track = tracks.first
        // Album is a fault - not loaded yet

        try renameAlbums(store)

        let albumTitle = track?.album?.title  // seed: `track.album`, though `first` is optional
        // Album loaded on access (separate query)

        #expect(albumTitle == "Album 2*")
      }
    }
  }

  @Test("Batch Operations (Performance for Large Datasets): slow")
  func individualSaves() throws {
    try withTracks(50) { store in
      try store.session { modelContext in
        let largeDataset = try modelContext.fetch(FetchDescriptor<Track>())
        // ❌ SLOW: 1000 individual saves
        for track in largeDataset {
          track.genre = "Updated"
          try modelContext.save()  // Expensive - 1000 times
        }
      }
      try expectUpdated(store, count: 50)
    }
  }

  @Test("Batch Operations (Performance for Large Datasets): fast")
  func singleSave() throws {
    try withTracks(1000) { store in
      try store.session { modelContext in
        let largeDataset = try modelContext.fetch(FetchDescriptor<Track>())
        // ✅ FAST: Single save operation
        for track in largeDataset {
          track.genre = "Updated"
        }
        try modelContext.save()  // Once for entire batch
      }
      try expectUpdated(store, count: 1000)
    }
  }

  private func expectUpdated(_ store: SeedStore, count: Int) throws {
    try store.session { modelContext in
      let updated = FetchDescriptor<Track>(predicate: #Predicate { $0.genre == "Updated" })
      try #expect(modelContext.fetchCount(updated) == count)
      try #expect(modelContext.fetchCount(FetchDescriptor<Track>()) == count)
    }
  }
}
