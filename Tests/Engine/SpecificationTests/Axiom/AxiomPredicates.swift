import SwiftData
import Testing

/// “axiom-swiftdata”: *Predicates*.
///
/// The document shows bare predicates; here each is followed by what it finds.
@Suite("axiom-swiftdata › Predicates")
struct AxiomPredicates {
  @Model
  final class Track {
    @Attribute(.unique) var id: String
    var title: String
    var artist: String
    var duration: TimeInterval
    var genre: String?
    @Relationship(inverse: \Album.tracks) var album: Album?

    init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil) {
      self.id = id
      self.title = title
      self.artist = artist
      self.duration = duration
      self.genre = genre
    }
  }

  @Model
  final class Album {
    var title: String
    var tracks: [Track] = []
    init(title: String) { self.title = title }
  }

  private func fill(_ context: ModelContext) {
    let tracks = [
      Track(id: "1", title: "Love Me Do", artist: "The Beatles", duration: 141, genre: "Rock"),
      Track(
        id: "2", title: "All You Need Is LOVE", artist: "The Beatles", duration: 237, genre: "Rock"),
      Track(id: "3", title: "Lovely", artist: "Artist Name", duration: 180),
      Track(id: "4", title: "Clover", artist: "Artist", duration: 181, genre: "Rock"),
      Track(id: "5", title: "Glove", artist: "Other Artist", duration: 200, genre: "rock"),
      Track(id: "6", title: "Hate", artist: "Another the One", duration: 179.5, genre: "Jazz"),
    ]
    for track in tracks { context.insert(track) }
    tracks[0].album = Album(title: "Album Name")
    tracks[1].album = Album(title: "Other Name")
    // Eleven and ten tracks.
    for (title, count) in [("Eleven", 11), ("Ten", 10)] {
      let album = Album(title: title)
      context.insert(album)
      for index in 0..<count {
        album.tracks.append(
          Track(id: "\(title) \(index)", title: "-", artist: "-", duration: 0, genre: "-"))
      }
    }
  }

  private func tracks() throws -> PredicateProbe<Track> {
    try PredicateProbe(for: Track.self, Album.self, by: \.id) { fill($0) }
  }

  @Test("Basic Comparisons")
  func basicComparisons() throws {
    let probe = try tracks()
    try probe.expect(
      #Predicate<Track> { $0.duration > 180 },
      ["2", "4", "5"])
    try probe.expect(
      #Predicate<Track> { $0.artist == "Artist Name" },
      ["3"])
    try probe.expect(
      #Predicate<Track> { $0.genre != nil },
      ["1", "2", "4", "5", "6"] + (0..<11).map { "Eleven \($0)" } + (0..<10).map { "Ten \($0)" })
  }

  @Test("Compound Predicates")
  func compoundPredicates() throws {
    let probe = try tracks()
    try probe.expect(
      #Predicate<Track> { track in
        track.genre == "Rock" && track.duration > 180
      },
      ["2", "4"])

    try probe.expect(
      #Predicate<Track> { track in
        track.artist == "Artist" || track.artist == "Other Artist"
      },
      ["4", "5"])
  }

  @Test("String Matching › Contains")
  func contains() throws {
    // Contains
    try tracks().expect(
      #Predicate<Track> { track in
        track.title.contains("Love")
      },
      ["1", "3"])
  }

  @Test("String Matching › Case-insensitive contains")
  func localizedStandardContains() throws {
    // Case-insensitive contains
    try tracks().expect(
      #Predicate<Track> { track in
        track.title.localizedStandardContains("love")
      },
      ["1", "2", "3", "4", "5"])
  }

  @Test("String Matching › Starts with")
  func hasPrefix() throws {
    // Starts with
    try tracks().expect(
      #Predicate<Track> { track in
        track.artist.hasPrefix("The ")
      },
      ["1", "2"])
  }

  @Test("Relationship Predicates › to one")
  func toOne() throws {
    try tracks().expect(
      #Predicate<Track> { track in
        track.album?.title == "Album Name"
      },
      ["1"])
  }

  @Test("Relationship Predicates › count of a to-many")
  func toMany() throws {
    let probe = try PredicateProbe<Album>(for: Track.self, Album.self, by: \.title) { fill($0) }
    try probe.expect(
      #Predicate<Album> { album in
        album.tracks.count > 10
      },
      ["Eleven"])
  }

  @Test("Queries in SwiftUI › Filtered, Sorted, Combined: the conditions and orders alone")
  func queries() throws {
    let context = try inMemoryContext(for: Track.self, Album.self)
    fill(context)
    try context.save()
    func ids(_ filter: Predicate<Track>?, _ sort: [SortDescriptor<Track>]) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: filter, sortBy: sort)).map(\.id)
        .filter { $0.count == 1 }
    }
    // Filtered
    #expect(
      try ids(#Predicate<Track> { $0.genre == "Rock" }, [SortDescriptor(\.id)]) == ["1", "2", "4"])
    // Sorted (single)
    #expect(
      try ids(nil, [SortDescriptor(\.title, order: .forward)]) == ["2", "4", "5", "6", "1", "3"])
    // Sorted (multiple descriptors)
    #expect(
      try ids(nil, [SortDescriptor(\.artist), SortDescriptor(\.title)])
        == ["6", "4", "3", "5", "2", "1"])
    // Combined filter + sort
    #expect(
      try ids(#Predicate<Track> { $0.duration > 180 }, [SortDescriptor(\.title)])
        == ["2", "4", "5"])
  }
}
