import SwiftData
import Testing

/// “axiom-swiftdata”: *ModelContext Operations › CRUD Operations*.
///
/// *Accessing ModelContext* is a view of SwiftUI and not part of these tests.
@Suite("axiom-swiftdata › ModelContext Operations › CRUD Operations")
struct AxiomCRUDOperations {
  typealias Track = AxiomBasicModel.Track

  /// Two rock tracks, two classical ones and one without a genre.
  private func fill(_ context: ModelContext) throws {
    context.insert(Track(id: "a", title: "Zeta", artist: "A", duration: 1, genre: "Rock"))
    context.insert(Track(id: "b", title: "Alpha", artist: "B", duration: 2, genre: "Rock"))
    context.insert(Track(id: "c", title: "Gamma", artist: "C", duration: 3, genre: "Classical"))
    context.insert(Track(id: "d", title: "Delta", artist: "D", duration: 4, genre: "Classical"))
    context.insert(Track(id: "e", title: "Eta", artist: "E", duration: 5))
    try context.save()
  }

  private func ids(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Track>()).map(\.id).sorted()
  }

  @Test("the block from top to bottom")
  func wholeBlock() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        try fill(modelContext)

        // Insert
        let track = Track(id: "1", title: "Song", artist: "Artist", duration: 240)
        modelContext.insert(track)
        #expect(track.modelContext == modelContext)
        #expect(try ids(modelContext).contains("1"))

        // Fetch
        let descriptor = FetchDescriptor<Track>(
          predicate: #Predicate { $0.genre == "Rock" },
          sortBy: [SortDescriptor(\.title)]
        )
        let rockTracks = try modelContext.fetch(descriptor)
        #expect(rockTracks.map(\.title) == ["Alpha", "Zeta"])

        // Update — just modify properties, SwiftData tracks changes
        track.title = "Updated Title"
        #expect(modelContext.hasChanges)

        // Delete
        modelContext.delete(track)
        #expect(try !ids(modelContext).contains("1"))

        // Batch delete
        try modelContext.delete(model: Track.self, where: #Predicate { $0.genre == "Classical" })

        // Save (optional — auto-saves on view disappear)
        try modelContext.save()
        #expect(!modelContext.hasChanges)
        #expect(try ids(modelContext) == ["a", "b", "e"])
      }
      try store.session { try #expect(ids($0) == ["a", "b", "e"]) }
    }
  }

  @Test("“just modify properties, SwiftData tracks changes”")
  func update() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        try fill(modelContext)
        let track = try #require(try modelContext.fetch(FetchDescriptor<Track>()).first)
        #expect(!track.hasChanges)
        track.title = "Updated Title"
        #expect(track.hasChanges)
        #expect(
          modelContext.changedModelsArray.map(\.persistentModelID) == [track.persistentModelID])
        try modelContext.save()
        #expect(!track.hasChanges)
        #expect(modelContext.changedModelsArray.isEmpty)
      }
      try store.session { modelContext in
        let updated = try modelContext.fetch(
          FetchDescriptor<Track>(predicate: #Predicate { $0.title == "Updated Title" }))
        #expect(updated.count == 1)
      }
    }
  }

  @Test("a saved track is deleted by the next save")
  func delete() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { try fill($0) }
      try store.session { modelContext in
        let track = try #require(
          try modelContext.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "a" }))
            .first)
        modelContext.delete(track)
        #expect(track.isDeleted)
        #expect(try ids(modelContext) == ["b", "c", "d", "e"])
        // Not in the file yet.
        #expect(try ids(ModelContext(modelContext.container)) == ["a", "b", "c", "d", "e"])
        try modelContext.save()
      }
      try store.session { try #expect(ids($0) == ["b", "c", "d", "e"]) }
    }
  }

  @Test("the batch delete takes saved tracks, registered or not; unsaved ones stay")
  func batchDelete() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { try fill($0) }
      try store.session { modelContext in
        let registered = try #require(
          try modelContext.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "c" }))
            .first)
        modelContext.insert(
          Track(id: "f", title: "Theta", artist: "F", duration: 6, genre: "Classical"))

        // Batch delete
        try modelContext.delete(model: Track.self, where: #Predicate { $0.genre == "Classical" })

        try modelContext.save()
        #expect(registered.isDeleted)
        #expect(registered.title == "Gamma")
      }
      try store.session { try #expect(ids($0) == ["a", "b", "e", "f"]) }
    }
  }
}
