import SwiftData
import Testing

/// “axiom-swiftdata”: *Common Mistakes*.
///
/// *Forgetting explicit init* and *Using structs* show what must not compile:
/// the diagnostics are tested with the macros. *Background operations on main
/// context* is a view of SwiftUI; its fix is tested here.
@Suite("axiom-swiftdata › Common Mistakes")
struct AxiomCommonMistakes {
  typealias Track = AxiomBasicModel.Track

  private let track = (id: "1", title: "Song", artist: "Artist", duration: 240.0)

  private func newTrack() -> Track {
    Track(id: track.id, title: track.title, artist: track.artist, duration: track.duration)
  }

  @Test("Not saving when needed: “Might not persist immediately”")
  func notSaving() throws {
    let track = newTrack()
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        modelContext.insert(track)
        // Might not persist immediately
        #expect(modelContext.hasChanges)
        #expect(modelContext.insertedModelsArray.count == 1)
        try #expect(ModelContext(modelContext.container).fetchCount(FetchDescriptor<Track>()) == 0)
      }
      // Nobody has saved it, and the context is gone.
      try store.session { try #expect($0.fetchCount(FetchDescriptor<Track>()) == 0) }
    }
  }

  @Test("Not saving when needed: “Call try modelContext.save() for immediate persistence”")
  func saving() throws {
    let track = newTrack()
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        modelContext.insert(track)
        try modelContext.save()
        #expect(!modelContext.hasChanges)
        #expect(try ModelContext(modelContext.container).fetchCount(FetchDescriptor<Track>()) == 1)
      }
      try store.session { try #expect($0.fetchCount(FetchDescriptor<Track>()) == 1) }
    }
  }

  @Test("“Save (optional …)”: the main context saves by itself")
  @MainActor
  func autosave() async throws {
    try await withSeedStore(for: Track.self) { store in
      let container = try store.open()
      #expect(container.mainContext.autosaveEnabled)
      container.mainContext.insert(newTrack())
      for _ in 0..<500 where container.mainContext.hasChanges {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(!container.mainContext.hasChanges)
      try store.session { try #expect($0.fetchCount(FetchDescriptor<Track>()) == 1) }
    }
  }

  @Test("Background operations on main context: “Use ModelContext(modelContainer)”")
  @MainActor
  func backgroundWork() async throws {
    try await withSeedStore(for: Track.self) { store in
      let modelContainer = try store.open()
      let values = track
      try await Task.detached {
        let context = ModelContext(modelContainer)
        context.insert(
          Track(
            id: values.id, title: values.title, artist: values.artist, duration: values.duration))
        try context.save()
      }.value
      let tracks = try modelContainer.mainContext.fetch(FetchDescriptor<Track>())
      #expect(tracks.map(\.title) == ["Song"])
    }
  }
}
