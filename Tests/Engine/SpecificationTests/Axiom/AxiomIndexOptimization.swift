import SwiftData
import Testing

/// “axiom-swiftdata”: *Performance Patterns › Index Optimization (iOS 26+)*.
@Suite("axiom-swiftdata › Performance Patterns › Index Optimization (iOS 26+)")
struct AxiomIndexOptimization {
  @Model
  final class Track {
    @Attribute(.unique) var id: String = UUID().uuidString

    @Attribute(.indexed)  // ✅ Add index
    var genre: String = ""

    @Attribute(.indexed)
    var releaseDate: Date = Date()

    var title: String = ""
    var duration: TimeInterval = 0
  }

  @Test("the schema has the indexes")
  func schema() throws {
    let entity = try #require(Schema([Track.self]).entity(for: Track.self))
    #expect(Set(entity.indices) == [["genre"], ["releaseDate"]])
    #expect(entity.attributesByName["genre"]?.options.contains(.indexed) == true)
    #expect(entity.attributesByName["title"]?.options.contains(.indexed) == false)
  }

  @Test("the store has the indexes, and no other on these columns")
  func indexesOfTheStore() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        modelContext.insert(Track())
        try modelContext.save()
      }
      let text = try store.text().uppercased()
      #expect(text.contains(/CREATE INDEX [^)]*\bON\b[^)]*ZGENRE/))
      #expect(text.contains(/CREATE INDEX [^)]*\bON\b[^)]*ZRELEASEDATE/))
      #expect(!text.contains(/CREATE INDEX [^)]*\bON\b[^)]*(ZTITLE|ZDURATION)/))
    }
  }

  /// The conditions of the block's two `@Query` properties; the properties
  /// themselves belong to SwiftUI.
  @Test("“Now these queries are faster”: they find what they should")
  func queries() throws {
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        for (title, genre, days) in [
          ("a", "Rock", -1.0), ("b", "Rock", 1.0), ("c", "Jazz", 2.0), ("d", "Jazz", -2.0),
        ] {
          let track = Track()
          track.title = title
          track.genre = genre
          track.releaseDate = Date(timeIntervalSinceNow: days * 86400)
          modelContext.insert(track)
        }
        try modelContext.save()
      }
      try store.session { modelContext in
        func titles(_ filter: Predicate<Track>) throws -> [String] {
          try modelContext.fetch(
            FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(\.title)])
          ).map(\.title)
        }
        let rockTracks = try titles(#Predicate { $0.genre == "Rock" })
        let upcomingTracks = try titles(#Predicate { $0.releaseDate > Date() })
        #expect(rockTracks == ["a", "b"])
        #expect(upcomingTracks == ["b", "c"])
      }
    }
  }
}
