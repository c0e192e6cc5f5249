import Foundation

/// Stands in for Realm, so that the blocks of “realm-to-swiftdata-migration”
/// compile around their SwiftData half. A “database” is a JSON file.
struct Realm: Sendable {
  struct Configuration: Sendable {
    var fileURL: URL?
    static let defaultConfiguration = Configuration(fileURL: URL(fileURLWithPath: "/dev/null"))
  }

  private struct Content: Codable {
    var tracks: [RealmTrack]
    var albums: [RealmAlbum]
  }

  private let content: Content

  init(configuration: Configuration) async throws {
    let data = try configuration.fileURL.map { try Data(contentsOf: $0) }
    content =
      try data.map { try JSONDecoder().decode(Content.self, from: $0) }
      ?? Content(tracks: [], albums: [])
  }

  init(tracks: [RealmTrack], albums: [RealmAlbum] = []) {
    content = Content(tracks: tracks, albums: albums)
  }

  func objects(_ type: RealmTrack.Type) -> [RealmTrack] { content.tracks }
  func objects(_ type: RealmAlbum.Type) -> [RealmAlbum] { content.albums }

  /// Writes what ``init(configuration:)`` reads.
  func write(to url: URL) throws { try JSONEncoder().encode(content).write(to: url) }

  /// Some tracks, ten to an album.
  static func sample(_ count: Int) -> Realm {
    let tracks = (0..<count).map {
      RealmTrack(
        id: "\($0)", title: "  Title \($0) ", artist: "Artist", duration: 60 + Double($0),
        genre: $0.isMultiple(of: 2) ? "Rock" : nil)
    }
    let albums = stride(from: 0, to: count, by: 10).map { start in
      RealmAlbum(
        id: "album \(start)", title: "Album \(start)",
        tracks: Array(tracks[start..<min(start + 10, count)]))
    }
    return Realm(tracks: tracks, albums: albums)
  }
}

final class RealmTrack: Codable, Sendable {
  let id: String
  let title: String
  let artist: String
  let duration: TimeInterval
  let genre: String?

  init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil) {
    self.id = id
    self.title = title
    self.artist = artist
    self.duration = duration
    self.genre = genre
  }
}

final class RealmAlbum: Codable, Sendable {
  let id: String
  let title: String
  let tracks: [RealmTrack]

  init(id: String, title: String, tracks: [RealmTrack]) {
    self.id = id
    self.title = title
    self.tracks = tracks
  }
}
