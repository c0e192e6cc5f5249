import SwiftData
import Testing

/// “axiom-swiftdata”: *Swift 6 Concurrency*.
@Suite("axiom-swiftdata › Swift 6 Concurrency")
struct AxiomConcurrency {
  /// *@MainActor Isolation*.
  enum Isolated {
    @MainActor
    @Model
    final class Track {
      var id: String
      var title: String

      init(id: String, title: String) {
        self.id = id
        self.title = title
      }

    }
  }

  @MainActor
  @Test("@MainActor Isolation")
  func mainActorIsolation() throws {
    typealias Track = Isolated.Track
    try withSeedStore(for: Track.self) { store in
      let container = try store.open()
      let context = container.mainContext
      context.autosaveEnabled = false
      let track = Track(id: "1", title: "Song")
      context.insert(track)
      try context.save()
      track.title = "Updated"
      try context.save()

      let found = try context.fetch(FetchDescriptor<Track>())
      #expect(found.count == 1)
      #expect(found.first === track)
      #expect(found.first?.title == "Updated")

      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<Track>()).map(\.title) == ["Updated"])
      }
    }
  }

  @MainActor
  @Test("@MainActor Isolation: observed from the main actor")
  func mainActorObservation() throws {
    let track = Isolated.Track(id: "1", title: "Song")
    nonisolated(unsafe) var changes = 0
    withObservationTracking {
      _ = track.title
    } onChange: {
      changes += 1
    }
    track.id = "2"
    #expect(changes == 0)
    track.title = "Updated"
    #expect(changes == 1)
  }

  // MARK: Background Context

  typealias Track = AxiomBasicModel.Track

  /// The seed uses it without a declaration.
  struct TrackData: Sendable {
    var id: String
    var title: String
    var artist: String
    var duration: TimeInterval
  }

  actor DataImporter {
    let modelContainer: ModelContainer

    init(container: ModelContainer) {
      self.modelContainer = container
    }

    func importTracks(_ tracks: [TrackData]) async throws {
      // Create background context
      let context = ModelContext(modelContainer)

      for track in tracks {
        let model = Track(
          id: track.id,
          title: track.title,
          artist: track.artist,
          duration: track.duration
        )
        context.insert(model)
      }

      try context.save()
    }
  }

  private let data = (1...500).map {
    TrackData(id: "\($0)", title: "Title \($0)", artist: "Artist", duration: Double($0))
  }

  @Test("Background Context")
  func backgroundContext() async throws {
    try await withSeedStore(for: Track.self) { store in
      let container = try store.open()
      let importer = DataImporter(container: container)
      try await importer.importTracks(data)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Track>()) == 500)
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.duration)]))
        #expect(tracks.map(\.title) == data.map(\.title))
      }
    }
  }

  @MainActor
  @Test("Background Context › Calling from SwiftUI: what the button does")
  func callingFromSwiftUI() async throws {
    let data = data
    try await withSeedStore(for: Track.self) { store in
      let container = try store.open()
      let modelContext = container.mainContext
      let known = Track(id: "1", title: "Old", artist: "Old", duration: 0)
      modelContext.insert(known)
      try modelContext.save()

      let importer = DataImporter(container: modelContext.container)
      try await importer.importTracks(data)

      // The main context shows what the other one has saved, in new models …
      #expect(try modelContext.fetchCount(FetchDescriptor<Track>()) == 500)
      let tracks = try modelContext.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.id)]))
      // … and in one that it had before: the import has overwritten its row.
      #expect(tracks.first === known)
      #expect(known.title == "Title 1")
    }
  }

  @Test("two imports at once, each with a context of its own")
  func simultaneousImports() async throws {
    try await withSeedStore(for: Track.self) { store in
      let container = try store.open()
      let first = DataImporter(container: container)
      let second = DataImporter(container: container)
      async let one: Void = first.importTracks(Array(data.prefix(300)))
      async let two: Void = second.importTracks(Array(data.suffix(300)))
      _ = try await (one, two)
      // A hundred are in both.
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Track>()) == 500)
    }
  }
}
