import SwiftData
import Testing

extension Array {
  func chunked(into size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map {
      Array(self[$0..<Swift.min($0 + size, count)])
    }
  }
}

/// “axiom-swiftdata”: *Performance Patterns › Memory Optimization: Fetch Chunks*.
/// The extension of `Array` above is part of the block.
@Suite("axiom-swiftdata › Performance Patterns › Memory Optimization: Fetch Chunks")
struct AxiomMemoryOptimization {
  typealias Track = AxiomBasicModel.Track

  /// The seed uses it without a declaration.
  struct Item: Sendable {
    var id: String
    var title: String
    var artist: String
    var duration: TimeInterval
  }

  private let items = (0..<2500).map {
    Item(id: "\($0)", title: "Title \($0)", artist: "Artist", duration: Double($0))
  }

  actor DataImporter {
    let modelContainer: ModelContainer

    // seed: no initializer
    init(modelContainer: ModelContainer) { self.modelContainer = modelContainer }

    func importLargeDataset(_ items: [Item]) async throws {
      let chunkSize = 1000
      let context = ModelContext(modelContainer)

      for chunk in items.chunked(into: chunkSize) {
        for item in chunk {
          let track = Track(
            id: item.id,
            title: item.title,
            artist: item.artist,
            duration: item.duration
          )
          context.insert(track)
        }

        try context.save()  // Save after each chunk

        // Prevent memory bloat
        // seed: no `try`
        try context.delete(model: Track.self, where: #Predicate { _ in true })
      }
    }
  }

  /// The block says to delete every track after each chunk, which reaches the store at once. So nothing stays. (The text
  /// means to forget the objects, not to delete the rows; a weak identity map does that by itself.)
  @Test("the block as written: each chunk is deleted")
  func asWritten() async throws {
    try await withSeedStore(for: Track.self) { store in
      let importer = DataImporter(modelContainer: try store.open())
      try await importer.importLargeDataset(items)
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.duration)]))
        #expect(tracks.isEmpty)
      }
    }
  }

  actor KeepingImporter {
    let modelContainer: ModelContainer

    init(modelContainer: ModelContainer) { self.modelContainer = modelContainer }

    /// The block without the deletion; returns how many objects were alive
    /// after each chunk, out of some of each.
    func importLargeDataset(_ items: [Item]) async throws -> [Int] {
      let chunkSize = 1000
      let context = ModelContext(modelContainer)
      var samples: [() -> Track?] = []
      var alive: [Int] = []

      for chunk in items.chunked(into: chunkSize) {
        for item in chunk {
          let track = Track(
            id: item.id,
            title: item.title,
            artist: item.artist,
            duration: item.duration
          )
          context.insert(track)
          if samples.count < 100 { samples.append { [weak track] in track } }
        }

        try context.save()  // Save after each chunk
        alive.append(samples.count { $0() != nil })
        samples.removeAll()
      }
      return alive
    }
  }

  @Test("“fetch in chunks”, “prevent memory bloat”: all are stored, and no object stays in memory")
  func chunkedImport() async throws {
    try await withSeedStore(for: Track.self) { store in
      let importer = KeepingImporter(modelContainer: try store.open())
      let alive = try await importer.importLargeDataset(items)
      #expect(alive == [0, 0, 0])
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.duration)]))
        #expect(tracks.map(\.id) == items.map(\.id))
        #expect(tracks.map(\.title) == items.map(\.title))
      }
    }
  }

  @Test("Array.chunked(into:)")
  func chunked() {
    #expect((0..<7).map { $0 }.chunked(into: 3) == [[0, 1, 2], [3, 4, 5], [6]])
    #expect([1, 2].chunked(into: 2) == [[1, 2]])
    #expect([Int]().chunked(into: 2) == [])
  }
}
